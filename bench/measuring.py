"""What the measurements share: the machine, intervals, and a server with somebody who plays."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx

# The server process, the search for cards and the kill are those of the tests.
sys.path.append(str(Path(__file__).parents[1] / "tests"))

API = "/api/v1"
_RESAMPLES = 2000


def heading(title: str) -> None:
    """Print what is measured, where and when."""
    print(title)
    print(f"{machine()}; {datetime.now(UTC):%Y-%m-%d}; load {os.getloadavg()[0]:.1f}")


def machine() -> str:
    """Name the processor, its cores and the version of Python."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def processor_seconds(process: int) -> float:
    """How long the processor has worked for a process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def interval(
    values: Sequence[float], figure: Callable[[Sequence[float]], float]
) -> tuple[float, float]:
    """The 95 % bootstrap interval of a figure (Efron 1979, percentiles)."""
    rng = Random(0)
    figures = sorted(figure(rng.choices(values, k=len(values))) for _ in range(_RESAMPLES))
    return quantile(figures, 0.025), quantile(figures, 0.975)


def report(
    name: str, values: Sequence[float], unit: str, aim: str = "", share: float = 0.5
) -> None:
    """Print a quantile of some values with its interval."""

    def figure(some: Sequence[float]) -> float:
        return quantile(some, share)

    low, high = interval(values, figure)
    told = f"{name}: {figure(values):,.2f} {unit} (95 % {low:,.2f} to {high:,.2f}), n={len(values)}"
    print(f"{told}; aim: {aim}" if aim else told)


def play_games(client: httpx.Client, rng: Random) -> Iterator[dict[str, Any]]:
    """Play random games one after the other; give each answer's view.

    A card is taken where one can be; now and then a move is undone.
    """
    while True:
        view = client.post(f"{API}/games", json={}).json()
        yield view
        while view["status"] == "running":
            view = act(client, view, *choice(view, rng))
            yield view


def choice(view: dict[str, Any], rng: Random) -> tuple[str, int | None]:
    """Choose an action at random."""
    takes = [slot["slot"] for slot in view["slots"] if slot["playable"]]
    if view["can"]["undo"] and rng.random() < 0.05:
        return "undo", None
    return ("take", rng.choice(takes)) if takes else ("draw", None)


def act(client: httpx.Client, view: dict[str, Any], kind: str, slot: int | None) -> dict[str, Any]:
    """Act in a game and give the view after it."""
    command = {"seq": view["seq"], "command_id": f"c{view['seq']}", "action": kind, "slot": slot}
    answer = client.post(f"{API}/games/{view['id']}/actions", json=command)
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()["view"]
    return after
