from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(visit: Visit) -> Visitor:
    """A small phone."""
    return visit(**PHONE)


def tap(
    visitor: Visitor, slot: int, right: float = 0.5, below: float = 0.5, **off: float
) -> tuple[float, float]:
    """Tap at a part of a card's width and height, and some pixels off it."""
    box = visitor.slot(slot).bounding_box()
    assert box is not None
    x = box["x"] + box["width"] * right + off.get("dx", 0)
    y = box["y"] + box["height"] * below + off.get("dy", 0)
    visitor.page.touchscreen.tap(x, y)
    return x, y


def settled(visitor: Visitor) -> None:
    """Give what must not happen the time to happen."""
    visitor.page.wait_for_timeout(250)
    visitor.rest()


@pytest.mark.parametrize(
    ("right", "below", "off"),
    [(0.5, 1, {"dy": 10}), (0.5, 0, {"dy": -4}), (0.9, 1, {"dy": 5})],
    ids=["below", "on the card behind", "nearest of two"],
)
def test_a_near_tap_takes(
    phone: Visitor, right: float, below: float, off: dict[str, float]
) -> None:
    """A tap that just misses a small card takes the free card nearest to it."""
    phone.play()
    tap(phone, 22, right, below, **off)
    phone.expect_moves(1)
    expect(phone.announcer).to_contain_text("two of diamonds")


def test_a_far_tap_does_nothing(phone: Visitor) -> None:
    """A tap far from every card does nothing and says nothing."""
    phone.play()
    tap(phone, 0, 0.5, 0, dy=-30)
    settled(phone)
    phone.expect_moves(0)
    phone.expect_unsaid()


def test_a_tap_on_a_covered_card_is_meant(phone: Visitor) -> None:
    """A tap in the middle of a covered card is not taken for its neighbour."""
    phone.play()
    tap(phone, 4)
    phone.expect_said("This card is blocked")
    phone.expect_moves(0)


def test_a_mouse_has_to_hit(english: Visitor) -> None:
    """A click beside a card takes nothing: only fingers are thick."""
    english.play()
    box = english.slot(22).bounding_box()
    assert box is not None
    english.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 8)
    settled(english)
    english.expect_moves(0)


@pytest.mark.parametrize("pause", [0, 120], ids=["at once", "after the answer"])
def test_a_double_tap_takes_once(phone: Visitor, pause: int) -> None:
    """The second tap of a double tap on a card neither takes another nor complains."""
    phone.play()
    for slot, moves in [(20, 1), (23, 2), (22, 3)]:
        point = tap(phone, slot)
        phone.page.wait_for_timeout(pause)
        phone.page.touchscreen.tap(*point)
        settled(phone)
        phone.expect_moves(moves)
        phone.expect_unsaid()


def test_taps_on_the_stock_are_all_draws(phone: Visitor) -> None:
    """Quick taps on the stock draw as many cards as there were taps."""
    phone.play()
    for _ in range(5):
        phone.stock.tap()
    phone.expect_moves(5)
    settled(phone)
    phone.expect_moves(5)


def test_no_zoom_by_double_tap(phone: Visitor) -> None:
    """The board takes taps without waiting for a second one, and never zooms."""
    phone.play()
    actions = phone.page.evaluate(
        """() => ["#table", "#slot-18", "#stock", ".control", "#code"].map(
          (name) => {
            let at = document.querySelector(name), found = "auto";
            for (; at && found === "auto"; at = at.parentElement)
              found = getComputedStyle(at).touchAction;
            return found;
          })"""
    )
    assert set(actions) == {"manipulation"}
    for _ in range(2):
        tap(phone, 0, 0.5, 0, dy=-30)
    assert phone.page.evaluate("visualViewport.scale") == 1
