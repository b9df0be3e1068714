"""The tree of errors: every refusal has a stable code, the offending text and its position.

The domain speaks codes and data. Sentences for people come from the catalogues, at the edge:
the key of an error's sentence is ``error.`` followed by its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self


class TriPeaksError(ValueError):
    """The root of all errors of the program.

    Args:
        code: Stable name of the cause, such as ``code/bad-letter``.
        text: The text or value at fault, as it was given.
        position: Index of the fault in the text as typed, counted from 0.
        details: Further values that the sentence for this code names.

    Example:
        >>> raise CodeError("code/bad-letter", text="9", position=10)
        Traceback (most recent call last):
        tripeaks.errors.CodeError: code/bad-letter: '9' at position 10
    """

    def __init__(
        self, code: str, *, text: str = "", position: int | None = None, **details: str | int
    ) -> None:
        """Keep the parts and build the plain message from them."""
        self.code = code
        self.text = text
        self.position = position
        self.details: Mapping[str, str | int] = MappingProxyType(details)
        super().__init__(self._message())

    def at(self, position: int | None) -> Self:
        """Give the same error with another position: that in a longer text, say."""
        return type(self)(self.code, text=self.text, position=position, **self.details)

    @property
    def shown_text(self) -> str:
        """The text at fault, fit to be shown: a pasted megabyte must not come back as one.

        Half a surrogate pair, which no encoding can write, becomes a question mark.
        """
        text = self.text
        cut = text if len(text) <= _SHOWN_LETTERS else f"{text[:_SHOWN_LETTERS]}…"
        return cut.encode(errors="replace").decode()

    def _message(self) -> str:
        shown = self.shown_text
        message = f"{self.code}: {shown!r}" if shown else self.code
        if self.position is not None:
            message += f" at position {self.position}"
        if self.details:
            message += f" ({', '.join(f'{name}={value}' for name, value in self.details.items())})"
        return message


_SHOWN_LETTERS = 60


class CardError(TriPeaksError):
    """A card that cannot be read."""


class CodeError(TriPeaksError):
    """A game code that cannot be read."""


class LayoutError(TriPeaksError):
    """A layout of cards that the rules do not deal."""


class RulesError(TriPeaksError):
    """Rule options that do not exist or contradict each other."""


class RecordError(TriPeaksError):
    """A game record or move list that cannot be read or replayed."""


class MoveError(TriPeaksError):
    """A move or an undo that the rules refuse."""


class SolverError(TriPeaksError):
    """A question the solver cannot be asked: a bad batch, limit or backend."""


class StoreError(TriPeaksError):
    """Saved games that cannot be read or written."""


class CommandError(TriPeaksError):
    """A command that cannot be carried out: an unknown game, a stale number, a bad name."""


class SettingsError(TriPeaksError):
    """A preference that does not exist."""


class RequestError(TriPeaksError):
    """A request to the server that is malformed, too large, foreign or not allowed."""
