from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import deals, examples, rules
from tripeaks.cards import PACK
from tripeaks.coach.table import read_table
from tripeaks.deal import Deal
from tripeaks.errors import TriPeaksError
from tripeaks.game import Game
from tripeaks.notation import format_moves
from tripeaks.rules import CLASSIC, EASY, FREE_UNDO, Rules

OPEN_ROW = "3S 5S KC 4S 2D AS KD 8H 7C 9S"
HIDDEN_ROWS = "?? " * 18
TABLE = f"{HIDDEN_ROWS}{OPEN_ROW} AC"


def layout_of(game: Game, *, cut: bool) -> str:
    """The deal of a game with `??` for what its player has not seen."""
    words = str(game.deal).split()
    known = game.view().known
    shown = [word if place in known else "??" for place, word in enumerate(words)]
    if game.deal.waste is None:
        shown[28] = "-"
    while cut and len(shown) > 29 and shown[-1] == "??":
        shown.pop()
    return " ".join(shown)


@given(
    deals(rules(undo=FREE_UNDO)),
    st.lists(st.integers(0, 10**6), max_size=50),
    st.sampled_from(["whole", "cut"]),
)
@examples(150)
def test_what_a_player_saw_makes_the_same_view(deal: Deal, choices: list[int], ending: str) -> None:
    """From all that was seen of a game, and its moves, comes the view of its player."""
    game = Game(deal)
    for choice in choices:
        legal = game.view().legal
        if not legal:
            break
        game.push(legal[choice % len(legal)])
    text, moves = layout_of(game, cut=ending == "cut"), format_moves(game.moves, deal)
    assert read_table(text, deal.rules, moves) == game.view()
    letters = f"{deal.rules.letter}-{deal.rules.option_letters}".rstrip("-")
    bracketed = read_table(f"tpx-{letters} [{text}]", replace(deal.rules, wrap=True), moves)
    assert bracketed == game.view()


def test_a_covered_card_may_be_known() -> None:
    """A covered card or a stock card that is named is known, though it lies face down."""
    named = TABLE.replace("??", "JD", 1) + " ?? 9D"
    view = read_table(named)
    plain = read_table(TABLE)
    assert (view.slots, view.waste, view.stock_left) == (plain.slots, plain.waste, 23)
    assert {place: str(view.known[place]) for place in view.known.keys() - plain.known.keys()} == {
        0: "JD",
        30: "9D",
    }


@pytest.mark.parametrize(
    ("text", "moves", "code", "position", "told"),
    [
        ("", "", "layout/count", None, "0"),
        (TABLE[:-3], "", "layout/count", None, "28"),
        (f"{TABLE} {'?? ' * 24}", "", "layout/count", None, "53"),
        (TABLE.replace("AC", "??"), "", "hint/must-be-known", 84, "??"),
        (TABLE.replace("KC", "??"), "", "hint/must-be-known", 60, "??"),
        (TABLE, "|", "hint/must-be-known", len(TABLE), "??"),
        (f"{TABLE} ?? 9D", "|", "hint/must-be-known", len(TABLE) + 1, "??"),
        (TABLE, "KC AS 2D 3S", "hint/must-be-known", 39, "??"),
        (TABLE.replace("AC", "-"), "", "layout/waste", 84, "-"),
        (TABLE.replace("AC", "5S"), "", "layout/card-twice", 84, "5S"),
        (TABLE.replace("AC", "*"), "", "layout/joker-place", 84, "*"),
        (TABLE.replace("KC", "*"), "", "layout/joker-place", 60, "*"),
        (f"{TABLE} *", "", "layout/jokers", None, "1"),
        (TABLE.replace("KC", "KX"), "", "card/bad-suit", 61, "KX"),
        (TABLE, "KC 9C", "record/not-in-tableau", 3, "9C"),
        (TABLE, "KC ZZ", "card/bad-rank", 3, "ZZ"),
        (TABLE, "KC 5S", "record/illegal-move", None, "5S"),
        (f"TPX-Q [{TABLE}]", "", "record/bad-header", None, "TPX-Q"),
        (f"TPX-E-Q [{TABLE}]", "", "record/bad-header", None, "TPX-E-Q"),
        (f"E [{TABLE}]", "", "record/bad-header", None, "E"),
        (f"TPX-E [{TABLE}", "", "record/bad-header", None, "TPX-E"),
        (f"TPX-E-W [{TABLE}]", "", "layout/waste", 93, "AC"),
        (f"TPX-E-W [{TABLE.replace('AC', '??')}]", "", "layout/waste", 93, "??"),
    ],
    ids=str,
)
def test_what_is_no_table_is_refused(
    text: str, moves: str, code: str, position: int | None, told: str
) -> None:
    """What cannot be is refused with the card at fault and its position in the text."""
    with pytest.raises(TriPeaksError) as caught:
        read_table(text, EASY, moves)
    error = caught.value
    assert (error.code, error.position, error.text) == (code, position, told)


def test_the_place_of_an_open_card_is_named() -> None:
    """A card that has to be known is named by its number in the layout as well."""
    with pytest.raises(TriPeaksError) as caught:
        read_table(TABLE, EASY, "KC |")
    assert caught.value.details["number"] == 30


def test_an_illegal_move_is_numbered() -> None:
    """A move against the rules is named with its number and the cause."""
    with pytest.raises(TriPeaksError) as caught:
        read_table(TABLE, CLASSIC, "2D KC")
    assert dict(caught.value.details) == {"number": 2, "cause": "move/not-adjacent"}


def test_open_cards_must_all_be_known() -> None:
    """Where all cards lie face up, the first that is not named is asked for."""
    with pytest.raises(TriPeaksError) as caught:
        read_table(f"TPX-E-O [{TABLE}]")
    assert (caught.value.code, caught.value.position) == ("hint/must-be-known", 9)


def test_jokers_that_are_not_named_need_places() -> None:
    """Where the whole stock is named without the jokers of the rules, that is told."""
    two_jokers = Rules(jokers=2)
    stock = [str(card) for card in PACK if str(card) not in TABLE][:25]
    assert read_table(f"{TABLE} {' '.join(stock[:23])}", two_jokers).stock_left == 25
    with pytest.raises(TriPeaksError) as caught:
        read_table(f"{TABLE} {' '.join(stock)}", two_jokers)
    assert (caught.value.code, caught.value.text) == ("layout/jokers", "0")
