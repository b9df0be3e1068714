"""The version, as the installed distribution states it."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """Give the version of the program."""
    return metadata.version("tripeaks")
