from __future__ import annotations

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from strategies import cards_of, deals, dealt_otherwise, examples, games, play, rules
from tripeaks import text, words
from tripeaks.cards import JOKER, PACK, Card
from tripeaks.deal import Deal
from tripeaks.game import Event, Game
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.rules import Visibility
from tripeaks.state import Move, Refusal
from tripeaks.view import View

NAMES = {
    language: {sentences(language).text(f"card.{card}"): card for card in (*PACK, JOKER)}
    for language in LANGUAGES
}


def cards_named(said: str, language: str) -> set[Card]:
    """The cards a sentence names."""
    names = NAMES[language]
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return {names[name] for name in re.findall(longest_first, said)}


def all_that_is_said(view: View, language: str) -> str:
    """Everything the program says of a view."""
    say = sentences(language)
    labels = [words.slot_label(view, slot, say) for slot in range(28)]
    return "\n".join([words.board(view, say), words.waste_label(view, say), *labels])


def seen_places(view: View) -> int:
    """Mask of the places the player has seen."""
    return sum(1 << place for place in view.known)


def traffic(game: Game, choices: list[int]) -> list[tuple[list[Event], View, str]]:
    """Play, and keep all that leaves the game."""
    kept = []
    for choice in choices:
        events = play(game, [choice])
        view = game.view()
        said = text.board(view) + all_that_is_said(view, "en") + all_that_is_said(view, "de")
        kept.append((events, view, said))
    return kept


@examples(40)
@given(games())
def test_no_hidden_card_is_named(game: Game) -> None:
    """The board in words and every label name the cards that lie face up, and no others."""
    view = game.view()
    shown = {card for card in (*view.slots, *view.waste) if isinstance(card, Card)}
    for language in LANGUAGES:
        assert cards_named(all_that_is_said(view, language), language) <= shown
    board = text.board(view)
    assert {Card.parse(found) for found in re.findall(r"[A2-9TJQK][CDHS]", board)} <= shown


@examples(40)
@given(deals(rules(visibility=Visibility.CLOSED)), st.lists(st.integers(0, 10**6), max_size=60))
def test_no_event_names_a_hidden_card(deal: Deal, choices: list[int]) -> None:
    """The sentence of an event names the card that moved and those it turned up, no others."""
    game = Game(deal)
    for choice in choices:
        legal = game.state.legal_moves()
        if game.ended or not legal:
            break
        event = game.push(legal[choice % len(legal)])
        if choice % 5 == 0 and game.can_undo:
            event = game.undo()
        named = {deal.tableau[slot] for slot in event.turned_up} | {event.card}
        for language in LANGUAGES:
            said = words.event_sentence(event, game.view(), sentences(language))
            assert cards_named(said, language) == named


@examples(40)
@given(deals(), st.lists(st.integers(0, 10**6), max_size=60), st.integers(0, 2**32))
def test_unseen_cards_make_no_difference(deal: Deal, choices: list[int], seed: int) -> None:
    """Two deals that differ only in unseen cards look, sound and are sampled the same."""
    game = Game(deal)
    first = traffic(game, choices)
    seen = seen_places(game.view())
    other = Game(dealt_otherwise(deal, seen, Random(seed)))
    assert traffic(other, choices) == first
    assert game.view().sample(Random(seed)) == other.view().sample(Random(seed))


@examples(80)
@given(games(), st.integers(0, 2**32))
def test_a_sample_agrees_with_all_that_is_known(game: Game, seed: int) -> None:
    """A sample is a position of a whole pack that would look just the same to the player."""
    view = game.view()
    sample = view.sample(Random(seed))
    assert (sample.removed, sample.drawn, sample.top) == (
        game.state.removed,
        game.state.drawn,
        game.state.top,
    )
    assert cards_of(sample.deal) == cards_of(game.deal)
    assert sample.deal.rules == game.deal.rules
    places = (*sample.deal.tableau, sample.deal.waste, *sample.deal.stock)
    assert {place: places[place] for place in view.known} == view.known
    assert sample.deal.stock.count(JOKER) == game.deal.rules.jokers
    shown = View.of(
        sample,
        waste=view.waste,
        seen=seen_places(view),
        seq=view.seq,
        stopped=Refusal.ENDED if game.ended else None,
    )
    assert shown == view


def test_samples_are_as_likely_as_each_other() -> None:
    """Over many samples an unseen card lies about equally often in each unseen place."""
    game = Game(Deal.from_code("TP1-E-AAAAAAB-J2"))
    game.push(Move.take(20))
    view, rng, rounds = game.view(), Random(1), 2500
    unseen = [place for place in range(29 + 25) if place not in view.known]
    counts = {card: dict.fromkeys(unseen, 0) for card in (Card.parse("9C"), JOKER)}
    for _ in range(rounds):
        deal = view.sample(rng).deal
        cards = (*deal.tableau, deal.waste, *deal.stock)
        for place in unseen:
            if (card := cards[place]) in counts:
                counts[card][place] += 1
    jokers = [count for place, count in counts[JOKER].items() if place >= 29]
    assert sum(jokers) == 2 * rounds == sum(counts[JOKER].values())
    # Within four standard deviations of the mean: each of 25 places holds one of the 2 jokers.
    assert all(abs(count - 200) < 4 * 13.6 for count in jokers)
    plain = rounds / len(unseen)
    assert all(
        abs(count - plain) < 4 * plain**0.5 + 4 for count in counts[Card.parse("9C")].values()
    )
