"""What a player is, what it answers, and how long it may think."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from tripeaks.errors import TriPeaksError
from tripeaks.state import Move
from tripeaks.view import View

MOST_SECONDS = 60
MOST_GAMES = 10_000_000


class PlayerError(TriPeaksError):
    """A question no player can answer: a bad limit, an ended game, an unknown player."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move and what a player thinks of it.

    Attributes:
        move: The move.
        win_chance: The estimated chance of winning after it, or None from a player that
            estimates none.
        error: Half the width of the 95 % interval of that chance, or None without one.
    """

    move: Move
    win_chance: float | None = None
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a player may think about a move; with both limits the first that is reached ends it.

    Attributes:
        seconds: The time, more than 0 and at most 60 seconds. A player keeps to it as well as it
            can tell the time, and plays a few games at any rate.
        games: The number of games played out, 1 to 10,000,000. Under this limit alone the same
            random numbers give the same answer on every machine.

    Raises:
        PlayerError: ``player/bad-limit`` for anything else, and for no limit at all.
    """

    seconds: float | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        if self.seconds is None and self.games is None:
            raise PlayerError("player/bad-limit", text=str(None))
        if self.seconds is not None and not _is_time(self.seconds):
            raise PlayerError("player/bad-limit", text=str(self.seconds))
        if self.games is not None and not _is_count(self.games):
            raise PlayerError("player/bad-limit", text=str(self.games))


class Player(Protocol):
    """Somebody who chooses moves and sees no more of a game than its `View`."""

    @property
    def name(self) -> str:
        """The name it goes by, such as ``greedy``."""
        ...

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        """Choose a legal move.

        Args:
            view: The game as its player sees it.
            rng: Source of the randomness.
            limit: How much to think.

        Raises:
            PlayerError: ``player/no-move`` where no move can be made.
        """
        ...

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:
        """List every legal move, the best first: the one that `choose` makes.

        Args:
            view: The game as its player sees it.
            rng: Source of the randomness.
            limit: How much to think.

        Raises:
            PlayerError: ``player/no-move`` where no move can be made.
        """
        ...


def _is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 < value <= MOST_SECONDS  # type: ignore[operator]


def _is_count(value: object) -> bool:
    return type(value) is int and 1 <= value <= MOST_GAMES
