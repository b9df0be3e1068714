"""Random calls of the compiled kernel, most of them wrong: it may refuse, but never crash."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tripeaks.deal import REFERENCE_DECK
from tripeaks.layout import COVERED_BY, SUMMITS
from tripeaks.solver.backend import NO_SLOT

ROW = 64
DECK = bytes(card.rank for card in REFERENCE_DECK)
COVERS = bytes(slot for pair in COVERED_BY for slot in pair or (NO_SLOT, NO_SLOT))
SUMMIT_MASK = sum(1 << summit for summit in SUMMITS)
POINTS = ((1, 1, -5, 15, 15, 30), (100, 200, 0, 500, 1000, 5000), (-1, 0, -1, 100, 100, 100))
REFUSALS = (ValueError, TypeError, OverflowError, BufferError)
NO_ARGUMENTS: tuple[object, ...] = (None, 5, "x", 3.5, (), [], object(), b"", array("d", [1.0] * 8))
ODD_BYTES = (0, 1, 12, 13, 14, 28, 29, 255)
ODD_NUMBERS = (0, 1, -1, 5, -5, 100, -100, 2**28 - 1, 2**31 - 1, -(2**31), 2**32, 2**40)


def load_kernel(path: Path) -> Any:
    """The kernel of one built file, beside any other that is loaded."""
    name = "tripeaks.solver._kernel"
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Kernel(COVERS, SUMMIT_MASK)


class Fuzzer:
    """Calls a kernel with random arguments."""

    def __init__(self, kernel: Any, seed: int) -> None:
        self.kernel = kernel
        self.rng = random.Random(seed)
        numbers = array("Q", [self.rng.randrange(2**35) for _ in range(30)])
        self.rows = kernel.deal(numbers, DECK, 0, 0) + kernel.deal(numbers, DECK, 4, 1)
        self.calls: tuple[Callable[[], object], ...] = (
            *(self._ask(name) for name in ("winnable", "fewest_draws", "winning_moves")),
            *(self._ask(name) for name in ("within", "line")),
            *(self._ask_of_points(name) for name in ("best_scores", "best_line")),
            lambda: kernel.index(self._number()),
            lambda: kernel.worlds(self._belief(), self._count(), self._number()),
            lambda: kernel.play_outs(self._buffer(), self._rules(), self._count(), self._number()),
            self._chances,
            lambda: kernel.winnable_worlds(
                self._belief(), self._rules(), self._count(), self._number()
            ),
            self._deal,
            self._new,
        )

    def run(self, calls: int) -> int:
        """Make so many calls; returns how many were answered rather than refused."""
        answered = 0
        for _ in range(calls):
            try:
                self.rng.choice(self.calls)()
            except REFUSALS:
                continue
            answered += 1
        return answered

    def _ask(self, name: str) -> Callable[[], object]:
        method = getattr(self.kernel, name)
        return lambda: method(self._buffer(), self._rules())

    def _ask_of_points(self, name: str) -> Callable[[], object]:
        method = getattr(self.kernel, name)
        return lambda: method(self._buffer(), self._rules(), self._points())

    def _row(self, count: int) -> bytes:
        place = ROW * self.rng.randrange(len(self.rows) // ROW)
        return bytes(self.rows[place : place + count * ROW])

    def _buffer(self) -> object:
        kind, rng = self.rng.random(), self.rng
        if kind < 0.03:
            return self._row(rng.choice([1, 1, 2, 7]))
        if kind < 0.6:
            row = bytearray(self._row(rng.choice([1, 1, 3])))
            for _ in range(rng.choice([1, 2, 5, 20])):
                row[rng.randrange(len(row))] = rng.choice([*ODD_BYTES, rng.randrange(256)])
            return rng.choice([bytes(row), row, memoryview(row)])
        if kind < 0.8:
            return rng.randbytes(rng.choice([1, 63, 64, 65, 128, 640]))
        return rng.choice([*NO_ARGUMENTS, memoryview(self.rows)[::2]])

    def _number(self) -> object:
        if self.rng.random() < 0.5:
            return self.rng.choice(ODD_NUMBERS)
        return self.rng.choice([None, "1", 1.0, True, self.rng.randrange(2**32)])

    def _rules(self) -> object:
        return self.rng.randrange(4) if self.rng.random() < 0.7 else self._number()

    def _points(self) -> object:
        if self.rng.random() < 0.4:
            return self.rng.choice(POINTS)
        return tuple(self._number() for _ in range(self.rng.choice([6, 6, 6, 0, 5, 7])))

    def _belief(self) -> object:
        if self.rng.random() < 0.1:
            return self._buffer()
        belief = bytearray(self._row(1) + bytes(16))
        for slot in self.rng.sample(range(18), self.rng.randrange(19)):
            self._hide(belief, slot)
        for place in self.rng.sample(range(23), self.rng.randrange(24)):
            self._hide(belief, 29 + place)
        belief[78] = belief[28]
        for _ in range(self.rng.choice([0, 0, 1, 3])):
            belief[self.rng.randrange(len(belief))] = self.rng.choice(ODD_BYTES)
        return bytes(belief)

    @staticmethod
    def _hide(belief: bytearray, place: int) -> None:
        belief[64 + belief[place]] += 1
        belief[place] = 255

    def _count(self) -> object:
        return self.rng.randrange(20) if self.rng.random() < 0.9 else self.rng.choice([None, -1])

    def _chances(self) -> object:
        belief, rules, seed = self._belief(), self._rules(), self.rng.randrange(2**64)
        worlds = self.rng.choice([b"", b"", self._buffer()])
        tree = self.rng.randrange(3)
        return self.kernel.chances(belief, rules, self._count(), seed, tree, worlds)

    def _deal(self) -> object:
        numbers = self.rng.choice([b"", self.rng.randbytes(8), self.rng.randbytes(7), None])
        deck = self.rng.choice([DECK, DECK[1:], self.rng.randbytes(52), None])
        jokers = self.rng.choice([0, 1, 4, 5, self._number()])
        return self.kernel.deal(numbers, deck, jokers, self._number())

    def _new(self) -> object:
        if self.rng.random() < 0.99:  # a layout takes long to build
            return type(self.kernel)(self.rng.choice([COVERS[1:], None, b""]), self._number())
        covers = bytes(self.rng.choice([NO_SLOT, self.rng.randrange(28)]) for _ in COVERS)
        return type(self.kernel)(covers, SUMMIT_MASK)


if __name__ == "__main__":
    file, calls, seed = sys.argv[1:]
    answered = Fuzzer(load_kernel(Path(file)), int(seed)).run(int(calls))
    sys.stdout.write(f"{answered}\n")
