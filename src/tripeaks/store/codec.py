"""Rules and deals as text that reads back to exactly what was written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace

from tripeaks.deal import Deal
from tripeaks.errors import CodeError, RulesError
from tripeaks.notation import Record
from tripeaks.rules import EASY, FREE_UNDO, DrawPolicy, Rules, Undo, Visibility

_FIELDS = frozenset(field.name for field in fields(Rules))
_UNDO_FIELDS = frozenset(field.name for field in fields(Undo))


def rules_as_data(rules: Rules) -> dict[str, object]:
    """List every option by name, as JSON can hold it."""
    return asdict(rules)


def rules_from_data(data: object) -> Rules:
    """Read what `rules_as_data` writes.

    Raises:
        RulesError: ``rules/bad-option`` unless exactly the options are there, each with a value
            it can have.
    """
    options = dict(_exactly(data, _FIELDS, "rules"))
    undo = _exactly(options["undo"], _UNDO_FIELDS, "undo")
    allowed, cost = undo["allowed"], undo["cost"]
    if not isinstance(allowed, bool) or not isinstance(cost, int):
        raise RulesError("rules/bad-option", text=str(undo), option="undo")
    options["undo"] = Undo(allowed, cost)
    for name, kind in (("visibility", Visibility), ("draw_policy", DrawPolicy)):
        if options[name] not in tuple(kind):
            raise RulesError("rules/bad-option", text=str(options[name]), option=name)
        options[name] = kind(str(options[name]))
    return Rules(**options)  # type: ignore[arg-type] # checked by Rules itself


def rules_text(rules: Rules) -> str:
    """Write rules as one line of JSON; equal rules give equal text."""
    return json.dumps(rules_as_data(rules), sort_keys=True, separators=(",", ":"))


def read_rules(text: str) -> Rules:
    """Read what `rules_text` writes.

    Raises:
        RulesError: ``rules/bad-option`` for anything else.
    """
    return rules_from_data(json.loads(text))


def deal_text(deal: Deal) -> str:
    """Write which cards lie where and what may be seen and done: the identity of a deal.

    Returns:
        The canonical code, or for a deal that was laid out its letters and layout.

    Example:
        >>> deal_text(Deal.from_code("tp1eaaaaaab"))
        'TP1-E-AAAAAAB'
    """
    # A record of no moves says just that once nothing else has to be told.
    told = replace(deal.rules, scoring=EASY.scoring, undo=FREE_UNDO)
    return str(Record(replace(deal, rules=told))).removesuffix(":")


def read_deal(text: str, rules: Rules) -> Deal:
    """Read what `deal_text` writes.

    Args:
        text: The deal.
        rules: The rules, which must be those the text speaks of.

    Raises:
        CodeError: ``code/not-canonical`` for a text that `deal_text` would not write so.
        TriPeaksError: For a text that cannot be read at all.
    """
    deal = replace(Record.parse(f"{text}:").deal, rules=rules)
    if deal_text(deal) != text:
        raise CodeError("code/not-canonical", text=text)
    return deal


def _exactly(data: object, names: frozenset[str], option: str) -> Mapping[str, object]:
    if not isinstance(data, dict) or data.keys() != names:
        raise RulesError("rules/bad-option", text=str(data), option=option)
    return data
