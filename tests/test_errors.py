from __future__ import annotations

import inspect

import pytest

from tripeaks import errors
from tripeaks.errors import CodeError, MoveError, TriPeaksError

TREE = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, TriPeaksError)
]


def test_the_tree_has_one_root() -> None:
    """Every error of the program is a TriPeaksError, and so a ValueError."""
    assert len(TREE) > 6
    assert all(kind is TriPeaksError or kind.__base__ is TriPeaksError for kind in TREE)
    assert TriPeaksError.__base__ is ValueError


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_an_error_keeps_its_parts(kind: type[TriPeaksError]) -> None:
    """Code, text, position and further values can be read off any error."""
    error = kind("a/b", text="Ü", position=3, most=7)
    assert (error.code, error.text, error.position) == ("a/b", "Ü", 3)
    assert dict(error.details) == {"most": 7}
    assert str(error) == "a/b: 'Ü' at position 3 (most=7)"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MoveError("undo/off"), "undo/off"),
        (CodeError("code/empty", text=""), "code/empty"),
        (CodeError("code/bad-letter", text="9", position=0), "code/bad-letter: '9' at position 0"),
        (MoveError("a/b", first=1, second="x"), "a/b (first=1, second=x)"),
    ],
    ids=str,
)
def test_a_message_holds_what_there_is(error: TriPeaksError, message: str) -> None:
    """The plain message names the code, and text, position and values where they are given."""
    assert str(error) == message


def test_a_megabyte_does_not_come_back() -> None:
    """A message shows the beginning of a long text, while the error keeps it whole."""
    error = CodeError("code/length", text="x" * 1_000_000)
    assert str(error) == f"code/length: '{'x' * 60}…'"
    assert len(error.text) == 1_000_000


def test_control_characters_are_escaped() -> None:
    """A message never sends control characters to a terminal or a log."""
    error = CodeError("code/bad-letter", text="\x1b[2J\n\x00", position=1)
    assert str(error).isprintable()


def test_details_cannot_be_changed() -> None:
    """An error that has been raised stays as it was."""
    with pytest.raises(TypeError):
        MoveError("a/b", most=1).details["most"] = 2  # type: ignore[index]
