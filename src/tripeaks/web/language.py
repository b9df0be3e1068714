"""The reader's language: the player's own choice, else what the browser asks for."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

from tripeaks.i18n import Sentences, choose, sentences

_WEIGHT = re.compile(r"(q=(?P<value>0(\.\d{0,3})?|1(\.0{0,3})?))?")


def preferences(accept_language: str) -> list[str]:
    """Read an Accept-Language header (RFC 9110, 12.5.4).

    Args:
        accept_language: The header's value.

    Returns:
        The language tags, the most wanted first; what is not wanted or not valid is left out.
    """
    weighted = []
    for entry in accept_language.split(","):
        tag, _, weight = (part.strip().lower() for part in entry.partition(";"))
        valid = _WEIGHT.fullmatch(weight)
        if valid and float(valid["value"] or 1) > 0:
            weighted.append((float(valid["value"] or 1), tag))
    return [tag for _, tag in sorted(weighted, key=lambda wanted: -wanted[0])]


def browser_sentences(connection: HTTPConnection) -> Sentences:
    """Give the sentences in the language that the browser asks for."""
    return sentences(choose(preferences(connection.headers.get("accept-language", ""))))


def player_sentences(connection: HTTPConnection, chosen: str) -> Sentences:
    """Give the sentences in the player's language, and keep them for errors that follow.

    Args:
        connection: The request.
        chosen: The language of the player's settings, or ``auto`` to follow the browser.
    """
    say = browser_sentences(connection) if chosen == "auto" else sentences(chosen)
    connection.state.say = say
    return say


def known_sentences(connection: HTTPConnection) -> Sentences:
    """Give the sentences in the player's language where it is known, else in the browser's."""
    say: Sentences = getattr(connection.state, "say", None) or browser_sentences(connection)
    return say
