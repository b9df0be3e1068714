"""Play a whole game over HTTP: take the first card that can be taken, else draw.

Usage: python play_over_http.py 'http://127.0.0.1:8747/?token=…' [CODE]
"""

import sys
from uuid import uuid4

import httpx

address = httpx.URL(sys.argv[1])
code = sys.argv[2] if len(sys.argv) > 2 else None

with httpx.Client(base_url=address.join("/api/v1/")) as server:
    # Opening the address leaves the cookie that admits this program.
    server.get(address)
    view = server.post("games", json={"code": code}).raise_for_status().json()

    while view["status"] == "running":
        playable = [place["slot"] for place in view["slots"] if place["playable"]]
        action = {"action": "take", "slot": playable[0]} if playable else {"action": "draw"}
        command = {"seq": view["seq"], "command_id": str(uuid4()), **action}
        answer = server.post(f"games/{view['id']}/actions", json=command).raise_for_status()
        view = answer.json()["view"]

    print(view["status"], view["cards_left"], view["score"]["points"])
    print(server.get(f"games/{view['id']}/record").text)

# ruff: noqa: T201 - it prints what it is run for
