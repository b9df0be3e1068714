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


def readable_rows(damaged, columns, table, most):
    """Yield each row that can be read; a damaged page costs the rows on it, no others."""
    for number in range(1, most + 1):
        query = f"SELECT {columns} FROM {table} WHERE rowid = ?"  # noqa: S608 - all fixed below
        try:
            yield from damaged.execute(query, [number])
        except (sqlite3.DatabaseError, UnicodeError):
            continue


def salvage(damaged, most, service, store):
    """Bring in each game as far as its actions are there without a gap."""
    players = dict(readable_rows(damaged, "id, settings", "player", most))
    actions = defaultdict(dict)
    columns = "game_id, seq, kind, slot, command_id, at"
    for game_id, seq, kind, slot, command_id, at in readable_rows(damaged, columns, "action", most):
        action = {"kind": kind, "slot": slot, "command_id": command_id, "at": f"{at}+00:00"}
        actions[game_id][seq] = action

    counts = {"saved": 0, "lost": 0}
    columns = "id, player_id, deal, rules, daily, started_at"
    for game_id, player, deal, rules, daily, at in readable_rows(damaged, columns, "game", most):
        try:
            if not service.players.knows(player):
                with store.writing() as saved:
                    saved.players.add(player, datetime.now(UTC))
            game = {
                "id": game_id,
                "deal": deal,
                "rules": json.loads(rules),
                "daily": daily,
                "started_at": f"{at}+00:00",
                "actions": unbroken(actions[game_id]),
            }
            settings = json.loads(players.get(player, "{}"))
            document = {"format": "tripeaks", "version": 1, "settings": settings, "games": [game]}
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
    service = Service(
        store, clock=lambda: datetime.now(UTC), new_id=lambda: uuid4().hex, rng=SystemRandom()
    )
    print(salvage(damaged, old.stat().st_size // SMALLEST_ROW, service, store))

# ruff: noqa: ANN001, ANN201, T201 - a script to read and to run once
