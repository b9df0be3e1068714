"""A player's preferences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType

from tripeaks.errors import CommandError, SettingsError
from tripeaks.store import Store, Transaction

_VALUES: Mapping[str, tuple[str | bool, ...]] = MappingProxyType(
    {
        "language": ("auto", "de", "en"),
        "theme": ("auto", "light", "dark", "contrast"),
        "deck": ("two", "four"),
        "shortcuts": (True, False),
        "chance": (True, False),
        "light": (True, False),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a player prefers.

    Attributes:
        language: ``de``, ``en``, or ``auto`` for what the player's system asks for.
        theme: ``light``, ``dark``, ``contrast``, or ``auto`` for the system's.
        deck: Suits in ``two`` or ``four`` colours.
        shortcuts: Whether single keys act on the game.
        chance: Whether the chance of winning is shown all the time.
        light: Whether it is shown all the time if the game can still be won; it takes all
            cards into account, so it makes a game an assisted one.

    Raises:
        SettingsError: ``settings/bad-value`` naming the setting and its value.
    """

    language: str = "auto"
    theme: str = "auto"
    deck: str = "two"
    shortcuts: bool = True
    chance: bool = False
    light: bool = False

    def __post_init__(self) -> None:
        """Refuse values that do not exist."""
        for field in fields(self):
            value = getattr(self, field.name)
            # 1 equals True in Python, but a setting is one or the other.
            if (type(value), value) not in [(type(v), v) for v in _VALUES[field.name]]:
                raise SettingsError("settings/bad-value", text=str(value), setting=field.name)

    def changed(self, changes: Mapping[str, object]) -> Settings:
        """Give these settings with some of them changed.

        Raises:
            SettingsError: ``settings/bad-value`` for a setting or a value that does not exist.
        """
        for name, value in changes.items():
            if name not in _VALUES:
                raise SettingsError("settings/bad-value", text=str(value), setting=name)
        return Settings(**{**asdict(self), **changes})


class ReadSettings:
    """Read a player's settings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str) -> Settings:
        """Read a player's settings; what has never been set is as it is by default.

        Raises:
            CommandError: ``command/unknown-player``.
            StoreError: They cannot be read.
        """
        with self._store.reading() as saved:
            return settings_of(saved, player)


class ChangeSettings:
    """Change a player's settings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str, changes: Mapping[str, object]) -> Settings:
        """Change some settings and leave the others.

        Args:
            player: The player.
            changes: The new value of each setting to change, by its name.

        Raises:
            SettingsError: ``settings/bad-value``.
            CommandError: ``command/unknown-player``.
            StoreError: Nothing has been changed.
        """
        with self._store.writing() as saved:
            settings = settings_of(saved, player).changed(changes)
            saved.players.change_settings(player, asdict(settings))
        return settings


def settings_of(saved: Transaction, player: str) -> Settings:
    """Read a player's settings within a transaction.

    Raises:
        CommandError: ``command/unknown-player``.
    """
    found = saved.players.settings(player)
    if found is None:
        raise CommandError("command/unknown-player", text=player)
    return Settings().changed(found)
