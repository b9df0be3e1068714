"""The table of another program's game, written down as far as it is known."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tripeaks.cards import JOKER, PACK, UNKNOWN, Card
from tripeaks.codes import format_code, parse_code
from tripeaks.deal import NO_WASTE, Deal
from tripeaks.errors import CardError, CodeError, LayoutError, MoveError, RecordError
from tripeaks.layout import SLOTS
from tripeaks.notation import LAID_OUT, parse_moves
from tripeaks.rules import EASY, Rules
from tripeaks.state import Move, State
from tripeaks.view import STOCK_PLACE, WASTE_PLACE, View, seen_places

_WORD = re.compile(r"\S+")
_MOVE = re.compile(r"\||[^\s|]+")


@dataclass(frozen=True, slots=True)
class _Named:
    """What a layout names.

    Attributes:
        cards: The cards by place, None where it is not known; the places that the text leaves
            out at the end are there too.
        positions: Where in the text each place stands, or would stand.
        rules: The rules the layout is played by.
    """

    cards: tuple[Card | None, ...]
    positions: tuple[int, ...]
    rules: Rules

    @property
    def places(self) -> int:
        """Mask of the places whose cards are named."""
        return sum(1 << place for place, card in enumerate(self.cards) if card is not None)


def read_table(text: str, rules: Rules = EASY, moves: str = "") -> View:
    """Read a game from how it began and the moves made so far.

    Covered cards may be named, for the player may know them. Those that have been uncovered or
    drawn by now, and the one that opened the waste, must be.

    Args:
        text: The layout at the beginning: the 28 cards of the tableau in slot order, the card
            that opens the waste (``-`` where it begins empty), and the stock as far as it is
            known; ``??`` for a card that is not. In brackets after ``TPX`` and the letters of
            a game code it brings its own rules.
        rules: The rules; letters in the text win over them.
        moves: The moves so far: a card that was taken, ``|`` for a draw.

    Returns:
        What the player of that game knows.

    Raises:
        CardError: For a card that cannot be read.
        LayoutError: ``layout/...`` for cards that the rules do not deal, ``hint/must-be-known``
            for ``??`` in the place of a card that lies open.
        RecordError: ``record/bad-header``, ``record/not-in-tableau``, or
            ``record/illegal-move`` with the number of the move and the cause.

    Example:
        >>> view = read_table("?? " * 18 + "3S 5S KC 4S 2D AS KD 8H 7C 9S AC", moves="KC")
        >>> str(view.top), view.drawn, view.stock_left
        ('KC', 0, 23)
    """
    named = _read(text, rules)
    deal = _completed(named)
    state = State.initial(deal)
    pile = () if state.top is None else (state.top,)
    seen = named.places | seen_places(state)
    _check_seen(named, seen)
    for number, found in enumerate(_MOVE.finditer(moves), start=1):
        (move,) = parse_moves(found[0], deal, offset=found.start())
        if not move.is_draw and not named.places >> move.index & 1:
            raise RecordError("record/not-in-tableau", text=found[0], position=found.start())
        state = _played(state, move, number, found[0])
        if state.top is not None:
            pile = (*pile, state.top)
        seen |= seen_places(state)
        _check_seen(named, seen)
    return View.of(state, waste=pile, seen=seen, seq=len(pile) - (deal.waste is not None))


def _read(text: str, rules: Rules) -> _Named:
    """Read the layout, in brackets or plain, and check that some deal has these cards."""
    head, bracket, tail = text.partition("[")
    start, end = 0, len(text)
    if bracket:
        if not tail.rstrip().endswith("]"):
            raise RecordError("record/bad-header", text=head.strip())
        rules = _rules_of(head, rules)
        start, end = len(head) + 1, len(text.rstrip()) - 1
    words = list(_WORD.finditer(text, start, end))
    stock = len(PACK) - SLOTS - (not rules.empty_waste) + rules.jokers
    if not STOCK_PLACE <= len(words) <= STOCK_PLACE + stock:
        expected = STOCK_PLACE + stock
        raise LayoutError("layout/count", text=str(len(words)), expected=expected)
    missing = STOCK_PLACE + stock - len(words)
    cards = [_card(word[0], word.start(), place, rules) for place, word in enumerate(words)]
    named = _Named(
        (*cards, *[None] * missing), (*(w.start() for w in words), *[end] * missing), rules
    )
    _check(named)
    return named


def _rules_of(head: str, rules: Rules) -> Rules:
    """Read the letters after ``TPX`` as those of a game code; any number completes one."""
    letters = "".join(head.upper().replace("-", " ").split())
    prefix, _, any_number = format_code(0, EASY).split("-")
    rest = letters.removeprefix(LAID_OUT)
    if rest == letters:
        raise RecordError("record/bad-header", text=head.strip())
    try:
        return parse_code(f"{prefix}-{rest[:1]}-{any_number}-{rest[1:]}", rules)[1]
    except CodeError:
        raise RecordError("record/bad-header", text=head.strip()) from None


def _card(word: str, position: int, place: int, rules: Rules) -> Card | None:
    if place == WASTE_PLACE and (word == NO_WASTE) != rules.empty_waste:
        raise LayoutError("layout/waste", text=word, position=position)
    if word == UNKNOWN or (place == WASTE_PLACE and rules.empty_waste):
        return None
    try:
        return Card.parse(word)
    except CardError as error:
        raise error.at(position + (error.position or 0)) from None


def _check(named: _Named) -> None:
    seen: set[Card] = set()
    for place, (card, position) in enumerate(zip(named.cards, named.positions, strict=True)):
        if card == JOKER:
            if place < STOCK_PLACE:
                raise LayoutError("layout/joker-place", text=str(card), position=position)
        elif card in seen:
            raise LayoutError("layout/card-twice", text=str(card), position=position)
        elif card is not None:
            seen.add(card)
    stock = named.cards[STOCK_PLACE:]
    jokers = named.rules.jokers
    if not stock.count(JOKER) <= jokers <= stock.count(JOKER) + stock.count(None):
        raise LayoutError("layout/jokers", text=str(stock.count(JOKER)), expected=jokers)


def _completed(named: _Named) -> Deal:
    """Fill in the cards that are not known, just any: no rule asks for them yet."""
    cards = list(named.cards)
    jokers = [JOKER] * (named.rules.jokers - cards.count(JOKER))
    others = [card for card in PACK if card not in cards]
    for place in reversed(range(len(cards))):
        if cards[place] is None and not (place == WASTE_PLACE and named.rules.empty_waste):
            cards[place] = jokers.pop() if jokers else others.pop()
    dealt = [card for card in cards if card is not None]
    opened = 0 if named.rules.empty_waste else 1
    stock = tuple(dealt[SLOTS + opened :])
    return Deal(tuple(dealt[:SLOTS]), cards[WASTE_PLACE], stock, named.rules)


def _played(state: State, move: Move, number: int, word: str) -> State:
    try:
        return state.play(move)
    except MoveError as error:
        cause = error.code
        raise RecordError("record/illegal-move", text=word, number=number, cause=cause) from None


def _check_seen(named: _Named, seen: int) -> None:
    for place, (card, position) in enumerate(zip(named.cards, named.positions, strict=True)):
        if card is None and seen >> place & 1:
            raise LayoutError(
                "hint/must-be-known", text=UNKNOWN, position=position, number=place + 1
            )
