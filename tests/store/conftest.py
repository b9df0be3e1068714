from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tripeaks.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that does not exist yet."""
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new store."""
    with Store.open(path) as store:
        yield store
