from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from weakref import WeakSet

import pytest
from sqlalchemy import event

from service.world import World, at_once
from strategies import PUBLISHED_CODE
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, MoveError, StoreError
from tripeaks.game import Action, Game, Kind

DRAW = Action(Kind.DRAW)


def statements_of(world: World) -> list[str]:
    """The statements that the store carries out from now on, growing with each of them."""
    seen: list[str] = []

    @event.listens_for(world.store.engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        seen.append(" ".join(statement.split()))

    return seen


def test_action_costs_one_read_and_one_commit(world: World) -> None:
    """An action of a game in memory takes one transaction with one query and two writes."""
    game_id = world.start(PUBLISHED_CODE)
    world.service.act(world.player, game_id, 0, "one", DRAW)
    seen = statements_of(world)
    world.service.act(world.player, game_id, 1, "two", DRAW)
    kinds = [statement.split()[0] for statement in seen]
    assert kinds == ["BEGIN", "SELECT", "INSERT", "UPDATE"]


def test_query_of_an_action_uses_indices(world: World) -> None:
    """The query that each action makes looks things up and never goes through a table."""
    plan: list[str] = []

    @event.listens_for(world.store.engine, "before_cursor_execute")
    def explain(
        _connection: object, cursor: object, statement: str, parameters: object, *_rest: object
    ) -> None:
        if statement.startswith("SELECT"):
            found = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[attr-defined]
            plan.extend(row[-1] for row in found)

    with world.store.reading() as saved:
        saved.games.latest("game", "command")
    tables = [line.split()[1] for line in plan if line.startswith("SEARCH")]
    assert sorted(tables) == ["action", "action", "attempt", "hint"]
    assert {line for line in plan if line.startswith("SCAN")} == {"SCAN CONSTANT ROW"}


def test_actions_are_only_ever_added(world: World) -> None:
    """Nothing that can be done changes or deletes an action, an attempt or a result."""
    seen = statements_of(world)
    game_id = world.start(PUBLISHED_CODE)
    for kind in (Kind.DRAW, Kind.UNDO, Kind.REDO, Kind.RESTART, Kind.DRAW, Kind.GIVE_UP):
        world.do(game_id, kind)
    world.draw_all(world.start(PUBLISHED_CODE))
    world.service.daily(world.player, "2025-01-01")
    world.service.change_settings(world.player, {"deck": "four"})
    world.service.import_(world.player, world.service.export(world.player))
    changing = {
        " ".join(statement.split()[:2])
        for statement in seen
        if not statement.startswith(("BEGIN", "SELECT", "WITH", "INSERT"))
    }
    assert changing == {"UPDATE game", "UPDATE player"}


def test_game_is_never_ahead_of_what_is_saved(world: World) -> None:
    """After a commit that fails the game stands where it is saved, and can be played on."""
    game_id = world.start(PUBLISHED_CODE)
    before = world.service.act(world.player, game_id, 0, "one", DRAW).snapshot
    with full_disk(world), pytest.raises(StoreError):
        world.service.act(world.player, game_id, 1, "two", DRAW)
    assert world.show(game_id) == before
    after = world.service.act(world.player, game_id, 1, "two", DRAW).snapshot
    assert (after.view.seq, after.moves_made) == (2, 2)


def test_action_that_was_not_saved_is_not_taken_for_another(world: World) -> None:
    """An action that could not be saved does not pass for the one another program made instead."""
    game_id = world.start(PUBLISHED_CODE)
    world.show(game_id)
    with full_disk(world), pytest.raises(StoreError):
        world.service.act(world.player, game_id, 0, "one", DRAW)
    with closing(World(world.path)) as other:
        answer = other.service.act(world.player, game_id, 0, "two", Action(Kind.TAKE, 20))
    assert world.show(game_id) == answer.snapshot


@contextmanager
def full_disk(world: World) -> Iterator[None]:
    """Let every commit fail for a while."""

    def fail(_connection: object) -> None:
        raise StoreError("store/full")

    event.listen(world.store.engine, "commit", fail)
    yield
    event.remove(world.store.engine, "commit", fail)


@pytest.fixture
def small(path: Path) -> Iterator[World]:
    """A program that keeps four games in memory."""
    with closing(World(path, live_games=4)) as world:
        yield world


def test_games_that_fall_out_of_memory_are_replayed(small: World) -> None:
    """A game stays as it is when many others are played in between."""
    game_id = small.start(PUBLISHED_CODE)
    left = small.do(game_id, Kind.DRAW).snapshot
    for _ in range(5):
        small.show(small.start())
    assert small.show(game_id) == left
    assert small.do(game_id, Kind.UNDO).snapshot.moves_made == 1


def test_memory_holds_only_so_many_games(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games are played, only the ones used last are kept in memory."""
    games: WeakSet[Game] = WeakSet()

    def counted(deal: Deal) -> Game:
        games.add(game := Game(deal))
        return game

    monkeypatch.setattr("tripeaks.service.live.Game", counted)
    for _ in range(20):
        small.do(small.start(), Kind.DRAW)
    gc.collect()
    assert len(games) == 4


@pytest.mark.slow
def test_memory_stays_flat(small: World) -> None:
    """Hundreds of games more need no more memory than the first hundreds did."""

    def play(games: int) -> int:
        for _ in range(games):
            game_id = small.start()
            small.service.act(small.player, game_id, 0, "one", DRAW)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first = play(60)
        assert play(120) < first + 120 * 500
    finally:
        tracemalloc.stop()


def test_unknown_games_push_no_game_out(small: World) -> None:
    """Asking for games that do not exist keeps none of the real ones from memory."""
    game_id = small.start(PUBLISHED_CODE)
    small.show(game_id)
    for number in range(5):
        with pytest.raises(CommandError):
            small.show(f"nobody-{number}")
    seen = statements_of(small)
    small.show(game_id)
    assert [statement.split()[0] for statement in seen] == ["BEGIN", "SELECT"]


def test_many_threads_play_many_games(world: World) -> None:
    """Threads that play games of their own, and one that all share, lose and repeat nothing."""
    shared = world.start(PUBLISHED_CODE)

    def play(name: str) -> None:
        own = world.service.start(world.player).game_id
        for seq in range(10):
            world.service.act(world.player, own, seq, f"{name}-{seq}", DRAW)
            snapshot = world.service.show(world.player, shared)
            try:
                world.service.act(world.player, shared, snapshot.view.seq, f"{name}-{seq}", DRAW)
            except (CommandError, MoveError) as error:
                assert error.code in ("command/stale", "move/stock-empty")  # noqa: PT017

    outcomes = at_once(*[partial(play, f"t{number}") for number in range(6)])
    assert outcomes == [None] * 6
    pages = world.service.list(world.player)
    assert [line.moves for line in pages.games if line.game_id != shared] == [10] * 6
    before = world.show(shared)
    world.restart()
    assert world.show(shared) == before


def test_threads_wait_for_the_same_game_only(world: World) -> None:
    """While a thread holds a game, others wait to see it, and another game goes on."""
    held, free = world.start(), world.start()
    inside, go_on, seen = Event(), Event(), Event()

    def hold() -> None:
        with world.service.act._live_games.held(world.player, held):  # noqa: SLF001 - no other way
            inside.set()
            go_on.wait(10)

    def look() -> None:
        world.show(held)
        seen.set()

    threads = [Thread(target=hold), Thread(target=look)]
    threads[0].start()
    assert inside.wait(10)
    threads[1].start()
    world.do(free, Kind.DRAW)
    assert not seen.wait(0.1)
    go_on.set()
    assert seen.wait(10)
    for thread in threads:
        thread.join()
