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
from tripeaks.store.saved import Entry, Result, SavedAction, SavedGame

__all__ = ["Entry", "Result", "RulesLine", "SavedAction", "SavedGame", "Store", "Transaction"]
