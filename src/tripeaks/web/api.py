"""The API: thin handlers, each one use case of the service (version 1)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from tripeaks.codes import format_code, parse_code
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, MoveError, TriPeaksError
from tripeaks.game import Action
from tripeaks.service import HelpKind, Snapshot
from tripeaks.web import advice, present, told
from tripeaks.web import shown as out
from tripeaks.web.caller import Caller, Player, Reader
from tripeaks.web.problems import problem
from tripeaks.web.wire import (
    ActionIn,
    CodeIn,
    HintIn,
    NewGameIn,
    PlayOnIn,
    SettingsWire,
)

# The handlers are reached through the router alone.
__all__ = ["IMPORT_PATH", "OPENAPI_PATH", "PREFIX", "router"]

PREFIX = "/api/v1"
IMPORT_PATH = f"{PREFIX}/import"
OPENAPI_PATH = f"{PREFIX}/openapi.json"

GameId = Annotated[str, Path(max_length=64, description="The game, as its creation named it.")]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]

router = APIRouter(prefix=PREFIX)


@router.post("/games", status_code=201, summary="Start a new game")
def start(wanted: NewGameIn, response: Response, player: Player) -> out.GameOut:
    """Deal a code, or a random deal, under the selected rules."""
    snapshot = player.service.start(
        player.player,
        wanted.code,
        wanted.selected(),
        winnable_only=wanted.winnable_only,
        difficulty=wanted.difficulty,
    )
    return _started(snapshot, response, player)


@router.get("/games", summary="The player's games, newest first")
def games(reader: Reader, page: PageNumber = 1) -> out.GamePageOut:
    """List one page of the player's games."""
    return present.page_out(reader.service.list(reader.player, page), reader.say)


@router.get("/games/current", summary="The game to go on with")
def current(reader: Reader) -> out.CurrentOut:
    """Show the newest game that has not ended."""
    snapshot = reader.service.current(reader.player)
    return out.CurrentOut(game=snapshot and present.game_out(snapshot, reader.say))


@router.get("/games/{game_id}", summary="A game as its player sees it")
def show(game_id: GameId, reader: Reader) -> out.GameOut:
    """Show a game."""
    return present.game_out(reader.service.show(reader.player, game_id), reader.say)


@router.post(
    "/games/{game_id}/actions", response_model=out.AnswerOut, summary="Act in a game, once"
)
def act(game_id: GameId, wanted: ActionIn, reader: Reader) -> out.AnswerOut | Response:
    """Carry out an action; the answer is sent when it is durable."""
    action = Action(wanted.action, wanted.slot)
    try:
        answer = reader.service.act(reader.player, game_id, wanted.seq, wanted.command_id, action)
    except (MoveError, CommandError) as error:
        return _refused(error, game_id, reader)
    return present.answer_out(answer, reader.say)


@router.post("/games/{game_id}/hint", response_model=told.HintOut, summary="Ask for a hint")
def hint(game_id: GameId, wanted: HintIn, reader: Reader) -> told.HintOut | Response:
    """Give a hint; that it was asked for is durable before it is answered."""
    try:
        found = reader.service.hint(reader.player, game_id, wanted.seq, HelpKind(wanted.kind))
    except (MoveError, CommandError) as error:
        return _refused(error, game_id, reader)
    return advice.hint_out(found, reader.say)


@router.post("/games/{game_id}/review", summary="Review a game that has ended")
def review(game_id: GameId, reader: Reader) -> told.ReviewOut:
    """Review a game with all cards shown; a blocked one is lost by it."""
    return advice.review_out(reader.service.review(reader.player, game_id), reader.say)


@router.post(
    "/games/{game_id}/play-on", status_code=201, summary="Play on from a position of a review"
)
def play_on(game_id: GameId, wanted: PlayOnIn, response: Response, player: Player) -> out.GameOut:
    """Start a new game of the same deal with some moves made; it counts as assisted."""
    snapshot = player.service.play_on(player.player, game_id, wanted.moves)
    return _started(snapshot, response, player)


@router.get(
    "/games/{game_id}/record",
    response_class=PlainTextResponse,
    summary="The record of a game as text",
)
def record(game_id: GameId, reader: Reader) -> str:
    """Write the standing moves; withheld for a daily game that has not ended."""
    return reader.service.record(reader.player, game_id)


@router.get("/daily/{date}", summary="The game of a day, started when first asked for")
def daily(date: str, player: Player) -> out.GameOut:
    """Show the player's game of a day, written as 2026-01-31."""
    return present.game_out(player.service.daily(player.player, date), player.say)


@router.post("/codes/check", summary="Read a game code as typed")
def check(typed: CodeIn, reader: Reader) -> out.CodeOut:
    """Give the canonical form of a code and the rules it is played by."""
    number, rules = parse_code(typed.text, typed.selected())
    deal = Deal.numbered(number, rules)
    return out.CodeOut(
        code=format_code(number, rules),
        rules=out.RulesOut.shown(rules, reader.say),
        winnable=reader.service.can_be_won(deal) if typed.winnable else None,
    )


@router.get("/settings", summary="The player's preferences")
def settings(reader: Reader) -> SettingsWire:
    """Show the preferences in full."""
    return SettingsWire.of(reader.settings)


@router.put("/settings", summary="Change the player's preferences")
def change_settings(wanted: SettingsWire, player: Player) -> SettingsWire:
    """Change the preferences that are given and show them all."""
    return SettingsWire.of(player.service.change_settings(player.player, wanted.changes()))


@router.get("/stats", summary="The player's results")
def stats(reader: Reader) -> out.StatisticsOut:
    """Show what the results add up to, one line per set of rules."""
    return present.statistics_out(reader.service.statistics(reader.player), reader.say)


@router.get("/export", summary="All of the player's games and preferences")
def export(player: Player) -> dict[str, object]:
    """Give one document that an import takes in; daily games that run are left out."""
    return player.service.export(player.player)


@router.post("/import", summary="Take in what an export gave")
def import_(document: Annotated[object, Body()], player: Player) -> out.ImportOut:
    """Take in a document, all of it or nothing; what is here already stays."""
    return out.ImportOut(**asdict(player.service.import_(player.player, document)))


def _started(snapshot: Snapshot, response: Response, caller: Caller) -> out.GameOut:
    response.headers["Location"] = f"{PREFIX}/games/{snapshot.game_id}"
    return present.game_out(snapshot, caller.say)


def _refused(error: TriPeaksError, game_id: str, caller: Caller) -> Response:
    if error.code in ("command/unknown-game", "command/bad-id"):
        raise error
    # The game stands as it was or went on elsewhere: the page can show it at once.
    view = present.game_out(caller.service.show(caller.player, game_id), caller.say)
    return problem(error, caller.say, {"view": view.model_dump(mode="json")})
