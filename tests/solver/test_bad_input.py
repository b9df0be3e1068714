"""Whatever is wrong with a question, the answer is an error that says what, never a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from strategies import PUBLISHED_CODE
from tripeaks import words
from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError, RulesError, SolverError, TriPeaksError
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.rules import EASY, Rules
from tripeaks.solver import Goal, analyse, solve, verify
from tripeaks.state import State

DEAL = Deal.from_code(PUBLISHED_CODE)
START = State.initial(DEAL)
CARDS = str(DEAL).split()

QUESTIONS: dict[str, Callable[[State], object]] = {
    "solve": solve,
    "score": lambda state: solve(state, Goal.MAX_SCORE),
    "limit": lambda state: solve(state, max_states=10),
    "analyse": lambda state: analyse(state.deal).winnable(state),
    "verify": lambda state: verify(state, ()),
}


def written(**changes: str) -> str:
    """The layout of the published deal with some words changed."""
    cards = list(CARDS)
    for place, word in changes.items():
        cards[int(place[1:])] = word
    return " ".join(cards)


def asked(text: str, rules: Rules = EASY) -> TriPeaksError:
    """What is refused when a layout is solved, in a sentence of each language."""
    with pytest.raises(TriPeaksError) as caught:
        solve(State.initial(Deal.parse(text, rules)))
    for language in LANGUAGES:
        assert "{" not in words.error_sentence(caught.value, sentences(language))
    return caught.value


@pytest.mark.parametrize(
    ("text", "rules", "found", "expected"),
    [
        (" ".join(CARDS[:-1]), EASY, "51", 52),
        (" ".join(CARDS[:10]), EASY, "10", 52),
        ("", EASY, "0", 52),
        (" ".join([*CARDS, "*"]), EASY, "53", 52),
        (" ".join(CARDS), Rules(jokers=2), "52", 54),
        (" ".join(CARDS), Rules(empty_waste=True), "52", 53),
    ],
    ids=["one fewer", "ten", "none", "one more", "no jokers", "no empty waste"],
)
def test_another_number_of_cards_is_refused(
    text: str, rules: Rules, found: str, expected: int
) -> None:
    """A layout of fewer or more cards than the rules deal is refused with both numbers."""
    error = asked(text, rules)
    assert (error.code, error.text) == ("layout/count", found)
    assert error.details["expected"] == expected


def test_a_card_twice_is_refused() -> None:
    """A card that lies there twice is named with its place in the text, wherever it lies."""
    for place in (1, 27, 28, 29, 51):
        error = asked(written(**{f"p{place}": CARDS[0]}))
        assert (error.code, error.text) == ("layout/card-twice", CARDS[0])
        assert error.position == len(" ".join(CARDS[:place])) + 1


@pytest.mark.parametrize(
    ("word", "code", "within"),
    [
        ("XX", "card/bad-rank", 0),
        ("7X", "card/bad-suit", 1),
        ("11H", "card/bad-rank", 0),
        ("Ж♠", "card/bad-rank", 0),
        ("7", "card/bad-rank", 0),
        ("??", "card/unknown", 0),
    ],
)
def test_unreadable_cards_are_refused(word: str, code: str, within: int) -> None:
    """Unknown letters and unknown cards are refused with the word and its place in the text."""
    for place in (0, 13, 28, 51):
        text = written(**{f"p{place}": word})
        error = asked(text)
        assert (error.code, error.text) == (code, word)
        assert error.position == len(" ".join(CARDS[:place])) + (place > 0) + within


def test_a_joker_lies_in_the_stock_alone() -> None:
    """A joker in the tableau or on the waste is refused, as is one too many."""
    rules = Rules(jokers=1)
    for place in (0, 28):
        text = f"{written(**{f'p{place}': '*'})} {CARDS[place]}"
        assert asked(text, rules).code == "layout/joker-place"
    assert asked(written(p51="*")).code == "layout/jokers"


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize(
    ("state", "text", "cause"),
    [
        (replace(START, removed=1 << 13), "7S", "state/covered"),
        (replace(START, removed=1 << 40), str(1 << 40), "state/removed"),
        (replace(START, drawn=24), "24", "state/drawn"),
        (replace(START, top=None), "-", "state/top"),
        (replace(START, top=Card.parse("9C")), "9C", "state/top"),
    ],
    ids=["covered", "mask", "drawn", "no top", "top"],
)
def test_an_impossible_position_is_refused(
    question: Callable[[State], object], state: State, text: str, cause: str
) -> None:
    """No question gives a verdict on a position that cannot come up."""
    with pytest.raises(LayoutError) as caught:
        question(state)
    error = caught.value
    assert (error.code, error.text, error.details["cause"]) == ("state/impossible", text, cause)
    for language in LANGUAGES:
        sentence = words.error_sentence(error, sentences(language))
        assert text in sentence
        assert sentences(language).text(f"error.{cause}") in sentence


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_deal_of_too_few_cards_is_refused(question: Callable[[State], object]) -> None:
    """A deal that was made past its own checks, with other than 28 cards, is refused."""
    for tableau in (DEAL.tableau[:27], (*DEAL.tableau, DEAL.tableau[0])):
        with pytest.raises(LayoutError, match="layout/count"):
            question(State.initial(replace(DEAL, tableau=tableau)))


@pytest.mark.parametrize("limit", [0, -1, 1.5, "10", True], ids=repr)
def test_limits_are_whole_numbers(limit: int) -> None:
    """A limit below one position, or no whole number, is refused."""
    with pytest.raises(SolverError) as caught:
        solve(START, max_states=limit)
    assert (caught.value.code, caught.value.text) == ("solver/bad-limit", str(limit))


@pytest.mark.parametrize("goal", ["win", "", None, 3], ids=repr)
def test_unknown_goals_are_refused(goal: Goal) -> None:
    """A goal that does not exist is refused with what was given."""
    with pytest.raises(SolverError) as caught:
        solve(START, goal)
    assert (caught.value.code, caught.value.text) == ("solver/bad-goal", str(goal))


@pytest.mark.parametrize("scoring", ["golf", ""])
def test_unknown_schemes_are_refused(scoring: str) -> None:
    """A scoring scheme that does not exist is refused, whatever the goal."""
    for goal in Goal:
        with pytest.raises(RulesError, match="rules/bad-option"):
            solve(START, goal, scoring)
