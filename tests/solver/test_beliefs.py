from __future__ import annotations

import struct
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from strategies import PUBLISHED_CODE, PUBLISHED_GAME, dealt_otherwise, examples, games
from tripeaks import EASY, Deal, Game, Move, Record, State
from tripeaks.layout import SLOTS
from tripeaks.solver import backend
from tripeaks.solver.rows import ROW_BYTES, UNKNOWN, WILD, bits_of, row_of, view_row
from tripeaks.state import MOVES
from tripeaks.view import STOCK_PLACE, View, seen_places

Chances = dict[int, tuple[int, int]]


def kernel() -> Any:
    loaded = backend.load_kernel()
    assert not isinstance(loaded, str), loaded
    return loaded


def chances(view: View, games: int, seed: int, *, tree: int = 0, winnable: bool = False) -> Chances:
    """Tries and wins of each move that was tried."""
    row, rules = view_row(view), bits_of(view.rules)
    worlds = kernel().winnable_worlds(row, rules, 40, seed) if winnable else b""
    packed = kernel().chances(row, rules, games, seed, tree, worlds)
    counts = struct.unpack(f"{2 * len(MOVES)}I", packed)
    pairs = zip(counts[::2], counts[1::2], strict=True)
    return {move: pair for move, pair in enumerate(pairs) if pair[0]}


def stock_of(row: bytes) -> bytes:
    return row[29 : 29 + row[57]]


@given(games())
@examples(100)
def test_a_world_agrees_with_what_is_known(game: Game) -> None:
    """A sampled world holds every known card in its place, and the unseen cards elsewhere."""
    view = game.view()
    packed = kernel().worlds(view_row(view), 5, 1)
    true = row_of(State(game.deal, view.removed, view.drawn, view.top))
    for place in range(0, len(packed), ROW_BYTES):
        row = packed[place : place + ROW_BYTES]
        assert row[28] == true[28]
        assert row[57:] == true[57:]
        assert Counter(row[:SLOTS] + stock_of(row)) == Counter(true[:SLOTS] + stock_of(true))
        assert WILD not in row[:SLOTS]
        for at, card in view.known.items():
            if at < SLOTS:
                assert row[at] == card.rank
            elif at >= STOCK_PLACE:
                assert row[29 + at - STOCK_PLACE] == card.rank % (WILD + 1)


@given(games())
@examples(40)
def test_winnable_worlds_can_be_won_from_the_start(game: Game) -> None:
    """Each world that is found to be winnable agrees with the view, and its deal can be won."""
    view = game.view()
    row, rules = view_row(view), bits_of(view.rules)
    packed = kernel().winnable_worlds(row, rules, 6, 2)
    for place in range(0, len(packed), ROW_BYTES):
        world = packed[place : place + ROW_BYTES]
        assert all(known in (UNKNOWN, lies) for known, lies in zip(row, world, strict=False))
        start = bytearray(world)
        start[28], start[58], start[60:] = row[78], 0, bytes(4)
        assert kernel().winnable(bytes(start), rules) == b"\1"


def test_other_worlds_are_refused() -> None:
    """Games are played in no position that differs from the view in what is known of it."""
    first, second = (Game(Deal.from_code(code)).view() for code in ("AAAAAAB", "AAAAAAD"))
    worlds = kernel().worlds(view_row(second), 3, 1)
    for given_worlds in (worlds, worlds[:70]):
        with pytest.raises(ValueError, match="in other worlds"):
            kernel().chances(view_row(first), 1, 10, 1, 0, given_worlds)


def test_worlds_are_equally_likely() -> None:
    """Each unseen card lies as often in each unknown place, by a chi-square test."""
    view = Game(Deal.from_code("TP1-E-AAAAAAB-J1")).view()
    count = 20_000
    packed = kernel().worlds(view_row(view), count, 3)
    belief = view_row(view)
    unseen = list(belief[64:77])
    for place in (0, 17, 29, 40, 52):
        assert belief[place] == UNKNOWN
        found = Counter(packed[place::ROW_BYTES])
        in_stock = place >= 29
        jokers = count / 24 if in_stock else 0.0
        expected = {rank: (count - jokers) * unseen[rank] / sum(unseen) for rank in range(WILD)}
        if in_stock:
            expected[WILD] = jokers
        assert set(found) <= set(expected)
        distance = sum((found[rank] - mean) ** 2 / mean for rank, mean in expected.items())
        assert distance < 35  # of 12 or 13 degrees of freedom: passed in all but 1 of 1,000


@given(games())
@examples(60)
def test_chances_are_those_of_the_legal_moves(game: Game) -> None:
    """Each legal move is tried, and no other; by either method, with winnable deals or all."""
    view = game.view()
    legal = {move.index for move in view.legal}
    for tree in (0, 1):
        found = chances(view, 400, 5, tree=tree, winnable=bool(view.seq % 2))
        assert set(found) == legal
        assert all(wins <= tries for tries, wins in found.values())


@given(games())
@examples(60)
def test_chances_depend_on_what_is_seen_alone(game: Game) -> None:
    """Two deals that differ only in unseen cards have the same chances."""
    state = State.initial(game.deal)
    for move in game.moves:
        state = state.play(move)
    seen = seen_places(state)
    other = State(
        dealt_otherwise(game.deal, seen, Random(1)), state.removed, state.drawn, state.top
    )
    views = [
        View.of(position, waste=game.view().waste, seen=seen, seq=0) for position in (state, other)
    ]
    assert view_row(views[0]) == view_row(views[1])


def test_a_sure_win_is_seen() -> None:
    """Where the published game has one card left that can be taken, taking it wins every time."""
    but_the_last = PUBLISHED_GAME.rpartition(" ")[0]
    view = Game.from_record(Record.parse(f"{PUBLISHED_CODE}: {but_the_last}")).view()
    (take,) = (move.index for move in view.legal if not move.is_draw)
    for tree in (0, 1):
        tries, wins = chances(view, 200, 1, tree=tree)[take]
        assert tries == wins


def test_the_seed_decides() -> None:
    """The same seed gives the same answers, another seed others."""
    view = Game(Deal.from_code("AAAAAAB")).view()
    for tree in (0, 1):
        assert chances(view, 3000, 7, tree=tree) == chances(view, 3000, 7, tree=tree)
        assert chances(view, 3000, 7, tree=tree) != chances(view, 3000, 8, tree=tree)


def casual_win(state: State, rng: Random) -> bool:
    """One game of the casual player, by the rules."""
    while state.removed.bit_count() < SLOTS:
        takes = [move for move in state.legal_moves() if not move.is_draw]
        if takes:
            after = [(state.play(move), rng.random()) for move in takes]
            state = max(after, key=lambda pair: (pair[0].uncovered.bit_count(), pair[1]))[0]
        elif state.can_draw():
            state = state.play(Move.DRAW)
        else:
            return False
    return True


@pytest.mark.slow
def test_casual_games_are_won_as_often_as_by_the_rules() -> None:
    """The kernel's casual player wins as often as the same player written down plainly."""
    deals = [Deal.numbered(number, EASY) for number in range(12)]
    games = 400
    rows = b"".join(row_of(State.initial(deal)) for deal in deals)
    won = struct.unpack(f"{len(deals)}I", kernel().play_outs(rows, 1, games, 1))
    rng = Random(2)
    for deal, kernel_won in zip(deals, won, strict=True):
        plainly = sum(casual_win(State.initial(deal), rng) for _ in range(games))
        share = (plainly + kernel_won) / (2 * games)
        # Five standard deviations of the difference of two such counts, and one game.
        assert abs(plainly - kernel_won) <= 5 * (2 * games * share * (1 - share)) ** 0.5 + 1
