"""The arena: several players play the same deals, and how often each wins is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from time import perf_counter

from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.game import Game, Status
from tripeaks.players.shares import Share
from tripeaks.players.values import Limit, Player, PlayerError
from tripeaks.rules import Rules
from tripeaks.solver.backend import chosen
from tripeaks.solver.rows import bits_of, row_of
from tripeaks.state import State

_DEALS_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Result:
    """How a player did.

    Attributes:
        player: The name of the player.
        won: The share of the deals that it won.
        winnable_won: The share of the deals that can be won that it won.
        mean_draws: How many cards it drew a game.
        ms_a_move: How many milliseconds it thought about a move, the forced ones among them.
    """

    player: str
    won: Share
    winnable_won: Share
    mean_draws: float
    ms_a_move: float


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that a player has played to its end."""

    won: bool
    winnable: bool
    draws: int
    moves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class _Table:
    """Where players play a deal one after the other; it can be sent to another process."""

    players: tuple[Player, ...]
    limit: Limit
    seed: int
    clock: Callable[[], float]

    def play(self, numbered: tuple[int, Deal]) -> tuple[_Played, ...]:
        """Let each player play a deal; its random numbers depend on nothing but its own name."""
        number, deal = numbered
        verdict = chosen().winnable(row_of(State.initial(deal)), bits_of(deal.rules))
        return tuple(
            self._game(
                player, deal, Random(f"{self.seed} {number} {player.name}"), verdict == b"\1"
            )
            for player in self.players
        )

    def _game(self, player: Player, deal: Deal, rng: Random, winnable: bool) -> _Played:  # noqa: FBT001 - a fact
        game, seconds = Game(deal), 0.0
        while game.status is Status.RUNNING:
            view = game.view()
            began = self.clock()
            move = player.choose(view, rng, self.limit)
            seconds += self.clock() - began
            game.push(move)
        won = game.status is Status.WON
        return _Played(won, winnable, game.tally.draws, len(game.moves), seconds)


def random_deals(count: int, rules: Rules, seed: int) -> tuple[Deal, ...]:
    """Draw deals at random, no two the same; the same ones for the same seed.

    Args:
        count: How many.
        rules: The rule options.
        seed: Where the randomness begins.
    """
    numbers = Random(seed).sample(range(DEAL_NUMBERS), count)
    return tuple(Deal.numbered(number, rules) for number in numbers)


def play(
    deals: Sequence[Deal],
    players: Sequence[Player],
    limit: Limit,
    *,
    seed: int = 0,
    processes: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> tuple[Result, ...]:
    """Let players play deals, the same for all.

    Without a time limit everything but the time is the same for the same seed, however many
    processes play.

    Args:
        deals: The deals, at least one.
        players: The players; where there are several processes, such as can be pickled.
        limit: How much they may think about a move.
        seed: Where the randomness of the players begins.
        processes: How many processes play at the same time.
        clock: Gives the time in seconds.

    Returns:
        A result a player, in the order of the players.

    Raises:
        PlayerError: ``player/no-deals`` without a deal.
    """
    if not deals:
        raise PlayerError("player/no-deals")
    table = _Table(tuple(players), limit, seed, clock)
    games = zip(*_games(table, tuple(enumerate(deals)), processes), strict=True)
    return tuple(
        _result(player.name, played) for player, played in zip(players, games, strict=True)
    )


def _games(
    table: _Table, deals: Sequence[tuple[int, Deal]], processes: int
) -> Iterator[tuple[_Played, ...]]:
    if processes == 1:
        yield from map(table.play, deals)
        return
    # A new process and no copy of this one: that is the same everywhere, and safe beside threads.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(table.play, deals, chunksize=_DEALS_AT_ONCE)


def _result(player: str, games: Iterable[_Played]) -> Result:
    played = tuple(games)
    moves = sum(game.moves for game in played)
    return Result(
        player=player,
        won=_won(played),
        winnable_won=_won([game for game in played if game.winnable]),
        mean_draws=sum(game.draws for game in played) / len(played),
        ms_a_move=1000 * sum(game.seconds for game in played) / moves,
    )


def _won(games: Sequence[_Played]) -> Share:
    return Share(sum(game.won for game in games), len(games))
