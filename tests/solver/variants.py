"""Rule variants, positions and backends that the tests of the solver share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.layout import SLOTS, SUMMITS, slots_in, uncovered
from tripeaks.rules import CLASSIC, EASY, DrawPolicy, Rules
from tripeaks.scoring import SCHEMES, Tally, shown_points
from tripeaks.solver.backend import VARIABLE, Backend, choose
from tripeaks.state import Move, State

BACKENDS = ("kernel", "numpy")
SCORED = ("app", "hogue", "collection")

# Winnable under Easy, not under Classic; a public solver with a lopsided test for king and ace
# called it unwinnable.
REGRESSION_CARDS = (
    "2D 6D AD 9S 4C 7C 7S 7D 9C 2S AC 8D 6S 6H 3C 5H QS JS 4S JH 5C AS 3H 3S AH TD 4D 5S TH 7H "
    "KS QH 6C KD 8S 2C TC JC 5D 3D 2H TS 4H JD KC KH 8H QC 8C QD 9D 9H"
)


def _variant(letter: str, **options: Any) -> Rules:
    if options.pop("stuck", False):
        options["draw_policy"] = DrawPolicy.ONLY_WHEN_STUCK
    return Rules(wrap=letter == "E", **options)


VARIANTS: Mapping[str, Rules] = MappingProxyType(
    {
        "E": EASY,
        "C": CLASSIC,
        "E-J1": _variant("E", jokers=1),
        "C-J2": _variant("C", jokers=2),
        "E-J3": _variant("E", jokers=3),
        "C-J4": _variant("C", jokers=4),
        "E-W": _variant("E", empty_waste=True),
        "C-W": _variant("C", empty_waste=True),
        "E-D": _variant("E", stuck=True),
        "C-D": _variant("C", stuck=True),
        "E-DJ4W": _variant("E", stuck=True, jokers=4, empty_waste=True),
        "C-DJ4W": _variant("C", stuck=True, jokers=4, empty_waste=True),
    }
)


def backend_named(name: str) -> Backend:
    """A backend; without the kernel the test that asks for it fails."""
    return choose({VARIABLE: name}).backend


def some_numbers(count: int, seed: str) -> list[int]:
    """Deal numbers from all over."""
    rng = Random(seed)
    return [rng.randrange(DEAL_NUMBERS) for _ in range(count)]


def some_deals(count: int, name: str, seed: str = "") -> list[Deal]:
    """Deals of a variant."""
    return [Deal.numbered(number, VARIANTS[name]) for number in some_numbers(count, name + seed)]


def some_position(deal: Deal, rng: Random, most_left: int = SLOTS) -> State:
    """A position that can come up, as far as coverage and the stock go.

    Args:
        deal: The deal.
        rng: Source of the randomness.
        most_left: At most so many cards are left in the tableau.
    """
    removed, last = 0, None
    for _ in range(SLOTS - rng.randint(0, most_left)):
        last = rng.choice(slots_in(uncovered(removed)))
        removed |= 1 << last
    drawn = rng.randint(0, len(deal.stock))
    tops = [] if last is None else [deal.tableau[last]]
    if drawn:
        tops.append(deal.stock[drawn - 1])
    return State(deal, removed, drawn, rng.choice(tops) if tops else deal.waste)


def played_positions(deal: Deal, rng: Random) -> Iterator[State]:
    """The positions of a random game."""
    state = State.initial(deal)
    yield state
    while moves := state.legal_moves():
        state = state.play(rng.choice(moves))
        yield state


def points_of_line(state: State, line: tuple[Move, ...], scoring: str) -> int:
    """Count a line by the scoring of the game: a new chain, cleared peaks stay cleared."""
    tally = Tally(peaks=sum(state.removed >> summit & 1 for summit in SUMMITS))
    for move in line:
        tally = tally.after(move, SCHEMES[scoring])
    return shown_points(SCHEMES[scoring], tally)
