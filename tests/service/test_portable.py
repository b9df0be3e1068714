from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.world import World
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, RecordError
from tripeaks.game import Action, Kind
from tripeaks.rules import PRESETS, Rules
from tripeaks.service import ImportReport, Settings

DEAL = Deal.from_code(PUBLISHED_CODE)
DAY = "2025-02-28"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def played(empty_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a player with games of every kind."""
    path = Path(shutil.copy(empty_file, tmp_path_factory.mktemp("played")))
    with closing(World(path)) as world:
        won = world.start(PUBLISHED_CODE)
        world.command(won, "first", Action(Kind.DRAW))
        world.do(won, Kind.RESTART)
        world.move(won, PUBLISHED_GAME, DEAL)
        blocked = world.start("AAAAAAC", PRESETS["bliss"])
        world.draw_all(blocked)
        world.do(world.lay_out(chain_deal(Rules(wrap=False, jokers=2))), Kind.TAKE, 27)
        daily = world.service.daily(world.player, DAY).game_id
        world.do(daily, Kind.GIVE_UP)
        world.start("AAAAAAD")
        world.service.change_settings(world.player, {"language": "de"})
    return path


@pytest.fixture
def world(played: Path, tmp_path: Path) -> Iterator[World]:
    """The program of that player."""
    with closing(World(Path(shutil.copy(played, tmp_path)), "here")) as world:
        yield world


@pytest.fixture
def document(world: World) -> dict[str, Any]:
    """The export of that player, as it comes back from a file."""
    return written(world)


def written(world: World, player: str = "local") -> dict[str, Any]:
    """An export, through its text."""
    document = json.loads(json.dumps(world.service.export(player)))
    assert isinstance(document, dict)
    return document


@pytest.fixture
def other(empty_file: Path, tmp_path: Path) -> Iterator[World]:
    """The program on another computer."""
    with closing(World(Path(shutil.copy(empty_file, tmp_path / "other.db")), "other")) as world:
        yield world


def test_export_comes_back_exactly(world: World, other: World, document: dict[str, Any]) -> None:
    """Games, settings and statistics are the same on another computer, and so is its export."""
    report = other.service.import_(other.player, document)
    assert report == ImportReport(added=5, continued=0, unchanged=0, differing=0)
    assert other.service.settings(other.player) == Settings(language="de")
    games = world.service.list(world.player)
    assert other.service.list(other.player) == games
    for line in games.games:
        assert other.show(line.game_id) == world.show(line.game_id)
    assert other.service.statistics(other.player) == world.service.statistics(world.player)
    assert written(other) == document
    assert other.service.daily(other.player, DAY) == world.service.daily(world.player, DAY)


def test_imported_commands_are_still_known(other: World, document: dict[str, Any]) -> None:
    """A command that was carried out before the export is not carried out again after it."""
    other.service.import_(other.player, document)
    game_id = document["games"][0]["id"]
    answer = other.service.act(other.player, game_id, 0, "first", Action(Kind.DRAW))
    assert (answer.event.kind, answer.snapshot.view.seq) == (Kind.DRAW, 1)


def test_importing_again_changes_nothing(
    world: World, other: World, document: dict[str, Any]
) -> None:
    """A document brought in twice, or into the place it comes from, changes nothing."""
    other.service.import_(other.player, document)
    for place in (world, other):
        report = place.service.import_(place.player, document)
        assert report == ImportReport(added=0, continued=0, unchanged=5, differing=0)
        assert written(place) == document


def test_game_played_on_elsewhere_is_played_on_here(
    world: World, other: World, document: dict[str, Any]
) -> None:
    """What was played after an export comes with the next one; the older takes nothing back."""
    other.service.import_(other.player, document)
    game_id = document["games"][-1]["id"]
    world.show(game_id)
    other.do(game_id, Kind.DRAW)
    other.do(game_id, Kind.GIVE_UP)
    longer = written(other)
    report = world.service.import_(world.player, longer)
    assert report == ImportReport(added=0, continued=1, unchanged=4, differing=0)
    assert world.show(game_id) == other.show(game_id)
    assert world.service.statistics(world.player) == other.service.statistics(other.player)
    assert world.service.import_(world.player, document).unchanged == 5
    assert written(world) == longer


def test_game_that_went_on_differently_stays(
    world: World, other: World, document: dict[str, Any]
) -> None:
    """A game that went on here in another way is left as it is and counted."""
    other.service.import_(other.player, document)
    game_id = document["games"][-1]["id"]
    other.do(game_id, Kind.DRAW)
    world.do(game_id, Kind.GIVE_UP)
    here = world.show(game_id)
    report = world.service.import_(world.player, written(other))
    assert report == ImportReport(added=0, continued=0, unchanged=4, differing=1)
    assert world.show(game_id) == here


def test_other_deal_of_the_same_name_stays(world: World, document: dict[str, Any]) -> None:
    """A game that bears the name of one of another deal here changes nothing and is counted."""
    here = world.show(document["games"][-1]["id"])
    document["games"][-1].update(deal="TP1-E-AAAAAAE", actions=[GIVE_UP])
    assert world.service.import_(world.player, document).differing == 1
    assert world.show(here.game_id) == here


def test_another_players_games_become_copies(world: World, document: dict[str, Any]) -> None:
    """A document of another player's on the same server gives copies, and once only."""
    before = written(world)
    guest = world.service.players.new_player()
    assert world.service.import_(guest, document).added == 5
    assert world.service.import_(guest, document).unchanged == 5
    assert written(world) == before
    copies = written(world, guest)["games"]
    assert [game["actions"] for game in copies] == [game["actions"] for game in document["games"]]
    with pytest.raises(CommandError):
        world.service.show(guest, document["games"][0]["id"])


def test_daily_game_played_here_too_is_a_later_attempt(
    world: World, other: World, document: dict[str, Any]
) -> None:
    """The daily game of a date stays the one played here; the other becomes a game like any."""
    mine = other.service.daily(other.player, DAY).game_id
    other.do(mine, Kind.GIVE_UP)
    theirs = world.service.daily(world.player, DAY).game_id
    other.service.import_(other.player, document)
    assert other.service.daily(other.player, DAY).game_id == mine
    assert other.show(theirs).daily is None
    assert other.service.import_(other.player, document).unchanged == 5


def test_running_daily_game_is_not_exported(other: World) -> None:
    """A daily game that has not ended is left out of the export."""
    other.service.daily(other.player, DAY)
    assert written(other)["games"] == []


def test_stranger_exports_and_imports_nothing(world: World, document: dict[str, Any]) -> None:
    """A player nobody knows can neither export nor import."""
    for call in (
        lambda: world.service.export("stranger"),
        lambda: world.service.import_("stranger", document),
    ):
        with pytest.raises(CommandError) as caught:
            call()
        assert caught.value.code == "command/unknown-player"


GIVE_UP = {"kind": "give_up", "slot": None, "command_id": None, "at": "2025-03-01T13:00:00+00:00"}
GAME_FAULTS: dict[str, tuple[str, Change]] = {
    "field missing": ("import/bad-game", lambda game: game.pop("daily")),
    "field too many": ("import/bad-game", lambda game: game.update(extra=1)),
    "name": ("import/bad-game", lambda game: game.update(id="a b")),
    "name no text": ("import/bad-game", lambda game: game.update(id=1)),
    "time": ("import/bad-game", lambda game: game.update(started_at="yesterday")),
    "time without zone": ("import/bad-game", lambda game: game.update(started_at="2025-01-01")),
    "time out of range": (
        "import/bad-game",
        lambda game: game.update(started_at="0001-01-01T00:00:00+14:00"),
    ),
    "actions": ("import/bad-game", lambda game: game.update(actions={})),
    "rules": ("import/bad-rules", lambda game: game.update(rules="easy")),
    "rules missing": ("import/bad-rules", lambda game: game["rules"].pop("wrap")),
    "rules bad": ("import/bad-rules", lambda game: game["rules"].update(jokers=5)),
    "code": ("import/bad-deal", lambda game: game.update(deal="TP1-E-A")),
    "code not canonical": ("import/bad-deal", lambda game: game.update(deal="TP1E AAAAAAB")),
    "code of other rules": ("import/bad-deal", lambda game: game.update(deal="TP1-C-AAAAAAB")),
    "deal no text": ("import/bad-deal", lambda game: game.update(deal=None)),
    "layout": ("import/bad-deal", lambda game: game.update(deal="TPX-E [KC]")),
    "daily of another deal": ("import/bad-daily", lambda game: game.update(daily=DAY)),
    "daily no date": ("import/bad-daily", lambda game: game.update(daily="soon")),
    "no action": ("import/bad-action", lambda game: game["actions"].append("draw")),
    "kind": ("import/bad-action", lambda game: game["actions"][0].update(kind="cheat")),
    "kind no text": ("import/bad-action", lambda game: game["actions"][0].update(kind=[])),
    "draw with slot": ("import/bad-action", lambda game: game["actions"][0].update(slot=1)),
    "slot": ("import/bad-action", lambda game: game["actions"][2].update(slot=True)),
    "slot no number": ("import/bad-action", lambda game: game["actions"][2].update(slot="20")),
    "illegal": ("import/bad-action", lambda game: game["actions"][2].update(slot=0)),
    "command": ("import/bad-action", lambda game: game["actions"][0].update(command_id="")),
    "command twice": (
        "import/bad-action",
        lambda game: game["actions"][1].update(command_id="first"),
    ),
    "after the end": ("import/bad-action", lambda game: game["actions"].append(GIVE_UP)),
}


@pytest.mark.parametrize("fault", GAME_FAULTS)
def test_faulty_game_is_named_and_nothing_is_imported(
    other: World, document: dict[str, Any], fault: str
) -> None:
    """A game with anything wrong in it is refused by its number, and nothing is brought in."""
    code, change = GAME_FAULTS[fault]
    document["games"].insert(1, deepcopy(document["games"][0]))
    document["games"][1]["id"] = "another"
    change(document["games"][1])
    with pytest.raises(RecordError) as caught:
        other.service.import_(other.player, document)
    assert (caught.value.code, caught.value.details["game"]) == (code, 2)
    assert written(other)["games"] == []
    assert other.service.settings(other.player) == Settings()


def test_faulty_action_is_named(other: World, document: dict[str, Any]) -> None:
    """An action that the rules refuse is named with its number and the cause."""
    document["games"][0]["actions"][2]["slot"] = 0
    with pytest.raises(RecordError) as caught:
        other.service.import_(other.player, document)
    assert dict(caught.value.details) == {"game": 1, "action": 3, "cause": "move/blocked"}


def test_game_that_is_there_twice_is_refused(other: World, document: dict[str, Any]) -> None:
    """A document that tells a game twice is refused."""
    document["games"].append(document["games"][0])
    with pytest.raises(RecordError) as caught:
        other.service.import_(other.player, document)
    assert (caught.value.code, caught.value.details["game"]) == ("import/repeated", 6)


@pytest.mark.parametrize(
    ("code", "document"),
    [
        ("import/bad-format", None),
        ("import/bad-format", []),
        ("import/bad-format", {}),
        ("import/bad-format", {"format": "chess", "version": 1, "settings": {}, "games": []}),
        ("import/bad-format", {"format": "tripeaks", "version": "1", "settings": {}, "games": []}),
        ("import/bad-format", {"format": "tripeaks", "version": 0, "settings": {}, "games": []}),
        ("import/bad-format", {"format": "tripeaks", "version": 1, "settings": {}}),
        ("import/newer", {"format": "tripeaks", "version": 2}),
        ("import/bad-settings", {"format": "tripeaks", "version": 1, "games": []}),
        (
            "import/bad-settings",
            {"format": "tripeaks", "version": 1, "games": [], "settings": {"deck": "six"}},
        ),
    ],
    ids=str,
)
def test_other_documents_are_refused(other: World, code: str, document: object) -> None:
    """What is no export of a version this program knows is refused."""
    with pytest.raises(RecordError) as caught:
        other.service.import_(other.player, document)
    assert caught.value.code == code
