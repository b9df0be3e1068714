"""The players by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tripeaks.players.sampling import Method, SamplingPlayer
from tripeaks.players.simple import GreedyPlayer, RandomPlayer
from tripeaks.players.values import Player, PlayerError

_PLAYERS: tuple[Player, ...] = (
    RandomPlayer(),
    GreedyPlayer(),
    SamplingPlayer("sampling", Method.SAMPLE),
    SamplingPlayer("planning", Method.TREE),
)
PLAYERS: Mapping[str, Player] = MappingProxyType({player.name: player for player in _PLAYERS})


def player_named(name: str, *, winnable_only: bool = False) -> Player:
    """Give a player by its name.

    Args:
        name: One of ``PLAYERS``.
        winnable_only: It plays a game that was dealt as one that can be won, and may use that.

    Raises:
        PlayerError: ``player/unknown`` for any other name.
    """
    player = PLAYERS.get(name)
    if player is None:
        raise PlayerError("player/unknown", text=name, known=", ".join(PLAYERS))
    if winnable_only and isinstance(player, SamplingPlayer):
        return replace(player, winnable_only=True)
    return player
