from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from service.world import World
from tripeaks.store import Store


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with tables and nothing in them; making them takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "games.db"
    Store.open(path).close()
    return path


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """A file for one test."""
    return Path(shutil.copy(empty_file, tmp_path))


@pytest.fixture
def world(path: Path) -> Iterator[World]:
    """A program with a file of its own."""
    with closing(World(path)) as world:
        yield world
