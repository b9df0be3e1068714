"""The daily game: one deal for each date that can be won, the same for everybody."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.errors import CommandError
from tripeaks.rules import EASY
from tripeaks.service.playing import begin
from tripeaks.service.proving import winning_line
from tripeaks.service.showing import ShowGame
from tripeaks.service.values import Snapshot
from tripeaks.state import Move
from tripeaks.store import SavedGame, Store

_SEED = "tripeaks daily "
# Where a day begins first: the Line Islands are 14 hours ahead of UTC.
_EARLIEST = timedelta(hours=14)


class Daily:
    """Play the daily game."""

    def __init__(
        self,
        store: Store,
        show: ShowGame,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._show = show
        self._clock = clock
        self._new_id = new_id

    def __call__(self, player: str, day: date | str) -> Snapshot:
        """Show a player's daily game of a date, which is started on the first call.

        It is played by the default rules, and its code is withheld until it has ended.

        Args:
            player: The player.
            day: The date, or its ISO text such as ``2025-01-31``.

        Raises:
            CommandError: ``daily/bad-date``, ``daily/not-yet`` for a date that has begun
                nowhere on earth yet, or ``command/unknown-player``.
            StoreError: It cannot be read or has not been started.
        """
        now = self._clock()
        day = checked_day(day, now)
        with self._store.reading() as saved:
            game_id = saved.games.find_daily(player, day)
            code = saved.dailies.find(day)
        if game_id is None:
            deal, proof = _deal(day, code)
            with self._store.writing() as saved:
                # Another tab may have been quicker.
                game_id = saved.games.find_daily(player, day)
                if game_id is None:
                    if saved.dailies.find(day) is None:
                        saved.dailies.add(day, str(deal.code))
                    game_id = self._new_id()
                    begin(saved, SavedGame(game_id, player, deal, day, now, proof))
        return self._show(player, game_id)


def checked_day(day: date | str, now: datetime) -> date:
    """Return the date if its daily game can be played by now.

    Raises:
        CommandError: ``daily/bad-date`` or ``daily/not-yet``.
    """
    text = str(day)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise CommandError("daily/bad-date", text=text) from None
    if text != day.isoformat():
        raise CommandError("daily/bad-date", text=text)
    if day > (now.astimezone(UTC) + _EARLIEST).date():
        raise CommandError("daily/not-yet", text=text)
    return day


def daily_deal(day: date) -> tuple[Deal, tuple[Move, ...]]:
    """Choose a date's deal: the first of `daily_numbers` that can be won by the default rules.

    Returns:
        The deal, and moves that win it.
    """
    deals = (Deal.numbered(number, EASY) for number in daily_numbers(day))
    return next((deal, line) for deal in deals if (line := winning_line(deal)))


def daily_numbers(day: date) -> Iterator[int]:
    """Give the numbers of the deals that a date may have, for ever.

    They come from a chain of digests: the first is the SHA-256 of ``tripeaks daily `` and the ISO
    date, each further one that of the digest before. The number is the first 8 bytes, most
    significant first, modulo the number of deals, which is a power of two.

    Example:
        >>> next(daily_numbers(date(2025, 1, 31)))
        22127679632
    """
    digest = f"{_SEED}{day.isoformat()}".encode()
    while True:
        digest = hashlib.sha256(digest).digest()
        yield int.from_bytes(digest[:8]) % DEAL_NUMBERS


def _deal(day: date, code: str | None) -> tuple[Deal, tuple[Move, ...] | None]:
    """Give a date's deal, which is fixed when it is first asked for, and moves that win it.

    Args:
        day: The date.
        code: The code that was saved then, perhaps before only deals that can be won were taken.
    """
    if code is None:
        return daily_deal(day)
    deal = Deal.from_code(code, EASY)
    return deal, winning_line(deal)
