"""Rule options and the presets that name whole sets of them (spec 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType

from tripeaks.cards import RANKS
from tripeaks.errors import RulesError

MOST_JOKERS = 4
MOST_UNDO_COST = 1000


class Visibility(StrEnum):
    """What the player sees of covered cards."""

    CLOSED = "closed"
    OPEN = "open"


class DrawPolicy(StrEnum):
    """When the player may draw."""

    ANYTIME = "anytime"
    ONLY_WHEN_STUCK = "only_when_stuck"


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether moves can be undone, and the points each undo costs."""

    allowed: bool = True
    cost: int = 0


FREE_UNDO = Undo()
NO_UNDO = Undo(allowed=False)
SCORING_NAMES = ("app", "hogue", "collection", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One set of rule options.

    Attributes:
        wrap: King and ace are adjacent (Easy); without it the ranks end at both ends (Classic).
        visibility: Covered cards lie face down (closed) or face up (open).
        draw_policy: Draw at any time, or only when no card can be taken.
        jokers: 0 to 4 jokers shuffled into the stock.
        empty_waste: The waste begins empty and the stock holds one card more.
        scoring: Name of the scoring scheme.
        undo: Whether undo is allowed and what it costs.
        mistake_help: Say why a card cannot be taken.

    Raises:
        RulesError: ``rules/bad-option`` naming the option and its value.
    """

    wrap: bool = True
    visibility: Visibility = Visibility.CLOSED
    draw_policy: DrawPolicy = DrawPolicy.ANYTIME
    jokers: int = 0
    empty_waste: bool = False
    scoring: str = "app"
    undo: Undo = FREE_UNDO
    mistake_help: bool = True

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        checks = {
            "wrap": isinstance(self.wrap, bool),
            "visibility": self.visibility in tuple(Visibility),
            "draw_policy": self.draw_policy in tuple(DrawPolicy),
            "jokers": _whole(self.jokers, MOST_JOKERS),
            "empty_waste": isinstance(self.empty_waste, bool),
            "scoring": self.scoring in SCORING_NAMES,
            "undo": _is_undo(self.undo),
            "mistake_help": isinstance(self.mistake_help, bool),
        }
        for option, holds in checks.items():
            if not holds:
                value = str(getattr(self, option))
                raise RulesError("rules/bad-option", text=value, option=option)

    @property
    def letter(self) -> str:
        """The rule letter of game codes: ``E`` for Easy, ``C`` for Classic."""
        return "E" if self.wrap else "C"

    @property
    def option_letters(self) -> str:
        """The sorted letters of the options that change the deal or what may be seen or done."""
        letters = {
            "D": self.draw_policy == DrawPolicy.ONLY_WHEN_STUCK,
            f"J{self.jokers}": self.jokers > 0,
            "O": self.visibility == Visibility.OPEN,
            "W": self.empty_waste,
        }
        return "".join(letter for letter, present in letters.items() if present)

    @property
    def preset(self) -> str | None:
        """The name of the preset with exactly these options, if there is one."""
        return next((name for name, rules in PRESETS.items() if rules == self), None)

    def adjacent(self, rank: int, other: int) -> bool:
        """Whether two ranks are neighbours; suits never matter, equal ranks never match.

        Args:
            rank: 0 (ace) to 12 (king), or -1 for a joker, which is adjacent to every card.
            other: The same.
        """
        if rank < 0 or other < 0:
            return True
        distance = abs(rank - other)
        return distance == 1 or (self.wrap and distance == len(RANKS) - 1)

    def __repr__(self) -> str:
        """Write an expression that gives these rules again, naming only what is not the default."""
        named = (f.name for f in fields(self) if getattr(self, f.name) != f.default)
        return f"Rules({', '.join(f'{name}={_expression(getattr(self, name))}' for name in named)})"


def _is_undo(undo: object) -> bool:
    return (
        isinstance(undo, Undo)
        and isinstance(undo.allowed, bool)
        and _whole(undo.cost, MOST_UNDO_COST)
    )


def _whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _expression(value: object) -> str:
    # An enumeration's own repr cannot be pasted back, its name can.
    return (
        str(value.__class__.__name__ + "." + value.name)
        if isinstance(value, StrEnum)
        else repr(value)
    )


EASY = Rules()
CLASSIC = Rules(wrap=False)
_FIVE_POINTS_AN_UNDO = Undo(cost=5)
PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "easy": EASY,
        "classic": CLASSIC,
        "cards4": Rules(scoring="none"),
        "bliss": Rules(wrap=False, visibility=Visibility.OPEN, undo=_FIVE_POINTS_AN_UNDO),
        "bliss-easy": Rules(visibility=Visibility.OPEN, undo=_FIVE_POINTS_AN_UNDO),
        "traditional": Rules(
            wrap=False, draw_policy=DrawPolicy.ONLY_WHEN_STUCK, scoring="hogue", undo=NO_UNDO
        ),
        "windows": Rules(scoring="hogue", undo=NO_UNDO),
        "collection": Rules(scoring="collection"),
    }
)
