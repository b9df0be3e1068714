from __future__ import annotations

from random import Random

import pytest

from players.tables import RULES, games
from strategies import FROM_BELOW, chain_deal
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.players import Limit, Method, SamplingPlayer, Share, player_named, sampling
from tripeaks.players.playing_out import chances, play_out
from tripeaks.rules import CLASSIC
from tripeaks.solver.backend import VARIABLE
from tripeaks.state import MOVES, Move, State


class Clock:
    """A clock that a player's games push on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("method", Method)
def test_a_time_limit_is_kept(method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that is given a time asks its clock, and stops before the time is over."""
    clock, rounds = Clock(), list[int]()

    def slow(*_: object, **__: object) -> list[int]:
        games = _[1]
        assert isinstance(games, int)
        rounds.append(games)
        clock.now += games / 1000
        return [1] * 2 * len(MOVES)

    monkeypatch.setenv(VARIABLE, "numpy")
    monkeypatch.setattr(sampling, "chances", slow)
    player = SamplingPlayer("slow", method, clock=clock)
    player.explain(Game(Deal.numbered(1)).view(), Random(1), Limit(seconds=2))
    assert len(rounds) > 2
    assert 1.7 < clock.now <= 2


def test_a_forced_move_takes_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one legal move it is made at once."""

    def broken(*_: object) -> None:
        raise AssertionError("it thought")

    monkeypatch.setattr(SamplingPlayer, "explain", broken)
    game = Game(Deal.numbered(1, RULES["traditional"]))
    while len(game.view().legal) > 1:
        game.push(game.view().legal[0])
    only = game.view().legal[0]
    assert player_named("planning").choose(game.view(), Random(1), Limit(seconds=60)) == only


@pytest.mark.parametrize("name", RULES)
def test_the_kernel_plays_out_as_python_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled play-outs win as often as those in Python, up to what chance allows."""
    player = SamplingPlayer("sampling", Method.SAMPLE)
    for seed, game in enumerate(games(RULES[name], Random(name), 2)):
        view, found = game.view(), []
        for engine, count in (("kernel", 20_000), ("numpy", 250)):
            monkeypatch.setenv(VARIABLE, engine)
            limit = Limit(games=count * len(view.legal))
            found.append({c.move: c for c in player.explain(view, Random(seed), limit)})
        for move, compiled in found[0].items():
            plain = found[1][move]
            assert compiled.win_chance is not None
            assert plain.win_chance is not None
            assert plain.error is not None
            # 2.2 times a 95 % interval is 99.998 %.
            assert abs(compiled.win_chance - plain.win_chance) <= 2.2 * plain.error


@pytest.mark.usefixtures("engine")
def test_a_chance_is_a_share_with_its_error() -> None:
    """Each move's chance is its games won by its games, with the interval of that share."""
    view = Game(Deal.numbered(3)).view()
    limit = Limit(games=50 * len(view.legal))
    for one in player_named("sampling").explain(view, Random(1), limit):
        assert one.win_chance is not None
        share = Share(round(one.win_chance * 50), 50)
        assert (one.win_chance, one.error) == pytest.approx((share.value, share.error))


@pytest.mark.usefixtures("engine")
def test_candidates_are_ordered_by_chance() -> None:
    """The move that wins most often is the first, and none that wins more often comes later."""
    for game in games(CLASSIC, Random(8), 5):
        candidates = player_named("sampling").explain(game.view(), Random(1), Limit(games=200))
        stated = [one.win_chance for one in candidates if one.win_chance is not None]
        assert len(stated) == len(candidates)
        assert stated == sorted(stated, reverse=True)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("player", ["sampling", "planning"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_fewer_games_than_moves_are_enough(player: str, count: int) -> None:
    """However few games it may play, a player tries every move of a table, or says it did not."""
    view = Game(Deal.numbered(3)).view()
    for one in player_named(player).explain(view, Random(1), Limit(games=count)):
        assert (one.win_chance is None) == (one.error is None)
        assert one.win_chance is not None or player == "planning"


@pytest.mark.usefixtures("engine")
def test_a_winnable_game_is_won_more_often() -> None:
    """Who knows that a game was dealt as winnable states a better chance."""
    view = Game(Deal.numbered(2, CLASSIC)).view()
    plain, winnable = (
        player_named("sampling", winnable_only=only).explain(view, Random(1), Limit(games=600))
        for only in (False, True)
    )
    chance, better = plain[0].win_chance, winnable[0].win_chance
    assert chance is not None
    assert better is not None
    assert better > chance * 1.1


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("player", ["sampling", "planning"])
def test_a_game_said_to_be_winnable_need_not_be(player: str) -> None:
    """Where no position that agrees with the view can be won, a move is chosen all the same."""
    deal = next(
        deal
        for number in range(1000)
        if not _can_be_won(deal := Deal.numbered(number, RULES["bliss"]))
    )
    game = Game(deal)
    while game.view().stock_left > 1:
        game.push(game.view().legal[-1])
    moves = game.view().legal
    told = player_named(player, winnable_only=True).explain(game.view(), Random(1), Limit(games=8))
    assert {one.move for one in told} == set(moves)


def _can_be_won(deal: Deal) -> bool:
    from tripeaks.solver import Verdict, solve

    return solve(State.initial(deal)).verdict is Verdict.WINNABLE


def test_games_are_shared_out_evenly() -> None:
    """In Python each legal move is played out as often as any other, and no other move is."""
    view = Game(Deal.numbered(3)).view()
    counts = chances(view, 10 * len(view.legal), 1)
    assert len(counts) == 2 * len(MOVES)
    assert {move for move in MOVES if counts[2 * move.index]} == set(view.legal)
    assert {counts[2 * move.index] for move in view.legal} == {10}
    assert all(wins <= tries for tries, wins in zip(counts[::2], counts[1::2], strict=True))


def test_a_play_out_ends_won_or_not() -> None:
    """A game that plays itself is won, one without a stock and a take is not."""
    state = State.initial(chain_deal(CLASSIC))
    for slot in FROM_BELOW[:-2]:
        state = state.play(Move.take(slot))
    assert play_out(state, Random(1))
    lost = State.initial(Deal.numbered(1))
    while lost.can_draw():
        lost = lost.play(Move.DRAW)
    blocked = lost
    while takes := blocked.legal_moves():
        blocked = blocked.play(takes[0])
    assert not play_out(blocked, Random(1))
