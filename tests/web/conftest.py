from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.site import Browser, WebWorld


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's log, which import-linter switches off in a test of the floors."""
    monkeypatch.setattr(logging.getLogger("tripeaks.web"), "disabled", False)


@pytest.fixture
def world(path: Path) -> Iterator[WebWorld]:
    """The program for one player."""
    world = WebWorld(path)
    yield world
    world.end()


@pytest.fixture
def client(world: WebWorld) -> Browser:
    """The player's browser."""
    return world.browser()


@pytest.fixture
def shared(empty_file: Path, tmp_path: Path) -> Iterator[WebWorld]:
    """The program for many players."""
    world = WebWorld(Path(shutil.copy(empty_file, tmp_path / "shared.db")), shared=True)
    yield world
    world.end()
