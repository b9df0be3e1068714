from __future__ import annotations

import pytest

from strategies import FROM_BELOW, PUBLISHED_CODE, chain_deal, with_rules
from tripeaks import words
from tripeaks.cards import JOKER, PACK, Card
from tripeaks.deal import Deal
from tripeaks.errors import TriPeaksError
from tripeaks.game import Game
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.layout import COVERED_BY
from tripeaks.notation import Record, parse_moves
from tripeaks.rules import CLASSIC, PRESETS, DrawPolicy, Rules, Undo, Visibility
from tripeaks.state import Move, Refusal

DE, EN = sentences("de"), sentences("en")
DEAL = Deal.from_code(PUBLISHED_CODE)

BOARD_DE = (
    "Talon: 23 Karten; Ablagestapel: Kreuz Ass. "
    "Spitzen: verdeckte Karte, verdeckte Karte, verdeckte Karte; "
    f"zweite Reihe: {', '.join(['verdeckte Karte'] * 6)}; "
    f"dritte Reihe: {', '.join(['verdeckte Karte'] * 9)}; "
    "unterste Reihe: Pik 3, Pik 5, Kreuz König, Pik 4, Karo 2, Pik Ass, Karo König, Herz 8, "
    "Kreuz 7, Pik 9."
)
BOARD_EN = (
    "Stock: 23 cards; Waste: ace of clubs. "
    "Summits: face-down card, face-down card, face-down card; "
    f"second row: {', '.join(['face-down card'] * 6)}; "
    f"third row: {', '.join(['face-down card'] * 9)}; "
    "bottom row: three of spades, five of spades, king of clubs, four of spades, "
    "two of diamonds, ace of spades, king of diamonds, eight of hearts, seven of clubs, "
    "nine of spades."
)


def game_after(moves: str, deal: Deal = DEAL) -> Game:
    """A game after some moves."""
    game = Game(deal)
    for move in parse_moves(moves, deal):
        game.push(move)
    return game


def said(game: Game, move: Move) -> tuple[str, str]:
    """What is said of a move, in German and in English."""
    event = game.push(move)
    view = game.view()
    return words.event_sentence(event, view, DE), words.event_sentence(event, view, EN)


def test_the_published_board_in_words() -> None:
    """The board of AAAAAAB is said as the notation has it, in German and in English."""
    view = Game(DEAL).view()
    assert words.board(view, DE) == BOARD_DE
    assert words.board(view, EN) == BOARD_EN


def test_the_board_names_what_is_left() -> None:
    """Cards that are gone and rows without cards are not named; an empty waste is."""
    game = game_after("KC AS 2D")
    assert "unterste Reihe: Pik 3, Pik 5, Pik 4, Karo König, Herz 8" in words.board(game.view(), DE)
    assert "dritte Reihe: " + "verdeckte Karte, " * 4 + "Pik 7" in words.board(game.view(), DE)
    empty = Game(Deal.from_code("TP1-E-AAAAAAB-W")).view()
    assert words.board(empty, EN).startswith("Stock: 24 cards; Waste: empty. Summits: ")
    game = Game(chain_deal(last_in_stock=True))
    for move in [Move.DRAW] * 23 + [Move.take(slot) for slot in FROM_BELOW[:25]]:
        game.push(move)
    assert words.board(game.view(), EN) == (
        "Stock: 0 cards; Waste: two of hearts. "
        "Summits: five of hearts, four of hearts, three of hearts."
    )


def test_a_won_board_is_its_piles() -> None:
    """When the tableau is empty only stock and waste are named."""
    game = Game(chain_deal())
    for slot in FROM_BELOW:
        game.push(Move.take(slot))
    assert words.board(game.view(), DE) == "Talon: 23 Karten; Ablagestapel: Herz 5."


def test_labels_of_every_kind_of_slot() -> None:
    """A label names the card and whether it is playable, free, covered and by what, or gone."""
    view = game_after("KC AS 2D").view()
    labels = {
        slot: (words.slot_label(view, slot, DE), words.slot_label(view, slot, EN))
        for slot in range(28)
    }
    assert labels[0] == (
        "verdeckte Karte, bedeckt von zwei verdeckten Karten",
        "face-down card, covered by two face-down cards",
    )
    assert labels[18] == ("Pik 3, spielbar", "three of spades, playable")
    assert labels[19] == ("Pik 5, frei", "five of spades, free")
    assert labels[20] == ("leerer Platz", "empty place")
    assert labels[9] == (
        "verdeckte Karte, bedeckt von Pik 3 und Pik 5",
        "face-down card, covered by three of spades and five of spades",
    )
    assert labels[11] == (
        "verdeckte Karte, bedeckt von Pik 4",
        "face-down card, covered by four of spades",
    )
    assert labels[5] == (
        "verdeckte Karte, bedeckt von einer verdeckten Karte und Pik 7",
        "face-down card, covered by a face-down card and seven of spades",
    )


def test_labels_of_open_cards() -> None:
    """With open cards a covered card is named with the cards on it."""
    view = Game(Deal.from_code("TP1-E-AAAAAAB-O")).view()
    assert words.slot_label(view, 0, DE) == "Kreuz 9, bedeckt von Kreuz 4 und Karo 3"
    assert words.slot_label(view, 0, EN) == (
        "nine of clubs, covered by four of clubs and three of diamonds"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_has_a_label_through_a_whole_game(language: str) -> None:
    """In each position of a game every slot's label begins with what lies there."""
    say = sentences(language)
    game = Game(chain_deal(Rules(visibility=Visibility.CLOSED)))
    for move in map(Move.take, FROM_BELOW):
        view = game.view()
        for slot in range(28):
            label = words.slot_label(view, slot, say)
            assert label.startswith(words.slot_name(view, slot, say))
            covered = any(view.slots[cover] is not None for cover in COVERED_BY[slot])
            playable = label == say.text("board.playable", card=words.slot_name(view, slot, say))
            assert playable == (view.refusals[slot] is None)
            assert not (covered and playable)
        game.push(move)


def test_piles_have_labels() -> None:
    """The stock says how many cards are left, the waste which one is on top."""
    view = game_after("KC").view()
    assert words.stock_label(view, DE) == "Talon: 23 Karten"
    assert words.waste_label(view, DE) == "Ablagestapel: Kreuz König"
    assert words.waste_label(view, EN) == "Waste: king of clubs"
    view = game_after("| " * 22).view()
    assert (words.stock_label(view, DE), words.stock_label(view, EN)) == (
        "Talon: 1 Karte",
        "Stock: 1 card",
    )


def test_a_take_is_announced() -> None:
    """A take says the card, the cards it turned up, and the chain from the second card on."""
    game = Game(DEAL)
    assert said(game, Move.take(20)) == ("Kreuz König abgeräumt.", "Took the king of clubs.")
    assert said(game, Move.take(23)) == (
        "Pik Ass abgeräumt. Serie 2.",
        "Took the ace of spades. Chain of 2.",
    )
    assert said(game, Move.take(22)) == (
        "Karo 2 abgeräumt. Aufgedeckt: Pik 7. Serie 3.",
        "Took the two of diamonds. Turned up: seven of spades. Chain of 3.",
    )


def test_a_draw_is_announced() -> None:
    """A draw says the card and how many are left."""
    assert said(Game(DEAL), Move.DRAW) == (
        "Karo Dame gezogen. Talon: 22 Karten.",
        "Drew the queen of diamonds. Stock: 22 cards.",
    )


def test_undo_and_redo_are_announced() -> None:
    """Undo and redo say the card of their move."""
    game = game_after("KC")
    assert words.event_sentence(game.undo(), game.view(), DE) == "Zurückgenommen: Kreuz König."
    assert words.event_sentence(game.redo(), game.view(), EN) == "Repeated: king of clubs."


def test_a_cleared_peak_is_announced() -> None:
    """The take of a summit says which peak is cleared."""
    game = Game(chain_deal())
    for move in map(Move.take, FROM_BELOW[:25]):
        game.push(move)
    assert said(game, Move.take(2)) == (
        "Herz 3 abgeräumt. Serie 26. Der rechte Gipfel ist abgeräumt.",
        "Took the three of hearts. Chain of 26. The right peak is cleared.",
    )
    assert "Der mittlere Gipfel ist abgeräumt." in said(game, Move.take(1))[0]
    assert said(game, Move.take(0)) == (
        "Herz 5 abgeräumt. Serie 28. Der linke Gipfel ist abgeräumt. Gewonnen!",
        "Took the five of hearts. Chain of 28. The left peak is cleared. You have won!",
    )


def test_the_end_is_announced() -> None:
    """A blocked game, a lost one, a given-up one and a restart are each said."""
    game = game_after("| " * 22)
    assert said(game, Move.DRAW)[0] == "Herz Bube gezogen. Keine Züge mehr möglich."
    assert words.event_sentence(game.give_up(), game.view(), EN) == (
        "You gave up. The game counts as lost."
    )
    assert words.event_sentence(game.restart(), game.view(), EN) == (
        "The same cards are dealt again."
    )
    game = game_after("| " * 22, with_rules(DEAL, undo=Undo(allowed=False)))
    assert said(game, Move.DRAW)[1] == "Drew the jack of hearts. No more moves. The game is lost."


def test_open_cards_are_not_turned_up() -> None:
    """With open cards no take says that a card was turned up."""
    game = game_after("KC AS", Deal.from_code("TP1-E-AAAAAAB-O"))
    assert said(game, Move.take(22))[0] == "Karo 2 abgeräumt. Serie 3."


@pytest.mark.parametrize(
    ("refusal", "german", "english"),
    [
        (
            Refusal.NOT_ADJACENT,
            "Muss einen Rang höher oder niedriger sein",
            "Must be one rank higher or lower",
        ),
        (Refusal.BLOCKED, "Diese Karte ist blockiert", "This card is blocked"),
        (Refusal.STOCK_EMPTY, "Der Talon ist leer", "The stock is empty"),
    ],
)
def test_mistake_help_has_its_sentences(refusal: Refusal, german: str, english: str) -> None:
    """A refused tap is explained in the documented words."""
    assert words.refusal_sentence(refusal, DE) == german
    assert words.refusal_sentence(refusal, EN) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_refusal_has_a_sentence_of_its_own(language: str) -> None:
    """No two refusals sound alike."""
    said = {words.refusal_sentence(refusal, sentences(language)) for refusal in Refusal}
    assert len(said) == len(Refusal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_named(language: str) -> None:
    """Every card and the joker have a name, and no two the same."""
    names = {words.card_name(card, sentences(language)) for card in (*PACK, JOKER)}
    assert len(names) == 53


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *("", "TP1-E-AAAAAAB", ":", "TP1-E:", "TP1-X-AAAAAAB:", "TP2-E-AAAAAAB:"),
        *("TP1-E-AAAA9AB:", "TP1-E-AAAAAABQ:", "AAAAAAB x=1:", "AAAAAAB: XX", "AAAAAAB: K?"),
        *("AAAAAAB: ??", "AAAAAAB: AC", "AAAAAAB: KC KC", "TPX []:", "TPX-E []:", "TPX-E [??]:"),
        f"TPX-E [{DEAL}".replace("6C", "9C") + "]:",
        f"TPX-E [{DEAL}".replace("6C", "*") + "]:",
        f"TPX-E [{DEAL}".replace("JH", "*") + "]:",
        f"TPX-E-W [{DEAL} *]:",
        "AAAAAAB: {0} {text.__class__}",
    ],
    ids=lambda text: text.replace(str(DEAL), "...")[:30] + str(len(text)),
)
def test_every_mistake_is_explained(text: str, language: str) -> None:
    """Whatever is wrong with a record is said in a whole sentence with nothing left out."""
    with pytest.raises(TriPeaksError) as caught:
        Game.from_record(Record.parse(text))
    sentence = words.error_sentence(caught.value, sentences(language))
    assert sentence.endswith(".")
    assert "None" not in sentence
    assert sentence == sentence.strip()


def test_an_unknown_card_is_explained_with_its_place() -> None:
    """A card that cannot be read on its own is explained as well as one in a layout."""
    for text in ("??", "XC", "KX"):
        with pytest.raises(TriPeaksError) as caught:
            Card.parse(text)
        assert "None" not in words.error_sentence(caught.value, EN)


def test_places_are_counted_from_one() -> None:
    """People count places from 1, so the first character is at place 1."""
    with pytest.raises(TriPeaksError) as caught:
        Deal.from_code("TP1-E-AAAA9AB")
    assert words.error_sentence(caught.value, EN) == (
        "“9” at place 11 is no letter of a game code: it uses A–Z and 2–7."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name_of_its_own(language: str) -> None:
    """Presets have different names, and other rules are called custom."""
    say = sentences(language)
    names = {words.rules_label(rules, say) for rules in PRESETS.values()}
    assert len(names) == len(PRESETS)
    assert words.rules_label(Rules(jokers=1), say) not in names


def test_custom_rules_name_their_rule() -> None:
    """Rules with options of one's own are called by the rule they begin with."""
    assert words.rules_label(Rules(jokers=2), DE) == "Leicht, eigene Optionen"
    assert words.rules_label(Rules(wrap=False, jokers=2), EN) == "Classic, own options"
    assert words.rules_label(CLASSIC, DE) == "Klassisch"


def test_rules_are_said_option_by_option() -> None:
    """Each option in force has a sentence; options that are off have none."""
    rules = Rules(
        wrap=False,
        visibility=Visibility.OPEN,
        draw_policy=DrawPolicy.ONLY_WHEN_STUCK,
        scoring="hogue",
        undo=Undo(cost=7),
        empty_waste=True,
        jokers=2,
    )
    assert words.rules_sentences(rules, EN) == (
        "King and ace are not adjacent.",
        "All cards of the tableau lie face up.",
        "You may draw only when no card can be taken.",
        "The longer a chain, the more each card earns; a draw costs 5.",
        "Each undo costs 7 points.",
        "The waste begins empty; any free card may open it.",
        "2 jokers lie in the stock; every card may be taken onto them.",
    )
    assert len(words.rules_sentences(Rules(), DE)) == 5
    off = Rules(undo=Undo(allowed=False), jokers=1)
    assert words.rules_sentences(off, DE)[4:] == (
        "Züge können nicht zurückgenommen werden.",
        "1 Joker liegt im Talon; auf ihn passt jede Karte.",
    )
