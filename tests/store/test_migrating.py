from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from service.world import World
from store.shelf import fill
from strategies import PUBLISHED_CODE
from tripeaks.errors import StoreError
from tripeaks.game import Action, Kind
from tripeaks.rules import EASY
from tripeaks.store import HelpKind, Store
from tripeaks.store.codec import rules_text
from tripeaks.store.engine import WRITING, open_engine
from tripeaks.store.migrating import HEAD
from tripeaks.store.schema import metadata

OPEN = (
    "import sys, pathlib; from tripeaks.store import Store; Store.open(pathlib.Path({!r})).close()"
)


def test_migrations_make_the_tables_of_the_program(store: Store) -> None:
    """The migrations end with exactly the tables, columns, keys and indices that are used."""
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_newest_revision_is_the_one_expected() -> None:
    """The revision that counts as up to date is the last migration there is."""
    config = Config()
    config.set_main_option("script_location", "tripeaks.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def migrate(path: Path, revision: str, *, back: bool = False) -> None:
    """Bring a file to some revision of the tables."""
    config = Config()
    config.set_main_option("script_location", "tripeaks.store:migrations")
    engine = open_engine(path, busy_timeout=5.0, read_only=False)
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        config.attributes["connection"] = connection
        (command.downgrade if back else command.upgrade)(config, revision)
    engine.dispose()


# A game of before hints: given up, dealt again, and one card taken.
OLD_GAME = """
    INSERT INTO player VALUES ('local', '{"language":"de"}', '2025-01-01 12:00:00');
    INSERT INTO game VALUES ('old', 'local', 'TP1-E-AAAAAAB', :rules, :rules, '2024-12-31',
        'running', '2025-01-01 12:00:00', '2025-01-01 12:00:03');
    INSERT INTO attempt VALUES ('old', 1, 0), ('old', 2, 2);
    INSERT INTO action VALUES (1, 'old', 1, 'one', 'give_up', NULL, '2025-01-01 12:00:01'),
        (2, 'old', 2, 'two', 'restart', NULL, '2025-01-01 12:00:02'),
        (3, 'old', 3, 'three', 'take', 20, '2025-01-01 12:00:03');
    INSERT INTO result VALUES ('old', 1, 'lost', 500, 0, 0, 0, 0, 28, '2025-01-01 12:00:01');
"""


def old_file(path: Path) -> None:
    """Make a file as the first version left it."""
    migrate(path, "0001")
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in OLD_GAME.split(";"):
            named = {"rules": rules_text(EASY)} if ":rules" in statement else {}
            connection.execute(statement, named)


def test_games_of_the_first_version_go_on(path: Path) -> None:
    """A file of before hints is brought up; its games are as they were, go on and take hints."""
    old_file(path)
    with closing(World(path)) as world:
        before = world.show("old")
        assert (before.view.seq, before.attempt, str(before.view.top)) == (3, 2, "KC")
        assert (before.code, before.daily) == (PUBLISHED_CODE, date(2024, 12, 31))
        assert (before.winnable_only, before.difficulty, before.assisted) == (False, None, False)
        assert world.service.settings(world.player).language == "de"
        assert world.service.daily(world.player, "2024-12-31") == before
        repeated = world.service.act(world.player, "old", 2, "three", Action(Kind.TAKE, 20))
        assert repeated.snapshot == before
        world.hint("old", HelpKind.LIGHT)
        assert world.do("old", Kind.DRAW).snapshot.assisted
        (line,) = world.service.statistics(world.player)
        assert (line.played, line.won, line.assisted) == (1, 0, 0)


def test_migrations_can_be_taken_back(path: Path) -> None:
    """Going back to the first tables keeps the games, and back to none leaves nothing."""
    old_file(path)
    before = dumped(path)
    migrate(path, HEAD)
    assert dumped(path) != before
    migrate(path, "0001", back=True)
    assert dumped(path) == before
    migrate(path, "base", back=True)
    assert [line for line in dumped(path) if "CREATE" in line and "alembic" not in line] == []


def dumped(path: Path) -> list[str]:
    """All that is in a file, as statements that would write it again."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_new_folder_and_file_are_made(tmp_path: Path) -> None:
    """The file and the folders above it are made, whatever characters they are named by."""
    path = tmp_path / "new 100% ä?#" / "deeper" / "my games&mode=ro.db"
    with Store.open(path) as store:
        fill(store)
    assert path.is_file()


def test_opening_again_changes_nothing(path: Path) -> None:
    """A file that is up to date is opened without a write."""
    with Store.open(path) as store:
        fill(store)
    before = path.read_bytes()
    with Store.open(path) as store, store.reading() as saved:
        assert saved.games.last_seq("game") == 1
    assert path.read_bytes() == before


def test_closing_leaves_one_file(path: Path) -> None:
    """After the program has ended everything is in the one file."""
    with Store.open(path) as store:
        fill(store)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_migrating_says_nothing_and_up_to_date_needs_no_alembic(path: Path) -> None:
    """Making the tables writes nothing to the terminal; opening them again loads no Alembic."""
    script = OPEN.format(str(path))
    first = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (first.stdout, first.stderr) == (b"", b"")
    script += "; print('alembic' in sys.modules)"
    again = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (again.stdout.split(), again.stderr) == ([b"False"], b"")


# Writes to the file at the moment Alembic is imported, without waiting for anybody.
WRITE_MEANWHILE = """
import sqlite3, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "alembic":
            with sqlite3.connect({0!r}, timeout=0) as connection:
                connection.execute("UPDATE alembic_version SET version_num = version_num")
                print("written")
            sys.meta_path.remove(self)
sys.meta_path.insert(0, Finder())
"""


def test_nobody_waits_while_alembic_is_loaded(path: Path) -> None:
    """Until an old file is really migrated, other programs can write to it."""
    migrate(path, "0001")
    script = WRITE_MEANWHILE.format(str(path)) + OPEN.format(str(path))
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert (ended.stdout.split(), ended.stderr) == ([b"written"], b"")
    with Store.open(path) as store:
        fill(store)


@pytest.mark.slow
def test_two_programs_make_the_tables_together(tmp_path: Path) -> None:
    """Programs that start at once over a file that does not exist all find its tables."""
    for attempt in range(2):
        path = tmp_path / f"games-{attempt}.db"
        script = [sys.executable, "-c", OPEN.format(str(path))]
        programs = [subprocess.Popen(script, stderr=subprocess.PIPE) for _ in range(2)]
        outcomes = [(program.communicate()[1], program.returncode) for program in programs]
        assert outcomes == [(b"", 0)] * 2
        with Store.open(path) as store:
            fill(store)


def test_interrupted_migration_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that breaks off leaves no table behind, and the next start makes them all."""

    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_index", fail)
        with pytest.raises(ZeroDivisionError):
            Store.open(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    with Store.open(path) as store:
        fill(store)


def test_empty_file_becomes_a_store(path: Path) -> None:
    """A file of no bytes, as a power cut may leave it, is filled with the tables."""
    path.touch()
    with Store.open(path) as store:
        fill(store)


def test_file_of_a_newer_program_is_refused(path: Path) -> None:
    """A file of a later version is refused as `store/newer` and stays as it is."""
    with Store.open(path) as store:
        fill(store)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert (caught.value.code, caught.value.text) == ("store/newer", str(path))
    assert caught.value.details["revision"] == "9999"
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_file_of_another_program_is_refused(path: Path) -> None:
    """A database that is not ours is refused as `store/damaged` and gets no table from us."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE address (name TEXT)")
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert caught.value.code == "store/damaged"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("address",)]
