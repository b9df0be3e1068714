"""Save what can still be read of a damaged file of saved games into a new one.

Usage: python salvage.py DAMAGED.sqlite3 NEW.sqlite3
"""

import json
import sqlite3
import sys
from collections import defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from uuid import uuid4

from tripeaks import TriPeaksError
from tripeaks.service import Service
from tripeaks.store import Store

SMALLEST_ROW = 16  # bytes; so many rows at most fit into the file


def readable_rows(damaged, table, most):
    """Yield each row that can be read; a damaged page costs the rows on it, no others."""
    for number in range(1, most + 1):
        query = f"SELECT * FROM {table} WHERE rowid = ?"  # noqa: S608 - all fixed below
        try:
            yield from map(dict, damaged.execute(query, [number]))
        except (sqlite3.DatabaseError, UnicodeError):
            continue


def salvage(damaged, most, service, store):
    """Bring in each game as far as its actions are there without a gap."""
    players = {row["id"]: row["settings"] for row in readable_rows(damaged, "player", most)}
    actions, hints = defaultdict(dict), defaultdict(list)
    for row in readable_rows(damaged, "action", most):
        action = {name: row[name] for name in ("kind", "slot", "command_id")}
        actions[row["game_id"]][row["seq"]] = {**action, "at": f"{row['at']}+00:00"}
    for row in readable_rows(damaged, "hint", most):
        hint = {"seq": row["seq"], "kind": row["kind"], "at": f"{row['at']}+00:00"}
        hints[row["game_id"]].append(hint)

    counts = {"saved": 0, "lost": 0}
    for row in readable_rows(damaged, "game", most):
        player, played = row["player_id"], unbroken(actions[row["id"]])
        try:
            if not service.players.knows(player):
                with store.writing() as saved:
                    saved.players.add(player, datetime.now(UTC))
            game = {
                "id": row["id"],
                "deal": row["deal"],
                "rules": json.loads(row["rules"]),
                "daily": row["daily"],
                "started_at": f"{row['started_at']}+00:00",
                # A file of an earlier version of the program has neither.
                "winnable_only": row.get("proof") is not None,
                "difficulty": row.get("difficulty"),
                "actions": played,
                "hints": [hint for hint in hints[row["id"]] if hint["seq"] <= len(played)],
            }
            settings = json.loads(players.get(player, "{}"))
            document = {"format": "tripeaks", "version": 2, "settings": settings, "games": [game]}
            service.import_(player, document)
            counts["saved"] += 1
        except (TriPeaksError, ValueError, TypeError):
            counts["lost"] += 1
    return counts


def unbroken(actions):
    """List the actions from the first one up to the first that is missing."""
    found = []
    while len(found) + 1 in actions:
        found.append(actions[len(found) + 1])
    return found


old, new = Path(sys.argv[1]), Path(sys.argv[2])
if new.exists():
    sys.exit(f"{new} is there already; nothing has been done.")
with closing(sqlite3.connect(old)) as damaged, Store.open(new) as store:
    damaged.row_factory = sqlite3.Row
    service = Service(
        store, clock=lambda: datetime.now(UTC), new_id=lambda: uuid4().hex, rng=SystemRandom()
    )
    print(salvage(damaged, old.stat().st_size // SMALLEST_ROW, service, store))

# ruff: noqa: ANN001, ANN201, T201 - a script to read and to run once
