"""Every position of a deal answered by one sweep, for those who ask of one after another."""

from __future__ import annotations

from dataclasses import dataclass, field

from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError
from tripeaks.solver.backend import Backend, chosen
from tripeaks.solver.positions import check
from tripeaks.solver.rows import LANES, ONLY_WHEN_STUCK, WILD, bits_of, row_of
from tripeaks.state import Move, State

_NONE = 255


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What can still be won of one deal, from any of its positions; `analyse` makes it.

    Attributes:
        deal: The deal.

    Example:
        >>> state = State.initial(Deal.from_code("TP1-E-AAAAAAB"))
        >>> analysis = analyse(state.deal)
        >>> analysis.winnable(state), analysis.min_draws(state)
        (True, 16)
        >>> analysis.winning_moves(state)
        (Move.take(20), Move.take(22), Move.take(24), Move.DRAW)
    """

    deal: Deal
    _backend: Backend = field(repr=False)
    _table: memoryview = field(repr=False)

    def winnable(self, state: State) -> bool:
        """Whether a position can still be won: one look into the table.

        Raises:
            LayoutError: ``layout/other-deal`` for a position of another deal,
                ``state/impossible`` for one that cannot come up.
        """
        self._check(state)
        return self._can_be_won(state.removed, state.drawn, state.top)

    def min_draws(self, state: State) -> int | None:
        """Count the further draws of a shortest way to win, or None if there is none.

        This is a sweep of its own.

        Raises:
            LayoutError: As `winnable`.
        """
        self._check(state)
        draws = self._backend.fewest_draws(row_of(state), bits_of(self.deal.rules))[0]
        return None if draws == _NONE else draws

    def winning_moves(self, state: State) -> tuple[Move, ...]:
        """List the legal moves after which the game can still be won, takes in slot order first.

        Raises:
            LayoutError: As `winnable`.
        """
        self._check(state)
        return tuple(
            move
            for move in state.legal_moves()
            if self._can_be_won((after := state.play(move)).removed, after.drawn, after.top)
        )

    def _can_be_won(self, removed: int, drawn: int, top: Card | None) -> bool:
        lane = WILD if top is None or top.is_joker else top.rank
        answer: int = self._table[self._backend.index(removed) * LANES + lane]
        if bits_of(self.deal.rules) & ONLY_WHEN_STUCK:
            return bool(answer >> drawn & 1)
        return drawn < answer

    def _check(self, state: State) -> None:
        if state.deal is not self.deal and not _same_game(state.deal, self.deal):
            raise LayoutError("layout/other-deal", text=state.deal.code or "")
        check(state)


def analyse(deal: Deal, *, backend: Backend | None = None) -> Analysis:
    """Find out for every position of a deal whether it can be won, in one backward sweep.

    Args:
        deal: The deal; what its rules say of visibility, scoring and undo makes no difference.
        backend: What answers; None takes what the environment chooses.

    Returns:
        The answers. They take 0.4 MB, 1.5 MB where a draw is allowed only when stuck.

    Raises:
        SolverError: That of `tripeaks.solver.backend.choose`.
    """
    answering = chosen() if backend is None else backend
    start, bits = State.initial(deal), bits_of(deal.rules)
    check(start)
    table = memoryview(answering.within(row_of(start), bits))
    return Analysis(deal, answering, table.cast("I") if bits & ONLY_WHEN_STUCK else table)


def _same_game(one: Deal, other: Deal) -> bool:
    """Whether two deals have the same cards in the same places and the same moves."""
    return (one.tableau, one.waste, one.stock, bits_of(one.rules)) == (
        other.tableau,
        other.waste,
        other.stock,
        bits_of(other.rules),
    )
