"""Everything that can be wrong with a game of a document, and the code of each fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DAY = "2025-02-28"

Change = Callable[[dict[str, Any]], object]

GIVE_UP = {"kind": "give_up", "slot": None, "command_id": None, "at": "2025-03-01T13:00:00+00:00"}


def hint(kind: str = "fair", seq: int = 0, at: str = "2025-03-01T13:00:00+00:00") -> dict[str, Any]:
    """A hint as a document writes it."""
    return {"seq": seq, "kind": kind, "at": at}


GAME_FAULTS: dict[str, tuple[str, Change]] = {
    "field missing": ("import/bad-game", lambda game: game.pop("daily")),
    "field too many": ("import/bad-game", lambda game: game.update(extra=1)),
    "name": ("import/bad-game", lambda game: game.update(id="a b")),
    "name no text": ("import/bad-game", lambda game: game.update(id=1)),
    "time": ("import/bad-game", lambda game: game.update(started_at="yesterday")),
    "time without zone": ("import/bad-game", lambda game: game.update(started_at="2025-01-01")),
    "time out of range": (
        "import/bad-game",
        lambda game: game.update(started_at="0001-01-01T00:00:00+14:00"),
    ),
    "actions": ("import/bad-game", lambda game: game.update(actions={})),
    "rules": ("import/bad-rules", lambda game: game.update(rules="easy")),
    "rules missing": ("import/bad-rules", lambda game: game["rules"].pop("wrap")),
    "rules bad": ("import/bad-rules", lambda game: game["rules"].update(jokers=5)),
    "code": ("import/bad-deal", lambda game: game.update(deal="TP1-E-A")),
    "code not canonical": ("import/bad-deal", lambda game: game.update(deal="TP1E AAAAAAB")),
    "code of other rules": ("import/bad-deal", lambda game: game.update(deal="TP1-C-AAAAAAB")),
    "deal no text": ("import/bad-deal", lambda game: game.update(deal=None)),
    "layout": ("import/bad-deal", lambda game: game.update(deal="TPX-E [KC]")),
    "daily of another deal": ("import/bad-daily", lambda game: game.update(daily=DAY)),
    "winnable no truth": ("import/bad-game", lambda game: game.update(winnable_only=1)),
    "difficulty unknown": (
        "import/bad-game",
        lambda game: game.update(winnable_only=True, difficulty="simple"),
    ),
    "difficulty of any deal": ("import/bad-game", lambda game: game.update(difficulty="easy")),
    "not winnable": (
        "import/not-winnable",
        lambda game: game.update(
            deal="TP1-C-AAAAAAB", rules={**game["rules"], "wrap": False}, winnable_only=True
        ),
    ),
    "hints": ("import/bad-game", lambda game: game.update(hints={})),
    "no hint": ("import/bad-hint", lambda game: game["hints"].append("fair")),
    "hint of another kind": ("import/bad-hint", lambda game: game["hints"].append(hint("cheat"))),
    "hint after the end": ("import/bad-hint", lambda game: game["hints"].append(hint(seq=99))),
    "hint at no number": ("import/bad-hint", lambda game: game["hints"].append(hint(seq=True))),
    "hint twice": ("import/bad-hint", lambda game: game["hints"].extend([hint(), hint()])),
    "hint at no time": ("import/bad-hint", lambda game: game["hints"].append(hint(at="now"))),
    "daily no date": ("import/bad-daily", lambda game: game.update(daily="soon")),
    "no action": ("import/bad-action", lambda game: game["actions"].append("draw")),
    "kind": ("import/bad-action", lambda game: game["actions"][0].update(kind="cheat")),
    "kind no text": ("import/bad-action", lambda game: game["actions"][0].update(kind=[])),
    "draw with slot": ("import/bad-action", lambda game: game["actions"][0].update(slot=1)),
    "slot": ("import/bad-action", lambda game: game["actions"][2].update(slot=True)),
    "slot no number": ("import/bad-action", lambda game: game["actions"][2].update(slot="20")),
    "illegal": ("import/bad-action", lambda game: game["actions"][2].update(slot=0)),
    "command": ("import/bad-action", lambda game: game["actions"][0].update(command_id="")),
    "command twice": (
        "import/bad-action",
        lambda game: game["actions"][1].update(command_id="first"),
    ),
    "after the end": ("import/bad-action", lambda game: game["actions"].append(GIVE_UP)),
}
