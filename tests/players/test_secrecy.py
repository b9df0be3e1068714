"""A player knows what its view shows, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_type_hints

import pytest

from players.tables import RULES, games, pairs, through_glasses
from tripeaks.players import PLAYERS, Candidate, Limit, Player, SamplingPlayer, player_named
from tripeaks.state import Move
from tripeaks.view import View

LIMIT = Limit(games=24)


def assert_equal_answers(player: Player, view: View, same: View, seed: int) -> None:
    """Two views make a player state the same chances and choose the same move."""
    answers = [player.explain(one, Random(seed), LIMIT) for one in (view, same)]
    assert answers[0] == answers[1]
    choices = [player.choose(one, Random(seed), LIMIT) for one in (view, same)]
    assert choices[0] == choices[1]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", RULES)
def test_unseen_cards_make_no_difference(name: str) -> None:
    """Two deals that differ in unseen cards give equal views, chances and choices."""
    different = 0
    for seed, (game, other) in enumerate(pairs(RULES[name], Random(name), 6)):
        different += game.deal != other.deal
        assert game.view() == other.view()
        for player in PLAYERS.values():
            assert_equal_answers(player, game.view(), other.view(), seed)
    assert different >= 3


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", ["classic", "jokers"])
def test_nor_do_they_to_one_who_knows_that_it_can_be_won(name: str) -> None:
    """The same holds for players of games that are dealt as winnable only."""
    for seed, (game, other) in enumerate(pairs(RULES[name], Random(name), 3)):
        for player in PLAYERS:
            asked = player_named(player, winnable_only=True)
            assert_equal_answers(asked, game.view(), other.view(), seed)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", RULES)
def test_players_look_at_nothing_but_a_view(name: str) -> None:
    """A player gets along with an object that has what a view has and nothing else."""
    for seed, game in enumerate(games(RULES[name], Random(name), 2)):
        for player in PLAYERS:
            asked = player_named(player, winnable_only=name == "classic")
            guarded = asked.explain(through_glasses(game.view()), Random(seed), LIMIT)
            assert guarded == asked.explain(game.view(), Random(seed), LIMIT)


def test_glasses_hide_all_else() -> None:
    """The guarded view raises when anything is looked for that a view does not have."""
    (game,) = games(RULES["easy"], Random(1), 1)
    for name in ("state", "deal", "_view", "__dict__", "record"):
        with pytest.raises(AssertionError, match=name):
            getattr(through_glasses(game.view()), name)


@pytest.mark.parametrize("player", PLAYERS)
def test_players_are_given_views(player: str) -> None:
    """What a player is given is a view, random numbers and a limit: no position and no deal."""
    given = {"view": View, "rng": Random, "limit": Limit}
    asked = player_named(player)
    assert get_type_hints(type(asked).choose) == {**given, "return": Move}
    assert get_type_hints(type(asked).explain) == {**given, "return": tuple[Candidate, ...]}


def test_players_keep_nothing_between_moves() -> None:
    """A player is a value: it cannot carry what it saw into another game."""
    for player in PLAYERS.values():
        with pytest.raises(AttributeError):
            player.name = "another"  # type: ignore[misc]
        if isinstance(player, SamplingPlayer):
            assert replace(player) == player
