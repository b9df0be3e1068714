"""Statistics: sums over the results, never counters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import CTE, ColumnElement, Connection, Select, and_, case, func, select

from tripeaks.game import Kind, Status
from tripeaks.rules import Rules
from tripeaks.store import schema
from tripeaks.store.codec import read_rules
from tripeaks.store.saved import ASSISTING

_game, _attempt, _action, _result, _hint = (
    schema.game.c,
    schema.attempt.c,
    schema.action.c,
    schema.result.c,
    schema.hint.c,
)


@dataclass(frozen=True, slots=True)
class RulesLine:
    """What a player's results under one set of rules add up to.

    All but the attributes about repeats count the first attempt at each deal only.

    Attributes:
        rules: The rule options, with mistake help as it is by default: it changes no result.
        played: Number of attempts that have ended.
        won: How many of them were won.
        best_points: The highest score, or None where nothing has been played.
        average_points: The mean score, or None where nothing has been played.
        longest_chain: The longest chain.
        fewest_draws: The fewest draws of a won attempt, or None without one.
        streak: Wins in a row up to the last result.
        longest_streak: The most wins in a row.
        assisted: How many attempts were assisted: with a hint that knew all cards.
        repeats: Number of later attempts at deals already tried.
        repeats_won: How many of those were won.
    """

    rules: Rules
    played: int
    won: int
    best_points: int | None
    average_points: float | None
    longest_chain: int
    fewest_draws: int | None
    streak: int
    longest_streak: int
    assisted: int
    repeats: int
    repeats_won: int


class Results:
    """The results, within one transaction.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def lines(self, player: str) -> tuple[RulesLine, ...]:
        """Add up a player's results for each set of rules, the most played first."""
        return tuple(
            RulesLine(
                rules=read_rules(row.ruleset),
                played=row.played,
                won=row.won,
                best_points=row.best_points,
                average_points=None if row.average_points is None else float(row.average_points),
                longest_chain=row.longest_chain or 0,
                fewest_draws=row.fewest_draws,
                streak=row.streak or 0,
                longest_streak=row.longest_streak or 0,
                assisted=row.assisted,
                repeats=row.repeats,
                repeats_won=row.repeats_won,
            )
            for row in self._connection.execute(_lines(player))
        )

    def trials(self, player: str, deals: Iterable[str]) -> dict[tuple[str, int], tuple[str, int]]:
        """Number a player's attempts at some deals in the order of their first moves.

        Args:
            player: The player.
            deals: The deals, as `codec.deal_text` writes them.

        Returns:
            By game and attempt, the deal and 1 for the first attempt at it, 2 for the next, …
        """
        trials = _trials(player, _game.deal.in_(list(deals)))
        return {
            (row.game_id, row.attempt): (row.deal, row.trial)
            for row in self._connection.execute(select(trials))
        }


def _trials(player: str, *conditions: ColumnElement[bool]) -> CTE:
    """Number all attempts at each deal in the order of their first moves.

    An attempt that was restarted before any move shows nothing that a new game of the deal
    would not show, so it is none.
    """
    return (
        select(
            _attempt.game_id,
            _attempt.number.label("attempt"),
            _game.deal,
            _game.ruleset,
            func.row_number()
            .over(partition_by=_game.deal, order_by=(_action.at, _action.id))
            .label("trial"),
        )
        .join(schema.game, _game.id == _attempt.game_id)
        .join(
            schema.action,
            and_(_action.game_id == _attempt.game_id, _action.seq == _attempt.after_seq + 1),
        )
        .where(_game.player_id == player, _action.kind != Kind.RESTART, *conditions)
        .cte("trials")
    )


def _lines(player: str) -> Select[tuple[object, ...]]:
    counted = _counted(player)
    streaks = _streaks(counted)
    first, won = counted.c.first, counted.c.won
    return (
        select(
            counted.c.ruleset,
            func.sum(first).label("played"),
            func.sum(first * won).label("won"),
            func.max(_if(first == 1, counted.c.points)).label("best_points"),
            func.avg(_if(first == 1, counted.c.points)).label("average_points"),
            func.max(_if(first == 1, counted.c.longest_chain)).label("longest_chain"),
            func.min(_if(first * won == 1, counted.c.draws)).label("fewest_draws"),
            streaks.c.streak,
            streaks.c.longest_streak,
            func.sum(first * counted.c.assisted).label("assisted"),
            func.sum(1 - first).label("repeats"),
            func.sum((1 - first) * won).label("repeats_won"),
        )
        .outerjoin(streaks, streaks.c.ruleset == counted.c.ruleset)
        .group_by(counted.c.ruleset, streaks.c.streak, streaks.c.longest_streak)
        .order_by(func.count().desc(), counted.c.ruleset)
    )


def _counted(player: str) -> CTE:
    """List the results, each with 1 or 0 for won, assisted, and the first at its deal."""
    trials = _trials(player)
    hints = select(_hint.kind).where(
        _hint.game_id == trials.c.game_id,
        _hint.attempt == trials.c.attempt,
        _hint.kind.in_(ASSISTING),
    )
    return (
        select(
            trials.c.ruleset,
            case((trials.c.trial == 1, 1), else_=0).label("first"),
            case((_result.status == Status.WON, 1), else_=0).label("won"),
            case((hints.exists(), 1), else_=0).label("assisted"),
            _result.points,
            _result.draws,
            _result.longest_chain,
            func.row_number()
            .over(order_by=(_result.ended_at, _result.game_id, _result.attempt))
            .label("place"),
        )
        .join(
            schema.result,
            and_(
                _result.game_id == trials.c.game_id,
                _result.attempt == trials.c.attempt,
            ),
        )
        .cte("counted")
    )


def _streaks(counted: CTE) -> CTE:
    """Find the last and the longest run of wins: between two losses lies one run."""
    losses = (
        select(
            counted.c.ruleset,
            counted.c.won,
            func.sum(1 - counted.c.won)
            .over(partition_by=counted.c.ruleset, order_by=counted.c.place)
            .label("losses"),
        )
        .where(counted.c.first == 1)
        .cte("losses")
    )
    runs = (
        select(
            losses.c.ruleset,
            func.sum(losses.c.won).label("wins"),
            func.row_number()
            .over(partition_by=losses.c.ruleset, order_by=losses.c.losses.desc())
            .label("back"),
        )
        .group_by(losses.c.ruleset, losses.c.losses)
        .cte("runs")
    )
    return (
        select(
            runs.c.ruleset,
            func.max(_if(runs.c.back == 1, runs.c.wins)).label("streak"),
            func.max(runs.c.wins).label("longest_streak"),
        )
        .group_by(runs.c.ruleset)
        .cte("streaks")
    )


def _if(holds: ColumnElement[bool], value: ColumnElement[int]) -> ColumnElement[int]:
    """Give the value where a condition holds, else nothing, which no aggregate counts."""
    return case((holds, value))
