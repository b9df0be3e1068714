from __future__ import annotations

import ctypes
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from cli.program import Program, free_port, run
from tripeaks.errors import StoreError
from tripeaks.i18n import sentences
from tripeaks.store import Store

API = "/api/v1"
DATABASE = "tripeaks.sqlite3"
# From <linux/prctl.h> and <linux/capability.h>.
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2


def with_games(folder: Path) -> Path:
    """A folder with saved games."""
    Store.open(folder / DATABASE).close()
    return folder


def file_in_its_place(folder: Path) -> Path:
    """A file where the folder should be."""
    place = folder / "games"
    place.write_text("", encoding="utf-8")
    return place


def file_above(folder: Path) -> Path:
    """A folder below a file."""
    return file_in_its_place(folder) / "deeper"


def folder_as_file(folder: Path) -> Path:
    """A folder where the database should be."""
    (folder / DATABASE).mkdir()
    return folder


def damaged(folder: Path) -> Path:
    """A database whose pages are noise."""
    with (with_games(folder) / DATABASE).open("r+b") as file:
        file.seek(100)
        file.write(os.urandom(40_000))
    return folder


def no_database(folder: Path) -> Path:
    """A file that is none of ours."""
    (folder / DATABASE).write_text("my diary\n" * 500, encoding="utf-8")
    return folder


def foreign(folder: Path) -> Path:
    """A database of another program."""
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.close()
    return folder


def newer(folder: Path) -> Path:
    """A database of a later version of the program."""
    connection = sqlite3.connect(with_games(folder) / DATABASE)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    return folder


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (file_in_its_place, "store/unreachable"),
        (file_above, "store/unreachable"),
        (folder_as_file, "store/unreachable"),
        (damaged, "store/damaged"),
        (no_database, "store/damaged"),
        (foreign, "store/damaged"),
        (newer, "store/newer"),
    ],
)
def test_fault_of_the_store_is_a_sentence(
    tmp_path: Path, prepare: Callable[[Path], Path], code: str
) -> None:
    """Saved games that cannot be opened end the program with one sentence and its code."""
    folder = prepare(tmp_path)
    before = contents(tmp_path)
    ended = start(folder)
    assert refusal(ended) == (1, code)
    assert contents(tmp_path) == before


def test_fault_of_the_store_is_told_in_german(tmp_path: Path) -> None:
    """In a German terminal the sentence is German, and it names the file."""
    ended = start(newer(tmp_path), LANGUAGE="de")
    assert refusal(ended) == (1, "store/newer")
    file = str(tmp_path / DATABASE)
    known = StoreError("store/newer", text=file).shown_text
    assert ended.stderr.startswith(
        sentences("de").text("error.store/newer", text=known, revision="")
    )


def test_locked_database_is_a_sentence(tmp_path: Path) -> None:
    """A database that another program keeps locked ends the start with a sentence in the end."""
    connection = sqlite3.connect(with_games(tmp_path) / DATABASE, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        assert refusal(start(tmp_path)) == (1, "store/locked")
    finally:
        connection.close()


def as_anybody() -> None:
    """Give up root's right to read and write everything, for good."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            if libc.prctl(PR_CAPBSET_DROP, right, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")


@pytest.mark.skipif(sys.platform != "linux", reason="root may write anywhere but on Linux")
@pytest.mark.parametrize("saved", ["", DATABASE])
def test_read_only_folder_is_a_sentence(tmp_path: Path, saved: str) -> None:
    """A folder that the user may not write to, with games or without, ends it with a sentence."""
    if saved:
        with_games(tmp_path)
    tmp_path.chmod(0o555)
    with Program(tmp_path, preexec=as_anybody, wait=False) as program:
        code, out, err = program.ended()
    tmp_path.chmod(0o755)
    assert refusal(subprocess.CompletedProcess([], code, out, err)) == (1, "store/read-only")
    assert sorted(contents(tmp_path)) == [saved] * bool(saved)


def test_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """On a full disk actions are refused with 507, the server goes on, and all games are whole."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))

    with Program(tmp_path, preexec=limit) as program, program.client() as client:
        game = client.post(f"{API}/games", json={"code": "AAAAAAB"}).json()
        address = f"{API}/games/{game['id']}"
        view = game
        answer = None
        while answer is None or answer.status_code == 200:
            kind = "undo" if view["can"]["undo"] else "draw"
            action = {"seq": view["seq"], "command_id": f"c{view['seq']}", "action": kind}
            answer = client.post(f"{address}/actions", json=action)
            view = answer.json()["view"] if answer.status_code == 200 else view
        assert answer.status_code == 507
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "store/full"
        assert view["seq"] > 1
        assert client.get(address).json() == view
        assert client.get("/").status_code == 200
        code, _, err = program.interrupt()
        assert code == 0
        assert "Traceback" not in err
    with Program(tmp_path) as program, program.client() as client:
        assert client.get(address).json() == view
        again = client.post(f"{address}/actions", json=action)
        assert again.json()["view"]["seq"] == view["seq"] + 1


def start(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start the server of one player, which is to fail."""
    port = str(free_port())
    return run("--no-browser", "--port", port, "--data", folder, **variables)


def refusal(ended: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """The status and the code of a program that ended with one sentence and nothing else."""
    assert ended.stdout == ""
    [sentence] = ended.stderr.splitlines()
    assert sentence.endswith("]")
    assert "Traceback" not in sentence
    return ended.returncode, sentence.rpartition("[")[2].rstrip("]")


def contents(folder: Path) -> dict[str, str]:
    """The files below a folder, with the digests of what is in them."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
