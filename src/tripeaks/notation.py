"""Move lists and game records as text; reading and writing are exact inverses (spec 8)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tripeaks.cards import Card
from tripeaks.codes import format_code, parse_code
from tripeaks.deal import Deal
from tripeaks.errors import CardError, CodeError, LayoutError, MoveError, RecordError
from tripeaks.rules import EASY, MOST_UNDO_COST, SCORING_NAMES, Rules, Undo
from tripeaks.state import Move, State

DRAW_SIGN = "|"
LAID_OUT = "TPX"

# Far more than any game can have, and short enough for every integer column.
MOST_UNDOS = 10_000


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it stands: the deal with all that scores it, the moves, the number of undos.

    Attributes:
        deal: The deal. Of its rules a record keeps all but whether undo is off and mistake help.
        moves: The standing moves.
        undos: How many undos were made.

    Example:
        >>> str(Record.parse("tp1 e aaaaaab: kc as | "))
        'TP1-E-AAAAAAB: KC AS |'
    """

    deal: Deal
    moves: tuple[Move, ...] = ()
    undos: int = 0

    def __post_init__(self) -> None:
        """Drop what a record does not keep, so that reading gives back what was written."""
        rules = self.deal.rules
        kept = replace(rules, undo=Undo(cost=rules.undo.cost), mistake_help=True)
        if kept != rules:
            object.__setattr__(self, "deal", replace(self.deal, rules=kept))

    @staticmethod
    def parse(text: str) -> Record:
        """Read a game record. Whether the moves are legal is not asked here: see `replay`.

        Raises:
            RecordError: ``record/no-colon``, ``record/bad-header``, ``record/bad-option`` or
                ``record/not-in-tableau``, with the position in the text.
            CodeError: For the game code.
            CardError: For a card that cannot be read.
            LayoutError: For a layout in brackets.
        """
        head, colon, tail = text.partition(":")
        if not colon:
            raise RecordError("record/no-colon", text=text)
        options_start = _options_start(head)
        options = _read_options(head, options_start)
        rules = replace(
            EASY,
            scoring=options.get("scoring", EASY.scoring),
            undo=Undo(cost=int(options.get("undo_cost", 0))),
        )
        deal = read_deal(head[:options_start], rules)
        moves = parse_moves(tail, deal, offset=len(head) + 1)
        return Record(deal, moves, int(options.get("undos", 0)))

    def __str__(self) -> str:
        """Write the canonical record."""
        rules = self.deal.rules
        code = self.deal.code
        if code is None:
            letters = f"-{rules.option_letters}" if rules.option_letters else ""
            code = f"{LAID_OUT}-{rules.letter}{letters} [{self.deal}]"
        values = {"scoring": rules.scoring, "undos": self.undos, "undo_cost": rules.undo.cost}
        options = [f"{name}={value}" for name, value in values.items() if value != _DEFAULTS[name]]
        return f"{' '.join([code, *options])}: {format_moves(self.moves, self.deal)}".rstrip()


_DEFAULTS: Final = {"scoring": EASY.scoring, "undos": 0, "undo_cost": 0}
_MOST: Final = {"undos": MOST_UNDOS, "undo_cost": MOST_UNDO_COST}


def format_moves(moves: Iterable[Move], deal: Deal) -> str:
    """Write moves: a taken card as the card, a draw as ``|``, separated by blanks."""
    return " ".join(DRAW_SIGN if move.is_draw else str(deal.tableau[move.index]) for move in moves)


def parse_moves(text: str, deal: Deal, offset: int = 0) -> tuple[Move, ...]:
    """Read a list of moves of a deal.

    Args:
        text: Cards and draw signs, separated by blanks.
        deal: The deal, which says in which slot each card lies.
        offset: Where the text begins in what the person typed; positions count from there.

    Raises:
        CardError: For a card that cannot be read.
        RecordError: ``record/not-in-tableau`` for a card that the tableau does not hold.
    """
    moves = []
    for found in re.finditer(r"\||[^\s|]+", text):
        word, position = found[0], offset + found.start()
        if word == DRAW_SIGN:
            moves.append(Move.DRAW)
            continue
        try:
            slot = deal.slot_of(Card.parse(word))
        except CardError as error:
            at = position + (error.position or 0)
            raise CardError(error.code, text=word, position=at) from None
        if slot is None:
            raise RecordError("record/not-in-tableau", text=word, position=position)
        moves.append(Move.take(slot))
    return tuple(moves)


def replay(deal: Deal, moves: Iterable[Move]) -> State:
    """Play a list of moves from the start.

    Raises:
        RecordError: ``record/illegal-move`` with the card, the number of the move counted from 1
            and the code of the cause.
    """
    state = State.initial(deal)
    for number, move in enumerate(moves, start=1):
        try:
            state = state.play(move)
        except MoveError as error:
            raise RecordError(
                "record/illegal-move",
                text=format_moves([move], deal),
                number=number,
                cause=error.code,
            ) from None
    return state


def _options_start(head: str) -> int:
    """Find where the first word with an equals sign begins; without one, the end."""
    before, equals, _ = head.partition("=")
    if not equals:
        return len(head)
    words = before.rsplit(maxsplit=1)
    name = words[-1] if words and not before[-1].isspace() else ""
    return len(before) - len(name)


def _read_options(head: str, start: int) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in re.compile(r"\S+").finditer(head, start):
        name, _, value = word[0].partition("=")
        known = name in _DEFAULTS and name not in options
        if name in _MOST:
            # Five digits are more than any count here and few enough to convert at once.
            number = value.isascii() and value.isdigit() and len(value) <= len(str(_MOST[name]))
            known = known and number and int(value) <= _MOST[name]
        else:
            known = known and value in SCORING_NAMES
        if not known:
            raise RecordError("record/bad-option", text=word[0], position=word.start())
        options[name] = value
    return options


def read_deal(text: str, rules: Rules) -> Deal:
    """Read what names a deal in a record: a game code, or ``TPX`` and a layout in brackets.

    Args:
        text: The text before the options of a record.
        rules: The selected rules, which the letters in the text win over.

    Raises:
        CodeError: For the game code.
        RecordError: ``record/bad-header`` for what stands before a bracket.
        CardError: For a card that cannot be read, with its position in the text.
        LayoutError: When the cards in brackets are not what the rules deal.

    Example:
        >>> read_deal("tp1 c aaaaaad", EASY).code
        'TP1-C-AAAAAAD'
    """
    code, bracket, layout = text.partition("[")
    if not bracket:
        return Deal.from_code(code, rules)
    if not layout.rstrip().endswith("]") or not code.lstrip().upper().startswith(LAID_OUT):
        raise RecordError("record/bad-header", text=code.strip())
    # The letters after TPX are those of a game code; any number completes one to read them by.
    letters = "".join(code.upper().replace("-", " ").split())[len(LAID_OUT) :]
    prefix, _, any_number = format_code(0, EASY).split("-")
    try:
        _, rules = parse_code(f"{prefix}-{letters[:1]}-{any_number}-{letters[1:]}", rules)
    except CodeError:
        raise RecordError("record/bad-header", text=code.strip()) from None
    start = len(code) + len(bracket)
    try:
        return Deal.parse(layout.rstrip()[:-1], rules)
    except (CardError, LayoutError) as error:
        raise error.at(None if error.position is None else start + error.position) from None
