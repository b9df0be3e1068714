"""The table of another program's game, written down as far as it is known."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tripeaks.cards import JOKER, PACK, UNKNOWN, Card
from tripeaks.coach.checking import first_known
from tripeaks.codes import format_code, parse_code
from tripeaks.deal import NO_WASTE, Deal
from tripeaks.errors import CardError, CodeError, LayoutError, MoveError, RecordError
from tripeaks.layout import ALL_SLOTS, COVERED_BY, SLOTS, slots_in
from tripeaks.notation import LAID_OUT, parse_moves
from tripeaks.rules import EASY, Rules
from tripeaks.state import Move, State
from tripeaks.view import STOCK_PLACE, WASTE_PLACE, View, seen_places, shown_slots

GONE = "--"  # stands in a place that is empty, and whose card is forgotten

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
        gone: Mask of the places whose cards are gone and forgotten.
    """

    cards: tuple[Card | None, ...]
    positions: tuple[int, ...]
    rules: Rules
    gone: int

    @property
    def places(self) -> int:
        """Mask of the places whose cards are named."""
        return sum(1 << place for place, card in enumerate(self.cards) if card is not None)

    @property
    def removed(self) -> int:
        """Mask of the slots whose cards are gone."""
        return self.gone & ALL_SLOTS

    @property
    def drawn(self) -> int:
        """How many cards of the stock are gone."""
        return (self.gone >> STOCK_PLACE).bit_count()

    def fault(self, code: str, place: int, **details: int) -> LayoutError:
        """Blame a place, which people count from 1."""
        text, position = GONE if self.gone >> place & 1 else UNKNOWN, self.positions[place]
        return LayoutError(code, text=text, position=position, number=place + 1, **details)


def read_table(text: str, rules: Rules = EASY, moves: str = "") -> View:
    """Read a game from how it began, or how it stands, and the moves made since.

    Covered cards may be named, for the player may know them. Those that have been uncovered or
    drawn by now, and the one that opened the waste, must be.

    Who joined in the middle of a game writes ``--`` for each card that is gone, and so forgotten:
    in its slot, and at the beginning of the stock for each card that was drawn. The card of the
    waste is then the one that lies on top.

    Args:
        text: The layout: the 28 cards of the tableau in slot order, the card of the waste (``-``
            where it begins empty), and the stock as far as it is known; ``??`` for a card that
            is not. In brackets after ``TPX`` and the letters of a game code it brings its own
            rules.
        rules: The rules; letters in the text win over them.
        moves: The moves since: a card that was taken, ``|`` for a draw.

    Returns:
        What the player of that game knows.

    Raises:
        CardError: For a card that cannot be read.
        LayoutError: ``layout/...`` for cards that the rules do not deal, or that cannot be gone;
            ``hint/must-be-known`` for ``??`` in the place of a card that lies open.
        RecordError: ``record/bad-header``, ``record/not-in-tableau``, or
            ``record/illegal-move`` with the number of the move and the cause.

    Example:
        >>> view = read_table("?? " * 18 + "3S 5S KC 4S 2D AS KD 8H 7C 9S AC", moves="KC")
        >>> str(view.top), view.drawn, view.stock_left
        ('KC', 0, 23)
        >>> view = read_table("?? " * 18 + "3S 5S -- 4S 2D AS KD 8H 7C 9S QH -- --")
        >>> view.drawn, view.stock_left, view.forgotten
        (2, 21, 3)
    """
    named = _read(text, rules)
    deal = _completed(named)
    state = State(deal, named.removed, named.drawn, named.cards[_first(named)])
    pile = () if state.top is None else (state.top,)
    # Of the cards that are gone, the player has seen what the layout names, and what follows.
    seen = named.places | (shown_slots(state) if named.gone else seen_places(state))
    _check_seen(named, seen)
    for number, found in enumerate(_MOVE.finditer(moves), start=1):
        (move,) = parse_moves(found[0], deal, offset=found.start())
        if not move.is_draw and not named.places >> move.index & 1:
            raise RecordError("record/not-in-tableau", text=found[0], position=found.start())
        state = _played(state, move, number, found[0])
        if state.top is not None:
            pile = (*pile, state.top)
        seen |= shown_slots(state) | (1 << STOCK_PLACE + state.drawn - 1 if move.is_draw else 0)
        _check_seen(named, seen)
    opened = 0 if deal.waste is None else 1
    actions = state.removed.bit_count() + state.drawn
    forgotten = actions + opened - len(pile)
    return View.of(state, waste=pile, seen=seen, seq=actions, forgotten=forgotten)


def _first(named: _Named) -> int:
    return first_known(named.removed, named.drawn)


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
    gone = sum(1 << place for place, word in enumerate(words) if word[0] == GONE)
    cards = [_card(word, place, rules, gone) for place, word in enumerate(words)]
    positions = (*(word.start() for word in words), *[end] * missing)
    named = _Named((*cards, *[None] * missing), positions, rules, gone)
    _check_gone(named)
    if gone:
        named = _with_top_moved(named)
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


def _card(word: re.Match[str], place: int, rules: Rules, gone: int) -> Card | None:
    text, position = word[0], word.start()
    begins_empty = place == WASTE_PLACE and rules.empty_waste and not gone
    if place == WASTE_PLACE and (text == NO_WASTE) != begins_empty:
        raise LayoutError("layout/waste", text=text, position=position)
    if begins_empty or text in (UNKNOWN, GONE):
        return None
    try:
        return Card.parse(text)
    except CardError as error:
        raise error.at(position + (error.position or 0)) from None


def _check_gone(named: _Named) -> None:
    """Check that the cards said to be gone can be: nothing lies on them, and none before them."""
    for slot in slots_in(named.removed):
        for cover in COVERED_BY[slot]:
            if not named.removed >> cover & 1:
                raise named.fault("layout/gone-covered", slot, cover=cover + 1)
    for place in range(STOCK_PLACE + named.drawn, len(named.cards)):
        if named.gone >> place & 1:
            raise named.fault("layout/gone-stock", place)


def _with_top_moved(named: _Named) -> _Named:
    """Put the card on top of the waste where it may have come from, for it has not opened it."""
    if named.cards[WASTE_PLACE] is None:
        raise named.fault("hint/must-be-known", WASTE_PLACE)
    cards, positions, first = list(named.cards), list(named.positions), _first(named)
    cards[first], cards[WASTE_PLACE] = cards[WASTE_PLACE], None
    positions[first] = positions[WASTE_PLACE]
    return replace(named, cards=tuple(cards), positions=tuple(positions))


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
    for place, card in enumerate(named.cards):
        if card is None and seen >> place & 1:
            raise named.fault("hint/must-be-known", place)
