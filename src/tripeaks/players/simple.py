"""Players that do not think ahead: they need no time and look at no limit."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tripeaks.players.moves import legal_moves, uncovers
from tripeaks.players.values import Candidate, Limit
from tripeaks.state import Move
from tripeaks.view import View


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Makes any legal move, each with the same chance.

    Attributes:
        name: The name it goes by.
    """

    name: str = "random"

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        """Choose a legal move, as `Player.choose`."""
        return self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:  # noqa: ARG002 - it needs no time
        """List the legal moves in any order, as `Player.explain`."""
        moves = legal_moves(view)
        return tuple(Candidate(move) for move in rng.sample(moves, len(moves)))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Takes whenever it can, what uncovers most cards, any of equals; draws only without a take.

    Attributes:
        name: The name it goes by.
    """

    name: str = "greedy"

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        """Choose a legal move, as `Player.choose`."""
        return self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:  # noqa: ARG002 - it needs no time
        """List the legal moves, what uncovers most first and the draw last."""
        moves = legal_moves(view)
        removed = view.removed
        in_any_order = rng.sample(moves, len(moves))
        ordered = sorted(in_any_order, key=lambda move: (move.is_draw, -uncovers(move, removed)))
        return tuple(map(Candidate, ordered))
