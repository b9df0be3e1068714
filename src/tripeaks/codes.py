"""Game codes: a rule letter, a deal number in seven base32 letters, option letters (spec 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from string import ascii_uppercase, whitespace
from typing import Final, NamedTuple

from tripeaks.errors import CodeError
from tripeaks.rules import MOST_JOKERS, DrawPolicy, Rules, Visibility

PREFIX = "TP1"
CODE_LETTERS = 7
ALPHABET = ascii_uppercase + "234567"  # RFC 4648, most significant letter first
DEAL_NUMBERS = len(ALPHABET) ** CODE_LETTERS

_RULE_LETTERS: Final = {"E": True, "N": True, "C": False}  # N is how older codes wrote E
_JOKER_COUNTS = tuple(str(count) for count in range(1, MOST_JOKERS + 1))
_MOST_LETTERS = len(PREFIX) + 1 + CODE_LETTERS + len("DJ4OW")
_SEPARATORS = frozenset(whitespace + "-")
_LOOK_ALIKES: Final = {"0": "O", "1": "I", "8": "B"}


class _Letter(NamedTuple):
    """A character of a code that counts: as it is read, as it was typed, and where."""

    read: str
    typed: str
    position: int


_Letters = list[_Letter]


def format_code(number: int, rules: Rules) -> str:
    """Write the canonical game code.

    Args:
        number: The deal number, 0 to ``DEAL_NUMBERS - 1``.
        rules: The rules, of which the code keeps the rule letter and the option letters.
    """
    letters = ""
    for _ in range(CODE_LETTERS):
        number, index = divmod(number, len(ALPHABET))
        letters = ALPHABET[index] + letters
    options = f"-{rules.option_letters}" if rules.option_letters else ""
    return f"{PREFIX}-{rules.letter}-{letters}{options}"


def parse_code(text: str, selected: Rules) -> tuple[int, Rules]:
    """Read a game code as a person types it.

    Args:
        text: The code; case, blanks and dashes do not matter.
        selected: The rules in force. A whole code overrides the rule and the options it speaks
            of; seven letters alone take everything from here.

    Returns:
        The deal number and the rules to play it by.

    Raises:
        CodeError: ``code/empty``, ``code/length``, or ``code/bad-prefix``, ``code/bad-rule``,
            ``code/bad-letter``, ``code/bad-option`` with the character and its position.
    """
    # No code is longer, so the first letter too many is at fault however many follow.
    letters = list(islice(_letters(text), _MOST_LETTERS + 1))
    if not letters:
        raise CodeError("code/empty", text=text)
    if "".join(letter.read for letter in letters[: len(PREFIX)]) == PREFIX:
        return _parse_whole(text, letters[len(PREFIX) :], selected)
    if len(letters) == CODE_LETTERS:
        return _number(letters), selected
    _refuse_prefix(letters)
    raise CodeError("code/length", text=text)


def _letters(text: str) -> Iterator[_Letter]:
    for position, typed in enumerate(text):
        if typed not in _SEPARATORS:
            # ASCII only: Unicode has letters that fold to ours and are not ours.
            yield _Letter(typed.upper() if typed.isascii() else typed, typed, position)


def _parse_whole(text: str, letters: _Letters, selected: Rules) -> tuple[int, Rules]:
    """Read what follows the prefix: rule letter, seven code letters, option letters."""
    if letters and letters[0].read not in _RULE_LETTERS:
        raise _fault("code/bad-rule", letters[0])
    number = _number(letters[1 : 1 + CODE_LETTERS])
    if len(letters) < 1 + CODE_LETTERS:
        raise CodeError("code/length", text=text)
    return number, _with_options(
        letters[1 + CODE_LETTERS :],
        replace(
            selected,
            wrap=_RULE_LETTERS[letters[0].read],
            visibility=Visibility.CLOSED,
            draw_policy=DrawPolicy.ANYTIME,
            jokers=0,
            empty_waste=False,
        ),
    )


def _number(letters: _Letters) -> int:
    number = 0
    for letter in letters:
        index = ALPHABET.find(_LOOK_ALIKES.get(letter.read, letter.read))
        if index < 0:
            raise _fault("code/bad-letter", letter)
        number = number * len(ALPHABET) + index
    return number


def _with_options(letters: _Letters, rules: Rules) -> Rules:
    """Apply option letters, each at most once, in any order."""
    seen = set()
    rest = iter(letters)
    for letter in rest:
        if letter.read in seen:
            raise _fault("code/bad-option", letter)
        seen.add(letter.read)
        match letter.read:
            case "D":
                rules = replace(rules, draw_policy=DrawPolicy.ONLY_WHEN_STUCK)
            case "O":
                rules = replace(rules, visibility=Visibility.OPEN)
            case "W":
                rules = replace(rules, empty_waste=True)
            case "J":
                count = next(rest, letter)
                if count.read not in _JOKER_COUNTS:
                    raise _fault("code/bad-option", count)
                rules = replace(rules, jokers=int(count.read))
            case _:
                raise _fault("code/bad-option", letter)
    return rules


def _refuse_prefix(letters: _Letters) -> None:
    """Blame the prefix where the text is as long as a whole code or begins like one."""
    whole = len(PREFIX) + 1 + CODE_LETTERS
    if len(letters) >= whole or letters[0].read == PREFIX[0]:
        for letter, expected in zip(letters, PREFIX, strict=False):
            if letter.read != expected:
                raise _fault("code/bad-prefix", letter)


def _fault(code: str, letter: _Letter) -> CodeError:
    return CodeError(code, text=letter.typed, position=letter.position)
