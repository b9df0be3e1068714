"""Hints in plain words, from the catalogues."""

from __future__ import annotations

from tripeaks.coach.reasons import Reason
from tripeaks.i18n import Sentences
from tripeaks.words import card_name

_PEAK_KEYS = ("board.peak.left", "board.peak.middle", "board.peak.right")


def reason_sentence(reason: Reason, say: Sentences) -> str:
    """Say a reason in one sentence.

    Args:
        reason: The reason.
        say: The sentences of the reader's language.

    Example:
        >>> reason_sentence(Reason(ReasonCode.UNCOVERS, count=2), sentences("en"))
        'It uncovers 2 cards.'
    """
    values = {
        "unseen": reason.unseen,
        "card": None if reason.card is None else card_name(reason.card, say),
        "peak": None if reason.peak is None else say.text(_PEAK_KEYS[reason.peak]),
    }
    if reason.count is None:
        return say.text(f"hint.reason.{reason.code}", **values)
    return say.plural(f"hint.reason.{reason.code}", reason.count, **values)
