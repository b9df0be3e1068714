"""What holds for every player."""

from __future__ import annotations

from random import Random

import pytest

from players.tables import RULES, games
from strategies import FROM_BELOW, chain_deal
from tripeaks.deal import Deal
from tripeaks.game import Game, Status
from tripeaks.players import PLAYERS, Limit, PlayerError, player_named
from tripeaks.rules import CLASSIC
from tripeaks.state import Move
from tripeaks.view import View

FEW = Limit(games=12)


def ended_views() -> dict[str, View]:
    """Views of a game won, one blocked and one given up."""
    won, blocked, given_up = Game(chain_deal()), Game(Deal.numbered(1)), Game(Deal.numbered(1))
    for slot in FROM_BELOW:
        won.push(Move.take(slot))
    while blocked.state.legal_moves():
        blocked.push(blocked.state.legal_moves()[-1])
    given_up.give_up()
    return {"won": won.view(), "blocked": blocked.view(), "given up": given_up.view()}


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("player", PLAYERS)
def test_every_choice_is_legal(player: str, name: str) -> None:
    """Under every preset a player plays to the end by legal moves alone."""
    rng = Random(name)
    game = Game(Deal.numbered(rng.randrange(2**35), RULES[name]))
    while game.status is Status.RUNNING:
        view = game.view()
        move = player_named(player).choose(view, rng, FEW)
        assert move in view.legal
        game.push(move)
    assert game.status in (Status.WON, Status.BLOCKED, Status.LOST)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("player", PLAYERS)
def test_every_legal_move_is_explained(player: str) -> None:
    """A player lists each legal move once, and first the one it makes with the same numbers."""
    for seed, rules in enumerate(RULES.values()):
        for game in games(rules, Random(seed), 3):
            view = game.view()
            candidates = player_named(player).explain(view, Random(seed), FEW)
            assert sorted(one.move for one in candidates) == sorted(view.legal)
            assert candidates[0].move == player_named(player).choose(view, Random(seed), FEW)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_numbers_give_the_same_answer(player: str) -> None:
    """With a limit of games, a player answers the same to the same random numbers."""
    for rules in RULES.values():
        (game,) = games(rules, Random(5), 1)
        first, again = (
            player_named(player).explain(game.view(), Random(9), Limit(games=40)) for _ in range(2)
        )
        assert first == again


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("end", ["won", "blocked", "given up"])
@pytest.mark.parametrize("player", PLAYERS)
def test_an_ended_game_is_refused(player: str, end: str) -> None:
    """Where no move can be made a player says so."""
    view = ended_views()[end]
    for ask in (player_named(player).choose, player_named(player).explain):
        with pytest.raises(PlayerError) as caught:
            ask(view, Random(1), FEW)
        assert caught.value.code == "player/no-move"


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("player", ["greedy", "sampling", "planning"])
def test_the_last_card_is_taken(player: str) -> None:
    """A player that can win at once does."""
    game = Game(chain_deal(CLASSIC))
    for slot in FROM_BELOW[:-1]:
        game.push(Move.take(slot))
    assert game.view().legal == (Move.take(0), Move.DRAW)
    assert player_named(player).choose(game.view(), Random(1), Limit(games=60)) == Move.take(0)


def test_the_players_are_known_by_name() -> None:
    """There are four players, and each is found by its own name."""
    assert tuple(PLAYERS) == ("random", "greedy", "sampling", "planning")
    assert all(player_named(name).name == name for name in PLAYERS)
    assert all(player_named(name, winnable_only=True).name == name for name in PLAYERS)


@pytest.mark.parametrize("name", ["", "Greedy", "greedy ", "solver"])
def test_unknown_players_are_refused(name: str) -> None:
    """A misspelt player is an error that names those there are."""
    with pytest.raises(PlayerError) as caught:
        player_named(name)
    assert (caught.value.code, caught.value.text) == ("player/unknown", name)
    assert caught.value.details["known"] == "random, greedy, sampling, planning"
