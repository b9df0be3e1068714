from __future__ import annotations

import doctest
import importlib
from types import ModuleType

import pytest

import tripeaks

GROUND_FLOOR = (
    *("errors", "cards", "layout", "rules", "codes", "deal", "state", "view"),
    *("scoring", "notation", "game", "text", "words", "i18n"),
)
MODULES = [tripeaks, *(importlib.import_module(f"tripeaks.{name}") for name in GROUND_FLOOR)]


def test_the_facade_is_small_and_sorted() -> None:
    """The package offers 20 to 26 names, each once, in the order of ruff's isort."""
    names = tripeaks.__all__
    assert 20 <= len(names) <= 26
    assert len(set(names)) == len(names)
    kinds = [(not name.isupper(), name[0].islower()) for name in names]
    assert names == [name for _, name in sorted(zip(kinds, names, strict=True))]


def test_every_name_of_the_facade_is_there() -> None:
    """Each name the package offers can be imported from it."""
    for name in tripeaks.__all__:
        assert getattr(tripeaks, name) is not None


def test_a_whole_game_needs_only_the_facade() -> None:
    """Deal, play, undo, score and write a game with nothing but the package's own names."""
    rules = tripeaks.Rules(wrap=True, undo=tripeaks.Undo(cost=5))
    game = tripeaks.Game(tripeaks.Deal.from_code("TP1-E-AAAAAAB", rules))
    game.push(tripeaks.Move.take(20))
    game.push(tripeaks.Move.DRAW)
    game.act(tripeaks.Action(tripeaks.Kind.UNDO))
    assert game.record() == "TP1-E-AAAAAAB undos=1 undo_cost=5: KC"
    record = tripeaks.Record.parse(game.record())
    assert tripeaks.score("app", record.deal, record.moves, record.undos).points == 494
    assert game.status is tripeaks.Status.RUNNING
    with pytest.raises(tripeaks.TriPeaksError):
        game.push(tripeaks.Move.take(0))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_in_docstrings_hold(module: ModuleType) -> None:
    """Every example in a docstring runs and gives what it shows."""
    result = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0
