from __future__ import annotations

from typing import Any

import pytest

from tripeaks.errors import TriPeaksError
from tripeaks.players import Limit, PlayerError


@pytest.mark.parametrize("seconds", [0.000001, 0.05, 1, 60, None])
@pytest.mark.parametrize("games", [1, 10_000_000])
def test_a_limit_is_kept_as_given(seconds: float | None, games: int) -> None:
    """Any time up to a minute and any number of games up to ten million is a limit."""
    limit = Limit(seconds, games)
    assert (limit.seconds, limit.games) == (seconds, games)


@pytest.mark.parametrize(
    "limit",
    [
        *({"seconds": value} for value in (0, 0.0, -1, 60.001, 3600, float("nan"), float("inf"))),
        *({"seconds": value} for value in ("1", True, 1j, [1])),
        *({"games": value} for value in (0, -1, 10_000_001, 1.0, "9", True)),
        {"seconds": 1, "games": 0},
        {"seconds": 0, "games": 1},
        {},
    ],
    ids=str,
)
def test_other_limits_are_refused(limit: dict[str, Any]) -> None:
    """No time, an hour, what is no number, or no limit at all is refused with the value."""
    with pytest.raises(PlayerError) as caught:
        Limit(**limit)
    assert caught.value.code == "player/bad-limit"
    assert caught.value.text in (*map(str, limit.values()), "None")


def test_a_players_error_is_one_of_the_programs() -> None:
    """What a player cannot do is told like every other error."""
    assert issubclass(PlayerError, TriPeaksError)
