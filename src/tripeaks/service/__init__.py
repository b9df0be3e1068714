"""The use cases: start, act, show, hint, review, statistics. The faces call nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from tripeaks.service.daily import Daily
from tripeaks.service.hinting import GiveHint
from tripeaks.service.live import LiveGames
from tripeaks.service.players import LOCAL_PLAYER, Players
from tripeaks.service.playing import Act, StartGame
from tripeaks.service.portable import Export, Import
from tripeaks.service.proving import CanBeWon
from tripeaks.service.reviewing import PlayOn, ReviewGame
from tripeaks.service.settings import ChangeSettings, ReadSettings, Settings
from tripeaks.service.showing import CurrentGame, ListGames, OpenGames, ShowGame, ShowRecord
from tripeaks.service.statistics import Statistics
from tripeaks.service.values import (
    Advice,
    Answer,
    GameLine,
    GamePage,
    GameReview,
    RulesLine,
    Snapshot,
    Thinking,
)
from tripeaks.store import HelpKind, Store

__all__ = [
    "LOCAL_PLAYER",
    "Advice",
    "Answer",
    "GameLine",
    "GamePage",
    "GameReview",
    "HelpKind",
    "RulesLine",
    "Service",
    "Settings",
    "Snapshot",
    "Thinking",
]

_USUAL = Thinking()


class Service:
    """All use cases over one store; any number of threads may call them.

    Args:
        store: The saved games.
        clock: Tells the time, with its time zone.
        new_id: Makes names never used before, of 1 to 64 letters, digits and dashes.
        rng: Chooses the deals, and the games that are played out for a hint.
        live_games: How many games to keep in memory.
        thinking: How much to think about hints and reviews.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        rng: Random,
        live_games: int = 128,
        thinking: Thinking = _USUAL,
    ) -> None:
        live = LiveGames(store, live_games)
        self.players = Players(store, clock, new_id)
        self.start = StartGame(store, clock, new_id, rng)
        self.act = Act(store, live, clock)
        self.hint = GiveHint(store, live, clock, rng, thinking)
        self.review = ReviewGame(store, live, clock, rng, thinking)
        self.can_be_won = CanBeWon()
        self.play_on = PlayOn(store, live, clock, new_id)
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
