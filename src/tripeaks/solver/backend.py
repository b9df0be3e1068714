"""What answers for the solver: the compiled kernel, or NumPy where it was not built."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Protocol

from tripeaks.errors import SolverError
from tripeaks.layout import COVERED_BY, SUMMITS

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from tripeaks.solver._kernel import Kernel

VARIABLE = "TRIPEAKS_SOLVER"
KERNEL = "kernel"
NUMPY = "numpy"

NO_SLOT = 255  # stands for a cover where nothing lies on a slot

# Points of a take, of each further take of a chain, of a draw, and of the three peaks.
Points = tuple[int, int, int, int, int, int]


class Backend(Protocol):
    """Exact answers for rows of 64 bytes (`tripeaks.solver.rows`), all without a copy of Python.

    Rows are handed over as one buffer without gaps; the answers come as bytes, one entry a row.
    ``rules`` are the bits of `tripeaks.solver.rows.bits_of`. Whoever calls has checked the rows:
    what a backend cannot read it refuses with a plain `ValueError`.
    """

    def deal(
        self,
        numbers: ReadableBuffer,
        deck: bytes,
        jokers: int,
        empty_waste: bool,  # noqa: FBT001 - the kernel's methods take no names
        /,
    ) -> bytes:
        """Deal numbers (uint64) from the ranks of the deck; gives the rows of the beginning."""
        ...

    def winnable(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Say which positions can be won: uint8, 1 or 0."""
        ...

    def fewest_draws(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Count the further draws of a shortest way to win: uint8, 255 where there is none."""
        ...

    def best_scores(self, rows: ReadableBuffer, rules: int, points: Points, /) -> bytes:
        """Count the most points that can still be earned, stopping anywhere: native int32."""
        ...

    def winning_moves(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Find the moves after which a position can be won: native uint32, bit = `Move.index`."""
        ...

    def within(self, row: ReadableBuffer, rules: int, /) -> bytes:
        """Answer every position of the deal at once.

        Returns:
            An entry per set of removed cards, in the order of `index`, and lane of the rank on
            top (16 lanes). Where one may draw at any time a uint8: 0 if such a position cannot
            be won, else 1 + the most drawn cards with which it can. Where only when stuck, a
            native uint32: bit d says whether it can be won with d drawn cards. Lanes of what
            can never lie on top, such as `WILD` without a joker, hold no answer.
        """
        ...

    def index(self, removed: int, /) -> int:
        """Give the place of a set of removed cards in the table of `within`, -1 for none."""
        ...

    def line(self, row: ReadableBuffer, rules: int, /) -> bytes | None:
        """Find the line with the fewest draws that clears the tableau, takes before draws.

        At each position it makes the first take after which the fewest draws are still enough,
        of those that uncover most cards the one with the smallest slot, and draws without one.
        """
        ...

    def best_line(self, row: ReadableBuffer, rules: int, points: Points, /) -> tuple[int, bytes]:
        """Find the points of `best_scores` and a line with the fewest draws that earns them."""
        ...


class Reason(StrEnum):
    """Why a backend is in use."""

    ASKED = "asked"
    BUILT = "built"
    NOT_BUILT = "not-built"


@dataclass(frozen=True, slots=True)
class Choice:
    """A backend and why it is in use.

    Attributes:
        name: ``kernel`` or ``numpy``.
        backend: What answers.
        reason: The environment asks for it, or the kernel was built, or it was not.
        detail: Why the kernel could not be loaded, in the words of Python; else empty.
    """

    name: str
    backend: Backend
    reason: Reason
    detail: str = ""


def choose(environ: Mapping[str, str]) -> Choice:
    """Choose a backend: the one that ``TRIPEAKS_SOLVER`` names, else the kernel, else NumPy.

    Args:
        environ: The environment variables.

    Raises:
        SolverError: ``solver/bad-backend`` for any other name, ``solver/no-kernel`` where the
            kernel is asked for and was not built.
    """
    asked = environ.get(VARIABLE, "")
    if asked == NUMPY:
        return _numpy(Reason.ASKED)
    if asked not in ("", KERNEL):
        raise SolverError("solver/bad-backend", text=asked, variable=VARIABLE)
    kernel = load_kernel()
    if not isinstance(kernel, str):
        return Choice(KERNEL, kernel, Reason.ASKED if asked else Reason.BUILT)
    if asked:
        raise SolverError("solver/no-kernel", text=kernel, variable=VARIABLE)
    return _numpy(Reason.NOT_BUILT, kernel)


def chosen() -> Backend:
    """Give the backend that the environment of this program chooses."""
    return choose(os.environ).backend


def playing_kernel() -> Kernel | None:
    """Give the kernel where players may use it: it was built and nothing else was asked for.

    NumPy has no play-outs; a player without the kernel plays them in Python.
    """
    kernel = load_kernel()
    wanted = (os.environ.get(VARIABLE) or KERNEL) == KERNEL
    return kernel if wanted and not isinstance(kernel, str) else None


@cache
def load_kernel() -> Kernel | str:
    """Load the compiled kernel, once; or say why that cannot be done."""
    try:
        from tripeaks.solver import _kernel  # noqa: PLC0415 - it may not have been built
    except ImportError as error:
        return str(error)
    covers = bytes(slot for pair in COVERED_BY for slot in pair or (NO_SLOT, NO_SLOT))
    return _kernel.Kernel(covers, sum(1 << summit for summit in SUMMITS))


@cache
def _numpy(reason: Reason, detail: str = "") -> Choice:
    # Imported here, so that a program that has the kernel never loads NumPy.
    from tripeaks.solver.numpy_backend import NumpyBackend  # noqa: PLC0415

    return Choice(NUMPY, NumpyBackend(), reason, detail)
