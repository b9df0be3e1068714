from __future__ import annotations

from functools import cache

import pytest

from strategies import (
    FROM_BELOW,
    PUBLISHED_CODE,
    PUBLISHED_GAME,
    chain_deal,
    with_rules,
)
from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import MoveError, RulesError
from tripeaks.game import Game
from tripeaks.layout import SUMMITS, slots_in, uncovered
from tripeaks.notation import parse_moves
from tripeaks.rules import CLASSIC, EASY, PRESETS, SCORING_NAMES, Rules, Undo
from tripeaks.scoring import SCHEMES, Score, Tally, score, shown_points
from tripeaks.state import Move

TAKES = tuple(Move.take(slot) for slot in FROM_BELOW)
DRAWS = (Move.DRAW,) * 23
PUBLISHED = Deal.from_code(PUBLISHED_CODE)


def points(name: str, deal: Deal, moves: tuple[Move, ...], undos: int = 0) -> int:
    """The shown points of a list of legal moves."""
    return score(name, deal, moves, undos).points


@cache
def tables() -> tuple[tuple[int, int], ...]:
    """How many cards, and how many summits among them, each reachable table has lost."""
    reached, found = {0}, [0]
    while found:
        removed = found.pop()
        for slot in slots_in(uncovered(removed)):
            if (after := removed | 1 << slot) not in reached:
                reached.add(after)
                found.append(after)
    return tuple(
        (mask.bit_count(), sum(mask >> summit & 1 for summit in SUMMITS)) for mask in reached
    )


def test_the_published_game_ends_with_750() -> None:
    """The published game clears peaks with moves 37, 42 and 50, its last, and has 750 points."""
    moves = parse_moves(PUBLISHED_GAME, PUBLISHED)
    game = Game(PUBLISHED)
    peaks = [number for number, move in enumerate(moves, 1) if game.push(move).peak is not None]
    assert (len(moves), peaks, game.status) == (50, [37, 42, 50], "won")
    assert game.score.points == points("app", PUBLISHED, moves) == 750


@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=["easy", "classic"])
@pytest.mark.parametrize(
    ("name", "most"), [("app", 772), ("hogue", 466), ("collection", 84_900), ("none", 0)]
)
def test_the_most_points_are_reached(name: str, most: int, rules: Rules) -> None:
    """28 takes in one chain reach the most points a scheme can give."""
    assert points(name, chain_deal(rules), TAKES) == most


def test_a_win_with_all_draws_has_749() -> None:
    """Won with all 23 cards drawn, a game has 749 app points."""
    assert points("app", chain_deal(last_in_stock=True), (*DRAWS, *TAKES)) == 749


def test_the_lowest_app_score_is_452() -> None:
    """25 takes without a peak and 23 draws have the lowest app score there is."""
    assert points("app", chain_deal(last_in_stock=True), (*DRAWS, *TAKES[:25])) == 452


def test_no_app_score_lies_outside_the_bounds() -> None:
    """Over all reachable tables, takes, peaks and 0 to 23 draws give 452 to 772 points."""
    scores = {500 - takes + 100 * peaks - draws for takes, peaks in tables() for draws in (0, 23)}
    assert (min(scores), max(scores)) == (452, 772)
    won = {500 - takes + 100 * peaks - 23 for takes, peaks in tables() if takes == 28}
    assert won == {749}


@pytest.mark.parametrize(("name", "most"), [("hogue", 466), ("collection", 84_900)])
def test_no_chain_score_is_higher(name: str, most: int) -> None:
    """No table gives more: one chain earns most, since each card earns more than the one before."""
    scheme = SCHEMES[name]
    assert scheme.step > 0 >= scheme.draw
    bounds = {
        sum(scheme.take + scheme.step * n for n in range(takes)) + sum(scheme.peaks[:peaks])
        for takes, peaks in tables()
    }
    assert max(bounds) == most


def test_the_parts_of_a_score_add_up() -> None:
    """A score says what start, takes, draws, peaks, undos and the floor each gave."""
    deal = with_rules(chain_deal(), undo=Undo(cost=5))
    moves = (*TAKES[:25], Move.DRAW)
    assert score("app", deal, moves, 3) == Score("app", 500, -25, -1, 0, -15, 0)
    assert score("hogue", deal, moves, 3) == Score("hogue", 0, 325, -5, 0, -15, 0)
    assert score("app", deal, TAKES, 0) == Score("app", 500, -28, 0, 300, 0, 0)
    assert score("collection", deal, TAKES, 1) == Score("collection", 0, 78_400, 0, 6_500, -5, 0)
    assert score("none", deal, TAKES, 2) == Score("none", 0, 0, 0, 0, -10, 0)


def test_app_never_falls_below_zero() -> None:
    """Undo costs take app points down to 0 and no further, also on the function."""
    deal = with_rules(chain_deal(), undo=Undo(cost=5))
    assert points("app", deal, (), 99) == 5
    assert points("app", deal, (), 100) == points("app", deal, (), 101) == 0
    assert score("app", deal, TAKES[:1], 200) == Score("app", 500, -1, 0, 0, -1000, 501)
    assert shown_points(SCHEMES["app"], Tally(take_points=-700)) == 0


def test_the_floor_comes_last() -> None:
    """A peak cleared while the undos cost more than there is adds to what is below zero."""
    deal = with_rules(chain_deal(), undo=Undo(cost=600))
    assert points("app", deal, TAKES[:25], 1) == 0
    assert points("app", deal, TAKES, 1) == 172


@pytest.mark.parametrize("name", ["hogue", "collection", "none"])
def test_the_other_schemes_may_fall_below_zero(name: str) -> None:
    """Only app has a floor."""
    deal = with_rules(chain_deal(), undo=Undo(cost=5))
    assert points(name, deal, (), 3) == -15
    assert points("hogue", deal, DRAWS) == -115


def test_a_draw_ends_the_chain() -> None:
    """After a draw the next card is the first of a chain again."""
    assert points("hogue", PUBLISHED, parse_moves("KC AS 2D 3S", PUBLISHED)) == 1 + 2 + 3 + 4
    assert points("hogue", PUBLISHED, parse_moves("KC AS | |", PUBLISHED)) == 1 + 2 - 5 - 5
    tally = Tally()
    for move in (*TAKES[:3], Move.DRAW, *TAKES[3:5]):
        tally = tally.after(move, SCHEMES["hogue"])
    assert (tally.chain, tally.longest_chain, tally.take_points) == (2, 3, 1 + 2 + 3 + 1 + 2)
    assert tally.draw_points == -5
    assert points("collection", chain_deal(), (*TAKES[:3], Move.DRAW)) == 100 + 300 + 500


def test_peaks_are_counted_in_the_order_of_clearing() -> None:
    """Which peak earns the most depends on when it is cleared, not on where it stands."""
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        tally, earned = Tally(), []
        for summit in order:
            after = tally.after(Move.take(summit), SCHEMES["collection"])
            earned.append(after.peak_points - tally.peak_points)
            tally = after
        assert earned == [500, 1000, 5000]


def test_the_winning_card_after_a_draw_counts() -> None:
    """The card that wins is the first of a chain and clears the third peak, like any other."""
    deal = chain_deal()
    last = deal.tableau[0]
    draws = next(
        number for number, card in enumerate(deal.stock, 1) if EASY.adjacent(card.rank, last.rank)
    )
    moves = (*TAKES[:27], *DRAWS[:draws], TAKES[27])
    assert points("app", deal, moves) == 500 - 28 - draws + 300
    assert points("hogue", deal, moves) == sum(range(1, 28)) - 5 * draws + 1 + 60
    assert points("collection", deal, moves) == 27 * 100 + 200 * sum(range(27)) + 100 + 6500
    game = Game(deal)
    for move in moves:
        event = game.push(move)
    assert (event.status, event.points, event.chain, event.peak) == ("won", 99, 1, 0)


def test_every_scheme_has_a_name_and_every_preset_a_scheme() -> None:
    """The names of the rules are the names of the schemes."""
    assert set(SCHEMES) == set(SCORING_NAMES)
    assert {rules.scoring for rules in PRESETS.values()} == set(SCORING_NAMES)
    assert SCHEMES["app"].floor == 0
    with pytest.raises(TypeError):
        SCHEMES["app"] = SCHEMES["none"]  # type: ignore[index]


@pytest.mark.parametrize("name", ["", "App", "money", "app "])
def test_unknown_schemes_are_refused(name: str) -> None:
    """A scheme that does not exist is named in the error."""
    with pytest.raises(RulesError) as caught:
        score(name, PUBLISHED, [])
    assert (caught.value.code, caught.value.text) == ("rules/bad-option", name)
    assert caught.value.details == {"option": "scoring"}


def test_illegal_moves_are_not_scored() -> None:
    """A list with a move the rules refuse has no score."""
    slot = PUBLISHED.slot_of(Card.parse("9C"))
    assert slot is not None
    with pytest.raises(MoveError) as caught:
        score("app", PUBLISHED, [Move.DRAW, Move.take(slot)])
    assert caught.value.code == "move/blocked"
