from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from store.shelf import entry, fill
from tripeaks.errors import StoreError
from tripeaks.store import Store

NOBODY = 65534


def damage(path: Path, offset: int, content: bytes) -> bytes:
    """Overwrite part of a file, and give the file as it is then."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)
    return path.read_bytes()


def test_locked_file_is_refused_after_the_timeout(path: Path) -> None:
    """While another program writes, writing is refused as `store/locked`; reading goes on."""
    with Store.open(path, busy_timeout=0.05) as store:
        fill(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreError) as caught, store.writing():
                pass
            assert (caught.value.code, caught.value.text) == ("store/locked", str(path))
            with store.reading() as saved:
                assert saved.games.last_seq("game") == 1
            with Store.open(path, busy_timeout=0.05) as again, again.reading() as saved:
                assert saved.games.last_seq("game") == 1
        with store.writing() as saved:
            saved.games.append("game", [entry(2)])


def test_locked_new_file_is_refused_after_the_timeout(path: Path) -> None:
    """A file that another program holds before the tables are there is `store/locked`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError) as caught:
            Store.open(path, busy_timeout=0.05)
    assert caught.value.code == "store/locked"
    Store.open(path).close()


def test_full_database_keeps_what_is_there(store: Store) -> None:
    """When nothing more fits, writing is refused as `store/full` and what is there stays."""
    fill(store)
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    seen = 1

    def write() -> None:
        nonlocal seen
        while True:
            with store.writing() as saved:
                saved.games.append("game", [entry(seen + 1 + more) for more in range(50)])
            seen += 50

    with pytest.raises(StoreError) as caught:
        write()
    assert caught.value.code == "store/full"
    with store.reading() as saved:
        assert saved.games.last_seq("game") == seen
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    with store.writing() as saved:
        saved.games.append("game", [entry(seen + 1)])


def run(path: Path, body: str, *, user: int | None = None) -> list[str]:
    """Run a program over a file, as another user where this one may do anything.

    Everything is imported before, for the other user may not be able to read it.
    """
    other_user = "" if user is None else f"if os.getuid() == 0: os.setuid({user})"
    script = f"""
import os, pathlib, shutil, tempfile
from store.shelf import entry, fill
from tripeaks.errors import StoreError
from tripeaks.store import Store
with tempfile.TemporaryDirectory() as folder, Store.open(pathlib.Path(folder, "db")) as store:
    fill(store)
path = pathlib.Path({str(path)!r})
{other_user}
{textwrap.dedent(body)}
"""
    folders = [str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    output = subprocess.check_output([sys.executable, "-c", script], env=environment, text=True)
    return output.split()


@pytest.mark.slow
def test_full_disk_keeps_what_was_acknowledged(path: Path) -> None:
    """When the disk is full, an action is refused as `store/full` and all before it are there."""
    with Store.open(path) as store:
        fill(store)
    code, behind, last = run(
        path,
        """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
        seq = 1
        with Store.open(path) as store:
            try:
                while True:
                    with store.writing() as saved:
                        saved.games.append("game", [entry(seq + 1)])
                    seq += 1
            except StoreError as error:
                with store.reading() as saved:
                    print(error.code, seq - saved.games.last_seq("game"), seq)
        """,
    )
    assert (code, behind) == ("store/full", "0")
    with Store.open(path) as store:
        with store.reading() as saved:
            assert saved.games.last_seq("game") == int(last) > 10
        with store.writing() as saved:
            saved.games.append("game", [entry(int(last) + 1)])


@pytest.mark.slow
def test_disk_too_full_for_the_tables(path: Path) -> None:
    """A disk without room for the tables gives `store/full`, and the next start makes them."""
    code = run(
        path,
        """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
        try:
            Store.open(path)
        except StoreError as error:
            print(error.code)
        """,
    )
    assert code == ["store/full"]
    with Store.open(path) as store:
        fill(store)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A file with a game in a folder that every user may enter."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with Store.open(folder / "games.db") as store:
            fill(store)
        yield folder / "games.db"
        folder.chmod(0o755)


READ_AND_TRY_TO_WRITE = """
    with Store.open(path) as store:
        with store.reading() as saved:
            print(saved.games.last_seq("game"), saved.players.settings("local"))
        try:
            with store.writing():
                print("written")
        except StoreError as error:
            print(error.code)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder_mode", "file_mode"), [(0o555, 0o444), (0o555, 0o666), (0o777, 0o444)]
)
def test_read_only_file_can_be_read(shared: Path, folder_mode: int, file_mode: int) -> None:
    """Where the file or its folder is read-only the games are shown, and a change is refused."""
    shared.chmod(file_mode)
    shared.parent.chmod(folder_mode)
    before = shared.read_bytes()
    found = run(shared, READ_AND_TRY_TO_WRITE, user=NOBODY)
    assert found == ["1", "{}", "store/read-only"]
    assert shared.read_bytes() == before


@pytest.mark.slow
def test_read_only_file_shows_what_its_owner_writes(shared: Path) -> None:
    """One who may only read sees what the program that is running over the file has written."""
    with Store.open(shared) as store:
        with store.writing() as saved:
            saved.games.append("game", [entry(2)])
        for path in shared.parent.iterdir():
            path.chmod(0o644)
        found = run(shared, READ_AND_TRY_TO_WRITE, user=NOBODY)
    assert found == ["2", "{}", "store/read-only"]


@pytest.mark.slow
def test_file_that_becomes_read_only_is_named_so(shared: Path) -> None:
    """A file that is made read-only while the program runs gives `store/read-only`."""
    shared.parent.chmod(0o777)
    found = run(
        shared,
        """
        path = pathlib.Path(shutil.copyfile(path, path.with_name("own.db")))
        with Store.open(path) as store:
            store.engine.dispose()
            path.chmod(0o444)
            try:
                with store.writing() as saved:
                    saved.games.append("game", [entry(2)])
            except StoreError as error:
                print(error.code)
            with store.reading() as saved:
                print(saved.games.last_seq("game"))
        """,
        user=NOBODY,
    )
    assert found == ["store/read-only", "1"]


@pytest.mark.slow
def test_new_file_in_a_read_only_folder_is_refused(shared: Path) -> None:
    """Where no file can be made the answer is `store/read-only`."""
    shared.parent.chmod(0o555)
    body = """
        for name in ("new.db", "folder/new.db"):
            try:
                Store.open(path.parent / name)
            except StoreError as error:
                print(error.code)
    """
    assert run(shared, body, user=NOBODY) == ["store/read-only"] * 2


def test_file_that_cannot_be_reached_is_named_so(tmp_path: Path) -> None:
    """A folder in the file's place, or a file in a folder's place, gives `store/unreachable`."""
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "file").touch()
    for path in (tmp_path / "folder.db", tmp_path / "file" / "games.db"):
        with pytest.raises(StoreError) as caught:
            Store.open(path)
        assert (caught.value.code, caught.value.text) == ("store/unreachable", str(path))


def test_folder_that_vanishes_is_named_so(path: Path) -> None:
    """A folder that is gone while the program runs gives `store/unreachable`."""
    folder = path.parent / "stick"
    with Store.open(folder / "games.db") as store:
        store.engine.dispose()
        folder.rename(path.parent / "gone")
        for transaction in (store.reading, store.writing):
            with pytest.raises(StoreError) as caught, transaction():
                pass
            assert caught.value.code == "store/unreachable"
        (path.parent / "gone").rename(folder)
        fill(store)


@pytest.mark.parametrize(
    ("offset", "content"),
    [(0, b"no database at all"), (18, b"\7\7"), (100, b"\0" * 200)],
    ids=["first bytes", "version", "table of contents"],
)
def test_damaged_file_is_refused_and_kept(path: Path, offset: int, content: bytes) -> None:
    """A file that is damaged is refused as `store/damaged`, and not a byte of it is changed."""
    with Store.open(path) as store:
        fill(store)
    damaged = damage(path, offset, content)
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert (caught.value.code, caught.value.text) == ("store/damaged", str(path))
    assert path.read_bytes() == damaged


def test_file_cut_short_is_refused_and_kept(path: Path) -> None:
    """A file whose end is missing is refused as `store/damaged`, and stays as it is."""
    with Store.open(path) as store:
        fill(store)
    os.truncate(path, path.stat().st_size // 2)
    cut = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert caught.value.code == "store/damaged"
    assert path.read_bytes() == cut


def test_damage_inside_is_found_when_it_is_met(path: Path) -> None:
    """Damage to a table is named as `store/damaged` when the table is read; others still serve."""
    with Store.open(path) as store:
        fill(store)
        with store.engine.connect() as connection:
            query = "SELECT rootpage FROM sqlite_master WHERE name = 'action'"
            page = connection.exec_driver_sql(query).scalar()
            size = connection.exec_driver_sql("PRAGMA page_size").scalar()
    assert page is not None
    assert size is not None
    damaged = damage(path, (page - 1) * size, b"\xff" * size)
    with Store.open(path) as store:
        with store.reading() as saved:
            assert saved.games.find("game") is not None
        with pytest.raises(StoreError) as caught, store.reading() as saved:
            saved.games.actions("game")
        assert caught.value.code == "store/damaged"
    assert path.read_bytes() == damaged
