"""Players that see what a person sees: each is given a `View`, never a position or a deal.

Example:
    >>> from random import Random
    >>> from tripeaks import Deal, Game
    >>> view = Game(Deal.from_code("TP1-E-AAAAAAB")).view()
    >>> player_named("greedy").choose(view, Random(1), Limit(games=1))
    Move.take(22)
"""

from tripeaks.players.named import PLAYERS, player_named
from tripeaks.players.sampling import Method, SamplingPlayer
from tripeaks.players.shares import Share
from tripeaks.players.simple import GreedyPlayer, RandomPlayer
from tripeaks.players.values import Candidate, Limit, Player, PlayerError

__all__ = [
    "PLAYERS",
    "Candidate",
    "GreedyPlayer",
    "Limit",
    "Method",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "SamplingPlayer",
    "Share",
    "player_named",
]
