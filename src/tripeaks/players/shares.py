"""Shares with their intervals: so many hits of so many tries."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_Z = 1.959964  # of the normal distribution, for 95 %


@dataclass(frozen=True, slots=True)
class Share:
    """A share of hits and the 95 % interval that the true share lies in (Wilson 1927).

    Attributes:
        hits: How many tries were hits.
        tries: How many tries there were.

    Example:
        >>> share = Share(8, 10)
        >>> share.value, round(share.low, 3), round(share.high, 3)
        (0.8, 0.49, 0.943)
    """

    hits: int
    tries: int

    @property
    def value(self) -> float | None:
        """The share, or None without a try."""
        return self.hits / self.tries if self.tries else None

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._middle - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._middle + self.error

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        square = _Z * _Z
        spread = self.hits * (self.tries - self.hits) / self.tries if self.tries else 0.0
        return _Z * sqrt(spread + square / 4) / (self.tries + square)

    @property
    def _middle(self) -> float:
        square = _Z * _Z
        return (self.hits + square / 2) / (self.tries + square)
