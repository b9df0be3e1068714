"""From the share of play-outs that are won to the chance that the player really wins.

A play-out goes on as a casual player would, who wins less often than the player that will choose
each of the moves to come. So the share is too low in the middle. A logistic regression of what
became of games on the share (Platt 1999) says by how much; `bench/calibration.py` fits it and
measures on other games how far the stated chance is from what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from random import Random
from types import MappingProxyType

from tripeaks.players import Candidate, Limit, Player
from tripeaks.rules import Rules
from tripeaks.state import Move
from tripeaks.view import View

# Per rule, king and ace joined or apart: what is added to the log-odds of the share after it has
# been multiplied. Fitted on 4,000 games each of the sampling player, 3,000 play-outs a move.
_FITTED: Mapping[bool, tuple[float, float]] = MappingProxyType(
    {True: (0.34, 0.98), False: (0.36, 0.93)}
)

# Keeps the log-odds finite where all play-outs were won or lost.
_NEVER_SURE = 0.002


def log_odds(share: float) -> float:
    """Give the logarithm of the odds of a share, a little drawn to the middle."""
    return log((share + _NEVER_SURE) / (1 - share + _NEVER_SURE))


def stated_chance(share: float, rules: Rules) -> float:
    """Say how likely a win is, given the share of play-outs won after the best move.

    Args:
        share: From 0 to 1.
        rules: The rule options; only whether king and ace are adjacent makes a difference.

    Returns:
        A chance from 0 to 1, larger for a larger share.

    Example:
        >>> from tripeaks import CLASSIC, EASY
        >>> round(stated_chance(0.5, EASY), 2), round(stated_chance(0.5, CLASSIC), 2)
        (0.58, 0.59)
    """
    added, factor = _FITTED[rules.wrap]
    return 1 / (1 + exp(-(added + factor * log_odds(share))))


@dataclass(frozen=True, slots=True)
class CalibratedPlayer:
    """A player whose shares of play-outs are turned into chances of winning.

    Attributes:
        player: Who plays.
    """

    player: Player

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        """Choose a legal move, as the player does."""
        return self.player.choose(view, rng, limit)

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:
        """List the legal moves as the player does, with the chance of winning after each."""
        return tuple(_stated(rated, view.rules) for rated in self.player.explain(view, rng, limit))


def _stated(rated: Candidate, rules: Rules) -> Candidate:
    share, error = rated.win_chance, rated.error
    if share is None or error is None:
        return rated
    low, high = max(0.0, share - error), min(1.0, share + error)
    width = stated_chance(high, rules) - stated_chance(low, rules)
    return Candidate(rated.move, stated_chance(share, rules), width / 2)
