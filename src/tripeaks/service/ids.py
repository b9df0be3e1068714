"""Names of players, games and commands: what they may look like."""

from __future__ import annotations

import re

from tripeaks.errors import CommandError

_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


def is_id(text: str) -> bool:
    """Whether a text can be the name of anything here."""
    return _ID.fullmatch(text) is not None


def checked_command_id(text: str) -> str:
    """Return the text if it can name a command.

    Raises:
        CommandError: ``command/bad-id`` for anything but 1 to 64 letters, digits and dashes.
    """
    if not is_id(text):
        raise CommandError("command/bad-id", text=text)
    return text
