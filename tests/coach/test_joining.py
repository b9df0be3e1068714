from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import deals, examples, rules
from tripeaks.cards import JOKER, PACK, Card
from tripeaks.coach import hint, reason_sentence
from tripeaks.coach.checking import check_view
from tripeaks.coach.outlook import Outlook
from tripeaks.coach.reasons import Reason, ReasonCode, reasons_for
from tripeaks.coach.table import GONE, read_table
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError, MoveError, TriPeaksError
from tripeaks.game import Game
from tripeaks.i18n import sentences
from tripeaks.layout import SLOTS
from tripeaks.notation import format_moves
from tripeaks.players import Limit, player_named
from tripeaks.rules import EASY, FREE_UNDO, Rules, Visibility
from tripeaks.solver.backend import VARIABLE, load_kernel
from tripeaks.solver.rows import ROW_BYTES, view_row
from tripeaks.state import Move
from tripeaks.view import STOCK_PLACE, WASTE_PLACE, View

HIDDEN_ROWS = "?? " * 18
OPEN_ROW = "3S 5S KC 4S 2D AS KD 8H 7C 9S"
# Two cards and a drawn one are gone; the card that lay under the two is open.
JOINED = f"{'?? ' * 13}QS {'?? ' * 4}3S 5S KC 4S {GONE} {GONE} KD 8H 7C 9S JH {GONE}"


def play_some(game: Game, choices: list[int]) -> None:
    """Play on with the choices for as long as there are moves."""
    for choice in choices:
        legal = game.view().legal
        if legal:
            game.push(legal[choice % len(legal)])


def joined_layout(game: Game, seen_since: View) -> str:
    """What one writes who joined where a game stands, with what turned up since in its place."""
    view, words = game.view(), []
    for slot, shown in enumerate(view.slots):
        card = seen_since.known.get(slot)
        words.append(GONE if shown is None else "??" if card is None else str(card))
    words.append("-" if view.top is None else str(view.top))
    words += [GONE] * view.drawn
    for place in range(STOCK_PLACE + view.drawn, STOCK_PLACE + view.drawn + view.stock_left):
        words.append(str(seen_since.known.get(place, "??")))
    return " ".join(words)


@given(
    deals(rules(undo=FREE_UNDO)),
    st.lists(st.integers(0, 10**6), max_size=40),
    st.lists(st.integers(0, 10**6), max_size=12),
)
@examples(150)
def test_who_joins_sees_the_table_as_it_is(deal: Deal, before: list[int], after: list[int]) -> None:
    """Joined in the middle, a game shows the table of its player, and nothing of what is gone."""
    game = Game(deal)
    play_some(game, before)
    at_first, made = joined_layout(game, game.view()), len(game.moves)
    joined = game.view()
    play_some(game, after)
    text = joined_layout_at(at_first, game.view())
    if joined.top == JOKER and not joined.drawn:  # it began the waste, which cannot be
        return
    view = read_table(text, deal.rules, format_moves(game.moves[made:], deal))
    true = game.view()
    for part in ("slots", "stock_left", "refusals", "outcome", "top", "drawn", "seq"):
        assert getattr(view, part) == getattr(true, part), part
    check_view(view)
    gone = {*range(STOCK_PLACE, STOCK_PLACE + joined.drawn), WASTE_PLACE}
    gone |= {slot for slot, shown in enumerate(joined.slots) if shown is None}
    if made:
        known_of_them = {place for place in view.known if place in gone}
        assert [view.known[place] for place in known_of_them] == [joined.top]
    assert all(view.known[p] == true.known[p] for p in view.known if p not in gone)


def joined_layout_at(at_first: str, view: View) -> str:
    """The layout of who joined, with the cards that have turned up since."""
    words = at_first.split()
    for place, word in enumerate(words):
        if word == "??" and place in view.known:
            words[place] = str(view.known[place])
    return " ".join(words)


def test_forgotten_cards_are_not_known() -> None:
    """Of a game joined in the middle, the cards on the table and on top of the waste are known."""
    view = read_table(JOINED)
    assert {str(card) for card in view.known.values()} == {
        *("QS", "3S", "5S", "KC", "4S", "KD", "8H", "7C", "9S", "JH")
    }
    assert (view.forgotten, len(view.waste), view.drawn, view.stock_left) == (3, 1, 1, 22)
    assert len(Outlook(view).unseen) == 42
    assert {move.index for move in view.legal} == {13, 28}


@pytest.mark.parametrize(
    ("text", "code", "position", "number"),
    [
        (JOINED.replace("QS", GONE), None, None, None),
        (f"{GONE} {JOINED[3:]}", "layout/gone-covered", 0, 1),
        (JOINED.replace("QS", "??"), "hint/must-be-known", 39, 14),
        (JOINED.replace("9S", "??"), "hint/must-be-known", 81, 28),
        (JOINED.replace("JH", "??"), "hint/must-be-known", 84, 29),
        (JOINED.replace("JH", GONE), "hint/must-be-known", 84, 29),
        (f"{JOINED} ?? {GONE}", "layout/gone-stock", 93, 32),
        (f"{JOINED[:-2]}2C {GONE}", "layout/gone-stock", 90, 31),
        (JOINED.replace("JH", "KC"), "layout/card-twice", 84, None),
        (f"{JOINED} JH", "layout/card-twice", 90, None),
        (JOINED.replace("JH", "-"), "layout/waste", 84, None),
        (JOINED.replace("JH", "*"), "layout/jokers", None, None),
        (JOINED.replace(f"JH {GONE}", "*"), "layout/joker-place", 84, None),
        (f"{JOINED} {f'{GONE} ' * 23}", "layout/count", None, None),
        (f"{HIDDEN_ROWS}{OPEN_ROW} {GONE}", "hint/must-be-known", 84, 29),
        (f"TPX-E-W [{JOINED.replace('JH', '-')}]", "layout/waste", 93, None),
    ],
    ids=str,
)
def test_what_cannot_be_gone_is_refused(
    text: str, code: str | None, position: int | None, number: int | None
) -> None:
    """A card that cannot be gone, or has to be named, is refused with its place in the layout."""
    if code is None:
        assert read_table(text).removed.bit_count() == 3
        return
    with pytest.raises(TriPeaksError) as caught:
        read_table(text)
    error = caught.value
    assert (error.code, error.position) == (code, position)
    assert error.details.get("number") == number


def test_a_gone_card_and_its_cover_are_both_named() -> None:
    """A card that is gone under one that lies there is told with the number of the other."""
    with pytest.raises(LayoutError) as caught:
        read_table(f"{GONE} {JOINED[3:]}")
    assert dict(caught.value.details) == {"number": 1, "cover": 4}


def test_one_plays_on_from_where_one_joined() -> None:
    """After joining, moves are made as ever, and what they turn up has to be named."""
    view = read_table(JOINED, EASY, "QS KC")
    assert ([str(card) for card in view.waste], view.forgotten) == (["JH", "QS", "KC"], 3)
    with pytest.raises(LayoutError) as caught:
        read_table(JOINED, EASY, "QS |")
    assert caught.value.details["number"] == 31
    drawn = read_table(f"{JOINED} 6C", EASY, "QS |")
    assert (str(drawn.top), drawn.drawn, str(drawn.known[30])) == ("6C", 2, "6C")
    for moves, cause in (("KC", "move/not-adjacent"), ("QS QS", "move/gone")):
        with pytest.raises(TriPeaksError) as refused:
            read_table(JOINED, EASY, moves)
        assert refused.value.details["cause"] == cause


def test_a_joker_on_top_was_drawn() -> None:
    """A joker on top of the waste is one of those that the rules deal, and was drawn."""
    view = read_table(JOINED.replace("JH", "*"), Rules(jokers=2))
    assert view.known[STOCK_PLACE] == JOKER
    assert Outlook(view).unseen.count(JOKER) == 1
    check_view(view)
    assert hint(view, Random(1), Limit(games=200)).candidates


def test_a_table_without_a_card_is_won() -> None:
    """Where all 28 cards are gone there is nothing left to say, and nothing breaks."""
    with pytest.raises(MoveError) as caught:
        hint(read_table(f"{GONE} " * SLOTS + "KC"), Random(1), Limit(games=10))
    assert caught.value.code == "hint/ended"


def small_case() -> tuple[View, tuple[Card, ...]]:
    """A table of which only a few cards are unknown: one covered, one to come, and those gone."""
    named = [str(card) for card in PACK if str(card) not in OPEN_ROW.split()]
    named.remove("AC")
    covered, row = named[:17], OPEN_ROW.rsplit(" ", 2)[0]
    stock = named[17:38]
    words = ["??", *covered, *row.split(), GONE, GONE, "AC", GONE, *stock, "??"]
    return read_table(" ".join(words)), tuple(
        Card.parse(text) for text in (*named[38:], "7C", "9S")
    )


def test_every_world_is_equally_likely() -> None:
    """Forgotten cards lie under those that are hidden as often as counting all deals tells."""
    view, unknown = small_case()
    assert set(Outlook(view).unseen) == set(unknown)
    # Every way to lay the unknown cards and the one on top, which is one of the gone ones.
    top = Card.parse("AC")
    counted: Counter[tuple[Card, Card]] = Counter()
    places = ["hidden", "to come", "gone", "gone", "gone", "opened"]
    assert len(unknown) + 1 == len(places)
    for lie in permutations((*unknown, top)):
        at = dict(zip(range(len(places)), lie, strict=True))
        if top in (at[2], at[3], at[4]):
            counted[at[0], at[1]] += 1
    total = sum(counted.values())
    samples = 8000
    rng = Random(7)
    worlds = [view.sample(rng) for _ in range(samples)]
    found = Counter((world.deal.tableau[0], world.deal.stock[-1]) for world in worlds)
    assert set(found) == set(counted)
    expected = {pair: samples * count / total for pair, count in counted.items()}
    distance = sum((found[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    assert distance < 44  # of 19 degrees of freedom: passed in all but 1 of 1,000


def test_the_kernel_draws_the_same_worlds() -> None:
    """The kernel lays forgotten cards as the view does: the hidden ranks come up as often."""
    kernel: Any = load_kernel()
    assert not isinstance(kernel, str)
    view, unknown = small_case()
    samples = 8000
    packed = kernel.worlds(view_row(view), samples, 3)
    rows = [packed[at : at + ROW_BYTES] for at in range(0, len(packed), ROW_BYTES)]
    found = Counter((row[0], row[29 + row[57] - 1]) for row in rows)
    pairs = [(one.rank, other.rank) for one in unknown for other in unknown if one != other]
    expected = {pair: samples * count / len(pairs) for pair, count in Counter(pairs).items()}
    assert set(found) == set(expected)
    distance = sum((found[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    assert distance < 44


@pytest.mark.parametrize("winnable_only", [False, True])
def test_python_and_the_kernel_state_the_same_chances(
    winnable_only: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Joined in the middle, the compiled play-outs win as often as those in Python."""
    view, found = read_table(JOINED), []
    player = player_named("sampling", winnable_only=winnable_only)
    for engine, games in (("kernel", 40_000), ("numpy", 600)):
        monkeypatch.setenv(VARIABLE, engine)
        found.append({c.move: c for c in player.explain(view, Random(5), Limit(games=games))})
    for move, compiled in found[0].items():
        plain = found[1][move]
        assert compiled.win_chance is not None
        assert plain.win_chance is not None
        assert plain.error is not None
        assert abs(compiled.win_chance - plain.win_chance) <= 2.2 * plain.error


def test_reasons_speak_of_all_cards_that_can_come() -> None:
    """A reason counts the forgotten cards among those that can still turn up."""
    view = read_table(JOINED)
    [hopes] = [
        reason
        for reason in reasons_for(Outlook(view), Move.DRAW)
        if reason.code is ReasonCode.STOCK_HOPES
    ]
    free = [card for card in view.slots if isinstance(card, Card)]
    leading = sum(
        any(view.rules.adjacent(card.rank, other.rank) for other in free)
        for card in PACK
        if card not in view.known.values()
    )
    assert hopes == Reason(ReasonCode.STOCK_HOPES, count=leading, unseen=42)
    assert "not seen" not in reason_sentence(hopes, sentences("en"))


def with_known(view: View, place: int, card: Card | None) -> View:
    known = dict(view.known)
    if card is None:
        del known[place]
    else:
        known[place] = card
    return replace(view, known=MappingProxyType(known))


def cause_of(view: View) -> str | int | None:
    """Why a view is refused, or None."""
    try:
        check_view(view)
    except LayoutError as error:
        return error.details["cause"]
    return None


def test_impossible_views_of_who_joined_are_refused() -> None:
    """Forgotten cards excuse nothing else: what no joined game can show is refused by its cause."""
    view = read_table(JOINED, EASY, "QS KC")
    six, seven = Card.parse("6C"), Card.parse("7D")
    assert cause_of(view) is None
    assert cause_of(replace(view, forgotten=2)) == "view/count"
    assert cause_of(replace(view, forgotten=-1)) == "view/count"
    assert cause_of(replace(view, forgotten=4, waste=view.waste[1:])) == "view/known"
    assert cause_of(replace(view, forgotten=6, waste=())) == "view/known"
    assert cause_of(with_known(view, 22, six)) == "view/known"
    assert cause_of(with_known(view, WASTE_PLACE, six)) == "view/known"
    assert cause_of(with_known(view, 13, None)) == "view/known"
    assert cause_of(with_known(view, STOCK_PLACE, six)) == "view/pile"
    assert cause_of(replace(view, waste=(view.waste[0], *view.waste[:0:-1]))) == "view/pile"
    top_changed = with_known(replace(view, waste=(seven, *view.waste[1:])), STOCK_PLACE, seven)
    assert cause_of(top_changed) == "view/pile"  # no queen goes onto a seven


def test_open_cards_have_to_be_named_in_the_middle_too() -> None:
    """Where all cards lie face up, covered ones have to be named unless they are gone."""
    open_rules = Rules(visibility=Visibility.OPEN)
    with pytest.raises(LayoutError) as caught:
        read_table(JOINED, open_rules)
    assert (caught.value.code, caught.value.details["number"]) == ("hint/must-be-known", 1)


@given(st.data())
@examples(60)
def test_hints_are_given_in_the_middle_of_any_game(data: st.DataObject) -> None:
    """Under all rules a game that is joined and not over gets a hint for each legal move."""
    game = Game(data.draw(deals(rules(undo=FREE_UNDO))))
    play_some(game, data.draw(st.lists(st.integers(0, 10**6), max_size=50)))
    view = game.view()
    if not view.legal or (view.top == JOKER and not view.drawn):
        return
    joined = read_table(joined_layout(game, view), game.deal.rules)
    found = hint(joined, Random(1), Limit(games=60))
    assert {one.move for one in found.candidates} == set(view.legal)
    assert all(one.reasons for one in found.candidates)
