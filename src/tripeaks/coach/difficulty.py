"""Deals that are proved to be winnable, and how hard they are.

A deal is as hard as a casual player finds it: one who takes whenever possible, what uncovers most
cards, any of equals, and draws only without a take (`tripeaks.solver` plays the same games). How
often that player wins this very deal, out of 200 games, decides.

Deals are drawn at random and screened by the solver, never built backward from a win, so they
carry no pattern.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType

from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.players.playing_out import play_out
from tripeaks.rules import Rules
from tripeaks.solver.backend import chosen, playing_kernel
from tripeaks.solver.rows import DECK, bits_of, row_of
from tripeaks.state import MOVES, Move, State

CASUAL_GAMES = 200

_SEED = 1
_AT_ONCE = 32
# Winnable deals to look at: under some rules hardly one is expert, and a game has to begin.
_MOST_TRIED = 500


class Difficulty(StrEnum):
    """How hard a winnable deal is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


# The share of the casual player's games that are won at least. Of 10,000 deals that can be won,
# 35, 27, 18 and 20 in a hundred are easy, medium, hard and expert under Easy, and 14, 18, 21 and
# 47 under Classic: `bench/difficulty.py`.
AT_LEAST: Mapping[Difficulty, float] = MappingProxyType(
    {
        Difficulty.EASY: 0.75,
        Difficulty.MEDIUM: 0.35,
        Difficulty.HARD: 0.05,
        Difficulty.EXPERT: 0.0,
    }
)


@dataclass(frozen=True, slots=True)
class ProvenDeal:
    """A deal that can be won, with the moves that prove it.

    Attributes:
        deal: The deal.
        line: A line that clears the tableau, for `tripeaks.solver.verify`.
        casual_wins: How many of `CASUAL_GAMES` games the casual player wins.
    """

    deal: Deal
    line: tuple[Move, ...]
    casual_wins: int

    @property
    def difficulty(self) -> Difficulty:
        """How hard the deal is."""
        return difficulty_of(self.casual_wins)


def difficulty_of(casual_wins: int) -> Difficulty:
    """Name the difficulty of a winnable deal.

    Args:
        casual_wins: How many of `CASUAL_GAMES` games the casual player wins.

    Example:
        >>> difficulty_of(70)
        <Difficulty.MEDIUM: 'medium'>
    """
    share = casual_wins / CASUAL_GAMES
    return next(name for name, least in AT_LEAST.items() if share >= least)


def casual_wins(state: State) -> int:
    """Count the casual player's wins from a position; the same position gives the same number.

    Args:
        state: A position that can come up.

    Returns:
        How many of `CASUAL_GAMES` games are won.
    """
    kernel = playing_kernel()
    if kernel is None:
        rng = Random(_SEED)
        return sum(play_out(state, rng) for _ in range(CASUAL_GAMES))
    packed = kernel.play_outs(row_of(state), bits_of(state.deal.rules), CASUAL_GAMES, _SEED)
    (won,) = struct.unpack("I", packed)
    return int(won)


def prove(deal: Deal) -> ProvenDeal | None:
    """Prove that a deal can be won, or find that it cannot.

    Args:
        deal: The deal, by its rules.

    Returns:
        The deal with its proof, or None where no line clears the tableau.
    """
    start = State.initial(deal)
    line = chosen().line(row_of(start), bits_of(deal.rules))
    if line is None:
        return None
    return ProvenDeal(deal, tuple(MOVES[index] for index in line), casual_wins(start))


def find_deal(rng: Random, rules: Rules, difficulty: Difficulty | None = None) -> ProvenDeal:
    """Draw deals at random until one can be won and is as hard as wanted.

    Args:
        rng: Chooses the deal numbers.
        rules: The rule options.
        difficulty: How hard it shall be; None takes the first that can be won.

    Returns:
        The deal with its proof. Where hundreds of deals are not that hard, the last of them.
    """
    return next(
        proven
        for tried, number in enumerate(_winnable_numbers(rng, rules), start=1)
        if (proven := prove(Deal.numbered(number, rules)))
        and (difficulty in (None, proven.difficulty) or tried >= _MOST_TRIED)
    )


def _winnable_numbers(rng: Random, rules: Rules) -> Iterator[int]:
    """Draw deal numbers for ever, and leave out those that cannot be won."""
    bits = bits_of(rules)
    while True:
        numbers = array("Q", [rng.randrange(DEAL_NUMBERS) for _ in range(_AT_ONCE)])
        rows = chosen().deal(numbers, DECK, rules.jokers, rules.empty_waste)
        verdicts = chosen().winnable(rows, bits)
        yield from (number for number, yes in zip(numbers, verdicts, strict=True) if yes)
