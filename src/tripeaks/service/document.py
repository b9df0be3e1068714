"""Saved games as one document that JSON can hold, to take along to another computer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import NamedTuple

from tripeaks.coach.difficulty import Difficulty
from tripeaks.deal import Deal
from tripeaks.errors import RecordError, TriPeaksError
from tripeaks.game import Action, Kind
from tripeaks.rules import EASY
from tripeaks.service.daily import daily_deal, daily_numbers
from tripeaks.service.ids import is_id
from tripeaks.service.live import LiveGame
from tripeaks.service.proving import winning_line
from tripeaks.service.settings import Settings
from tripeaks.state import Move
from tripeaks.store import Entry, HelpKind, SavedAction, SavedGame, SavedHint
from tripeaks.store.codec import deal_text, read_deal, rules_as_data, rules_from_data

FORMAT = "tripeaks"
VERSION = 2

_FIRST_FIELDS = frozenset({"id", "deal", "rules", "daily", "started_at", "actions"})
_GAME_FIELDS: Mapping[int, frozenset[str]] = MappingProxyType(
    {1: _FIRST_FIELDS, VERSION: _FIRST_FIELDS | {"winnable_only", "difficulty", "hints"}}
)
# What a game of the first version says of the fields it does not have.
_LATER_FIELDS: Mapping[str, object] = MappingProxyType(
    {"winnable_only": False, "difficulty": None, "hints": []}
)
_ACTION_FIELDS = frozenset({"kind", "slot", "command_id", "at"})
_HINT_FIELDS = frozenset({"seq", "kind", "at"})


class WholeGame(NamedTuple):
    """A game with its actions and hints, as a document writes it."""

    game: SavedGame
    actions: Sequence[SavedAction]
    hints: Sequence[SavedHint]


class ReadGame(NamedTuple):
    """A game read from a document, and all that its actions and hints add to what is saved."""

    game: SavedGame
    entries: Sequence[Entry]
    hints: Sequence[SavedHint]


def write_document(settings: Settings, games: Sequence[WholeGame]) -> dict[str, object]:
    """Write the document.

    No proof is written: it tells cards that the player may not have seen, and can be found again.

    Args:
        settings: The player's settings.
        games: The games.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "settings": asdict(settings),
        "games": [_game_as_data(game) for game in games],
    }


def read_document(document: object, player: str) -> tuple[Settings, list[ReadGame]]:
    """Read a document and play all of its games.

    Args:
        document: What `write_document` wrote.
        player: Whose games they will be.

    Raises:
        RecordError: ``import/bad-format``, ``import/newer`` or ``import/bad-settings``; or one
            that names the game, counted from 1: ``import/bad-game``, ``import/bad-rules``,
            ``import/bad-deal``, ``import/bad-daily``, ``import/not-winnable``,
            ``import/bad-action`` with the number of the action, ``import/bad-hint`` with that of
            the hint, or ``import/repeated`` for a game that is there twice.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError("import/bad-format")
    version, listed = document.get("version"), document.get("games")
    if isinstance(version, int) and version > VERSION:
        raise RecordError("import/newer", text=str(version))
    # True equals 1 in Python, but is no version.
    if type(version) is not int or version not in _GAME_FIELDS or not isinstance(listed, list):
        raise RecordError("import/bad-format")
    with _blaming("import/bad-settings", document.get("settings")):
        settings = Settings().changed(_dictionary(document.get("settings")))
    games: list[ReadGame] = []
    seen: set[str] = set()
    for number, data in enumerate(listed, start=1):
        read = _read_game(data, player, number, _GAME_FIELDS[version])
        game_id = read.game.game_id
        if game_id in seen:
            raise RecordError("import/repeated", text=game_id, game=number)
        seen.add(game_id)
        games.append(read)
    return settings, games


def _game_as_data(whole: WholeGame) -> dict[str, object]:
    game = whole.game
    return {
        "id": game.game_id,
        "deal": deal_text(game.deal),
        "rules": rules_as_data(game.deal.rules),
        "daily": None if game.daily is None else game.daily.isoformat(),
        "started_at": game.started_at.isoformat(),
        "winnable_only": game.winnable_only,
        "difficulty": game.difficulty,
        "actions": [
            {
                "kind": str(saved.action.kind),
                "slot": saved.action.slot,
                "command_id": saved.command_id,
                "at": saved.at.isoformat(),
            }
            for saved in whole.actions
        ],
        "hints": [
            {"seq": hint.seq, "kind": str(hint.kind), "at": hint.at.isoformat()}
            for hint in whole.hints
        ],
    }


def _read_game(data: object, player: str, number: int, names: frozenset[str]) -> ReadGame:
    with _blaming("import/bad-game", data, game=number):
        fields = {**_LATER_FIELDS, **_exactly(data, names)}
        game_id, started_at = _id(fields["id"]), _moment(fields["started_at"])
        actions, hints = _list(fields["actions"]), _list(fields["hints"])
        difficulty = None
        if fields["difficulty"] is not None:
            difficulty = Difficulty(_text(fields["difficulty"]))
        winnable_only = fields["winnable_only"]
        if not isinstance(winnable_only, bool) or (difficulty and not winnable_only):
            raise TypeError
    with _blaming("import/bad-rules", fields["rules"], game=number):
        rules = rules_from_data(fields["rules"])
    with _blaming("import/bad-deal", fields["deal"], game=number):
        deal = read_deal(_text(fields["deal"]), rules)
    with _blaming("import/bad-daily", fields["daily"], game=number):
        daily = None if fields["daily"] is None else _day_of(deal, _text(fields["daily"]))
    with _blaming("import/not-winnable", fields["deal"], game=number):
        proof = _prove(deal) if winnable_only else None
    live = LiveGame(SavedGame(game_id, player, deal, daily, started_at, proof, difficulty))
    entries = _read_actions(live, actions, number)
    return ReadGame(live.saved, entries, _read_hints(hints, entries, number))


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


def _read_hints(hints: list[object], entries: Sequence[Entry], game: int) -> list[SavedHint]:
    attempts = [1]  # by the number of actions
    for entry in entries:
        attempts.append(entry.attempt or attempts[-1])
    read: dict[tuple[int, HelpKind], SavedHint] = {}
    for number, data in enumerate(hints, start=1):
        with _blaming("import/bad-hint", data, game=game, hint=number):
            fields = _exactly(data, _HINT_FIELDS)
            seq, kind = fields["seq"], HelpKind(_text(fields["kind"]))
            if type(seq) is not int or seq not in range(len(attempts)) or (seq, kind) in read:
                raise ValueError
            read[seq, kind] = SavedHint(seq, kind, attempts[seq], _moment(fields["at"]))
    return list(read.values())


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


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


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
    """Read the date of a daily game, whose deal must be that date's.

    Before only deals that can be won were taken, it was the first, whether it can or not.
    """
    day = date.fromisoformat(text)
    first = Deal.numbered(next(daily_numbers(day)), EASY)
    if deal != first and deal != daily_deal(day)[0]:
        raise ValueError
    return day


def _prove(deal: Deal) -> tuple[Move, ...]:
    line = winning_line(deal)
    if line is None:
        raise ValueError
    return line
