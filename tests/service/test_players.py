from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from service.world import World, at_once
from tripeaks.service.players import Players
from tripeaks.store import Store


def test_local_player_is_always_the_same(world: World) -> None:
    """The one player of a computer is made once and found ever after."""
    assert world.player == world.service.players.local_player() == "local"
    world.restart()
    assert world.service.players.local_player() == "local"


def test_local_player_is_made_once_by_many_at_once(path: Path) -> None:
    """Faces that start at once over a new file find the same player."""
    moment = datetime(2025, 3, 1, tzinfo=UTC)
    with Store.open(path) as one, Store.open(path) as two:
        faces = [Players(store, lambda: moment, str) for store in (one, two, one, two)]
        assert at_once(*[face.local_player for face in faces]) == ["local"] * 4


def test_new_players_are_known(world: World) -> None:
    """A new player is known from then on, and nobody else is."""
    players = world.service.players
    one, two = players.new_player(), players.new_player()
    assert one != two
    world.restart()
    players = world.service.players
    assert [players.knows(name) for name in (one, two, "local")] == [True] * 3
    assert not any(players.knows(name) for name in ("stranger", "", "x" * 100, "\ud800", "a b"))
