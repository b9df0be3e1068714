"""Which keys do what, the same in every face of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# The digits take the uncovered cards from left to right; 0 is the tenth.
KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "take_free": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
        "draw": ("d",),
        "undo": ("u",),
        "redo": ("r",),
        "hint": ("t",),
        "new": ("n",),
        "help": ("?",),
    }
)
