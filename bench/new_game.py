"""How long a new game of each difficulty takes over HTTP, and a hint and a review there.

A real server over the loopback address. Games are asked for under every preset; hints are given
in games that were dealt as winnable, where the sampled worlds have to be found first.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx
from measuring import API, act, choice, heading, report

from cli.program import Program
from tripeaks import PRESETS
from tripeaks.coach.difficulty import Difficulty


def timed(client: httpx.Client, path: str, body: object) -> tuple[float, Any]:
    """Ask, and give the milliseconds it took and the answer."""
    began = perf_counter()
    answer = client.post(f"{API}/{path}", json=body)
    milliseconds = 1000 * (perf_counter() - began)
    answer.raise_for_status()
    return milliseconds, answer.json()


def begun(client: httpx.Client, difficulty: Difficulty, games: int) -> list[float]:
    """Start games of one difficulty, of each preset in turn."""
    presets = list(PRESETS)
    wanted = [
        {"preset": presets[number % len(presets)], "difficulty": difficulty}
        for number in range(games)
    ]
    return [timed(client, "games", body)[0] for body in wanted]


def helped(client: httpx.Client, games: int, rng: Random) -> tuple[list[float], list[float]]:
    """Play some moves of winnable games, ask for a hint, give up and ask for the review."""
    hints, reviews = list[float](), list[float]()
    presets = list(PRESETS)
    for number in range(games):
        body = {"preset": presets[number % len(presets)], "winnable_only": True}
        view = timed(client, "games", body)[1]
        for _ in range(rng.randrange(20)):
            if view["status"] == "running":
                view = act(client, view, *choice(view, rng))
        if view["can"]["hint"]:
            asked = {"seq": view["seq"], "kind": "fair"}
            hints.append(timed(client, f"games/{view['id']}/hint", asked)[0])
        if view["can"]["give_up"]:
            act(client, view, "give_up", None)
        reviews.append(timed(client, f"games/{view['id']}/review", {})[0])
    return hints, reviews


def main() -> None:
    """Measure, and print medians and late quantiles."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=400, help="games of each difficulty")
    parser.add_argument("--helped", type=int, default=200, help="games with a hint and a review")
    options = parser.parse_args()
    heading("New games, hints and reviews over HTTP")
    with (
        TemporaryDirectory() as folder,
        Program(Path(folder)) as program,
        program.client() as client,
    ):
        begun(client, Difficulty.EASY, 8)  # warm up
        for difficulty in Difficulty:
            found = begun(client, difficulty, options.games)
            report(f"new game, {difficulty}, median", found, "ms", aim="below 300 ms")
            report(f"new game, {difficulty}, 99th percentile", found, "ms", share=0.99)
        hints, reviews = helped(client, options.helped, Random(1))
    for name, found in (("hint", hints), ("review", reviews)):
        report(f"{name}, median", found, "ms")
        report(f"{name}, 99th percentile", found, "ms", share=0.99)


if __name__ == "__main__":
    main()
