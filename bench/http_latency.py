"""How long an action takes over HTTP, saved to the disk: `python bench/http_latency.py`.

A real server over the loopback address gets 50 actions a second from one player; after a slow
one the next is sent at once.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import httpx
from measuring import API, choice, heading, processor_seconds, report

from cli.program import Program


def round_trips(client: httpx.Client, actions: int, rate: float, rng: Random) -> list[float]:
    """Act so many times a second and measure each action in milliseconds."""
    found: list[float] = []
    view = client.post(f"{API}/games", json={}).json()
    due = perf_counter()
    while len(found) < actions:
        if view["status"] != "running":
            view = client.post(f"{API}/games", json={}).json()
        kind, slot = choice(view, rng)
        name = f"c{view['seq']}"
        command = {"seq": view["seq"], "command_id": name, "action": kind, "slot": slot}
        due = max(due + 1 / rate, perf_counter())
        sleep(max(0.0, due - perf_counter()))
        begin = perf_counter()
        answer = client.post(f"{API}/games/{view['id']}/actions", json=command)
        found.append(1000 * (perf_counter() - begin))
        view = answer.json()["view"]
    return found


def main() -> None:
    """Measure, and print the median and the 99th percentile."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--actions", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=50, help="actions a second")
    parser.add_argument("--folder", type=Path, help="where to save (default: a temporary folder)")
    options = parser.parse_args()
    heading("An action over HTTP, durable")
    with (
        TemporaryDirectory(dir=options.folder) as folder,
        Program(Path(folder)) as program,
        program.client() as client,
    ):
        round_trips(client, 200, options.rate, Random(0))  # warm up
        before = processor_seconds(program.process.pid)
        found = round_trips(client, options.actions, options.rate, Random(1))
        worked = processor_seconds(program.process.pid) - before
    report("median", found, "ms")
    report("99th percentile", found, "ms", aim="below 15 ms", share=0.99)
    print(f"processor time of the server: {1000 * worked / len(found):.2f} ms an action")


if __name__ == "__main__":
    main()
