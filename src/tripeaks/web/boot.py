"""What a page needs before its first request: the game, the options, the keys, the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tripeaks import words
from tripeaks.coach.difficulty import Difficulty
from tripeaks.i18n import Sentences
from tripeaks.keys import KEYS
from tripeaks.layout import COLUMNS, COVERED_BY, ROWS
from tripeaks.rules import (
    MOST_JOKERS,
    PRESETS,
    SCORING_NAMES,
    DrawPolicy,
    Visibility,
)
from tripeaks.web.shown import GameOut
from tripeaks.web.wire import RulesWire, SettingsWire

_PAGE_FAMILY = "page."
# What else a page says: only that page is given it, so that the others stay light.
_FURTHER_FAMILIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"review": ("card.", "review.page."), "table": ("card.", "table.page.")}
)

# The values of each rule option, in the order in which a person meets them.
_OPTION_VALUES: tuple[tuple[str, tuple[bool | int | str, ...]], ...] = (
    ("wrap", (True, False)),
    ("visibility", tuple(Visibility)),
    ("draw_policy", tuple(DrawPolicy)),
    ("empty_waste", (False, True)),
    ("jokers", tuple(range(MOST_JOKERS + 1))),
    ("scoring", SCORING_NAMES),
    ("undo", ("free", "costs", "off")),
    ("mistake_help", (True, False)),
)


def boot_data(
    page: str, say: Sentences, settings: SettingsWire, game: GameOut | None = None
) -> dict[str, Any]:
    """Collect what the scripts of a page start from, ready to be written as JSON.

    Args:
        page: Name of the page, such as ``start`` or ``game``.
        say: The sentences of the reader's language.
        settings: The player's preferences.
        game: The game that the page shows.
    """
    return {
        "language": say.language,
        "page": page,
        "game": game and game.model_dump(mode="json"),
        "layout": {
            "rows": ROWS,
            "covered_by": {slot: covers for slot, covers in enumerate(COVERED_BY) if covers},
            "columns": COLUMNS,
        },
        "keys": dict(KEYS),
        "presets": _presets(say),
        "options": _options(say),
        "difficulties": [*Difficulty],
        "settings": settings.model_dump(),
        "sentences": _sentences(page, say),
    }


def _sentences(page: str, say: Sentences) -> dict[str, str]:
    families = (_PAGE_FAMILY, *_FURTHER_FAMILIES.get(page, ()))
    return {key: say.raw(key) for key in sorted(say.keys) if key.startswith(families)}


def _presets(say: Sentences) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "label": words.rules_label(rules, say),
            "about": say.text(f"preset-about.{name}"),
            "rules": RulesWire.of(rules).model_dump(),
        }
        for name, rules in PRESETS.items()
    ]


def _options(say: Sentences) -> list[dict[str, Any]]:
    return [
        {
            "field": field,
            "label": say.text(f"option.{field}"),
            "values": [
                {"value": value, "label": say.text(f"option.{field}.{str(value).lower()}")}
                for value in values
            ],
        }
        for field, values in _OPTION_VALUES
    ]
