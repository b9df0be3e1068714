from __future__ import annotations

from dataclasses import replace

import pytest

from strategies import FROM_BELOW, PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError, RecordError, RulesError
from tripeaks.layout import ALL_SLOTS
from tripeaks.notation import parse_moves
from tripeaks.rules import CLASSIC, DrawPolicy, Rules
from tripeaks.solver import CLEARED, Claim, verify
from tripeaks.state import Move, Outcome, State

DEAL = Deal.from_code(PUBLISHED_CODE)
LINE = parse_moves(PUBLISHED_GAME, DEAL)
REACHES = Claim(cleared=False)


def test_a_true_claim_is_accepted() -> None:
    """The published game clears the tableau with 750 points, from the deal and from its state."""
    claim = Claim(points=750)
    for start in (DEAL, State.initial(DEAL)):
        assert verify(start, LINE).outcome is Outcome.WON
        final = verify(start, iter(LINE), claim)
        assert (final.removed, final.drawn) == (ALL_SLOTS, LINE.count(Move.DRAW))


@pytest.mark.parametrize(
    ("scoring", "points"), [("app", 772), ("hogue", 466), ("collection", 84_900), ("none", 0)]
)
def test_the_best_scores_are_confirmed(scoring: str, points: int) -> None:
    """One chain through the whole tableau earns the most a game can have."""
    line = [Move.take(slot) for slot in FROM_BELOW]
    verify(chain_deal(), line, Claim(points=points, scoring=scoring))
    verify(chain_deal(Rules(scoring=scoring)), line, Claim(points=points))


def test_a_line_may_begin_in_the_middle() -> None:
    """From the middle of a game a new chain is counted, and cleared peaks stay cleared."""
    line = [Move.take(slot) for slot in FROM_BELOW]
    state = verify(chain_deal(), line[:26], REACHES)
    assert state.removed.bit_count() == 26
    # Two takes of a new chain, the second and the third peak.
    verify(state, line[26:], Claim(points=1 + 2 + 15 + 30, scoring="hogue"))
    verify(state, line[26:], Claim(points=100 + 300 + 1000 + 5000, scoring="collection"))
    verify(state, line[26:], Claim(points=500 - 2 + 200))


def test_no_line_claims_nothing() -> None:
    """Without a move a claim holds where the tableau is clear or nothing is said of it."""
    assert verify(DEAL, (), Claim(cleared=False, points=500)) == State.initial(DEAL)
    cleared = verify(DEAL, LINE)
    assert verify(cleared, ()) == cleared
    with pytest.raises(RecordError, match="record/not-cleared"):
        verify(DEAL, ())


@pytest.mark.parametrize(
    ("moves", "number", "text", "cause"),
    [
        ("9S", 1, "9S", "move/not-adjacent"),
        ("KC 7S", 2, "7S", "move/blocked"),
        ("KC AS 2D 2D", 4, "2D", "move/gone"),
        ("| " * 24, 24, "|", "move/stock-empty"),
        (f"{PUBLISHED_GAME} |", 51, "|", "game/ended"),
    ],
    ids=["not adjacent", "covered", "gone", "no stock", "after the end"],
)
def test_an_illegal_move_is_named(moves: str, number: int, text: str, cause: str) -> None:
    """A move against the rules is refused with the card, its number and the cause."""
    for claim in (CLEARED, REACHES):
        with pytest.raises(RecordError) as caught:
            verify(DEAL, parse_moves(moves, DEAL), claim)
        error = caught.value
        assert (error.code, error.text) == ("record/illegal-move", text)
        assert dict(error.details) == {"number": number, "cause": cause}


def test_the_rules_of_the_deal_count() -> None:
    """What one rule allows is refused under another: king on ace, a draw before a take."""
    for rules, number, cause in (
        (CLASSIC, 1, "move/not-adjacent"),
        (Rules(draw_policy=DrawPolicy.ONLY_WHEN_STUCK), 33, "move/must-take"),
    ):
        with pytest.raises(RecordError) as caught:
            verify(Deal.numbered(1, rules), LINE)
        assert dict(caught.value.details) == {"number": number, "cause": cause}


@pytest.mark.parametrize("left", [1, 2, 20])
def test_a_line_too_short_is_not_cleared(left: int) -> None:
    """Legal moves that leave cards do not clear the tableau, and the refusal counts the cards."""
    line = [Move.take(slot) for slot in FROM_BELOW[:-left]]
    with pytest.raises(RecordError) as caught:
        verify(chain_deal(), line)
    assert (caught.value.code, dict(caught.value.details)) == ("record/not-cleared", {"left": left})
    verify(chain_deal(), line, REACHES)


@pytest.mark.parametrize("claimed", [749, 751, 0, -750])
def test_another_score_is_refused(claimed: int) -> None:
    """One point too many or too few is refused, with the points claimed and those reached."""
    with pytest.raises(RecordError) as caught:
        verify(DEAL, LINE, Claim(points=claimed))
    assert caught.value.code == "record/other-score"
    assert dict(caught.value.details) == {"claimed": claimed, "reached": 750}


def test_a_score_under_another_scheme_is_refused() -> None:
    """The points of one scheme are no claim under another, and unknown schemes are refused."""
    with pytest.raises(RecordError, match="record/other-score"):
        verify(DEAL, LINE, Claim(points=750, scoring="hogue"))
    for name in ("", "golf"):
        with pytest.raises(RulesError, match="rules/bad-option"):
            verify(DEAL, LINE, Claim(scoring=name))


def test_an_impossible_start_proves_nothing() -> None:
    """A line from a position that cannot come up is refused before a move is made."""
    state = replace(State.initial(DEAL), removed=ALL_SLOTS & ~1)
    with pytest.raises(LayoutError, match="state/impossible"):
        verify(state, [Move.take(0)])
