"""One whole game per preset, written out action by action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from strategies import PUBLISHED_GAME
from tripeaks import text, words
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.game import Action, Event, Game, Kind
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.layout import COVERS, checked_slot
from tripeaks.notation import parse_moves
from tripeaks.rules import PRESETS
from tripeaks.state import Move

FOLDER = Path(__file__).parent

# One deal for each preset, some of them won. The first is the published game.
DEALS: Mapping[str, str] = {
    "easy": "AAAAAAB",
    "classic": "AAAAAAI",
    "cards4": "AAAAAAE",
    "bliss": "AAAAAAD",
    "bliss-easy": "AAAAAAC",
    "traditional": "AAAAAAF",
    "windows": "AAAAAAJ",
    "collection": "AAAAAAO",
}


def playthrough(preset: str) -> str:
    """Play a preset's game and write it out."""
    deal = Deal.from_code(DEALS[preset], PRESETS[preset])
    game = Game(deal)
    say = sentences("en")
    parts = [
        f"{words.rules_label(deal.rules, say)}: {deal.code}",
        "\n".join(words.rules_sentences(deal.rules, say)),
        *(words.board(game.view(), sentences(language)) for language in LANGUAGES),
        text.board(game.view()),
    ]
    planned = parse_moves(PUBLISHED_GAME, deal) if preset == "easy" else None
    parts += [told(game, action) for action in actions(game, planned)]
    scored = game.score
    summed = " ".join(
        f"{name} {getattr(scored, name)}"
        for name in ("start", "takes", "draws", "peaks", "undos", "floor")
    )
    parts += [f"{game.status}: {scored.points} points ({summed})", game.record()]
    return "\n\n".join(parts) + "\n"


def actions(game: Game, planned: tuple[Move, ...] | None) -> Iterator[Action]:
    """Choose the actions: planned moves or greedy ones, a mistake, and undos here and there."""
    number = 0
    while not game.ended:
        number += 1
        move = planned[len(game.moves)] if planned else greedy(game)
        if number == 3:
            yield Action(Kind.TAKE, 0)
        if number % 12 == 0:
            yield Action(Kind.UNDO)
            yield Action(Kind.REDO)
        elif move is None:
            yield Action(Kind.GIVE_UP)
        elif move.is_draw:
            yield Action(Kind.DRAW)
        else:
            yield Action(Kind.TAKE, move.index)


def greedy(game: Game) -> Move | None:
    """Take the card that turns up or relieves most others, the highest up; else draw."""
    state = game.state
    takes = [move for move in state.legal_moves() if not move.is_draw]
    if takes:
        return max(takes, key=lambda move: (gain(game, move), -move.index))
    return Move.DRAW if state.can_draw() else None


def gain(game: Game, move: Move) -> int:
    """How many cards a take turns up, and half of that for cards it only relieves."""
    after = game.state.play(move).uncovered
    return sum(1 + (after >> checked_slot(lower) & 1) for lower in COVERS[move.index])


def told(game: Game, action: Action) -> str:
    """Carry out an action, and tell it."""
    name = str(action.kind) if action.slot is None else f"{action.kind} {action.slot}"
    try:
        event = game.act(action)
    except MoveError as error:
        said = [words.error_sentence(error, sentences(language)) for language in LANGUAGES]
        return "\n".join([f"{name} refused: {error.code}", *said])
    said = [words.event_sentence(event, game.view(), sentences(language)) for language in LANGUAGES]
    return "\n".join(
        [f"{game.seq:<3} {name}{changes(event, game)}", *said, text.board(game.view())]
    )


def changes(event: Event, game: Game) -> str:
    """What an event changed, as short as can be."""
    card = "" if event.card is None else f" {event.card}"
    return f"{card}  {event.points:+} = {game.score.points}, chain {event.chain}, {event.status}"
