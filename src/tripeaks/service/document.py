"""Saved games as one document that JSON can hold, to take along to another computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, date, datetime

from tripeaks.deal import Deal
from tripeaks.errors import RecordError, TriPeaksError
from tripeaks.game import Action, Kind
from tripeaks.rules import EASY
from tripeaks.service.daily import daily_number
from tripeaks.service.ids import is_id
from tripeaks.service.live import LiveGame
from tripeaks.service.settings import Settings
from tripeaks.store import Entry, SavedAction, SavedGame
from tripeaks.store.codec import deal_text, read_deal, rules_as_data, rules_from_data

FORMAT = "tripeaks"
VERSION = 1

_GAME_FIELDS = frozenset({"id", "deal", "rules", "daily", "started_at", "actions"})
_ACTION_FIELDS = frozenset({"kind", "slot", "command_id", "at"})

# A game read from a document, and all that its actions add to what is saved.
ReadGame = tuple[SavedGame, list[Entry]]


def write_document(
    settings: Settings, games: Sequence[tuple[SavedGame, Sequence[SavedAction]]]
) -> dict[str, object]:
    """Write the document.

    Args:
        settings: The player's settings.
        games: The games with their actions.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "settings": asdict(settings),
        "games": [_game_as_data(game, actions) for game, actions in games],
    }


def read_document(document: object, player: str) -> tuple[Settings, list[ReadGame]]:
    """Read a document and play all of its games.

    Args:
        document: What `write_document` wrote.
        player: Whose games they will be.

    Raises:
        RecordError: ``import/bad-format``, ``import/newer`` or ``import/bad-settings``; or one
            that names the game, counted from 1: ``import/bad-game``, ``import/bad-rules``,
            ``import/bad-deal``, ``import/bad-daily``, ``import/bad-action`` with the number of
            the action, or ``import/repeated`` for a game that is there twice.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError("import/bad-format")
    version, listed = document.get("version"), document.get("games")
    if isinstance(version, int) and version > VERSION:
        raise RecordError("import/newer", text=str(version))
    if version != VERSION or not isinstance(listed, list):
        raise RecordError("import/bad-format")
    with _blaming("import/bad-settings", document.get("settings")):
        settings = Settings().changed(_dictionary(document.get("settings")))
    games: list[ReadGame] = []
    seen: set[str] = set()
    for number, data in enumerate(listed, start=1):
        game, entries = _read_game(data, player, number)
        if game.game_id in seen:
            raise RecordError("import/repeated", text=game.game_id, game=number)
        seen.add(game.game_id)
        games.append((game, entries))
    return settings, games


def _game_as_data(game: SavedGame, actions: Sequence[SavedAction]) -> dict[str, object]:
    return {
        "id": game.game_id,
        "deal": deal_text(game.deal),
        "rules": rules_as_data(game.deal.rules),
        "daily": None if game.daily is None else game.daily.isoformat(),
        "started_at": game.started_at.isoformat(),
        "actions": [
            {
                "kind": str(saved.action.kind),
                "slot": saved.action.slot,
                "command_id": saved.command_id,
                "at": saved.at.isoformat(),
            }
            for saved in actions
        ],
    }


def _read_game(data: object, player: str, number: int) -> ReadGame:
    with _blaming("import/bad-game", data, game=number):
        fields = _exactly(data, _GAME_FIELDS)
        game_id, started_at = _id(fields["id"]), _moment(fields["started_at"])
        actions = fields["actions"]
        if not isinstance(actions, list):
            raise TypeError
    with _blaming("import/bad-rules", fields["rules"], game=number):
        rules = rules_from_data(fields["rules"])
    with _blaming("import/bad-deal", fields["deal"], game=number):
        deal = read_deal(_text(fields["deal"]), rules)
    with _blaming("import/bad-daily", fields["daily"], game=number):
        daily = None if fields["daily"] is None else _day_of(deal, _text(fields["daily"]))
    live = LiveGame(SavedGame(game_id, player, deal, daily, started_at))
    return live.saved, _read_actions(live, actions, number)


def _read_actions(live: LiveGame, actions: list[object], game: int) -> list[Entry]:
    entries = []
    commands: set[str] = set()
    for seq, data in enumerate(actions, start=1):
        with _blaming("import/bad-action", data, game=game, action=seq):
            fields = _exactly(data, _ACTION_FIELDS)
            kind, slot = Kind(_text(fields["kind"])), fields["slot"]
            command_id = None if fields["command_id"] is None else _id(fields["command_id"])
            if command_id in commands or (kind is not Kind.TAKE and slot is not None):
                raise ValueError
            if command_id is not None:
                commands.add(command_id)
            action = Action(kind, slot)  # type: ignore[arg-type] # the game refuses a bad slot
            saved = SavedAction(seq, action, command_id, _moment(fields["at"]))
            entries.append(live.act(saved)[1])
    return entries


@contextmanager
def _blaming(code: str, value: object, **details: int) -> Iterator[None]:
    """Turn whatever is wrong with a value into one error that says where it stands."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        cause = error.code if isinstance(error, TriPeaksError) else code
        raise RecordError(code, text=str(value), cause=cause, **details) from error


def _dictionary(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _exactly(value: object, names: frozenset[str]) -> dict[str, object]:
    fields = _dictionary(value)
    if fields.keys() != names:
        raise ValueError
    return fields


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _id(value: object) -> str:
    text = _text(value)
    if not is_id(text):
        raise ValueError
    return text


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC)


def _day_of(deal: Deal, text: str) -> date:
    """Read the date of a daily game, whose deal must be that date's."""
    day = date.fromisoformat(text)
    if deal != Deal.numbered(daily_number(day), EASY):
        raise ValueError
    return day
