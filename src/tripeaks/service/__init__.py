"""The use cases: start, act, show, daily, statistics. The faces call nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from tripeaks.service.daily import Daily
from tripeaks.service.live import LiveGames
from tripeaks.service.players import LOCAL_PLAYER, Players
from tripeaks.service.playing import Act, StartGame
from tripeaks.service.portable import Export, Import
from tripeaks.service.settings import ChangeSettings, ReadSettings, Settings
from tripeaks.service.showing import CurrentGame, ListGames, OpenGames, ShowGame, ShowRecord
from tripeaks.service.statistics import Statistics
from tripeaks.service.values import (
    Answer,
    GameLine,
    GamePage,
    ImportReport,
    RulesLine,
    Snapshot,
)
from tripeaks.store import Store

__all__ = [
    "LOCAL_PLAYER",
    "Answer",
    "GameLine",
    "GamePage",
    "ImportReport",
    "RulesLine",
    "Service",
    "Settings",
    "Snapshot",
]


class Service:
    """All use cases over one store; any number of threads may call them.

    Args:
        store: The saved games.
        clock: Tells the time, with its time zone.
        new_id: Makes names never used before, of 1 to 64 letters, digits and dashes.
        rng: Chooses the deals.
        live_games: How many games to keep in memory.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        rng: Random,
        live_games: int = 128,
    ) -> None:
        live = LiveGames(store, live_games)
        self.players = Players(store, clock, new_id)
        self.start = StartGame(store, clock, new_id, rng)
        self.act = Act(store, live, clock)
        self.show = ShowGame(store, live)
        self.current = CurrentGame(store, self.show)
        self.open_games = OpenGames(store)
        self.list = ListGames(store)
        self.record = ShowRecord(store, live)
        self.daily = Daily(store, self.show, clock, new_id)
        self.settings = ReadSettings(store)
        self.change_settings = ChangeSettings(store)
        self.statistics = Statistics(store)
        self.export = Export(store)
        self.import_ = Import(store)
