from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tripeaks.deal import Deal
from tripeaks.game import Game, Status
from tripeaks.players import PLAYERS, Candidate, Limit, PlayerError, player_named
from tripeaks.players.arena import play, random_deals
from tripeaks.rules import CLASSIC, EASY
from tripeaks.solver import Verdict, solve
from tripeaks.state import Move, State
from tripeaks.view import View

LIMIT = Limit(games=30)


@dataclass(frozen=True)
class Watcher:
    """Makes the first legal move and notes the views it began with."""

    name: str
    begun: list[View] = field(default_factory=list)

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        return self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:
        del rng
        assert limit == LIMIT
        if view.seq == 0:
            self.begun.append(view)
        return tuple(map(Candidate, view.legal))


def by_hand(deal: Deal) -> Game:
    """The game a watcher plays."""
    game = Game(deal)
    while game.status is Status.RUNNING:
        game.push(game.view().legal[0])
    return game


class Ticks:
    """A clock that shows a millisecond more whenever it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return self.asked / 1000


def test_all_play_the_same_deals() -> None:
    """Every player begins with the same tables, those of the deals, in their order."""
    deals = random_deals(9, CLASSIC, 4)
    watchers = [Watcher("one"), Watcher("two"), Watcher("three")]
    play(deals, watchers, LIMIT)
    for watcher in watchers:
        assert watcher.begun == [Game(deal).view() for deal in deals]


def test_the_figures_are_those_of_the_games() -> None:
    """Wins, draws, and wins of deals that can be won are those of the games, played by hand."""
    deals = random_deals(60, EASY, 5)
    (result,) = play(deals, [Watcher("first")], LIMIT, clock=Ticks())
    games = [by_hand(deal) for deal in deals]
    won = [game.status is Status.WON for game in games]
    winnable = [solve(State.initial(deal)).verdict is Verdict.WINNABLE for deal in deals]
    assert result.player == "first"
    assert (result.won.hits, result.won.tries) == (sum(won), 60)
    assert result.winnable_won.hits == sum(won)
    assert result.winnable_won.tries == sum(winnable)
    assert result.mean_draws == pytest.approx(sum(game.tally.draws for game in games) / 60)
    assert result.ms_a_move == pytest.approx(1)


def test_results_come_again() -> None:
    """The same seed gives the same deals and, without a time limit, the same results."""
    players = list(PLAYERS.values())
    deals = random_deals(6, CLASSIC, 7)
    assert deals == random_deals(6, CLASSIC, 7)
    assert deals != random_deals(6, CLASSIC, 8)
    first, again = (
        [replace(result, ms_a_move=0) for result in play(deals, players, LIMIT, seed=3)]
        for _ in range(2)
    )
    assert first == again


def test_a_player_does_not_disturb_another() -> None:
    """How a player does depends on nothing but the deals, the seed and itself."""
    deals = random_deals(6, EASY, 9)
    greedy, planning = player_named("greedy"), player_named("planning")
    (alone,) = play(deals, [greedy], LIMIT)
    _, beside = play(deals, [planning, greedy], LIMIT)
    assert replace(alone, ms_a_move=0) == replace(beside, ms_a_move=0)


@pytest.mark.slow
def test_processes_agree() -> None:
    """Two processes come to the results of one."""
    deals = random_deals(20, EASY, 2)
    players = [player_named("greedy"), player_named("planning")]
    one, two = (
        [
            replace(result, ms_a_move=0)
            for result in play(deals, players, LIMIT, seed=1, processes=processes)
        ]
        for processes in (1, 2)
    )
    assert one == two


def test_deals_are_all_different() -> None:
    """No deal is drawn twice."""
    numbers = {deal.number for deal in random_deals(500, EASY, 1)}
    assert len(numbers) == 500


def test_no_deals_are_refused() -> None:
    """Without a deal there is nothing to play for."""
    with pytest.raises(PlayerError) as caught:
        play([], [player_named("greedy")], LIMIT)
    assert caught.value.code == "player/no-deals"
