"""The review of a game: where the win was lost, and how it could have been won.

It knows all cards of the deal, those that were never turned up too: it is for a game that has
ended, or for the record of any.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tripeaks.coach.hints import strongest
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.notation import Record
from tripeaks.players import Candidate, Limit, Player
from tripeaks.solver import Goal, analyse, solve
from tripeaks.state import Move, Outcome, State
from tripeaks.view import View


@dataclass(frozen=True, slots=True)
class Standing:
    """How a position of the game stood.

    Attributes:
        winnable: Whether it could be won with perfect play, all cards known.
        winning: The legal moves after which it still could.
        chance: The chance of winning that one could give it by what was seen, or None where
            that was not asked.
        error: Half the width of the 95 % interval of that chance, or None.
        promising: The move that looked best by what was seen, or None.
    """

    winnable: bool
    winning: tuple[Move, ...]
    chance: float | None = None
    error: float | None = None
    promising: Move | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of the game.

    Attributes:
        number: Its number, counted from 1.
        move: The move.
        before: How the game stood before it.
        after: How it stood after it.
    """

    number: int
    move: Move
    before: Standing
    after: Standing

    @property
    def loses(self) -> bool:
        """Whether the game could be won before this move and not after it."""
        return self.before.winnable and not self.after.winnable

    @property
    def better(self) -> tuple[Move, ...]:
        """The moves that would have kept the win; none where this one did or nothing could."""
        return self.before.winning if self.loses else ()


@dataclass(frozen=True, slots=True)
class Review:
    """What can be said of a game with all cards known.

    Attributes:
        deal: The deal.
        plies: Its moves, in order.
        start: How it stood before the first.
        won: Whether all cards were cleared away; a game that goes on counts as not won.
        outcome: How its last position stands.
        points: Its score, less what the undos cost.
        fewest_draws: The fewest draws the deal can be won with, or None if it cannot be won.
        best_score: The most points it can bring, won or not, without an undo.
        best_line: A full line from the start to play through: it wins with the fewest draws, or,
            where that cannot be, earns the most points.
    """

    deal: Deal
    plies: tuple[Ply, ...]
    start: Standing
    outcome: Outcome
    points: int
    fewest_draws: int | None
    best_score: int
    best_line: tuple[Move, ...]

    @property
    def won(self) -> bool:
        """Whether the game was won; one that has not ended was not."""
        return self.outcome is Outcome.WON

    @property
    def lost_at(self) -> Ply | None:
        """The move at which the win was lost, or None: once it is lost, nothing brings it back."""
        return next((ply for ply in self.plies if ply.loses), None)


def review(
    record: Record,
    rng: Random | None = None,
    limit: Limit | None = None,
    *,
    winnable_only: bool = False,
    player: Player | None = None,
) -> Review:
    """Review a game. It shows all cards, so the game should have ended.

    Args:
        record: The game.
        rng: Source of the randomness of the chances; None always takes the same.
        limit: How much to think about the chance at each move; None asks for no chances.
        winnable_only: The game was dealt as one that can be won.
        player: Who is asked for the chances; None asks the strongest.

    Raises:
        RecordError: ``record/illegal-move`` naming the card, the move's number and the cause.

    Example:
        >>> told = review(Record.parse("TP1-E-AAAAAAB: KC | | | | | | | | | | | | |"))
        >>> told.lost_at.number, told.fewest_draws
        (13, 16)
    """
    final = Game.from_record(record)
    deal = record.deal
    states = [State.initial(deal)]
    for move in record.moves:
        states.append(states[-1].play(move))
    analysis = analyse(deal)
    asked = strongest(winnable_only=winnable_only) if player is None else player
    chances = _chances(record, asked, Random(0) if rng is None else rng, limit)
    standings = [
        Standing(analysis.winnable(state), analysis.winning_moves(state), *chance)
        for state, chance in zip(states, chances, strict=True)
    ]
    plies = tuple(
        Ply(number, move, standings[number - 1], standings[number])
        for number, move in enumerate(record.moves, start=1)
    )
    clearing, scoring = solve(states[0], Goal.MIN_DRAWS), solve(states[0], Goal.MAX_SCORE)
    return Review(
        deal=deal,
        plies=plies,
        start=standings[0],
        outcome=states[-1].outcome,
        points=final.score.points,
        fewest_draws=clearing.draws,
        best_score=scoring.score or 0,
        best_line=clearing.line or scoring.line or (),
    )


_Chance = tuple[float | None, float | None, Move | None]


def _chances(record: Record, player: Player, rng: Random, limit: Limit | None) -> list[_Chance]:
    """Estimate the chance of each position by what its player had seen by then."""
    if limit is None:
        return [(None, None, None)] * (len(record.moves) + 1)
    game = Game(record.deal)
    chances = [_chance(game.view(), player, rng, limit)]
    for move in record.moves:
        game.push(move)
        chances.append(_chance(game.view(), player, rng, limit))
    return chances


def _chance(view: View, player: Player, rng: Random, limit: Limit) -> _Chance:
    if view.outcome is not Outcome.RUNNING:
        return float(view.outcome is Outcome.WON), 0.0, None
    best: Candidate = player.explain(view, rng, limit)[0]
    return best.win_chance, best.error, best.move
