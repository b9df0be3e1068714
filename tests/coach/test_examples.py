from __future__ import annotations

import doctest
import importlib
import pkgutil
from random import Random

import pytest

from tripeaks import Deal, Game, Record, State, coach
from tripeaks.coach.reasons import ReasonCode
from tripeaks.i18n import sentences
from tripeaks.players import Limit

NAMES = {
    "Deal": Deal,
    "Game": Game,
    "Limit": Limit,
    "Random": Random,
    "ReasonCode": ReasonCode,
    "Record": Record,
    "State": State,
    "sentences": sentences,
}
MODULES = [
    "tripeaks.coach",
    *(f"tripeaks.coach.{m.name}" for m in pkgutil.iter_modules(coach.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    """Every example in a docstring of the coach runs and gives what it shows."""
    assert doctest.testmod(importlib.import_module(name), extraglobs=NAMES).failed == 0
