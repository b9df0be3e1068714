"""Scoring schemes as data, and the fold of a list of moves that counts them (spec 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tripeaks.deal import Deal
from tripeaks.errors import RulesError
from tripeaks.layout import SUMMITS
from tripeaks.rules import SCORING_NAMES
from tripeaks.state import Move, State


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way to count.

    Attributes:
        start: Points before the first move.
        take: Points of the first card of a chain.
        step: How much more each next card of the same chain earns.
        draw: Points of a draw.
        peaks: Points of the first, second and third cleared peak.
        floor: The shown score never falls below it; None where it may go below zero.
    """

    start: int = 0
    take: int = 0
    step: int = 0
    draw: int = 0
    peaks: tuple[int, int, int] = (0, 0, 0)
    floor: int | None = None


SCHEMES: Mapping[str, Scheme] = MappingProxyType(
    {
        "app": Scheme(start=500, take=-1, draw=-1, peaks=(100, 100, 100), floor=0),
        "hogue": Scheme(take=1, step=1, draw=-5, peaks=(15, 15, 30)),
        "collection": Scheme(take=100, step=200, peaks=(500, 1000, 5000)),
        "none": Scheme(),
    }
)


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been counted after some moves.

    Attributes:
        takes: Number of takes.
        draws: Number of draws.
        chain: Takes in a row since the last draw.
        longest_chain: The longest chain so far.
        peaks: Number of cleared peaks.
        take_points: Points of the takes, without the peaks.
        draw_points: Points of the draws.
        peak_points: Points of the cleared peaks.
    """

    takes: int = 0
    draws: int = 0
    chain: int = 0
    longest_chain: int = 0
    peaks: int = 0
    take_points: int = 0
    draw_points: int = 0
    peak_points: int = 0

    def after(self, move: Move, scheme: Scheme) -> Tally:
        """Count one more move.

        Clearing a peak is the same event as removing its summit, so no board is needed.
        """
        if move.is_draw:
            return Tally(
                self.takes,
                self.draws + 1,
                0,
                self.longest_chain,
                self.peaks,
                self.take_points,
                self.draw_points + scheme.draw,
                self.peak_points,
            )
        cleared = move.index in SUMMITS
        chain = self.chain + 1
        return Tally(
            self.takes + 1,
            self.draws,
            chain,
            max(chain, self.longest_chain),
            self.peaks + cleared,
            self.take_points + scheme.take + scheme.step * self.chain,
            self.draw_points,
            self.peak_points + (scheme.peaks[self.peaks] if cleared else 0),
        )

    @property
    def points(self) -> int:
        """What the moves earned, without the start and the undos."""
        return self.take_points + self.draw_points + self.peak_points


@dataclass(frozen=True, slots=True)
class Score:
    """A score and what it is made of.

    Attributes:
        scheme: Name of the scoring scheme.
        start: Points before the first move.
        takes: Points of the takes, without the peaks.
        draws: Points of the draws.
        peaks: Points of the cleared peaks.
        undos: Points the undos cost, negative or zero.
        floor: Points given so that the score does not fall below its floor.
    """

    scheme: str
    start: int
    takes: int
    draws: int
    peaks: int
    undos: int
    floor: int

    @property
    def parts(self) -> dict[str, int]:
        """The parts by name, in the order they are shown."""
        names = ("start", "takes", "draws", "peaks", "undos", "floor")
        return {name: getattr(self, name) for name in names}

    @property
    def points(self) -> int:
        """The score that is shown: the sum of the parts."""
        return sum(self.parts.values())


def scheme_named(name: str) -> Scheme:
    """Look up a scoring scheme.

    Raises:
        RulesError: ``rules/bad-option`` for an unknown name.
    """
    if name not in SCORING_NAMES:
        raise RulesError("rules/bad-option", text=name, option="scoring")
    return SCHEMES[name]


def shown_points(scheme: Scheme, tally: Tally, undo_points: int = 0) -> int:
    """Count the points that are shown, without their parts; the floor is applied last.

    Args:
        scheme: The scoring scheme.
        tally: What the standing moves counted.
        undo_points: What all undos together cost, zero or more.
    """
    points = scheme.start + tally.points - undo_points
    return points if scheme.floor is None else max(scheme.floor, points)


def counted(name: str, tally: Tally, undo_points: int = 0) -> Score:
    """Make a score with its parts of a tally.

    Args:
        name: Name of the scoring scheme.
        tally: What the standing moves counted.
        undo_points: What all undos together cost, zero or more.
    """
    scheme = scheme_named(name)
    unfloored = scheme.start + tally.points - undo_points
    return Score(
        scheme=name,
        start=scheme.start,
        takes=tally.take_points,
        draws=tally.draw_points,
        peaks=tally.peak_points,
        undos=-undo_points,
        floor=shown_points(scheme, tally, undo_points) - unfloored,
    )


def score(name: str, deal: Deal, moves: Iterable[Move], undos: int = 0) -> Score:
    """Score a list of moves from the start of a deal.

    Args:
        name: Name of the scoring scheme: ``app``, ``hogue``, ``collection`` or ``none``.
        deal: The deal; its rules say what an undo costs.
        moves: The standing moves, in order.
        undos: How many undos were made on the way.

    Raises:
        RulesError: ``rules/bad-option`` for an unknown scheme.
        MoveError: For a move the rules refuse.

    Example:
        >>> deal = Deal.from_code("TP1-E-AAAAAAB")
        >>> score("app", deal, [Move.take(20), Move.DRAW]).points
        498
    """
    scheme = scheme_named(name)
    tally, state = Tally(), State.initial(deal)
    for move in moves:
        state = state.play(move)
        tally = tally.after(move, scheme)
    return counted(name, tally, undos * deal.rules.undo.cost)
