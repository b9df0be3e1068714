from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tripeaks.players import Limit
from tripeaks.players.pacing import rounds

FIRST = 16
SHARES = [(0.3,), (0.1, 0.9)]


class Clock:
    """A clock that only goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def timed(limit: Limit, shares: Sequence[float], cost: Callable[[int], float]) -> list[int]:
    """The rounds there are where the n-th game takes so many seconds; the time is kept."""
    clock, played = Clock(), list[int]()
    for games in rounds(limit, FIRST, shares, clock):
        clock.now += sum(cost(sum(played) + game) for game in range(games))
        played.append(games)
    assert limit.seconds is not None
    assert clock.now - 100 <= limit.seconds or played == [FIRST]
    return played


@pytest.mark.parametrize("shares", SHARES, ids=str)
@pytest.mark.parametrize("cost", [0.0001, 0.001, 0.002])
def test_the_time_is_kept_and_used(cost: float, shares: tuple[float, ...]) -> None:
    """A player thinks no longer than its limit, and for most of it."""
    played = timed(Limit(seconds=0.5), shares, lambda _: cost)
    assert 0.85 * 0.5 <= sum(played) * cost <= 0.5


def test_games_that_get_slower_are_allowed_for() -> None:
    """In little rounds the time is kept where each game takes a little longer than the last."""
    played = timed(Limit(seconds=0.5), (0.3,), lambda game: 0.0001 + game * 2e-8)
    assert len(played) > 5


def test_a_round_is_played_at_any_rate() -> None:
    """A limit that is over before the first games are still gives an answer."""
    assert timed(Limit(seconds=1e-9), (0.3,), lambda _: 1.0) == [FIRST]


def test_games_alone_are_one_round() -> None:
    """Without a time limit all games are played in one go, and no clock is looked at."""

    def broken() -> float:
        raise AssertionError("the clock was asked")

    assert list(rounds(Limit(games=12345), FIRST, (0.3,), broken)) == [12345]


@pytest.mark.parametrize("games", [1, 15, 16, 17, 1000])
def test_both_limits_hold(games: int) -> None:
    """With a time and a number of games, the number is never exceeded."""
    played = timed(Limit(seconds=60, games=games), (0.3,), lambda _: 0.0001)
    assert sum(played) == games


def test_a_clock_that_stands_still_ends() -> None:
    """Where no time seems to pass, the most games there may be are the end of it."""
    played = list(rounds(Limit(seconds=1), FIRST, (0.3,), Clock()))
    assert sum(played) == 10_000_000
    assert len(played) < 10
