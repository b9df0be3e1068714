"""Games and their actions, which are only ever added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, Row, Table, func, insert, null, select, update

from tripeaks.coach.difficulty import Difficulty
from tripeaks.game import Action, Kind, Status
from tripeaks.notation import format_moves, parse_moves
from tripeaks.rules import EASY
from tripeaks.store import schema
from tripeaks.store.codec import deal_text, read_deal, read_rules, rules_text
from tripeaks.store.saved import ASSISTING, Entry, SavedAction, SavedGame

_game, _attempt, _action, _hint = (
    schema.game.c,
    schema.attempt.c,
    schema.action.c,
    schema.hint.c,
)


class Latest(NamedTuple):
    """How far a game has gone.

    Attributes:
        seq: The number of the last action; 0 for a game without any.
        repeated: The number of the action that a command has brought, if it has.
        assisted: Whether the last attempt is assisted.
    """

    seq: int
    repeated: int | None
    assisted: bool


class Games:
    """The games, within one transaction.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, saved: SavedGame) -> None:
        """Save a new game and its first attempt."""
        rules = saved.deal.rules
        row = {
            "id": saved.game_id,
            "player_id": saved.player,
            "deal": deal_text(saved.deal),
            "rules": rules_text(rules),
            "ruleset": rules_text(replace(rules, mistake_help=EASY.mistake_help)),
            "daily": saved.daily,
            "proof": None if saved.proof is None else format_moves(saved.proof, saved.deal),
            "difficulty": saved.difficulty,
            "status": Status.RUNNING,
            "started_at": saved.started_at,
            "updated_at": saved.started_at,
        }
        self._connection.execute(insert(schema.game), row)
        first = {"game_id": saved.game_id, "number": 1, "after_seq": 0}
        self._connection.execute(insert(schema.attempt), first)

    def append(self, game_id: str, entries: Sequence[Entry]) -> None:
        """Add actions to a game, with the attempts they begin and the results they bring.

        Args:
            game_id: The game.
            entries: The actions in order, following what is saved.
        """
        if not entries:
            return
        self._insert(schema.action, (_action_row(game_id, entry.action) for entry in entries))
        begun = (
            {"game_id": game_id, "number": entry.attempt, "after_seq": entry.action.seq}
            for entry in entries
            if entry.attempt
        )
        self._insert(schema.attempt, begun)
        ended = (entry.result for entry in entries if entry.result)
        self._insert(schema.result, ({"game_id": game_id, **asdict(result)} for result in ended))
        last = entries[-1]
        stands = {"status": last.status, "updated_at": last.action.at}
        self._connection.execute(update(schema.game).where(_game.id == game_id).values(**stands))

    def find(self, game_id: str) -> SavedGame | None:
        """Look up a game, without its actions."""
        row = self._connection.execute(select(schema.game).where(_game.id == game_id)).first()
        return None if row is None else _saved_game(row)

    def actions(self, game_id: str, up_to: int | None = None) -> list[SavedAction]:
        """List the actions of a game in order.

        Args:
            game_id: The game.
            up_to: The number of the last action wanted; None for all of them.
        """
        query = select(schema.action).where(_action.game_id == game_id).order_by(_action.seq)
        if up_to is not None:
            query = query.where(_action.seq <= up_to)
        return [_saved_action(row) for row in self._connection.execute(query)]

    def last_seq(self, game_id: str) -> int:
        """Find the number of the last action; 0 for a game without any."""
        query = select(func.max(_action.seq)).where(_action.game_id == game_id)
        return self._connection.scalar(query) or 0

    def latest(self, game_id: str, command_id: str | None = None) -> Latest:
        """Find in one query what has to be known before a game is shown or acted in.

        Args:
            game_id: The game.
            command_id: A command that may have been carried out before.
        """
        last = select(func.max(_action.seq)).where(_action.game_id == game_id)
        repeated = select(_action.seq).where(
            _action.game_id == game_id, _action.command_id == command_id
        )
        attempt = select(func.max(_attempt.number)).where(_attempt.game_id == game_id)
        assisting = select(_hint.seq).where(
            _hint.game_id == game_id,
            _hint.attempt == attempt.scalar_subquery(),
            _hint.kind.in_(ASSISTING),
        )
        query = select(
            last.scalar_subquery(),
            # Actions of the program's own come from no command.
            null() if command_id is None else repeated.scalar_subquery(),
            assisting.exists(),
        )
        found = self._connection.execute(query).one()
        return Latest(found[0] or 0, found[1], bool(found[2]))

    def standing(self, player: str, *statuses: Status, most: int | None = None) -> list[str]:
        """List a player's games that stand in one of some ways, last played first.

        Args:
            player: The player.
            statuses: The ways.
            most: How many games at most; None for all of them.
        """
        query = (
            select(_game.id)
            .where(_game.player_id == player, _game.status.in_(statuses))
            .order_by(_game.updated_at.desc(), _game.started_at.desc())
            .limit(most)
        )
        return list(self._connection.scalars(query))

    def count(self, player: str) -> int:
        """Count a player's games."""
        query = select(func.count()).where(_game.player_id == player)
        return self._connection.scalar(query) or 0

    def page(self, player: str, first: int = 0, most: int | None = None) -> list[SavedGame]:
        """List a player's games, newest first.

        Args:
            player: The player.
            first: How many newer games to leave out.
            most: How many games at most; None for all of them.
        """
        query = (
            select(schema.game)
            .where(_game.player_id == player)
            .order_by(_game.started_at.desc(), _game.id)
            .offset(first)
            .limit(most)
        )
        return [_saved_game(row) for row in self._connection.execute(query)]

    def find_daily(self, player: str, day: date) -> str | None:
        """Look up a player's daily game of a date."""
        query = select(_game.id).where(_game.player_id == player, _game.daily == day)
        found: str | None = self._connection.scalar(query)
        return found

    def _insert(self, table: Table, rows: Iterable[dict[str, object]]) -> None:
        values = list(rows)
        if values:
            self._connection.execute(insert(table), values)


def _action_row(game_id: str, saved: SavedAction) -> dict[str, object]:
    return {
        "game_id": game_id,
        "seq": saved.seq,
        "command_id": saved.command_id,
        "kind": saved.action.kind,
        "slot": saved.action.slot,
        "at": saved.at,
    }


def _saved_action(row: Row[tuple[object, ...]]) -> SavedAction:
    action = Action(Kind(row.kind), row.slot)
    return SavedAction(row.seq, action, row.command_id, row.at)


def _saved_game(row: Row[tuple[object, ...]]) -> SavedGame:
    deal = read_deal(row.deal, read_rules(row.rules))
    return SavedGame(
        game_id=row.id,
        player=row.player_id,
        deal=deal,
        daily=row.daily,
        started_at=row.started_at,
        proof=None if row.proof is None else parse_moves(row.proof, deal),
        difficulty=None if row.difficulty is None else Difficulty(row.difficulty),
    )
