from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import chain_deal, dealt_otherwise, examples, games, play, rules, states
from tripeaks.cards import JOKER, PACK, Card
from tripeaks.coach.checking import check_view
from tripeaks.coach.hints import Hint, HintKind, hint, solver_hint
from tripeaks.coach.outlook import Outlook
from tripeaks.coach.reasons import reasons_for
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError, MoveError
from tripeaks.game import Game
from tripeaks.players import Candidate, Limit, PlayerError
from tripeaks.rules import EASY, DrawPolicy, Rules, Visibility
from tripeaks.solver import Verdict, solve, verify
from tripeaks.state import Move, Outcome, Refusal, State
from tripeaks.view import HIDDEN, View

GAMES = Limit(games=300)
CODE = "TP1-E-AAAAAAB"


@dataclass(frozen=True)
class Backwards:
    """A player that rates the moves from last to first."""

    name: str = "backwards"

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        return self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:  # noqa: ARG002 - the shape of a player
        moves = tuple(reversed(view.legal))
        return tuple(Candidate(move, 0.5 - place / 64, 0.01) for place, move in enumerate(moves))


def asked(view: View, seed: int = 1, **options: Any) -> Hint:
    return hint(view, Random(seed), GAMES, **options)


def test_a_hint_takes_the_word_of_a_player_and_adds_reasons() -> None:
    """All legal moves are there in the player's order, with its chances, each with its reasons."""
    game = Game(Deal.from_code(CODE))
    view = game.view()
    found = asked(view, player=Backwards())
    rated = Backwards().explain(view, Random(1), GAMES)
    assert found.kind is HintKind.FAIR
    assert [(one.move, one.chance, one.error) for one in found.candidates] == [
        (one.move, one.win_chance, one.error) for one in rated
    ]
    outlook = Outlook(view)
    assert all(one.reasons == reasons_for(outlook, one.move) for one in found.candidates)
    assert found.best is found.candidates[0]


@given(games())
@examples(40)
def test_a_hint_rates_every_legal_move_with_a_chance(game: Game) -> None:
    """Without another player the strongest answers: every move has a chance, an error, a reason."""
    view = game.view()
    if not view.legal:
        return
    found = asked(view)
    assert {one.move for one in found.candidates} == set(view.legal)
    for one in found.candidates:
        assert one.chance is not None
        assert one.error is not None
        assert 0 <= one.chance <= 1
        assert 0 < one.error < 1
        assert one.reasons


@given(games(), st.integers(0, 2**32))
@examples(40)
def test_a_fair_hint_hangs_on_nothing_unseen(game: Game, seed: int) -> None:
    """Two deals that differ only in cards not seen yet get the same hint from the same luck."""
    view = game.view()
    if not view.legal:
        return
    seen = sum(1 << place for place in view.known)
    other = dealt_otherwise(game.deal, seen, Random(seed))
    state = State(other, game.state.removed, game.state.drawn, game.state.top)
    twin = View.of(state, waste=view.waste, seen=seen, seq=view.seq)
    assert twin == view
    assert asked(twin, seed) == asked(view, seed)


def test_a_winnable_deal_has_the_better_chance() -> None:
    """Told that the game was dealt as one that can be won, a hint has more hope."""
    view = Game(Deal.from_code("TP1-C-AAAAAAD")).view()
    limit = Limit(games=20_000)
    plain = hint(view, Random(1), limit).best.chance
    told = hint(view, Random(1), limit, winnable_only=True).best.chance
    assert plain is not None
    assert told is not None
    assert told > plain + 0.03


def ended_games() -> Mapping[str, Game]:
    won = Game(chain_deal())
    for slot in reversed(range(28)):
        won.push(Move.take(slot))
    given_up = Game(Deal.from_code(CODE))
    given_up.give_up()
    blocked = Game(Deal.from_code("TP1-C-AAAAAAB"))
    while blocked.state.stock_left:
        blocked.push(Move.DRAW)
    while blocked.view().legal:
        blocked.push(blocked.view().legal[0])
    return {"won": won, "given up": given_up, "blocked": blocked}


@pytest.mark.parametrize("end", ["won", "given up", "blocked"])
def test_after_the_end_there_is_no_hint(end: str) -> None:
    """A game that is won, given up or blocked gets an error and no hint of any kind."""
    game = ended_games()[end]
    with pytest.raises(MoveError) as fault:
        asked(game.view())
    assert fault.value.code == "hint/ended"
    if end != "given up":
        with pytest.raises(MoveError) as fault:
            solver_hint(game.state)
        assert fault.value.code == "hint/ended"


@pytest.mark.parametrize("seconds", [0, -1, 3600, float("nan")])
def test_a_hint_takes_no_time_or_an_hour_from_nobody(seconds: float) -> None:
    """A time limit of nothing or of an hour is refused before anything is thought."""
    with pytest.raises(PlayerError) as fault:
        hint(Game(Deal.from_code(CODE)).view(), Random(1), Limit(seconds=seconds))
    assert fault.value.code == "player/bad-limit"


@given(games())
@examples(150)
def test_every_view_of_a_game_is_possible(game: Game) -> None:
    """What a game shows its player is never refused, whatever was undone or restarted."""
    check_view(game.view())


def a_view(options: Rules = EASY) -> View:
    """A view in the middle of a game: three takes, three draws, one of them undone."""
    game = Game(Deal.numbered(1, options))
    play(game, [20] * 9)
    for _ in range(3):
        game.push(Move.DRAW)
    game.undo()
    return game.view()


def slots_with(view: View, slot: int, shown: Any) -> View:
    slots = list(view.slots)
    slots[slot] = shown
    return replace(view, slots=tuple(slots))


def known_with(view: View, place: int, card: Card | None) -> View:
    known = dict(view.known)
    if card is None:
        del known[place]
    else:
        known[place] = card
    return replace(view, known=MappingProxyType(known))


def free_of(view: View) -> tuple[int, ...]:
    return tuple(slot for slot in view.free_slots if view.slots[slot] is not HIDDEN)


def twice(view: View) -> View:
    first, second, *_ = free_of(view)
    card = view.known[first]
    return known_with(slots_with(view, second, card), second, card)


def twice_in_the_pile(view: View) -> View:
    return replace(view, waste=(*view.waste[:-1], view.known[free_of(view)[0]]))


def pile_shuffled(view: View) -> View:
    return replace(view, waste=(view.waste[0], *reversed(view.waste[1:])))


def joker_on_the_table(view: View) -> View:
    slot = free_of(view)[0]
    return known_with(slots_with(view, slot, JOKER), slot, JOKER)


FAULTS: Mapping[str, tuple[Callable[[View], View], str]] = {
    "a card twice on the table": (twice, "view/card-twice"),
    "a card on the table and the waste": (twice_in_the_pile, "view/card-twice"),
    "a stock of one card more": (lambda v: replace(v, stock_left=v.stock_left + 1), "view/count"),
    "53 cards": (lambda v: replace(v, waste=(*v.waste, v.known[31])), "view/count"),
    "no stock": (lambda v: replace(v, stock_left=-1), "view/count"),
    "27 slots": (lambda v: replace(v, slots=v.slots[1:]), "view/count"),
    "a summit face up": (lambda v: slots_with(v, 0, Card.parse("KC")), "view/face-up"),
    "a free card face down": (lambda v: slots_with(v, free_of(v)[0], HIDDEN), "view/face-down"),
    "a summit gone": (lambda v: slots_with(v, 0, None), "view/covered"),
    "a joker on the table": (joker_on_the_table, "view/jokers"),
    "a free card not known": (lambda v: known_with(v, free_of(v)[0], None), "view/known"),
    "a drawn card not known": (lambda v: known_with(v, 29, None), "view/known"),
    "a place too many": (lambda v: known_with(v, 99, Outlook(v).unseen[0]), "view/known"),
    "a pile in another order": (pile_shuffled, "view/pile"),
    "no pile": (lambda v: replace(v, waste=()), "view/count"),
    "a move that is none": (lambda v: replace(v, refusals=(None,) * 29), "view/moves"),
    "won before the end": (lambda v: replace(v, outcome=Outcome.WON), "view/moves"),
    "few refusals": (lambda v: replace(v, refusals=(Refusal.GONE,)), "view/count"),
}


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_view_that_no_game_shows_is_refused(fault: str) -> None:
    """A view that no deal can give is named as such, with the card at fault and the cause."""
    spoil, cause = FAULTS[fault]
    with pytest.raises(LayoutError) as caught:
        asked(spoil(a_view()))
    assert (caught.value.code, caught.value.details["cause"]) == ("hint/impossible-view", cause)
    assert caught.value.text


@st.composite
def spoilt_views(draw: st.DrawFn) -> View:
    """Views of games in which a few things were changed at random."""
    view = draw(games()).view()
    cards = st.sampled_from((*PACK, JOKER))
    for kind in draw(st.lists(st.integers(0, 7), min_size=1, max_size=3)):
        if kind == 0:
            shown = draw(st.one_of(cards, st.sampled_from([None, HIDDEN])))
            view = slots_with(view, draw(st.integers(0, 27)), shown)
        elif kind == 1:
            place = draw(st.integers(-1, 60))
            card = None if place in view.known and draw(st.booleans()) else draw(cards)
            view = known_with(view, place, card)
        elif kind == 2:
            view = replace(view, waste=tuple(draw(st.permutations(view.waste))))
        elif kind == 3:
            view = replace(view, waste=(*view.waste[: draw(st.integers(0, 30))], draw(cards)))
        elif kind == 4:
            view = replace(view, stock_left=draw(st.integers(-1, 60)))
        elif kind == 5:
            view = replace(view, outcome=draw(st.sampled_from(Outcome)))
        elif kind == 6:
            below = draw(st.integers(-1, len(view.waste)))
            view = replace(view, forgotten=below, waste=view.waste[max(0, below) :])
        else:
            view = replace(view, rules=draw(rules()))
    return view


@given(spoilt_views())
@examples(400)
def test_any_other_view_is_refused_without_a_crash(view: View) -> None:
    """A view with a few things changed is refused by its name, or it is one that can be."""
    if cause_of(view) is None:
        state = view.sample(Random(1))
        assert (state.outcome, state.top) == (view.outcome, view.top)
        assert not view.legal or asked(view).candidates


def test_a_joker_lies_in_the_stock_alone() -> None:
    """Even where jokers are dealt, none can lie on the table or be one too many."""
    view = a_view(Rules(jokers=2))
    with pytest.raises(LayoutError) as caught:
        check_view(joker_on_the_table(view))
    assert caught.value.details["cause"] == "view/joker-place"


def test_cards_are_open_where_the_rules_say_so() -> None:
    """Where all cards lie face up, a face-down one cannot be."""
    view = a_view(Rules(visibility=Visibility.OPEN))
    check_view(view)
    with pytest.raises(LayoutError) as caught:
        check_view(slots_with(view, 0, HIDDEN))
    assert caught.value.details["cause"] == "view/face-down"


def test_jokers_not_seen_yet_have_places_left() -> None:
    """Where all places of the stock are known and none is a joker, the rules deal none."""
    game = Game(Deal.numbered(1))
    while game.state.stock_left:
        game.push(Move.DRAW)
    view = replace(game.view(), rules=Rules(jokers=2), stock_left=2)
    assert cause_of(view) == "view/moves"  # a draw is possible with them
    for place in (52, 53):
        view = known_with(view, place, Outlook(view).unseen[0])
    assert cause_of(view) == "view/jokers"


def test_a_needless_draw_cannot_have_been() -> None:
    """Where one may draw only when stuck, a pile with a draw before a take is impossible."""
    game = Game(Deal.from_code(CODE))
    game.push(Move.DRAW)
    while len(game.view().legal) > 1:
        game.push(game.view().legal[0])
    view = game.view()
    assert cause_of(view) is None
    stuck = replace(view.rules, draw_policy=DrawPolicy.ONLY_WHEN_STUCK)
    assert cause_of(replace(view, rules=stuck)) == "view/pile"


def test_a_covered_card_cannot_have_been_taken_first() -> None:
    """A pile in which a card comes before one that lay on it is impossible."""
    game = Game(chain_deal(Rules(jokers=2)))
    for _ in range(24):
        game.push(Move.DRAW)
    for move in (Move.take(27), Move.take(26), Move.DRAW, Move.take(17)):
        game.push(move)
    view = game.view()
    assert cause_of(view) is None
    *before, lowest, second, joker, covered = view.waste
    shuffled = (*before, covered, joker, second, lowest)
    assert cause_of(replace(view, waste=shuffled)) == "view/pile"


def cause_of(view: View) -> str | int | None:
    """Why a view is refused, or None."""
    try:
        check_view(view)
    except LayoutError as error:
        assert error.code == "hint/impossible-view"  # noqa: PT017 - it may have none
        return error.details["cause"]
    return None


@given(states())
@examples(40)
def test_a_solver_hint_wins_where_that_can_be(state: State) -> None:
    """Following solver hints wins every game that can be won, with the fewest draws."""
    if state.outcome is not Outcome.RUNNING:
        return
    found = solver_hint(state)
    assert found.kind is HintKind.SOLVER
    solution = solve(state)
    assert found.winnable is (solution.verdict is Verdict.WINNABLE)
    assert set(found.winning) == {
        move for move in state.legal_moves() if solve(state.play(move)).verdict is Verdict.WINNABLE
    }
    if not found.winnable:
        assert found.draws is None
        return
    assert found.draws == solution.draws
    line = []
    here = state
    while here.outcome is Outcome.RUNNING:
        move = solver_hint(here).move
        assert move is not None
        line.append(move)
        here = here.play(move)
    verify(state, line)
    assert sum(move.is_draw for move in line) == found.draws


def test_a_lost_game_is_played_for_points() -> None:
    """Where nothing can be won any more, a solver hint goes for the most points."""
    state = State.initial(Deal.from_code("TP1-C-AAAAAAD", Rules(scoring="hogue")))
    found = solver_hint(state)
    assert (found.winnable, found.draws, found.winning) == (False, None, ())
    assert found.move == Move.take(state.deal.tableau.index(Card.parse("AH")))
