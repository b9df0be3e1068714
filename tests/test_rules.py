from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from property.by_the_book import adjacent
from strategies import examples, rules
from tripeaks.errors import RulesError
from tripeaks.rules import CLASSIC, EASY, PRESETS, DrawPolicy, Rules, Undo, Visibility

ALL_RANKS = range(13)
JOKER_RANK = -1


def defaults(chosen: Rules) -> set[str]:
    """The options that have their default value."""
    options = {field.name for field in fields(Rules)}
    return {name for name in options if getattr(chosen, name) == getattr(EASY, name)}


@pytest.mark.parametrize("wrap", [True, False], ids=["easy", "classic"])
def test_neighbours_for_all_pairs_of_ranks(wrap: bool) -> None:  # noqa: FBT001
    """Each of the 169 pairs is adjacent as the rules say, and the other way round as well."""
    chosen = Rules(wrap=wrap)
    pairs = {(a, b) for a in ALL_RANKS for b in ALL_RANKS if chosen.adjacent(a, b)}
    steps = {(rank, rank + 1) for rank in range(12)} | ({(0, 12)} if wrap else set())
    assert pairs == steps | {(b, a) for a, b in steps}
    assert len(pairs) == (26 if wrap else 24)
    assert pairs == {(a, b) for a in ALL_RANKS for b in ALL_RANKS if adjacent(a, b, wrap=wrap)}


@pytest.mark.parametrize("chosen", [EASY, CLASSIC], ids=["easy", "classic"])
def test_a_joker_is_every_cards_neighbour(chosen: Rules) -> None:
    """A joker is adjacent to every rank and to another joker, from either side."""
    for rank in (*ALL_RANKS, JOKER_RANK):
        assert chosen.adjacent(rank, JOKER_RANK)
        assert chosen.adjacent(JOKER_RANK, rank)


def test_presets_are_the_documented_rule_sets() -> None:
    """Each preset has the options of its row in the table of the rules, and defaults beside."""
    free, five, off = Undo(), Undo(cost=5), Undo(allowed=False)
    rows = {
        "easy": (True, "closed", "anytime", "app", free),
        "classic": (False, "closed", "anytime", "app", free),
        "cards4": (True, "closed", "anytime", "none", free),
        "bliss": (False, "open", "anytime", "app", five),
        "bliss-easy": (True, "open", "anytime", "app", five),
        "traditional": (False, "closed", "only_when_stuck", "hogue", off),
        "windows": (True, "closed", "anytime", "hogue", off),
        "collection": (True, "closed", "anytime", "collection", free),
    }
    assert list(PRESETS) == list(rows)
    for name, preset in PRESETS.items():
        row = (preset.wrap, preset.visibility, preset.draw_policy, preset.scoring, preset.undo)
        assert row == rows[name]
        assert (preset.jokers, preset.empty_waste, preset.mistake_help) == (0, False, True)
        assert preset.preset == name


def test_the_default_is_easy() -> None:
    """Rules without options are the preset easy."""
    assert Rules() == EASY == PRESETS["easy"]
    assert PRESETS["classic"] == CLASSIC


@pytest.mark.parametrize(
    "options",
    [{"jokers": 1}, {"empty_waste": True}, {"mistake_help": False}, {"undo": Undo(cost=1)}],
)
def test_any_other_option_makes_rules_custom(options: dict[str, Any]) -> None:
    """Rules that differ from every preset in one option have no preset's name."""
    assert Rules(**options).preset is None


@pytest.mark.parametrize(
    ("chosen", "letters"),
    [
        (EASY, ""),
        (Rules(draw_policy=DrawPolicy.ONLY_WHEN_STUCK), "D"),
        (Rules(jokers=1), "J1"),
        (Rules(jokers=4), "J4"),
        (Rules(visibility=Visibility.OPEN), "O"),
        (Rules(empty_waste=True), "W"),
        (
            Rules(
                draw_policy=DrawPolicy.ONLY_WHEN_STUCK,
                jokers=3,
                visibility=Visibility.OPEN,
                empty_waste=True,
            ),
            "DJ3OW",
        ),
        (Rules(scoring="hogue", undo=Undo(cost=5), mistake_help=False), ""),
    ],
    ids=repr,
)
def test_option_letters_are_sorted(chosen: Rules, letters: str) -> None:
    """Options that change the deal, the sight or the moves have letters; the others have none."""
    assert chosen.option_letters == letters
    assert (chosen.letter, replace(chosen, wrap=False).letter) == ("E", "C")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("wrap", 1),
        ("wrap", None),
        ("wrap", "E"),
        ("visibility", "half"),
        ("visibility", None),
        ("visibility", "OPEN"),
        ("draw_policy", "never"),
        ("draw_policy", True),
        ("jokers", -1),
        ("jokers", 5),
        ("jokers", True),
        ("jokers", 1.0),
        ("jokers", "2"),
        ("empty_waste", 0),
        ("scoring", "App"),
        ("scoring", ""),
        ("scoring", None),
        ("undo", True),
        ("undo", None),
        ("undo", Undo(cost=-1)),
        ("undo", Undo(cost=1001)),
        ("undo", Undo(cost=5.0)),  # type: ignore[arg-type]
        ("undo", Undo(cost=True)),
        ("undo", Undo(allowed="no")),  # type: ignore[arg-type]
        ("mistake_help", "on"),
    ],
    ids=repr,
)
def test_values_that_do_not_exist_are_refused(option: str, value: Any) -> None:
    """A value of another type or outside its range is refused, naming option and value."""
    with pytest.raises(RulesError) as caught:
        Rules(**{option: value})
    error = caught.value
    assert (error.code, error.text) == ("rules/bad-option", str(value))
    assert error.details == {"option": option}


@examples(80)
@given(rules())
def test_the_expression_of_rules_gives_them_again(chosen: Rules) -> None:
    """The repr of any rules can be pasted back, and names only what is not the default."""
    assert eval(repr(chosen)) == chosen  # noqa: S307 - the promise is that repr is an expression
    assert all(f"{option}=" not in repr(chosen) for option in defaults(chosen))


@pytest.mark.parametrize("name", PRESETS)
def test_the_expression_of_a_preset_gives_it_again(name: str) -> None:
    """The repr of every preset can be pasted back."""
    assert eval(repr(PRESETS[name])) == PRESETS[name]  # noqa: S307 - see above
    assert repr(EASY) == "Rules()"
    assert repr(CLASSIC) == "Rules(wrap=False)"


def test_rules_cannot_be_changed() -> None:
    """Rules and the table of presets are fixed."""
    with pytest.raises(AttributeError):
        EASY.jokers = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["easy"] = CLASSIC  # type: ignore[index]
    with pytest.raises(TypeError):
        Rules(True)  # type: ignore[call-arg]  # noqa: FBT003
