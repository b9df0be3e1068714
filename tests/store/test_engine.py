from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy.exc import IntegrityError

from store.shelf import NOW, entry, fill, saved_game
from tripeaks.errors import StoreError
from tripeaks.store import Store

PROMISED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1500}


def test_every_connection_is_durable_and_strict(path: Path) -> None:
    """Each connection of the pool, however many, writes ahead, syncs fully and checks keys."""
    with Store.open(path, busy_timeout=1.5) as store, ExitStack() as stack:
        connections = [stack.enter_context(store.engine.connect()) for _ in range(20)]
        assert len({id(connection.connection.dbapi_connection) for connection in connections}) == 20
        for connection in connections:
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PROMISED
            }
            assert found == PROMISED


def test_connections_keep_their_settings_when_they_are_used_again(path: Path) -> None:
    """A connection that comes back from the pool after a fault is as strict as before."""
    with Store.open(path, busy_timeout=1.5) as store:
        for _ in range(3):
            with pytest.raises(ZeroDivisionError), store.writing():
                raise ZeroDivisionError
        with store.engine.connect() as connection:
            for name, value in PROMISED.items():
                assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


def test_writing_locks_from_its_start(store: Store) -> None:
    """A writing transaction keeps other writers out before it has written, a reading one never."""
    with closing(sqlite3.connect(store.path, timeout=0, isolation_level=None)) as other:
        with store.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        with store.reading() as saved:
            assert saved.games.count("local") == 0
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")


def test_reading_sees_one_moment(store: Store) -> None:
    """What is written while a transaction reads does not change what it reads."""
    fill(store)
    with store.reading() as saved:
        assert saved.games.last_seq("game") == 1
        with store.writing() as other:
            other.games.append("game", [entry(2)])
        assert saved.games.last_seq("game") == 1
    with store.reading() as saved:
        assert saved.games.last_seq("game") == 2


def test_written_is_saved_at_once(store: Store) -> None:
    """What was written is there for another program as soon as the transaction has ended."""
    fill(store)
    with closing(sqlite3.connect(store.path)) as other:
        assert other.execute("SELECT seq, kind FROM action").fetchall() == [(1, "draw")]


def test_error_undoes_the_whole_transaction(store: Store) -> None:
    """An error in a writing transaction leaves nothing of it."""

    def write() -> None:
        with store.writing() as saved:
            saved.players.add("local", NOW)
            saved.games.add(saved_game())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    with store.reading() as saved:
        assert saved.players.settings("local") is None
        assert saved.games.find("game") is None


def test_player_must_exist(store: Store) -> None:
    """A game of a player who does not exist cannot be saved."""
    with pytest.raises(IntegrityError), store.writing() as saved:
        saved.games.add(saved_game(player="nobody"))


@pytest.mark.parametrize(
    ("first", "second"), [(entry(2), entry(2)), (entry(2, "one"), entry(3, "one"))], ids=str
)
def test_number_and_command_occur_once_in_a_game(
    store: Store, first: object, second: object
) -> None:
    """Two actions of a game can have neither the same number nor the same command."""
    fill(store)
    fill(store, "other")
    with store.writing() as saved:
        saved.games.append("game", [first])  # type: ignore[list-item]
        saved.games.append("other", [first])  # type: ignore[list-item]
    with pytest.raises(IntegrityError), store.writing() as saved:
        saved.games.append("game", [second])  # type: ignore[list-item]


def test_own_actions_need_no_command(store: Store) -> None:
    """Any number of actions of the program's own may be without a command."""
    fill(store)
    with store.writing() as saved:
        saved.games.append("game", [entry(2), entry(3)])
        assert [action.command_id for action in saved.games.actions("game")] == [None] * 3


def test_times_come_back_in_utc(store: Store) -> None:
    """A time of any zone is kept to the microsecond and comes back in UTC."""
    local = NOW.astimezone(timezone(timedelta(hours=-9, minutes=-30)))
    with store.writing() as saved:
        saved.players.add("local", local)
        saved.games.add(replace(saved_game(), started_at=local))
    with store.reading() as saved:
        found = saved.games.find("game")
    assert found is not None
    assert (found.started_at, str(found.started_at)) == (NOW, "2025-03-01 12:00:00.250000+00:00")


def test_threads_queue_for_writing(store: Store) -> None:
    """Many threads that write at once all get their turn, none fails."""
    fill(store)
    outcomes: list[int] = []

    def write(number: int) -> None:
        for _ in range(5):
            with store.writing() as saved:
                last = saved.games.last_seq("game")
                saved.games.append("game", [entry(last + 1)])
        outcomes.append(number)

    threads = [Thread(target=write, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as saved:
        assert (len(outcomes), saved.games.last_seq("game")) == (8, 41)


def test_thread_gives_up_waiting(path: Path) -> None:
    """A thread that waits too long for another one's writing gets `store/locked`."""
    with Store.open(path, busy_timeout=0.05) as store, store.writing():
        failed: list[str] = []

        def write() -> None:
            try:
                with store.writing():
                    pass
            except StoreError as error:
                failed.append(error.code)

        thread = Thread(target=write)
        thread.start()
        thread.join()
    assert failed == ["store/locked"]
