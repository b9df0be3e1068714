from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given

from strategies import PUBLISHED_CODE, chain_deal, deals, examples, with_rules
from tripeaks.cards import JOKER, Card
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal, _below
from tripeaks.errors import CardError, CodeError, LayoutError, TriPeaksError
from tripeaks.rules import (
    CLASSIC,
    EASY,
    DrawPolicy,
    Rules,
    Undo,
    Visibility,
)

DEAL = Deal.from_code(PUBLISHED_CODE)
LAYOUT = str(DEAL)
WORDS = LAYOUT.split()
EMPTY = Rules(empty_waste=True)
TWO_JOKERS = Rules(jokers=2)


def changed(places: dict[int, str], words: list[str] = WORDS) -> str:
    """A layout with other words in some places."""
    return " ".join(places.get(place, word) for place, word in enumerate(words))


def test_the_published_example_is_dealt() -> None:
    """AAAAAAB deals the ace of clubs to the waste and the published row 4."""
    assert str(DEAL.waste) == "AC"
    assert " ".join(map(str, DEAL.tableau[18:])) == "3S 5S KC 4S 2D AS KD 8H 7C 9S"
    assert len(DEAL.stock) == 23


def test_rules_do_not_move_cards() -> None:
    """Rule, sight, drawing, scoring and undo leave every card where it lies."""
    rules = Rules(
        wrap=False,
        visibility=Visibility.OPEN,
        draw_policy=DrawPolicy.ONLY_WHEN_STUCK,
        scoring="none",
        undo=Undo(allowed=False),
    )
    assert str(Deal.numbered(1, rules)) == LAYOUT


def test_an_empty_waste_puts_its_card_first_into_the_stock() -> None:
    """With an empty waste the card that would open it is the first to be drawn."""
    deal = Deal.numbered(1, EMPTY)
    assert (deal.waste, deal.tableau) == (None, DEAL.tableau)
    assert deal.stock == (DEAL.waste, *DEAL.stock)
    assert str(deal).split()[28] == "-"


def test_jokers_go_into_the_stock_one_after_another() -> None:
    """Jokers leave the order of the other cards alone, and each next deal adds one more."""
    stocks = [Deal.numbered(1, Rules(jokers=jokers)).stock for jokers in range(5)]
    for jokers, stock in enumerate(stocks):
        assert tuple(card for card in stock if card != JOKER) == DEAL.stock
        assert stock.count(JOKER) == jokers


def test_random_numbers_have_no_bias() -> None:
    """A 32-bit number is rejected where its low half lies below 2^32 mod the bound."""
    assert _below(3, iter([0, 1 << 31])) == 1
    assert _below(3, iter([1])) == 0
    assert _below(52, iter([2**32 - 1])) == 51
    assert _below(52, iter([0, 2**31 + 1])) == 26


@pytest.mark.parametrize("number", [-1, DEAL_NUMBERS, 10**30, -(2**70)])
def test_numbers_outside_the_range_are_refused(number: int) -> None:
    """There are deals 0 to 34,359,738,367 and no others."""
    with pytest.raises(CodeError) as caught:
        Deal.numbered(number)
    assert (caught.value.code, caught.value.text) == ("code/bad-number", str(number))


@pytest.mark.parametrize("number", [True, 1.0, "1", None], ids=repr)
def test_numbers_are_whole(number: Any) -> None:
    """What is no whole number is refused like a number outside the range."""
    with pytest.raises(CodeError) as caught:
        Deal.numbered(number)
    assert (caught.value.code, caught.value.text) == ("code/bad-number", str(number))


@examples(100)
@given(deals())
def test_the_expression_of_a_deal_gives_it_again(deal: Deal) -> None:
    """The repr of any deal can be pasted back and gives the same cards, rules and number."""
    again = eval(repr(deal))  # noqa: S307 - the promise is that repr is an expression
    assert (again, again.number, again.code) == (deal, deal.number, deal.code)


def test_expressions_are_short() -> None:
    """A numbered deal under the default rules is its number, a laid-out one its layout."""
    assert repr(DEAL) == "Deal.numbered(1)"
    assert repr(Deal.numbered(1, CLASSIC)) == "Deal.numbered(1, Rules(wrap=False))"
    assert repr(Deal.parse(LAYOUT)) == f"Deal.parse({LAYOUT!r})"


def test_a_layout_is_the_same_deal_without_a_code() -> None:
    """A deal laid out card by card equals the numbered one, but has no code."""
    laid = Deal.parse(LAYOUT)
    assert laid == DEAL
    assert hash(laid) == hash(DEAL)
    assert (laid.code, DEAL.code) == (None, PUBLISHED_CODE)
    assert laid != Deal.parse(LAYOUT, CLASSIC)


def test_a_layout_is_read_in_any_spelling() -> None:
    """Suit signs, other letters, lower case and any blanks are read."""
    signs = str.maketrans("CDHS", "♣♦♥♠")
    spelled = "\n\t".join(
        word[0].replace("T", "10").replace("J", "b") + word[1].translate(signs) for word in WORDS
    )
    assert Deal.parse(f"  {spelled}\n") == DEAL


@pytest.mark.parametrize(
    ("text", "rules", "code", "named"),
    [
        ("", EASY, "layout/count", "0"),
        (" ".join(WORDS[:-1]), EASY, "layout/count", "51"),
        (f"{LAYOUT} KC", EASY, "layout/count", "53"),
        (LAYOUT, TWO_JOKERS, "layout/count", "52"),
        (LAYOUT, EMPTY, "layout/count", "52"),
        (changed({3: "KC"}), EASY, "layout/card-twice", "KC"),
        (changed({51: "9C"}), EASY, "layout/card-twice", "9C"),
        (changed({28: "9C"}), EASY, "layout/card-twice", "9C"),
        (changed({28: "-"}), EASY, "layout/waste", "-"),
        (f"{LAYOUT} *", EMPTY, "layout/waste", "AC"),
        (changed({5: "*"}), EASY, "layout/joker-place", "*"),
        (changed({28: "*"}), EASY, "layout/joker-place", "*"),
        (changed({40: "*"}), EASY, "layout/jokers", "1"),
        (f"{LAYOUT} * 9C", TWO_JOKERS, "layout/jokers", "1"),
    ],
    ids=[
        *("nothing", "one too few", "one too many", "no jokers", "no sign for the empty waste"),
        *("twice in the tableau", "twice with the stock", "twice with the waste"),
        *("empty waste against the rules", "waste card against the rules"),
        *("joker in the tableau", "joker on the waste", "joker against the rules", "joker missing"),
    ],
)
def test_layouts_the_rules_do_not_deal_are_refused(
    text: str, rules: Rules, code: str, named: str
) -> None:
    """A wrong count, a card twice, a joker out of place or a wrong opening is refused by name."""
    with pytest.raises(LayoutError) as caught:
        Deal.parse(text, rules)
    assert (caught.value.code, caught.value.text) == (code, named)


@pytest.mark.parametrize(
    ("place", "word", "code", "within"),
    [
        (0, "??", "card/unknown", 0),
        (51, "??", "card/unknown", 0),
        (7, "K?", "card/bad-suit", 1),
        (27, "-", "card/bad-rank", 0),
        (29, "-", "card/bad-rank", 0),
        (30, "10X", "card/bad-suit", 2),
        (30, "\uff2bC", "card/bad-rank", 0),
        (30, "K\x00", "card/bad-suit", 1),
    ],
    ids=ascii,
)
def test_bad_cards_are_placed(place: int, word: str, code: str, within: int) -> None:
    """A card that cannot be read is named with its position in the whole text."""
    text = "  " + changed({place: word})
    with pytest.raises(CardError) as caught:
        Deal.parse(text)
    position = 2 + 3 * place + within
    assert (caught.value.code, caught.value.text, caught.value.position) == (code, word, position)


@pytest.mark.parametrize("text", ["KC ", "a", " ", "\x00 ", "- ", "* ", "KC" * 50 + " "])
def test_a_megabyte_is_refused_fast(text: str) -> None:
    """A megabyte of text is refused in a time that grows no faster than the text."""
    begin = time.process_time()
    with pytest.raises(TriPeaksError):
        Deal.parse(text * (1_000_000 // len(text)))
    assert time.process_time() - begin < 4


def test_a_deal_made_of_parts_is_checked() -> None:
    """A deal put together by hand obeys the same checks as one that is read."""
    tableau, waste, stock = DEAL.tableau, DEAL.waste, DEAL.stock
    assert Deal(tableau, waste, stock) == DEAL
    wrong: list[tuple[str, tuple[Any, ...]]] = [
        ("layout/count", (tableau[1:], waste, stock)),
        ("layout/count", (tableau, waste, stock[1:])),
        ("layout/waste", (tableau, None, stock)),
        ("layout/card-twice", (tableau, tableau[0], stock)),
        ("layout/joker-place", ((JOKER, *tableau[1:]), waste, stock)),
        ("layout/jokers", (tableau, waste, (*stock[1:], JOKER))),
    ]
    for code, parts in wrong:
        with pytest.raises(LayoutError) as caught:
            Deal(*parts)
        assert caught.value.code == code


def test_takeable_masks_agree_with_the_neighbours() -> None:
    """For each rank, and for a joker, the mask holds the slots of its neighbours."""
    for deal in (DEAL, with_rules(DEAL, wrap=False), chain_deal(CLASSIC)):
        for rank in (*range(13), -1):
            mask = sum(
                1 << slot
                for slot, card in enumerate(deal.tableau)
                if deal.rules.adjacent(rank, card.rank)
            )
            assert deal.takeable[rank] == mask


def test_cards_are_found_in_the_tableau() -> None:
    """A card of the tableau has its slot, any other has none."""
    assert DEAL.slot_of(Card.parse("9C")) == 0
    assert DEAL.slot_of(Card.parse("KC")) == 20
    assert DEAL.slot_of(Card.parse("AC")) is None
    assert DEAL.slot_of(JOKER) is None
