from __future__ import annotations

import re
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given

from coach.brute import draw_truths, longest_chain, take_truths
from strategies import chain_deal, examples, games, rules
from tripeaks.cards import Card
from tripeaks.coach.outlook import Outlook
from tripeaks.coach.reasons import Reason, ReasonCode, reasons_for
from tripeaks.coach.saying import reason_sentence
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.rules import CLASSIC, EASY, Rules, Visibility
from tripeaks.state import Move


def told(game: Game, move: Move) -> tuple[Reason, ...]:
    return reasons_for(Outlook(game.view()), move)


def codes(game: Game, move: Move) -> list[ReasonCode]:
    return [reason.code for reason in told(game, move)]


@given(games(rules(visibility=Visibility.CLOSED)))
@examples(300)
def test_every_reason_is_true_and_none_is_missing(game: Game) -> None:
    """What is said for a move is exactly what a slow and plain look at the table finds."""
    view = game.view()
    outlook = Outlook(view)
    for move in view.legal:
        truths = draw_truths(view) if move.is_draw else take_truths(view, move)
        said = reasons_for(outlook, move)
        assert set(said) == truths
        assert len(said) == len(truths) > 0


def test_whole_games_are_explained() -> None:
    """From the first move to the end of many games, some moves undone, it is the same."""
    rng, found = Random(3), set()
    variants = (EASY, CLASSIC, Rules(jokers=3), Rules(wrap=False, empty_waste=True))
    for number in range(40):
        game = Game(Deal.numbered(rng.getrandbits(35), variants[number % len(variants)]))
        while moves := game.view().legal:
            view, outlook = game.view(), Outlook(game.view())
            for move in moves:
                said = set(reasons_for(outlook, move))
                assert said == (draw_truths(view) if move.is_draw else take_truths(view, move))
                found |= {reason.code for reason in said}
            game.push(rng.choice(moves))
            if rng.random() < 0.1 and game.can_undo:
                game.undo()
    rare = {ReasonCode.WINS, ReasonCode.CLEARS_ALL, ReasonCode.ONLY_MOVE, ReasonCode.SAVES_STOCK}
    assert found >= set(ReasonCode) - rare


@given(games(rules(visibility=Visibility.OPEN)))
@examples(60)
def test_open_cards_change_nothing_of_that(game: Game) -> None:
    """With all cards face up, where few enough are left for a plain look, it is the same."""
    view = game.view()
    if view.removed.bit_count() < 12:
        return
    outlook = Outlook(view)
    for move in view.legal:
        truths = draw_truths(view) if move.is_draw else take_truths(view, move)
        assert set(reasons_for(outlook, move)) == truths


@given(games(rules(visibility=Visibility.OPEN)))
@examples(60)
def test_a_search_cut_short_claims_nothing_false(game: Game) -> None:
    """Where there are too many ways to look at all, what is claimed is true all the same."""
    view = game.view()
    with patch("tripeaks.coach.outlook._MOST_POSITIONS", 40):
        said = {move: reasons_for(Outlook(view), move) for move in view.legal}
    chains = {move: longest_chain(view, move.index) for move in view.legal if not move.is_draw}
    for move, reasons in said.items():
        for reason in reasons:
            if reason.code in (ReasonCode.CHAIN, ReasonCode.CLEARS_ALL):
                assert reason.count is not None
                assert 2 <= reason.count <= chains[move]
            if reason.code is ReasonCode.TAKES_LEAD_NOWHERE:
                assert set(chains.values()) == {1}


def test_the_last_card_wins() -> None:
    """Of the take that ends the game nothing else is said than that it wins."""
    game = Game(chain_deal())
    for slot in reversed(range(1, 28)):
        game.push(Move.take(slot))
    assert told(game, Move.take(0)) == (Reason(ReasonCode.WINS),)


def test_a_way_through_is_seen() -> None:
    """Where all cards that are left can be taken in one chain, that comes first."""
    game = Game(chain_deal(CLASSIC))
    for slot in reversed(range(3, 28)):
        game.push(Move.take(slot))
    assert told(game, Move.take(2))[:2] == (
        Reason(ReasonCode.CLEARS_ALL, count=3),
        Reason(ReasonCode.CLEARS_PEAK, peak=2),
    )


def test_an_undone_draw_is_remembered() -> None:
    """The next stock card is named where the player has seen it before, and only then."""
    game = Game(Deal.from_code("TP1-E-AAAAAAB"))
    assert ReasonCode.NEXT_CARD not in codes(game, Move.DRAW)
    game.push(Move.DRAW)
    card = game.state.top
    game.undo()
    (reason,) = (one for one in told(game, Move.DRAW) if one.code is ReasonCode.NEXT_CARD)
    assert reason.card == card


def test_a_draw_without_a_take_says_so() -> None:
    """Where nothing can be taken the draw is explained by that first."""
    game = Game(Deal.from_code("TP1-C-AAAAAAB"))
    while len(game.view().legal) > 1:
        game.push(game.view().legal[0])
    assert codes(game, Move.DRAW)[0] is ReasonCode.NOTHING_TO_TAKE


ALL = [
    Reason(ReasonCode.WINS),
    Reason(ReasonCode.CLEARS_ALL, count=4),
    *(Reason(ReasonCode.CLEARS_PEAK, peak=peak) for peak in range(3)),
    Reason(ReasonCode.CHAIN, count=5),
    *(Reason(ReasonCode.UNCOVERS, count=count) for count in (1, 2)),
    *(Reason(ReasonCode.KEEPS, count=count, card=Card.parse("5H")) for count in (1, 2)),
    Reason(ReasonCode.NO_OTHER_LEADS),
    Reason(ReasonCode.TAKES_ACE),
    Reason(ReasonCode.TAKES_KING),
    Reason(ReasonCode.STOCK_EMPTY),
    Reason(ReasonCode.ONLY_MOVE),
    Reason(ReasonCode.SAVES_STOCK, count=7),
    Reason(ReasonCode.NOTHING_TO_TAKE),
    Reason(ReasonCode.TAKES_UNCOVER_NOTHING),
    Reason(ReasonCode.TAKES_LEAD_NOWHERE),
    *(Reason(ReasonCode.NEXT_CARD, count=count, card=Card.parse("TD")) for count in (0, 1, 2)),
    *(Reason(ReasonCode.STOCK_HOPES, count=count, unseen=20) for count in (0, 1, 13)),
    Reason(ReasonCode.LAST_STOCK_CARD),
    *(Reason(ReasonCode.FEW_STOCK_CARDS, count=count) for count in (1, 3)),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence_of_its_own(language: str) -> None:
    """Each reason is one whole sentence that holds all its values, and no two are the same."""
    assert {reason.code for reason in ALL} == set(ReasonCode)
    say = sentences(language)
    said = [reason_sentence(reason, say) for reason in ALL]
    assert len(set(said)) == len(said)
    for reason, sentence in zip(ALL, said, strict=True):
        assert re.fullmatch(r"[A-ZÄÖÜ][^{}]*\.", sentence)
        assert "None" not in sentence
        for value in (reason.count, reason.unseen):
            assert value is None or str(value) in sentence
