"""What people type or pipe into a command: one thing, or many, one a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TypeVar

import click

from tripeaks.codes import PREFIX
from tripeaks.deal import Deal
from tripeaks.errors import RecordError, TriPeaksError
from tripeaks.i18n import Sentences
from tripeaks.notation import read_deal
from tripeaks.rules import Rules

STDIN = "-"
# A code typed with a blank after each letter has no more words than this; a layout has 52.
_MOST_WORDS_OF_A_CODE = 16
_LONGEST_LINE = 1 << 14

_Read = TypeVar("_Read")


def any_deal(text: str, rules: Rules) -> Deal:
    """Read a game code, a layout, or a layout in brackets after ``TPX`` and its letters.

    Args:
        text: The text as typed.
        rules: The rules of a layout and of seven letters alone; a whole code brings its own.

    Raises:
        TriPeaksError: Naming the character or card at fault and its position.
    """
    # No card begins like this, so a code that is too long is still taken for one.
    begins_a_code = text.lstrip().upper().startswith(PREFIX[:2])
    if begins_a_code or len(text.split()) <= _MOST_WORDS_OF_A_CODE:
        return read_deal(text, rules)
    return Deal.parse(text, rules)


def answer_lines(
    say: Sentences, read: Callable[[str], _Read], answer: Callable[[int, _Read], None]
) -> bool:
    """Answer standard input line by line, each line as soon as it is there.

    A line that cannot be read is named on the error output, and the others are answered.

    Args:
        say: The sentences of the reader's language.
        read: Reads the text of a line.
        answer: Is given the number of the line, counted from 1, and what was read.

    Returns:
        Whether every line could be read.

    Raises:
        RecordError: ``input/empty`` where there is no line at all.
    """
    from tripeaks.words import error_sentence

    faultless = True
    for number, text in _lines():
        try:
            wanted = read(text)
        except TriPeaksError as error:
            faultless = False
            told = f"{error_sentence(error, say)} [{error.code}]"
            click.echo(say.text("cli.line", number=number, told=told), err=True)
        else:
            answer(number, wanted)
    return faultless


def _lines() -> Iterator[tuple[int, str]]:
    """Yield the lines of standard input that are not blank, with their numbers.

    A line longer than any deal or record is cut, so that no input can fill the memory.
    """
    # A process may be started without any standard input.
    stream = BytesIO() if sys.stdin is None else sys.stdin.buffer
    number, anything = 0, False
    while line := stream.readline(_LONGEST_LINE):
        number += 1
        rest = line
        while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(_LONGEST_LINE)
        # Some editors put a mark before the first letter of a file.
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace")
        if not text.isspace():
            anything = True
            yield number, text.removesuffix("\n")
    if not anything:
        raise RecordError("input/empty")
