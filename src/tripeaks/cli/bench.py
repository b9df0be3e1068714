"""``tripeaks bench``: measure the solver on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import Any

import click
import numpy as np
from babel.numbers import format_decimal

from tripeaks.deal import Deal
from tripeaks.i18n import Sentences
from tripeaks.rules import PRESETS, Rules
from tripeaks.solver import analyse, batch, solve
from tripeaks.solver.backend import choose
from tripeaks.state import State

_PRESETS = ("easy", "classic")
_BATCHES = 10
_SINGLES = 100
_LABEL_WIDTH, _FIGURE_WIDTH = 22, 14

# What is asked of a batch; the slowest question of one deal in so many.
_BATCHED: Mapping[str, tuple[Callable[[batch.Rows, Rules], object], int]] = MappingProxyType(
    {
        "cli.bench.verdict": (batch.winnable, 1),
        "cli.bench.fewest-draws": (batch.fewest_draws, 1),
        "cli.bench.best-score": (lambda rows, rules: batch.best_scores(rows, rules, "hogue"), 10),
    }
)
_SINGLE: Mapping[str, Callable[[Deal], object]] = MappingProxyType(
    {
        "cli.bench.all-states": analyse,
        "cli.bench.solve": lambda deal: solve(State.initial(deal)),
    }
)


def run(say: Sentences, *, deals: int) -> None:
    """Measure what a deal takes, and print the medians.

    Batches are answered as one, and the time is shared by their deals; the other figures are of
    single calls from Python.

    Args:
        say: The sentences of the reader's language.
        deals: How many deals to measure, numbered from 1; the slowest question takes a tenth of
            them, and single calls take 100.
    """
    choice = choose(os.environ)
    click.echo(say.text("cli.bench.header", deals=deals, solver=choice.name))
    click.echo(_row("", [say.text(f"preset.{preset}") for preset in _PRESETS]))
    for key, (batched, share) in _BATCHED.items():
        _show(say, key, partial(_in_batches, batched, max(1, deals // share)))
    for key, single in _SINGLE.items():
        _show(say, key, partial(_one_by_one, single, deals))


def _show(say: Sentences, key: str, measure: Callable[[Rules], Iterator[float]]) -> None:
    medians = [median(measure(PRESETS[preset])) * 1e6 for preset in _PRESETS]
    figures = [format_decimal(value, "#,##0.0", say.language) for value in medians]
    click.echo(_row(say.text(key), [f"{figure} µs" for figure in figures]))


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{_LABEL_WIDTH}}" + "".join(f"{cell:>{_FIGURE_WIDTH}}" for cell in cells)


def _in_batches(
    answer: Callable[[batch.Rows, Rules], object], deals: int, rules: Rules
) -> Iterator[float]:
    """Yield the seconds a deal of each batch, after one that only warms up."""
    rows = batch.deal_rows(np.arange(1, deals + 1, dtype=np.uint64), rules)
    answer(rows[:1], rules)
    for part in np.array_split(rows, min(_BATCHES, deals)):
        yield _seconds(answer, part, rules) / len(part)


def _one_by_one(answer: Callable[[Deal], object], deals: int, rules: Rules) -> Iterator[float]:
    """Yield the seconds of each deal, after one that only warms up."""
    answer(Deal.numbered(0, rules))
    for number in range(1, min(_SINGLES, deals) + 1):
        yield _seconds(answer, Deal.numbered(number, rules))


def _seconds(call: Callable[..., object], *arguments: Any) -> float:  # noqa: ANN401
    began = perf_counter()
    call(*arguments)
    return perf_counter() - began
