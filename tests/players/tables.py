"""Games in the middle, pairs that differ only in unseen cards, and glasses to see no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from random import Random
from types import MappingProxyType
from typing import Any, cast

from strategies import dealt_otherwise, play
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.rules import PRESETS, DrawPolicy, Rules, Visibility
from tripeaks.view import View

RULES: Mapping[str, Rules] = MappingProxyType(
    {
        **PRESETS,
        "jokers": Rules(jokers=3, empty_waste=True),
        "custom": Rules(
            wrap=False,
            jokers=1,
            visibility=Visibility.OPEN,
            draw_policy=DrawPolicy.ONLY_WHEN_STUCK,
        ),
    }
)
_SEEN = {
    *(field.name for field in fields(View)),
    *(name for name, value in vars(View).items() if isinstance(value, property)),
    "sample",
}


class Glasses:
    """A view through which nothing but a view can be seen."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattribute__(self, name: str) -> Any:
        if name not in _SEEN:
            raise AssertionError(f"a player looked for {name}")
        return getattr(object.__getattribute__(self, "_view"), name)


def through_glasses(view: View) -> View:
    """A view, guarded."""
    return cast("View", Glasses(view))


def games(rules: Rules, rng: Random, count: int) -> Iterator[Game]:
    """Games that are not at their end, after moves, undos and a restart now and then."""
    for game, _ in _begun(rules, rng, count):
        yield game


def pairs(rules: Rules, rng: Random, count: int) -> Iterator[tuple[Game, Game]]:
    """Games that are not at their end, each with one that differs in the unseen cards alone."""
    for game, choices in _begun(rules, rng, count):
        seen = sum(1 << place for place in game.view().known)
        other = Game(dealt_otherwise(game.deal, seen, rng))
        play(other, choices)
        yield game, other


def _begun(rules: Rules, rng: Random, count: int) -> Iterator[tuple[Game, list[int]]]:
    while count:
        game = Game(Deal.numbered(rng.randrange(DEAL_NUMBERS), rules))
        choices = [rng.randrange(10**6) for _ in range(rng.randrange(45))]
        play(game, choices)
        if game.view().legal:
            count -= 1
            yield game, choices
