from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import examples, numbers, rules
from tripeaks.codes import ALPHABET, DEAL_NUMBERS, format_code, parse_code
from tripeaks.errors import CodeError
from tripeaks.rules import CLASSIC, EASY, DrawPolicy, Rules, Undo, Visibility

BLANKS = " \t\n\r\x0b\x0c-"
CODE_LETTERS = set(ALPHABET) | set(ALPHABET.lower()) | set("018")


def refused(text: str, selected: Rules = EASY) -> CodeError:
    """The error a text is refused with."""
    with pytest.raises(CodeError) as caught:
        parse_code(text, selected)
    return caught.value


def spoken_of(chosen: Rules, selected: Rules) -> Rules:
    """The rules a whole code gives: what it speaks of, and the rest from what is selected."""
    return replace(
        selected,
        wrap=chosen.wrap,
        visibility=chosen.visibility,
        draw_policy=chosen.draw_policy,
        jokers=chosen.jokers,
        empty_waste=chosen.empty_waste,
    )


def test_numbers_count_through_the_letters() -> None:
    """Seven base32 letters, most significant first, count from AAAAAAA to 7777777."""
    codes = {0: "AAAAAAA", 1: "AAAAAAB", 31: "AAAAAA7", 32: "AAAAABA", 2**30: "BAAAAAA"}
    for number, letters in codes.items():
        assert format_code(number, EASY) == f"TP1-E-{letters}"
    assert DEAL_NUMBERS == 34_359_738_368
    assert format_code(DEAL_NUMBERS - 1, CLASSIC) == "TP1-C-7777777"


@examples(100)
@given(numbers(), rules(), rules())
def test_codes_are_read_as_written(number: int, chosen: Rules, selected: Rules) -> None:
    """Reading a written code gives its number, its options, and the rest as selected."""
    code = format_code(number, chosen)
    read, read_rules = parse_code(code, selected)
    assert (read, read_rules) == (number, spoken_of(chosen, selected))
    assert format_code(read, read_rules) == code


@examples(100)
@given(numbers(), rules(), st.data())
def test_reading_is_forgiving(number: int, chosen: Rules, data: st.DataObject) -> None:
    """Case, blanks and dashes anywhere or nowhere, look-alikes, N for E and order do not matter."""
    code = format_code(number, chosen)
    _, rule, letters, *options = code.split("-")
    tokens = re.findall(r"J\d|.", "".join(options))
    twins = {"O": "O0", "I": "I1", "B": "B8"}
    typed = "TP1" + (data.draw(st.sampled_from("EN")) if rule == "E" else rule)
    typed += "".join(data.draw(st.sampled_from(twins.get(letter, letter))) for letter in letters)
    typed += "".join(data.draw(st.permutations(tokens)))
    typed = "".join(
        data.draw(st.text(BLANKS, max_size=2))
        + (letter.lower() if data.draw(st.booleans()) else letter)
        for letter in typed
    ) + data.draw(st.text(BLANKS, max_size=2))
    assert format_code(*parse_code(typed, EASY)) == code


@examples(100)
@given(numbers(), rules())
def test_seven_letters_take_what_is_selected(number: int, selected: Rules) -> None:
    """A code without prefix takes the rule and all options that are selected."""
    letters = format_code(number, EASY).split("-")[2]
    assert parse_code(letters, selected) == (number, selected)


def test_a_whole_code_wins_over_what_is_selected() -> None:
    """A whole code gives rule and options; scoring, undo and mistake help stay as selected."""
    selected = Rules(
        wrap=False,
        visibility=Visibility.OPEN,
        draw_policy=DrawPolicy.ONLY_WHEN_STUCK,
        jokers=3,
        empty_waste=True,
        scoring="hogue",
        undo=Undo(cost=7),
        mistake_help=False,
    )
    kept = Rules(scoring="hogue", undo=Undo(cost=7), mistake_help=False)
    assert parse_code("TP1-E-AAAAAAB", selected) == (1, kept)
    assert parse_code("TP1-C-AAAAAABJ1", selected) == (1, replace(kept, wrap=False, jokers=1))


@examples(150)
@given(numbers(), rules(), st.data())
def test_one_wrong_character_is_found(number: int, chosen: Rules, data: st.DataObject) -> None:
    """One character that no code holds is named, with its position in the text as typed."""
    blanks = data.draw(st.text(BLANKS, max_size=3))
    code = blanks + format_code(number, chosen) + blanks
    places = [index for index, letter in enumerate(code) if letter not in BLANKS]
    place = data.draw(st.sampled_from(places))
    part = places.index(place)
    wrong = data.draw(
        st.sampled_from("!?_.,;:/\\'\"|9\x00\x1b\u00a0\u2013\u2014\u2212ıſÅÀéßκАВСЕＡ０１👍")
        | st.characters(codec="utf-8", exclude_characters=BLANKS).filter(
            lambda letter: letter not in CODE_LETTERS
        )
    )
    error = refused(code[:place] + wrong + code[place + 1 :])
    kinds = ["code/bad-prefix"] * 3 + ["code/bad-rule"] + ["code/bad-letter"] * 7
    assert error.code == (kinds[part] if part < 11 else "code/bad-option")
    assert (error.position, error.text) == (place, wrong)


@examples(100)
@given(st.text(max_size=25) | st.text("TP1ENCDJOWAB278 -", max_size=25))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is typed gives a code, or an error whose position holds the named character."""
    try:
        number, chosen = parse_code(text, EASY)
    except CodeError as caught:
        error = caught
    else:
        assert parse_code(format_code(number, chosen), EASY) == (number, chosen)
        return
    assert error.text == (text if error.position is None else text[error.position])


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("-", "code/empty", None),
        ("\n\t- -", "code/empty", None),
        ("TP1", "code/length", None),
        ("TP1-E", "code/length", None),
        ("TP1EAAA", "code/length", None),
        ("AAAAAA", "code/length", None),
        ("AAAAAAAA", "code/length", None),
        ("TP1AAAAAAB", "code/bad-rule", 3),
        ("TPI-E-AAAAAAB", "code/bad-prefix", 2),
        ("TP-E-AAAAAAB", "code/bad-prefix", 3),
        ("XTP1-E-AAAAAAB", "code/bad-prefix", 0),
        ("TP1-E-AAAAAAB-D-D", "code/bad-option", 16),
        ("TP1-E-AAAAAAB-J1J2", "code/bad-option", 16),
        ("TP1-E-AAAAAAB-DJ4OWQ", "code/bad-option", 19),
        ("TP1-E-AAAAAAB-DJ4OW--D", "code/bad-option", 21),
        ("TP1-E-AAAAAAB-J0", "code/bad-option", 15),
        ("TP1-E-AAAAAAB-JD", "code/bad-option", 15),
        ("TP1-E-AAAAAAB-2", "code/bad-option", 14),
        ("TP1-E-AAAAAAB-W J", "code/bad-option", 16),
        ("TP1-E-AAAAAAB-J\u0662", "code/bad-option", 15),
        # Minus sign, no-break space and zero-width space are no blanks or dashes of a code.
        ("TP1\u2212E\u2212AAAAAAB", "code/bad-rule", 3),
        ("TP1\u00a0E AAAAAAB", "code/bad-rule", 3),
        ("TP1-E-AAA\u200bAAAB", "code/bad-letter", 9),
    ],
    ids=ascii,
)
def test_bad_codes_are_refused(text: str, code: str, position: int | None) -> None:
    """Each kind of mistake has its code and names its place as typed."""
    error = refused(text)
    assert (error.code, error.position) == (code, position)
    if position is not None:
        assert error.text == text[position]


def test_the_character_is_named_as_it_was_typed() -> None:
    """A refused letter comes back in the case it was typed in."""
    assert refused("tp1-x-aaaaaab").text == "x"
    assert refused("tp1-e-aaaaaab-q").text == "q"


@pytest.mark.parametrize("text", ["A", " ", "TP1-E-AAAAAAB", "TP1-E-AAAAAAB-DO", "\x00", "J1"])
def test_a_megabyte_is_refused_fast(text: str) -> None:
    """A megabyte of text is refused in a time that grows no faster than the text."""
    begin = time.process_time()
    refused(text * (1_000_000 // len(text)))
    assert time.process_time() - begin < 3
