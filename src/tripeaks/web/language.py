"""The reader's language: the player's own choice, else what the browser asks for."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tripeaks.i18n import Sentences, choose, sentences


def preferences(accept_language: str) -> list[str]:
    """Read an Accept-Language header (RFC 9110, 12.5.4).

    Args:
        accept_language: The header's value.

    Returns:
        The language tags, the most wanted first; those with weight 0 are left out.
    """
    weighted = []
    for entry in accept_language.split(","):
        tag, _, weight = entry.strip().partition(";q=")
        try:
            weighted.append((float(weight or 1), tag.strip()))
        except ValueError:
            continue
    wanted = sorted((w for w in weighted if w[0] > 0), key=lambda w: -w[0])
    return [tag for _, tag in wanted]


def browser_sentences(connection: HTTPConnection) -> Sentences:
    """Give the sentences in the language that the browser asks for."""
    return sentences(choose(preferences(connection.headers.get("accept-language", ""))))


def player_sentences(connection: HTTPConnection, chosen: str) -> Sentences:
    """Give the sentences in the player's language.

    Args:
        connection: The request.
        chosen: The language of the player's settings, or ``auto`` to follow the browser.
    """
    return browser_sentences(connection) if chosen == "auto" else sentences(chosen)
