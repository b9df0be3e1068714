from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from strategies import deals, examples, rules
from tripeaks.deal import Deal
from tripeaks.errors import CodeError, RulesError, TriPeaksError
from tripeaks.rules import EASY, PRESETS, Rules
from tripeaks.store.codec import (
    deal_text,
    read_deal,
    read_rules,
    rules_as_data,
    rules_from_data,
    rules_text,
)


@examples(200)
@given(options=rules())
def test_rules_come_back(options: Rules) -> None:
    """Any rules come back from their text, equal in every option and its type."""
    text = rules_text(options)
    assert read_rules(text) == options
    assert repr(read_rules(text)) == repr(options)
    assert rules_text(read_rules(text)) == text


def test_text_of_rules_is_frozen() -> None:
    """The text of rules stays as saved files have it."""
    assert rules_text(PRESETS["bliss"]) == (
        '{"draw_policy":"anytime","empty_waste":false,"jokers":0,"mistake_help":true,'
        '"scoring":"app","undo":{"allowed":true,"cost":5},"visibility":"open","wrap":false}'
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("speed", 1),
        ("jokers", "1"),
        ("jokers", 5),
        ("wrap", 1),
        ("visibility", "hidden"),
        ("draw_policy", []),
        ("scoring", None),
        ("undo", True),
        ("undo", {"allowed": True}),
        ("undo", {"allowed": 1, "cost": 5}),
        ("undo", {"allowed": True, "cost": "5"}),
        ("undo", {"allowed": True, "cost": -1}),
    ],
    ids=str,
)
def test_other_rules_are_refused(option: str, value: object) -> None:
    """Rules with an option that is unknown or impossible are refused."""
    with pytest.raises(RulesError) as caught:
        rules_from_data({**rules_as_data(EASY), option: value})
    assert caught.value.code == "rules/bad-option"


@pytest.mark.parametrize("option", list(rules_as_data(EASY)))
def test_rules_with_a_gap_are_refused(option: str) -> None:
    """Rules with an option missing are refused."""
    data = rules_as_data(EASY)
    del data[option]
    with pytest.raises(RulesError):
        rules_from_data(data)


@examples(80)
@given(deal=deals())
def test_deals_come_back(deal: Deal) -> None:
    """Any deal, numbered or laid out, comes back from its text and rules."""
    text = deal_text(deal)
    read = read_deal(text, deal.rules)
    assert (read, read.number, deal_text(read)) == (deal, deal.number, text)


@examples(40)
@given(deal=deals(), other=rules())
def test_identity_of_a_deal_leaves_out_scoring_undo_and_help(deal: Deal, other: Rules) -> None:
    """Scoring, undo and mistake help make no other deal."""
    told = replace(
        deal.rules, scoring=other.scoring, undo=other.undo, mistake_help=other.mistake_help
    )
    assert deal_text(replace(deal, rules=told)) == deal_text(deal)


@pytest.mark.parametrize(
    "text", ["tp1-e-aaaaaab", "TP1-N-AAAAAAB", "TP1-C-AAAAAAB", "TP1-E-AAAAAAB-O", "AAAAAAB", ""]
)
def test_only_the_canonical_code_is_read(text: str) -> None:
    """A code that is not written as we write it, or speaks of other rules, is refused."""
    with pytest.raises(CodeError):
        read_deal(text, EASY)


def test_record_is_no_deal() -> None:
    """A text with anything after the deal is refused."""
    for text in ("TP1-E-AAAAAAB undos=1", "TP1-E-AAAAAAB: KC", "TP1-E-AAAAAAB scoring=app"):
        with pytest.raises(TriPeaksError):
            read_deal(text, EASY)
