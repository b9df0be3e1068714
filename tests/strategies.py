"""Deals, rules and games as Hypothesis draws them, and deals laid out to be cleared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tripeaks.cards import JOKER, PACK, RANKS, SUITS, Card
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.game import Event, Game
from tripeaks.layout import SLOTS
from tripeaks.rules import EASY, SCORING_NAMES, DrawPolicy, Rules, Undo, Visibility
from tripeaks.state import Move, State
from tripeaks.view import STOCK_PLACE

# The published won game of TP1-E-AAAAAAB.
PUBLISHED_CODE = "TP1-E-AAAAAAB"
PUBLISHED_GAME = (
    "KC AS 2D 3S 4S 5S 4H | KD QH | AH | | | 9D TD 9S 8H 7S | | 4C 3D 2S | | | | | | | | QC KS | "
    "6C 7C 8D | | 9C TS | | 5D 6D | | JS"
)

# The slots from the last to the first: each is uncovered when its turn comes.
FROM_BELOW = tuple(reversed(range(SLOTS)))


def examples(number: int) -> Callable[[Any], Any]:
    """How many examples a property is tried on; a busy machine may take its time for each."""
    return settings(max_examples=number, deadline=None)


def chain_deal(rules: Rules = EASY, *, last_in_stock: bool = False) -> Deal:
    """Lay out a deal whose tableau can be taken in one chain, slot 27 first and slot 0 last.

    The ranks go up from the two to the king, down again to the ace and up once more, so that
    every neighbour is one rank away under both rules.

    Args:
        rules: The rule options; jokers lie at the end of the stock.
        last_in_stock: The ace that the chain begins on is the last card of the pack in the stock
            and not the card that opens the waste.
    """
    left = {rank: [Card(rank, suit) for suit in SUITS] for rank in range(len(RANKS))}
    begin = left[0].pop(0)
    ranks = [*range(1, 13), *range(11, -1, -1), *range(1, 5)]
    chain = [left[rank].pop(0) for rank in ranks]
    rest = [card for cards in left.values() for card in cards]
    if last_in_stock:
        waste, stock = rest[0], [*rest[1:], begin]
    else:
        waste, stock = begin, rest
    if rules.empty_waste:
        stock.insert(0, waste)
    stock += [JOKER] * rules.jokers
    opening = None if rules.empty_waste else waste
    return Deal(tuple(reversed(chain)), opening, tuple(stock), rules)


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Rule options in every combination, some of them fixed."""
    options: dict[str, st.SearchStrategy[Any]] = {
        "wrap": st.booleans(),
        "visibility": st.sampled_from(Visibility),
        "draw_policy": st.sampled_from(DrawPolicy),
        "jokers": st.integers(0, 4),
        "empty_waste": st.booleans(),
        "scoring": st.sampled_from(SCORING_NAMES),
        "undo": st.builds(Undo, allowed=st.sampled_from([True, True, False]), cost=costs()),
        "mistake_help": st.booleans(),
    }
    options.update((name, st.just(value)) for name, value in fixed.items())
    return st.builds(Rules, **options)


def costs() -> st.SearchStrategy[int]:
    """What an undo costs: nothing, a little, or so much that the floor is soon reached."""
    return st.sampled_from([0, 0, 1, 5, 300, 1000])


def numbers() -> st.SearchStrategy[int]:
    """Deal numbers, the smallest and the largest among them."""
    return st.integers(0, DEAL_NUMBERS - 1)


@st.composite
def deals(draw: st.DrawFn, options: st.SearchStrategy[Rules] | None = None) -> Deal:
    """Deals by number, deals laid out at random, and deals that are easy to win."""
    chosen = draw(rules() if options is None else options)
    kind = draw(st.sampled_from(["number", "number", "laid out", "laid out", "chain"]))
    if kind == "number":
        return Deal.numbered(draw(numbers()), chosen)
    if kind == "chain":
        return chain_deal(chosen, last_in_stock=draw(st.booleans()))
    return dealt_otherwise(Deal.numbered(0, chosen), 0, Random(draw(st.integers(0, 2**32))))


def dealt_otherwise(deal: Deal, seen: int, rng: Random) -> Deal:
    """Lay out a deal anew, except for the places of a mask; jokers stay in the stock."""
    cards: list[Card | None] = [*deal.tableau, deal.waste, *deal.stock]
    free = [place for place, card in enumerate(cards) if card is not None and not seen >> place & 1]
    in_stock = [place for place in free if place >= STOCK_PLACE]
    jokers = rng.sample(in_stock, sum(cards[place] == JOKER for place in in_stock))
    plain = [card for place in free if (card := cards[place]) != JOKER]
    rng.shuffle(plain)
    for place in free:
        cards[place] = JOKER if place in jokers else plain.pop()
    dealt = [card for card in (*cards[:SLOTS], *cards[STOCK_PLACE:]) if card is not None]
    return Deal(tuple(dealt[:SLOTS]), cards[SLOTS], tuple(dealt[SLOTS:]), deal.rules)


def any_move(moves: tuple[Move, ...], choice: int) -> Move:
    """Choose a legal move, a take three times as often as the draw."""
    weighted = [move for move in moves for _ in range(1 if move.is_draw else 3)]
    return weighted[choice % len(weighted)]


@st.composite
def states(draw: st.DrawFn, options: st.SearchStrategy[Rules] | None = None) -> State:
    """Positions that can be reached by legal moves."""
    state = State.initial(draw(deals(options)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=56)):
        moves = state.legal_moves()
        if not moves:
            break
        state = state.play(any_move(moves, choice))
    return state


@st.composite
def games(draw: st.DrawFn, options: st.SearchStrategy[Rules] | None = None) -> Game:
    """Games with moves, undos, redos and a restart now and then."""
    game = Game(draw(deals(options)))
    play(game, draw(st.lists(st.integers(0, 10**6), max_size=70)))
    return game


def play(game: Game, choices: list[int]) -> list[Event]:
    """Play on: mostly moves, some undos and redos, seldom a restart."""
    events = []
    for choice in choices:
        kind, which = choice % 20, choice // 20
        if kind == 0 and which % 10 == 0:
            events.append(game.restart())
        elif kind <= 3 and game.can_undo:
            events.append(game.undo())
        elif kind == 4 and game.can_redo:
            events.append(game.redo())
        elif not game.ended and (moves := game.state.legal_moves()):
            events.append(game.push(any_move(moves, which)))
    return events


def cards_of(deal: Deal) -> list[Card]:
    """All cards of a deal, sorted."""
    opened = () if deal.waste is None else (deal.waste,)
    return sorted((*deal.tableau, *opened, *deal.stock))


def pack_with(jokers: int) -> list[Card]:
    """The 52 cards and some jokers, sorted."""
    return sorted((*PACK, *[JOKER] * jokers))


def with_rules(deal: Deal, **options: Any) -> Deal:
    """The same cards under other rules, which must deal them the same way."""
    return replace(deal, rules=replace(deal.rules, **options))
