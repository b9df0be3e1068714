"""Players that play games out: in positions as they may be, given what has been seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random
from time import perf_counter

from tripeaks.players.moves import legal_moves, uncovers
from tripeaks.players.pacing import rounds
from tripeaks.players.playing_out import chances
from tripeaks.players.shares import Share
from tripeaks.players.values import Candidate, Limit
from tripeaks.solver.backend import playing_kernel
from tripeaks.solver.rows import ONLY_WHEN_STUCK, bits_of, view_row
from tripeaks.state import Move
from tripeaks.view import View

# Games of the first round of a time limit: they take about as long in both.
_FIRST_COMPILED = 256
_FIRST_PYTHON = 16
_SEED_BITS = 63

# Positions of deals that can be won, from which the games are drawn; they take the kernel some
# milliseconds to find, many more where a draw is allowed only when stuck.
_WORLDS = 256
_WORLDS_WHEN_STUCK = 32

# Of the time left, for each further round. Games of a sample add up, however few at a time; a
# tree has to be one, so it is grown in a single round, once it is known how long games take.
_SAMPLE_SHARES = (0.3,)
_TREE_SHARES = (0.1, 0.9)

# Is asked for so many games from such a seed, and answers as `playing_out.chances`.
_Asked = Callable[[int, int], Sequence[int]]


class Method(StrEnum):
    """How the games are played out."""

    SAMPLE = "sample"
    TREE = "tree"


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Plays games out in positions that agree with the view, each of them equally likely.

    With `Method.SAMPLE` every legal move gets the same number of games, played as a casual player
    would, and the move that wins most often is best. With `Method.TREE` the games grow a tree of
    what the player may come to see, and the move they tried most often is best. Without the
    compiled kernel both are `Method.SAMPLE`, played in Python.

    Attributes:
        name: The name it goes by.
        method: How games are played out.
        winnable_only: The game was dealt as one that can be won, so other positions cannot be.
        clock: Gives the time in seconds.
    """

    name: str
    method: Method
    winnable_only: bool = False
    clock: Callable[[], float] = perf_counter

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        """Choose a legal move, as `Player.choose`; where there is only one, without thinking."""
        moves = legal_moves(view)
        return moves[0] if len(moves) == 1 else self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:
        """List the legal moves with the share of games won, as `Player.explain`."""
        moves = legal_moves(view)
        removed = view.removed
        shares, by_tries = self._shares(view, moves, rng, limit)

        def order(move: Move) -> tuple[float, int, int]:
            share = shares[move]
            worth = share.tries if by_tries else -1.0 if share.value is None else share.value
            return -worth, -uncovers(move, removed), move.index

        return tuple(_candidate(move, shares[move]) for move in sorted(moves, key=order))

    def _shares(
        self, view: View, moves: Sequence[Move], rng: Random, limit: Limit
    ) -> tuple[dict[Move, Share], bool]:
        """Count the games won after each move, and say whether the most tried move is best."""
        compiled = self._compiled(view, rng)
        ask = compiled or self._in_python(view)
        tree = compiled is not None and self.method is Method.TREE
        first = max(len(moves), _FIRST_COMPILED if compiled else _FIRST_PYTHON)
        tries, wins = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0)
        for games in rounds(limit, first, _TREE_SHARES if tree else _SAMPLE_SHARES, self.clock):
            counts = ask(max(games, len(moves)), rng.getrandbits(_SEED_BITS))
            for move in moves:
                tries[move] += counts[2 * move.index]
                wins[move] += counts[2 * move.index + 1]
        return {move: Share(wins[move], tries[move]) for move in moves}, tree

    def _compiled(self, view: View, rng: Random) -> _Asked | None:
        kernel = playing_kernel()
        if kernel is None:
            return None
        row, rules = view_row(view), bits_of(view.rules)
        wanted = _WORLDS_WHEN_STUCK if rules & ONLY_WHEN_STUCK else _WORLDS

        seed_of_worlds = rng.getrandbits(_SEED_BITS) if self.winnable_only else 0

        @cache  # found in the first round, whose time they count to
        def worlds() -> bytes:
            if not self.winnable_only:
                return b""  # each game is played in a new one
            return kernel.winnable_worlds(row, rules, wanted, seed_of_worlds)

        def ask(games: int, seed: int) -> Sequence[int]:
            tree = int(self.method is Method.TREE)
            answer = kernel.chances(row, rules, games, seed, tree, worlds())
            return memoryview(answer).cast("I")

        return ask

    def _in_python(self, view: View) -> _Asked:
        def ask(games: int, seed: int) -> Sequence[int]:
            return chances(view, games, seed, winnable_only=self.winnable_only)

        return ask


def _candidate(move: Move, share: Share) -> Candidate:
    return Candidate(move, share.value, share.error if share.tries else None)
