from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from conformance.vectors import lines
from solver.variants import REGRESSION_CARDS, VARIANTS, played_positions, some_deals
from tripeaks.cards import JOKER
from tripeaks.deal import REFERENCE_DECK, Deal
from tripeaks.layout import ALL_SLOTS, SLOTS, SUMMITS, slots_in, uncovered
from tripeaks.rules import CLASSIC, EASY, DrawPolicy, Rules
from tripeaks.scoring import SCHEMES, Scheme, Tally
from tripeaks.solver.numpy_backend import NO_WAY, NumpyBackend
from tripeaks.solver.numpy_ideals import ideals, layers
from tripeaks.solver.rows import LANES, WILD, bits_of, row_of
from tripeaks.solver.solving import points_of
from tripeaks.state import MOVES, Move, Outcome, State

BACKEND = NumpyBackend()
DECK = bytes(card.rank for card in REFERENCE_DECK)
VECTORS = lines("deals.jsonl")
ROW = row_of(State.initial(Deal.numbered(1)))
EMPTY_WASTE = True
HOGUE = points_of(SCHEMES["hogue"])

# Shuffling these numbers throws a random number away, which happens once in three million deals.
WITH_A_REJECTION = (3_512_739, 5_200_627)

# Where things lie in a row.
TOP, STOCK, COUNT, DRAWN, REMOVED = 28, 29, 57, 58, 60

each_variant = pytest.mark.parametrize("name", VARIANTS)


def batch(states: list[State]) -> bytes:
    """Rows of some positions."""
    return b"".join(map(row_of, states))


def fewest_draws(states: list[State]) -> list[int | None]:
    """Ask for some positions under the same rules."""
    answers = BACKEND.fewest_draws(batch(states), bits_of(states[0].deal.rules))
    return [None if draws == NO_WAY else draws for draws in answers]


def late_positions(name: str, count: int, most_left: int) -> Iterator[State]:
    """Positions with few cards left and any card on top that may lie there, a joker, or none."""
    rng = Random(name)
    deals = some_deals(8, name)
    for _ in range(count):
        deal, removed, last = rng.choice(deals), 0, 0
        for _ in range(SLOTS - rng.randint(1, most_left)):
            last = rng.choice(slots_in(uncovered(removed)))
            removed |= 1 << last
        drawn = rng.randint(0, len(deal.stock))
        tops = (deal.tableau[last], *deal.stock[max(0, drawn - 1) : drawn])
        yield State(deal, removed, drawn, rng.choice((*tops, *tops, None, JOKER)))


def searched_draws(state: State, known: dict[Any, int | None]) -> int | None:
    """The fewest draws to a win, by trying every legal move."""
    if state.outcome is Outcome.WON:
        return 0
    key = (state.removed, state.drawn, state.top)
    if key not in known:
        ways = (
            (searched_draws(state.play(move), known), move.is_draw) for move in state.legal_moves()
        )
        known[key] = min((draws + one for draws, one in ways if draws is not None), default=None)
    return known[key]


def searched_points(
    state: State, scheme: Scheme, chain: int, known: dict[Any, tuple[int, int]]
) -> tuple[int, int]:
    """The most points to come, and minus the fewest draws for them, by trying every legal move."""
    key = (state.removed, state.drawn, state.top, chain)
    if key not in known:
        best = (0, 0)
        for move in state.legal_moves():
            tally = Tally(chain=chain, peaks=cleared(state)).after(move, scheme)
            points, draws = searched_points(state.play(move), scheme, tally.chain, known)
            best = max(best, (points + tally.points, draws - move.is_draw))
        known[key] = best
    return known[key]


def cleared(state: State) -> int:
    """How many peaks have been cleared."""
    return sum(state.removed >> summit & 1 for summit in SUMMITS)


def natural_order(state: State) -> list[Move]:
    """The legal moves: takes that uncover most first, then by slot, and the draw last."""

    def uncovers(move: Move) -> int:
        return (uncovered(state.removed | 1 << move.index) & ~state.uncovered).bit_count()

    return sorted(
        state.legal_moves(),
        key=lambda move: (move.is_draw, 0 if move.is_draw else -uncovers(move), move.index),
    )


def played(state: State, line: bytes) -> list[State]:
    """The positions a line goes through, with both ends; an illegal move is an error."""
    states = [state]
    for index in line:
        states.append(states[-1].play(MOVES[index]))
    return states


def points_on_the_way(states: list[State], line: bytes, scheme: Scheme) -> list[int]:
    """What has been earned at each position of a line."""
    tally = Tally(peaks=cleared(states[0]))
    earned = [tally.points]
    for index in line:
        tally = tally.after(MOVES[index], scheme)
        earned.append(tally.points)
    return earned


def check_scores(states: list[State], scheme: Scheme) -> None:
    """Compare best scores and best lines with a search through every legal move."""
    bits, points = bits_of(states[0].deal.rules), points_of(scheme)
    expected = [searched_points(state, scheme, 0, {}) for state in states]
    answers = BACKEND.best_scores(batch(states), bits, points)
    assert np.frombuffer(answers, np.int32).tolist() == [most for most, _ in expected]
    for state, (most, minus_draws) in zip(states, expected, strict=True):
        best, line = BACKEND.best_line(row_of(state), bits, points)
        earned = points_on_the_way(played(state, line), line, scheme)
        assert best == most
        assert earned.index(best) == len(line)
        assert line.count(Move.DRAW.index) == -minus_draws


def test_every_set_of_removed_cards_has_a_place() -> None:
    """The 22,932 sets that can come up have a place each, by size; other masks have none."""
    found = {0}
    for size in range(SLOTS):
        for mask in [mask for mask in found if mask.bit_count() == size]:
            found |= {mask | 1 << slot for slot in slots_in(uncovered(mask))}
    assert {BACKEND.index(mask) for mask in found} == set(range(22_932))
    masks = [int(mask) for mask in ideals()]
    assert [BACKEND.index(mask) for mask in masks] == list(range(22_932))
    assert [mask.bit_count() for mask in masks] == sorted(mask.bit_count() for mask in masks)
    assert {BACKEND.index(mask) for mask in (1, 1 << 28, -1, 10**30)} == {-1}


@pytest.mark.parametrize("upward", [True, False])
def test_a_sweep_takes_every_step_once(upward: bool) -> None:  # noqa: FBT001 - a parameter
    """The layers of a sweep hold 119,364 steps, and 627,060 pairs of steps in a row."""
    ladder = layers(upward=upward)
    assert sum(layer.near.size for layer in ladder) == 119_364
    assert sum(r.steps.size for layer in ladder for r in layer.arrivals) == 119_364
    assert sum(r.steps.size for layer in ladder for r in layer.pairs) == 627_060


@pytest.mark.parametrize(
    ("rules", "key"), [(EASY, "easy_min_draws"), (CLASSIC, "classic_min_draws")]
)
def test_published_answers(rules: Rules, key: str) -> None:
    """All 200 published verdicts and fewest draws are found, under both rules."""
    states = [State.initial(Deal.parse(vector["cards"], rules)) for vector in VECTORS]
    assert fewest_draws(states) == [vector[key] for vector in VECTORS]
    verdicts = BACKEND.winnable(batch(states), bits_of(rules))
    assert list(verdicts) == [vector[key] is not None for vector in VECTORS]


def test_king_and_ace_lie_side_by_side_both_ways() -> None:
    """The deal that a lopsided test for king and ace calls unwinnable is won, under Easy alone."""
    easy, classic = (State.initial(Deal.parse(REGRESSION_CARDS, r)) for r in (EASY, CLASSIC))
    assert fewest_draws([easy]) != [None]
    assert fewest_draws([classic]) == [None]


@each_variant
def test_rows_are_dealt_like_deals(name: str) -> None:
    """The rows of some numbers are those of the deals with these numbers."""
    rules = VARIANTS[name]
    numbers = [deal.number or 0 for deal in some_deals(30, name)] + [
        *WITH_A_REJECTION,
        0,
        2**35 - 1,
    ]
    dealt = BACKEND.deal(np.array(numbers, np.uint64).data, DECK, rules.jokers, rules.empty_waste)
    assert dealt == batch([State.initial(Deal.numbered(number, rules)) for number in numbers])


@each_variant
def test_late_positions_by_every_legal_move(name: str) -> None:
    """From late positions verdict and fewest draws are those of trying every legal move."""
    states = list(late_positions(name, 40, most_left=8))
    expected = [searched_draws(state, {}) for state in states]
    assert fewest_draws(states) == expected
    verdicts = BACKEND.winnable(batch(states), bits_of(VARIANTS[name]))
    assert list(verdicts) == [draws is not None for draws in expected]
    assert {draws is None for draws in expected} == {True, False}


@pytest.mark.parametrize("rules", range(4))
@pytest.mark.parametrize("count", [1, 16, 17, 28])
def test_a_win_behind_the_whole_stock(count: int, rules: int) -> None:
    """A card that fits only on the last card of the stock is taken after as many draws."""
    row = bytearray(ROW)
    row[0], row[TOP], row[COUNT] = 5, 1, count
    row[STOCK : STOCK + count] = bytes([1] * (count - 1) + [6])
    row[REMOVED:] = (ALL_SLOTS ^ 1).to_bytes(4, "little")
    assert BACKEND.fewest_draws(row, rules) == bytes([count])
    assert np.frombuffer(BACKEND.winning_moves(row, rules), np.uint32) == 1 << Move.DRAW.index
    assert BACKEND.line(row, rules) == bytes([Move.DRAW.index] * count + [0])
    assert BACKEND.best_line(row, rules, (30, 0, -1, 0, 0, 0))[0] == 30 - count


@each_variant
def test_one_table_answers_for_a_whole_deal(name: str) -> None:
    """The table says of any set, top and number of drawn cards what a search from there finds."""
    rng, rules = Random(name), VARIANTS[name]
    row = bytearray(row_of(State.initial(some_deals(1, name)[0])))
    stuck = rules.draw_policy == DrawPolicy.ONLY_WHEN_STUCK
    answers = BACKEND.within(row, bits_of(rules))
    table = np.frombuffer(answers, np.uint32 if stuck else np.uint8).reshape(-1, LANES)
    places = [
        (rng.randrange(len(table)), rng.randint(0, WILD), rng.randint(0, row[COUNT]))
        for _ in range(200)
    ]
    rows, won = bytearray(), []
    for ideal, top, drawn in places:
        row[TOP], row[DRAWN], row[REMOVED:] = top, drawn, int(ideals()[ideal]).to_bytes(4, "little")
        rows += row
        found = int(table[ideal, top])
        won.append(found >> drawn & 1 if stuck else int(found > drawn))
    assert list(BACKEND.winnable(rows, bits_of(rules))) == won
    assert 15 < sum(won) < 185


@each_variant
def test_winning_moves_lead_to_positions_that_can_be_won(name: str) -> None:
    """The winning moves are exactly the legal moves after which a win is found."""
    rng = Random(name)
    games = [played_positions(deal, rng) for deal in some_deals(4, name, "games")]
    states = rng.sample([state for game in games for state in game], 25)
    states += late_positions(name, 25, most_left=14)
    tried = [(state, move) for state in states for move in state.legal_moves()]
    found = fewest_draws([state.play(move) for state, move in tried])
    expected = [0] * len(states)
    for (state, move), draws in zip(tried, found, strict=True):
        expected[states.index(state)] |= (draws is not None) << move.index
    answers = BACKEND.winning_moves(batch(states), bits_of(VARIANTS[name]))
    assert np.frombuffer(answers, np.uint32).tolist() == expected
    assert any(expected)


@each_variant
def test_lines_are_legal_shortest_and_natural(name: str) -> None:
    """A line clears the tableau with the fewest draws and draws only where no take keeps that."""
    starts = [State.initial(deal) for deal in some_deals(3, name)]
    fewest = fewest_draws(starts)
    for start, draws in zip(starts, fewest, strict=True):
        line = BACKEND.line(row_of(start), bits_of(VARIANTS[name]))
        assert (line is None) == (draws is None)
        if line is None or draws is None:
            continue
        states = played(start, line)
        assert states[-1].removed == ALL_SLOTS
        assert states[-1].drawn == draws
        ways = [(state, move) for state in states[:-1] for move in natural_order(state)]
        to_go = fewest_draws([state.play(move) for state, move in ways])
        natural: dict[State, int] = {}
        for (state, move), more in zip(ways, to_go, strict=True):
            if more is not None and state.drawn + move.is_draw + more <= draws:
                natural.setdefault(state, move.index)
        assert bytes(natural[state] for state in states[:-1]) == line
    assert any(draws is not None for draws in fewest)


@each_variant
def test_best_scores_by_every_legal_move(name: str) -> None:
    """From late positions the most points, and a line that earns them, are those of a search."""
    for scheme in SCHEMES.values():
        check_scores(list(late_positions(name, 10, most_left=8)), scheme)


@pytest.mark.parametrize("name", ["E-D", "C-DJ4W"])
def test_best_scores_with_draws_forbidden(name: str) -> None:
    """A best line draws only when stuck, also where another line with a draw earns as much."""
    check_scores(list(late_positions(name, 130, most_left=12)), SCHEMES["collection"])


@each_variant
def test_best_lines_of_whole_deals(name: str) -> None:
    """From the beginning a line earns the best score with its last move and not before."""
    start, bits = State.initial(some_deals(1, name)[0]), bits_of(VARIANTS[name])
    points, line = BACKEND.best_line(row_of(start), bits, HOGUE)
    earned = points_on_the_way(played(start, line), line, SCHEMES["hogue"])
    assert earned.index(points) == len(line)
    assert BACKEND.best_scores(row_of(start), bits, HOGUE) == np.int32(points).tobytes()


@pytest.mark.parametrize("name", ["E", "C-DJ4W"])
def test_two_ways_to_count_flat_schemes(name: str) -> None:
    """Where chains earn nothing the sweep without chains and that with them find the same."""
    states = [State.initial(deal) for deal in some_deals(3, name)]
    bits, app = bits_of(VARIANTS[name]), points_of(SCHEMES["app"])
    best = [BACKEND.best_line(row_of(state), bits, app)[0] for state in states]
    assert np.frombuffer(BACKEND.best_scores(batch(states), bits, app), np.int32).tolist() == best


@pytest.mark.parametrize("name", ["E", "C-DJ4W"])
def test_rows_do_not_influence_each_other(name: str) -> None:
    """Positions of all sizes in one batch get, in their order, the answers each gets alone."""
    rng, bits = Random(name), bits_of(VARIANTS[name])
    states = [state for deal in some_deals(3, name) for state in played_positions(deal, rng)]
    rng.shuffle(states)
    rows = [row_of(state) for state in states[:40]]
    for ask in (BACKEND.fewest_draws, BACKEND.winnable, BACKEND.winning_moves):
        assert ask(b"".join(rows), bits) == b"".join(ask(row, bits) for row in rows)


def test_a_cleared_tableau_is_won() -> None:
    """With all cards gone nothing is left to do, with or without a stock."""
    deal = Deal.numbered(1)
    for drawn in (0, 23):
        row = row_of(State(deal, ALL_SLOTS, drawn, deal.tableau[0]))
        assert BACKEND.fewest_draws(row, 0) == b"\0"
        assert BACKEND.winning_moves(row, 0) == bytes(4)
        assert BACKEND.line(row, 0) == b""
        assert BACKEND.best_line(row, 0, HOGUE) == (0, b"")


def test_no_rows_no_answers() -> None:
    """An empty buffer gets an empty answer."""
    assert BACKEND.deal(b"", DECK, 0, EMPTY_WASTE) == b""
    assert BACKEND.winnable(b"", 0) == BACKEND.best_scores(b"", 0, HOGUE) == b""


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, 13), (TOP, 14), (STOCK + 3, 14), (COUNT, 29), (DRAWN, 24), (REMOVED, 1), (63, 16)],
)
def test_rows_that_are_no_positions_are_refused(place: int, value: int) -> None:
    """A row with a number that no position has is refused by every method."""
    row = bytearray(ROW)
    row[place] = value
    for ask in (BACKEND.fewest_draws, BACKEND.winning_moves, BACKEND.within, BACKEND.line):
        with pytest.raises(ValueError, match="position"):
            ask(row, 0)
    for ask_for_points in (BACKEND.best_scores, BACKEND.best_line):
        with pytest.raises(ValueError, match="position"):
            ask_for_points(row, 0, HOGUE)


BAD_CALLS: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {
        "part of a row": lambda: BACKEND.winnable(ROW[:-1], 0),
        "rules beyond": lambda: BACKEND.winnable(ROW, 4),
        "rules below": lambda: BACKEND.winnable(ROW, -1),
        "two rows for one": lambda: BACKEND.within(ROW + ROW, 0),
        "no row for one": lambda: BACKEND.line(b"", 0),
        "part of a number": lambda: BACKEND.deal(bytes(7), DECK, 0, EMPTY_WASTE),
        "too few cards": lambda: BACKEND.deal(bytes(8), DECK[1:], 0, EMPTY_WASTE),
        "a joker in the deck": lambda: BACKEND.deal(bytes(8), DECK[1:] + b"\r", 0, EMPTY_WASTE),
        "too many jokers": lambda: BACKEND.deal(bytes(8), DECK, 5, EMPTY_WASTE),
        "draws that earn": lambda: BACKEND.best_scores(ROW, 0, (1, 1, 1, 0, 0, 0)),
        "too many points": lambda: BACKEND.best_line(ROW, 0, (10**6, 0, 0, 0, 0, 0)),
    }
)


@pytest.mark.parametrize("call", BAD_CALLS.values(), ids=BAD_CALLS)
def test_other_arguments_are_refused(call: Callable[[], Any]) -> None:
    """What is no row, rule, deck or scheme is refused with a plain ValueError."""
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - NumPy's own words are among them
        call()
    assert type(refusal.value) is ValueError
