"""Saved games: one SQLite file, written so that nothing acknowledged is lost.

Example:
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store.open(Path(folder) / "games.db") as store:
    ...     with store.reading() as saved:
    ...         saved.games.count("local")
    0
"""

from tripeaks.store.file import Store, Transaction
from tripeaks.store.results import RulesLine
from tripeaks.store.saved import (
    Entry,
    HelpKind,
    Result,
    SavedAction,
    SavedGame,
    SavedHint,
)

__all__ = [
    "Entry",
    "HelpKind",
    "Result",
    "RulesLine",
    "SavedAction",
    "SavedGame",
    "SavedHint",
    "Store",
    "Transaction",
]
