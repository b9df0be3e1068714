"""What every test may use; a folder's own fixtures stand in its own conftest.py."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The installed Chromium instead of one that Playwright would download."""
    name = os.environ.get("CHROMIUM", "chromium")
    path = shutil.which(name)
    if path is None:
        pytest.fail(f"the browser tests need Chromium, and there is no {name!r}: see `make test`")
    return {**browser_type_launch_args, "executable_path": path}


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with tables and nothing in them; making them takes longer than most tests."""
    from tripeaks.store import Store

    path = tmp_path_factory.mktemp("empty") / "games.db"
    Store.open(path).close()
    return path


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """A file for one test."""
    return Path(shutil.copy(empty_file, tmp_path))
