from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random

import pytest

from tripeaks import words
from tripeaks.cards import PACK
from tripeaks.i18n import LANGUAGES, Sentences
from tripeaks.rules import PRESETS
from tripeaks.view import View
from web.detector import leaks
from web.site import WebWorld
from web.watching import Watched

GAMES_OF_A_PRESET = 10


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_no_byte_tells_a_hidden_card(
    world: WebWorld, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In random games nothing that is sent or logged tells a card its player has never seen."""
    caplog.set_level(logging.DEBUG)
    searched = 0
    for number in range(GAMES_OF_A_PRESET):
        client = world.browser(**{"Accept-Language": LANGUAGES[number % len(LANGUAGES)]})
        watched = Watched(client, Random(f"{preset} {number}"), preset)
        watched.play()
        assert watched.leaks == []
        searched += watched.searched
    assert searched > 1_000_000
    assert leaks(caplog.text.encode(), PACK) == []


PLANTS: dict[str, Callable[[str], str]] = {
    "as it is written": lambda card: f"next: {card}",
    "with a sign": lambda card: card[0] + dict(zip("CDHS", "♣♦♥♠", strict=True))[card[1]],
    "with JSON's escapes": lambda card: f"\\u{ord(card[0]):04x}{card[1]}",
    "with HTML's escapes": lambda card: f"&#{ord(card[0])};{card[1]}",
}


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_planted_leak_is_found(
    world: WebWorld, monkeypatch: pytest.MonkeyPatch, plant: Callable[[str], str]
) -> None:
    """A server that tells the next stock card in any sentence is caught at once."""
    watched = Watched(world.browser(), Random(1), "easy")
    board = words.board

    def telling(view: View, say: Sentences) -> str:
        position = watched.game.state
        upcoming = position.deal.stock[min(position.drawn, len(position.deal.stock) - 1)]
        return board(view, say) + " " + plant(str(upcoming))

    monkeypatch.setattr(words, "board", telling)
    watched.play()
    assert watched.leaks
