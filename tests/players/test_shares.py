from __future__ import annotations

import pytest

from tripeaks.players import Share


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        # By hand: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96.
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (620, 1000, 0.5895, 0.6496),
    ],
)
def test_the_interval_is_wilsons(hits: int, tries: int, low: float, high: float) -> None:
    """A share comes with the 95 % interval of Wilson, which one can work out by hand."""
    share = Share(hits, tries)
    assert (share.low, share.high) == pytest.approx((low, high), abs=6e-5)
    assert share.value == hits / tries
    assert share.error == pytest.approx((high - low) / 2, abs=6e-5)


def test_a_share_of_nothing_is_none() -> None:
    """Without a try there is no share, and the true one may be anything."""
    share = Share(0, 0)
    assert share.value is None
    assert (share.low, share.high) == pytest.approx((0, 1))


def test_an_interval_stays_between_none_and_all() -> None:
    """No interval goes below nothing or above all, and each holds its share."""
    for tries in range(1, 40):
        for share in (Share(hits, tries) for hits in range(tries + 1)):
            assert share.value is not None
            assert -1e-12 <= share.low <= share.value + 1e-12
            assert share.value - 1e-12 <= share.high <= 1 + 1e-12
