"""How many games to play out at a time, so that a time limit is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat

from tripeaks.players.values import MOST_GAMES, Limit

_MOST_SHARE = 0.9  # of the time left that a round may take
_FASTER = 8  # how many times as many, when the clock does not show that any time has passed


def rounds(
    limit: Limit, first: int, shares: Sequence[float], clock: Callable[[], float]
) -> Iterator[int]:
    """Yield how many games to play in each round, until the limit is reached.

    Without a time limit all games are one round. With one the first round is small and shows how
    long games take; each further one is as large as its share of the time left allows, but none is
    smaller than the first, as long as there is time. There is always a first round.

    Args:
        limit: The limit.
        first: How many games the first round has.
        shares: Which share of the time left each further round may take, the last one again and
            again. Little shares keep the limit better, as games may get slower any time.
        clock: Gives the time in seconds.
    """
    most = MOST_GAMES if limit.games is None else limit.games
    if limit.seconds is None:
        yield most
        return
    began, played, games = clock(), 0, min(first, most)
    for share in chain(shares, repeat(shares[-1])):
        yield games
        played += games
        spent = clock() - began
        left = limit.seconds - spent
        affordable = left * played / spent if spent > 0 else _FASTER * played / share
        games = min(max(first, int(share * affordable)), most - played)
        if games <= 0 or games > _MOST_SHARE * affordable:
            return
