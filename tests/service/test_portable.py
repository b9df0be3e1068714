from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from service.document_faults import DAY, GAME_FAULTS, GIVE_UP
from service.world import World
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.coach.difficulty import Difficulty
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, RecordError
from tripeaks.game import Action, Kind
from tripeaks.rules import PRESETS, Rules
from tripeaks.service import HelpKind, Settings
from tripeaks.service.daily import daily_deal, daily_numbers
from tripeaks.service.values import ImportReport
from tripeaks.solver import verify

DEAL = Deal.from_code(PUBLISHED_CODE)


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
        world.hint(world.start("AAAAAAD"), HelpKind.SOLVER)
        hard = world.service.start(world.player, difficulty=Difficulty.HARD).game_id
        world.hint(hard)
        world.do(hard, Kind.RESTART)
        world.hint(hard, HelpKind.LIGHT)
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
    assert report == ImportReport(added=6, continued=0, unchanged=0, differing=0)
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
        assert report == ImportReport(added=0, continued=0, unchanged=6, differing=0)
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
    assert report == ImportReport(added=0, continued=1, unchanged=5, differing=0)
    assert world.show(game_id) == other.show(game_id)
    assert world.service.statistics(world.player) == other.service.statistics(other.player)
    assert world.service.import_(world.player, document).unchanged == 6
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
    assert report == ImportReport(added=0, continued=0, unchanged=5, differing=1)
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
    assert world.service.import_(guest, document).added == 6
    assert world.service.import_(guest, document).unchanged == 6
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
    assert other.service.import_(other.player, document).unchanged == 6


def test_running_daily_game_is_not_exported(other: World) -> None:
    """A daily game that has not ended is left out of the export."""
    other.service.daily(other.player, DAY)
    assert written(other)["games"] == []


def test_winnable_game_is_proved_anew(world: World, other: World, document: dict[str, Any]) -> None:
    """An export holds no proof, which would tell unseen cards; the import finds and saves one."""
    assert "proof" not in json.dumps(document)
    (hard,) = [game for game in document["games"] if game["winnable_only"] and not game["daily"]]
    assert hard["difficulty"] == "hard"
    other.service.import_(other.player, document)
    proofs = []
    for place in (world, other):
        with place.store.reading() as saved:
            game = saved.games.find(hard["id"])
        assert game is not None
        assert game.proof is not None
        verify(game.deal, game.proof)
        proofs.append(game.proof)
    assert proofs[0] == proofs[1]


def test_hints_come_along(world: World, other: World, document: dict[str, Any]) -> None:
    """What help was given in which attempt is the same on the other computer."""
    other.service.import_(other.player, document)
    hints = [(hint["seq"], hint["kind"]) for game in document["games"] for hint in game["hints"]]
    assert hints == [(0, "solver"), (0, "fair"), (1, "light")]
    assisted = [line.assisted for line in other.service.list(other.player).games]
    assert assisted == [line.assisted for line in world.service.list(world.player).games]
    assert assisted[:3] == [True, True, False]


def test_hints_given_elsewhere_are_added(
    world: World, other: World, document: dict[str, Any]
) -> None:
    """Hints of a game that is here already are added to those given here, none twice."""
    other.service.import_(other.player, document)
    game_id = document["games"][-1]["id"]
    for place in (world, other):
        place.hint(game_id)
    other.hint(game_id, HelpKind.SOLVER)
    world.service.import_(world.player, written(other))
    with world.store.reading() as saved:
        kinds = [(hint.seq, hint.kind) for hint in saved.hints.of(game_id)]
    assert kinds == [(0, "fair"), (1, "fair"), (1, "light"), (1, "solver")]


def first_version(document: dict[str, Any]) -> dict[str, Any]:
    """The document as the first version would have written it."""
    games = [
        {name: game[name] for name in game.keys() - {"winnable_only", "difficulty", "hints"}}
        for game in document["games"]
    ]
    settings = {
        name: document["settings"][name] for name in ("language", "theme", "deck", "shortcuts")
    }
    return {"format": "tripeaks", "version": 1, "settings": settings, "games": games}


def test_first_version_is_read(world: World, other: World, document: dict[str, Any]) -> None:
    """An export of the first version is taken in: no game promises a win, none is assisted."""
    older = first_version(document)
    assert other.service.import_(other.player, older).added == 6
    assert other.service.settings(other.player) == Settings(language="de")
    lines = other.service.list(other.player).games
    assert not any(line.assisted for line in lines)
    assert not any(other.show(line.game_id).winnable_only for line in lines)
    assert [line.status for line in lines] == [
        line.status for line in world.service.list(world.player).games
    ]
    assert other.service.import_(other.player, document).unchanged == 6


@pytest.mark.parametrize("version", [1, 2])
def test_fields_belong_to_their_version(
    other: World, document: dict[str, Any], version: int
) -> None:
    """A document with the fields of another version than its own is refused."""
    mixed = {**(document if version == 1 else first_version(document)), "version": version}
    with pytest.raises(RecordError) as caught:
        other.service.import_(other.player, mixed)
    assert caught.value.code == "import/bad-game"


@pytest.mark.parametrize("choice", ["first number", "winnable"])
def test_daily_game_of_either_choice_is_taken_in(
    other: World, document: dict[str, Any], choice: str
) -> None:
    """A daily game may be of the date's first number, as before, or of its winnable one."""
    day = date(2025, 2, 25)
    deal = daily_deal(day)[0]
    if choice == "first number":
        deal = Deal.numbered(next(daily_numbers(day)))
    game = deepcopy(document["games"][0])
    game.update(deal=str(deal.code), daily=str(day), actions=[GIVE_UP], hints=[])
    document["games"] = [game]
    assert other.service.import_(other.player, document).added == 1
    assert other.show(game["id"]).code == deal.code


def test_stranger_exports_and_imports_nothing(world: World, document: dict[str, Any]) -> None:
    """A player nobody knows can neither export nor import."""
    for call in (
        lambda: world.service.export("stranger"),
        lambda: world.service.import_("stranger", document),
    ):
        with pytest.raises(CommandError) as caught:
            call()
        assert caught.value.code == "command/unknown-player"


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
    assert (caught.value.code, caught.value.details["game"]) == ("import/repeated", 7)


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
        ("import/bad-format", {"format": "tripeaks", "version": True, "settings": {}, "games": []}),
        ("import/newer", {"format": "tripeaks", "version": 3}),
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
