"""What comes in over the wire, and the options and preferences that go both ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from tripeaks.coach.difficulty import Difficulty
from tripeaks.errors import RulesError
from tripeaks.game import Kind
from tripeaks.rules import (
    EASY,
    MOST_JOKERS,
    MOST_UNDO_COST,
    PRESETS,
    DrawPolicy,
    Rules,
    Undo,
    Visibility,
)
from tripeaks.service import Settings

DEFAULT_UNDO_COST = 5
# The moves of the longest game take 140, written with a blank after each.
MOST_LETTERS = 500


class Wire(BaseModel):
    """A message; fields it does not know are refused, so that a typing error is not lost."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RulesWire(Wire):
    """Rule options; those left out keep what is selected."""

    wrap: bool | None = Field(None, description="King and ace are adjacent (Easy).", strict=True)
    visibility: Visibility | None = None
    draw_policy: DrawPolicy | None = None
    empty_waste: bool | None = Field(None, strict=True)
    jokers: int | None = Field(None, ge=0, le=MOST_JOKERS, strict=True)
    scoring: Literal["app", "hogue", "collection", "none"] | None = None
    undo: Literal["free", "costs", "off"] | None = None
    undo_cost: int | None = Field(None, ge=1, le=MOST_UNDO_COST, strict=True)
    mistake_help: bool | None = Field(None, strict=True)

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Write rules in full."""
        undo = rules.undo
        return cls(
            wrap=rules.wrap,
            visibility=rules.visibility,
            draw_policy=rules.draw_policy,
            empty_waste=rules.empty_waste,
            jokers=rules.jokers,
            scoring=rules.scoring,
            undo="off" if not undo.allowed else "costs" if undo.cost else "free",
            undo_cost=undo.cost or DEFAULT_UNDO_COST,
            mistake_help=rules.mistake_help,
        )

    def over(self, rules: Rules) -> Rules:
        """Lay the options that are given over a set of rules."""
        given = self.model_dump(exclude_none=True, exclude={"undo", "undo_cost"})
        return replace(rules, **given, undo=self._undo(rules.undo))

    def _undo(self, undo: Undo) -> Undo:
        cost = self.undo_cost or undo.cost or DEFAULT_UNDO_COST
        choices = {"free": Undo(), "costs": Undo(cost=cost), "off": Undo(allowed=False)}
        if self.undo is not None:
            return choices[self.undo]
        return choices["costs"] if self.undo_cost and undo.cost else undo


class Selection(Wire):
    """The rules in force: a preset, and single options over it."""

    preset: str | None = Field(None, max_length=40)
    rules: RulesWire | None = None

    def selected(self) -> Rules:
        """Work out the selected rules.

        Raises:
            RulesError: ``rules/bad-option`` for a preset that does not exist.
        """
        if self.preset is not None and self.preset not in PRESETS:
            raise RulesError("rules/bad-option", text=self.preset, option="preset")
        rules = EASY if self.preset is None else PRESETS[self.preset]
        return rules if self.rules is None else self.rules.over(rules)


class NewGameIn(Selection):
    """A new game, of a code or at random."""

    code: str | None = Field(None, description="A game code as typed.")
    winnable_only: bool = Field(
        default=False, description="Deal cards that can be won; not with a code.", strict=True
    )
    difficulty: Difficulty | None = Field(
        None, description="Deal cards that can be won and are as hard as this; not with a code."
    )


class CodeIn(Selection):
    """A game code to check."""

    text: str
    winnable: bool = Field(
        default=False, description="Find out too whether it can be won.", strict=True
    )


class HintIn(Wire):
    """What a player wants to be told.

    ``seq`` is the number of actions of the view it is for. What knows all cards, ``solver`` and
    ``light``, makes the attempt an assisted one.
    """

    seq: int = Field(ge=0, strict=True)
    kind: Literal["fair", "solver", "chance", "light"] = "fair"


class PlayOnIn(Wire):
    """The moves to play on after."""

    moves: str = Field("", max_length=MOST_LETTERS, description="As a record writes them.")


class ActionIn(Wire):
    """An action of the player.

    ``seq`` is the number of actions of the view it answers to; ``command_id`` is made anew for
    each action and kept when the same action is sent again.
    """

    seq: int = Field(ge=0, strict=True)
    command_id: str
    action: Kind
    slot: int | None = Field(None, strict=True)


class SettingsWire(Wire):
    """The player's preferences; those left out of a change stay as they are."""

    language: Literal["auto", "en", "de"] | None = None
    theme: Literal["auto", "light", "dark", "contrast"] | None = None
    deck: Literal["two", "four"] | None = None
    shortcuts: bool | None = Field(None, strict=True)
    chance: bool | None = Field(
        None, description="Show the chance of winning all the time.", strict=True
    )
    light: bool | None = Field(
        None,
        description="Show all the time whether the game can still be won; that is assistance.",
        strict=True,
    )

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Write settings in full."""
        return cls.model_validate({name: getattr(settings, name) for name in cls.model_fields})

    def changes(self) -> dict[str, object]:
        """Give the preferences that are to change."""
        return self.model_dump(exclude_none=True)
