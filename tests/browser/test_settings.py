from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor

# Colours as the browser computes them, from 0 (black) to 255 (white), for the page and its text.
LUMINANCE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  return ["--surface", "--ink"].map((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    canvas.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b);
  });
}"""


def choose(visitor: Visitor, label: str, value: str) -> None:
    """Make a choice in the settings and close them."""
    visitor.page.get_by_role("button", name="Settings").click()
    with visitor.page.expect_response("**/api/v1/settings"):
        visitor.page.get_by_label(label).select_option(value)
    visitor.page.keyboard.press("Escape")


def is_dark(visitor: Visitor) -> bool:
    """Whether light text stands on a dark surface."""
    surface, ink = visitor.page.evaluate(LUMINANCE)
    assert abs(surface - ink) > 100
    return bool(surface < ink)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_system_decides(visit: Visit, scheme: str) -> None:
    """Without a choice the page is light or dark as the system is."""
    visitor = visit(color_scheme=scheme)
    visitor.play()
    assert is_dark(visitor) == (scheme == "dark")


@pytest.mark.parametrize(("theme", "dark"), [("light", False), ("dark", True), ("contrast", True)])
def test_choice_of_a_theme(visit: Visit, theme: str, dark: bool) -> None:  # noqa: FBT001
    """A chosen theme overrides the system at once and lasts, in another window too."""
    visitor = visit(color_scheme="light" if dark else "dark")
    game_id = visitor.play(moves="KC")
    choose(visitor, "Appearance", theme)
    assert is_dark(visitor) == dark
    visitor.page.reload()
    assert is_dark(visitor) == dark
    expect(visitor.page.get_by_label("Appearance")).to_have_value(theme)
    another = visit()
    another.open(game_id)
    assert is_dark(another) == dark


def test_high_contrast(english: Visitor) -> None:
    """High contrast is black and white, or nearly so, and as far apart as can be."""
    english.play()
    choose(english, "Appearance", "contrast")
    surface, ink = english.page.evaluate(LUMINANCE)
    assert (surface, ink) == (0, 255)


@pytest.mark.parametrize("contrast", ["more", "no-preference"])
def test_system_contrast(visit: Visit, contrast: str) -> None:
    """Where the system asks for more contrast no text is paler than the rest."""
    visitor = visit(contrast=contrast)
    visitor.play()
    colours = visitor.page.evaluate(
        "() => ['dt', 'dd'].map((name) =>"
        " getComputedStyle(document.querySelector(`.figure ${name}`)).color)"
    )
    assert (len(set(colours)) == 1) == (contrast == "more")


def suit_colours(visitor: Visitor) -> set[str]:
    """The colours of the suits on the table."""
    colours: list[str] = visitor.page.evaluate(
        """() => ["C", "D", "H", "S"].map((suit) =>
          getComputedStyle(document.querySelector(`[data-suit=${suit}] .face`)).color)"""
    )
    return set(colours)


def test_four_colours(english: Visitor) -> None:
    """The deck has two colours, or four from the moment they are chosen."""
    english.play("TP1-E-AAAAAAB-O")
    assert len(suit_colours(english)) == 2
    choose(english, "Suit colours", "four")
    assert len(suit_colours(english)) == 4
    english.page.reload()
    assert len(suit_colours(english)) == 4


def test_unsaved_choice(english: Visitor) -> None:
    """A choice that the server did not get is said to be lost."""
    english.witness.expected = {0}
    english.enter()
    english.page.route("**/settings", lambda route: route.abort("connectionrefused"))
    english.page.get_by_role("button", name="Settings").click()
    english.page.get_by_label("Appearance").select_option("dark")
    expect(english.page.locator("#settings-form [role=status]")).not_to_be_empty()


def animations(visitor: Visitor) -> list[dict[str, Any]]:
    """What moves in the moment after a card was taken, a peak away from the mountains."""
    found: list[dict[str, Any]] = visitor.page.evaluate(
        """() => document.getAnimations().map((a) => ({
          of: a.effect.target.className?.baseVal ?? a.effect.target.className,
          card: Boolean(a.effect.target.closest(".card")),
          lasts: a.effect.getComputedTiming().endTime,
        }))"""
    )
    return found


TAKE_AND_LOOK = """async (name) => {
  const seen = new Promise((done) => new MutationObserver((_, watch) => {
    watch.disconnect();
    done(document.getAnimations().filter((a) => a.effect.target.closest(".card"))
      .map((a) => a.effect.getComputedTiming().endTime));
  }).observe(document.querySelector("#figure-moves dd"), {childList: true}));
  document.querySelector(name).click();
  return seen;
}"""


@pytest.mark.parametrize("place", ["#slot-22", "#stock"])
def test_animation_is_short(english: Visitor, place: str) -> None:
    """A move is seen to move, and no card takes as long as a quarter of a second."""
    english.play()
    lasts = english.page.evaluate(TAKE_AND_LOOK, place)
    assert lasts
    assert max(lasts) < 250


@pytest.mark.parametrize("place", ["#slot-22", "#stock"])
def test_reduced_motion(visit: Visit, place: str) -> None:
    """Who wants less motion sees none at all, neither of cards nor of the picture behind."""
    visitor = visit(reduced_motion="reduce")
    visitor.play()
    assert visitor.page.evaluate(TAKE_AND_LOOK, place) == []
    visitor.slot(18).dispatch_event("click")
    assert animations(visitor) == []
    visitor.play(moves="KC")
    assert animations(visitor) == []


def test_forced_colours(visit: Visit) -> None:
    """With the colours of the system, cards have edges, pictures stay and all controls show."""
    visitor = visit(forced_colors="active")
    visitor.play("TP1-E-AAAAAAB-O", "KC")
    widths = visitor.page.locator(".card:not([hidden]) > .face").evaluate_all(
        "all => all.map((face) => parseFloat(getComputedStyle(face).borderTopWidth))"
    )
    assert min(widths) >= 1
    assert len(set(visitor.pictures(["face-KC", "face-2H"]))) == 2
    for control in visitor.page.locator(".controls .control").all():
        expect(control).to_be_visible()
    assert visitor.page.evaluate(
        "getComputedStyle(document.querySelector('.controls .icon')).stroke"
        " !== getComputedStyle(document.documentElement).backgroundColor"
    )
