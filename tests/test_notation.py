from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import PUBLISHED_CODE, PUBLISHED_GAME, deals, examples, games, rules
from tripeaks.deal import Deal
from tripeaks.errors import CardError, CodeError, LayoutError, RecordError, TriPeaksError
from tripeaks.layout import SLOTS
from tripeaks.notation import Record, format_moves, parse_moves, replay
from tripeaks.rules import CLASSIC, EASY, Rules, Undo, Visibility
from tripeaks.state import MOVES, Move

DEAL = Deal.from_code(PUBLISHED_CODE)
LAYOUT = str(DEAL)


def refused(text: str) -> TriPeaksError:
    """The error a record is refused with."""
    with pytest.raises(TriPeaksError) as caught:
        Record.parse(text)
    return caught.value


def test_moves_are_written_as_cards_and_draw_signs() -> None:
    """A take is written as the card, a draw as a stroke, and read again."""
    moves = (Move.take(20), Move.DRAW, Move.take(27), Move.DRAW)
    assert format_moves(moves, DEAL) == "KC | 9S |"
    assert parse_moves("KC | 9S |", DEAL) == moves
    assert format_moves((), DEAL) == ""
    assert parse_moves(" \n", DEAL) == ()


@examples(100)
@given(deals(), st.lists(st.sampled_from(MOVES), max_size=60))
def test_move_lists_are_read_as_written(deal: Deal, moves: list[Move]) -> None:
    """Any list of moves, legal or not, is read as it was written."""
    assert parse_moves(format_moves(moves, deal), deal) == tuple(moves)


def test_moves_are_read_in_any_spelling() -> None:
    """Signs, other letters, lower case and missing blanks beside a stroke are read."""
    assert parse_moves("K♣|as  ||\t10♦\nbs", DEAL) == parse_moves("KC | AS | | TD JS", DEAL)
    assert parse_moves("RC VS DH", DEAL) == parse_moves("KC JS QH", DEAL)


@pytest.mark.parametrize(
    ("text", "code", "named", "position"),
    [
        ("KC XX", "card/bad-rank", "XX", 3),
        ("KC | K?", "card/bad-suit", "K?", 6),
        ("KC ??", "card/unknown", "??", 3),
        ("KC  AC", "record/not-in-tableau", "AC", 4),
        ("KC |*", "record/not-in-tableau", "*", 4),
        ("KC ‖", "card/bad-rank", "‖", 3),
        ("KC\x00", "card/bad-rank", "KC\x00", 0),
    ],
    ids=ascii,
)
def test_bad_moves_are_placed(text: str, code: str, named: str, position: int) -> None:
    """What is no move of the deal is named with its position, counted from the record's start."""
    with pytest.raises(TriPeaksError) as caught:
        parse_moves(text, DEAL)
    error = caught.value
    assert (error.code, error.text, error.position) == (code, named, position)
    whole = refused(f"{PUBLISHED_CODE} undos=2:{text}")
    offset = len(PUBLISHED_CODE) + len(" undos=2:")
    assert (whole.code, whole.text, whole.position) == (code, named, offset + position)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("TP1-E-AAAAAAB:", "TP1-E-AAAAAAB:"),
        ("tp1 e aaaaaab: kc as | ", "TP1-E-AAAAAAB: KC AS |"),
        ("AAAAAAB:KC", "TP1-E-AAAAAAB: KC"),
        ("TP1-N-AAAAAAB scoring=app undos=0 undo_cost=0: |", "TP1-E-AAAAAAB: |"),
        (
            "TP1-C-AAAAAAD-WO undo_cost=5 undos=3 scoring=none : | |",
            "TP1-C-AAAAAAD-OW scoring=none undos=3 undo_cost=5: | |",
        ),
        ("TP1-E-AAAAAAB  undos=007:", "TP1-E-AAAAAAB undos=7:"),
        (f"TPX-E [{LAYOUT}]: KC", f"TPX-E [{LAYOUT}]: KC"),
        (f" tpx c[ {LAYOUT.lower()}  ] scoring=hogue:", f"TPX-C [{LAYOUT}] scoring=hogue:"),
        (f"TPX-N-DO [{LAYOUT}]:", f"TPX-E-DO [{LAYOUT}]:"),
        (f"TPX-E-J2 [{LAYOUT} * *]:", f"TPX-E-J2 [{LAYOUT} * *]:"),
        (
            f"TPX-C-W [{LAYOUT[:84]}- {LAYOUT[84:]}]: 3S |",
            f"TPX-C-W [{LAYOUT[:84]}- {LAYOUT[84:]}]: 3S |",
        ),
    ],
    ids=lambda text: ascii(text)[:40] + str(len(text)),
)
def test_records_are_read_and_written(text: str, written: str) -> None:
    """A record is read as people type it and written in the canonical form, defaults left out."""
    record = Record.parse(text)
    assert str(record) == written
    assert str(Record.parse(written)) == written


@examples(80)
@given(
    deals(),
    st.lists(st.sampled_from(MOVES), max_size=60),
    st.integers(0, 10_000),
)
def test_records_are_read_as_written(deal: Deal, moves: list[Move], undos: int) -> None:
    """Reading a written record gives the record, and writing a read one gives the text."""
    record = Record(deal, tuple(moves), undos)
    again = Record.parse(str(record))
    assert again == record
    assert (again.deal.number, again.deal.rules) == (record.deal.number, record.deal.rules)
    assert str(again) == str(record)


@examples(60)
@given(games())
def test_a_record_keeps_all_that_scores_a_game(game: Any) -> None:
    """Code, scoring, cost of an undo, undos and moves survive; undo off and help do not matter."""
    kept = Record.parse(game.record()).deal.rules
    played = game.deal.rules
    assert kept == replace(played, undo=Undo(cost=played.undo.cost), mistake_help=True)


def test_a_record_leaves_out_what_it_does_not_need() -> None:
    """Scoring app, no undos and free undo are not written; other values are."""
    assert str(Record(DEAL)) == "TP1-E-AAAAAAB:"
    rules = Rules(scoring="hogue", undo=Undo(cost=3), mistake_help=False)
    record = Record(Deal.numbered(1, rules), (Move.DRAW,), 2)
    assert str(record) == "TP1-E-AAAAAAB scoring=hogue undos=2 undo_cost=3: |"


@pytest.mark.parametrize(
    ("text", "kind", "code", "position"),
    [
        ("", RecordError, "record/no-colon", None),
        ("TP1-E-AAAAAAB KC", RecordError, "record/no-colon", None),
        (":", CodeError, "code/empty", None),
        (" : KC", CodeError, "code/empty", None),
        ("TP1-E-AAAAAA:", CodeError, "code/length", None),
        ("TP1-X-AAAAAAB: KC", CodeError, "code/bad-rule", 4),
        (" TP1-E-AAAA9AB: KC", CodeError, "code/bad-letter", 11),
        ("TP1-E-AAAAAAB =3:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undo=1:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=1 KC: KC", RecordError, "record/bad-option", 22),
        ("TP1-E-AAAAAAB undos=1 undos=1:", RecordError, "record/bad-option", 22),
        ("TP1-E-AAAAAAB undos=-1:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=1.0:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=10001:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=٣:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undos=²:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB undo_cost=1001:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB Scoring=app:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB scoring=App:", RecordError, "record/bad-option", 14),
        ("TP1-E-AAAAAAB scoring=:", RecordError, "record/bad-option", 14),
        (f"TPX-E [{LAYOUT}:", RecordError, "record/bad-header", None),
        (f"TPX [{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"TPX-X [{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"TPX-E-Q [{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"TPX-E-AAAAAAB [{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"TP1-E-AAAAAAB [{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"[{LAYOUT}]:", RecordError, "record/bad-header", None),
        (f"TPX-E [{LAYOUT}] x:", RecordError, "record/bad-header", None),
        (f"\uff34PX-E [{LAYOUT}]:", RecordError, "record/bad-header", None),
        ("TPX-E []:", LayoutError, "layout/count", None),
        (f"TPX-E-J1 [{LAYOUT}]:", LayoutError, "layout/count", None),
        (f"TPX-E-W [{LAYOUT} *]:", LayoutError, "layout/waste", None),
        (f"TPX-E [9C 9{LAYOUT[4:]}]:", LayoutError, "layout/card-twice", 10),
        (f"TPX-E [* {LAYOUT[3:]}]:", LayoutError, "layout/joker-place", 7),
        (f"TPX-E [ ?? {LAYOUT[3:]}]:", CardError, "card/unknown", 8),
        (f"TPX-E [9C 6? {LAYOUT[6:]}]:", CardError, "card/bad-suit", 11),
    ],
    ids=lambda value: ascii(value).replace(LAYOUT, "...") if isinstance(value, str) else "",
)
def test_bad_records_are_refused(
    text: str, kind: type[TriPeaksError], code: str, position: int | None
) -> None:
    """Each kind of mistake has its code, and its position in the whole text where it has one."""
    error = refused(text)
    assert (type(error), error.code, error.position) == (kind, code, position)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 40_000 + ":",
        "A" * 1_000_000,
        "AAAAAAB " + "x" * 40_000 + ":",
        "AAAAAAB " + "undos=1 " * 125_000 + ":",
        "AAAAAAB undos=" + "1" * 1_000_000 + ":",
        "AAAAAAB: " + "K" * 1_000_000,
        "AAAAAAB: " + "KC " * 100_000 + "XX",
        "TPX-E [" + "KC " * 333_333 + "]:",
        "TPX-" + "E" * 40_000 + " []:",
        "TPX-E " + "[" * 1_000_000 + ":",
        " " * 1_000_000 + ":",
    ],
    ids=lambda text: f"{text[:12]}...{text[-4:]}",
)
def test_long_texts_are_refused_fast(text: str) -> None:
    """A long text, up to a megabyte, is refused in a time that grows no faster than the text."""
    begin = time.process_time()
    error = refused(text)
    assert time.process_time() - begin < 4
    assert len(str(error)) < 200


@examples(100)
@given(st.text(max_size=60) | st.text("TPX1ECAB27 []:=|KQJ-undos", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is typed gives a record, or one of the program's own errors."""
    try:
        record = Record.parse(text)
    except TriPeaksError:
        return
    assert Record.parse(str(record)) == record


def test_a_published_game_is_replayed() -> None:
    """The moves of a record lead to the position they tell of."""
    record = Record.parse(f"{PUBLISHED_CODE}: {PUBLISHED_GAME}")
    assert replay(record.deal, record.moves).outcome == "won"
    assert str(record) == f"{PUBLISHED_CODE}: {PUBLISHED_GAME}"


@pytest.mark.parametrize(
    ("moves", "card", "number", "cause"),
    [
        ("3S", "3S", 1, "move/not-adjacent"),
        ("KC AS 9C", "9C", 3, "move/blocked"),
        ("KC KC", "KC", 2, "move/gone"),
        ("| " * 24, "|", 24, "move/stock-empty"),
        (f"{PUBLISHED_GAME} |", "|", 51, "game/ended"),
    ],
    ids=["not adjacent", "blocked", "gone", "stock empty", "ended"],
)
def test_illegal_moves_are_named(moves: str, card: str, number: int, cause: str) -> None:
    """A record with an illegal move is refused with the card, the move's number and the cause."""
    with pytest.raises(RecordError) as caught:
        replay(DEAL, parse_moves(moves, DEAL))
    error = caught.value
    assert (error.code, error.text) == ("record/illegal-move", card)
    assert error.details == {"number": number, "cause": cause}


@examples(60)
@given(rules(), st.integers(0, SLOTS - 1))
def test_a_record_is_a_value(chosen: Rules, slot: int) -> None:
    """Records of the same deal, moves and undos are equal whichever way they were made."""
    record = Record(Deal.numbered(7, chosen), (Move.take(slot),), 1)
    assert record == Record(Deal.numbered(7, chosen), (Move.take(slot),), 1)
    assert record != replace(record, undos=2)
    assert Record(DEAL) != Record(Deal.numbered(1, CLASSIC))
    assert Record(DEAL) != Record(Deal.numbered(1, Rules(visibility=Visibility.OPEN)))
    assert Record(DEAL).deal.rules == EASY
