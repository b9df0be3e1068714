"""``tripeaks solve``: say whether a deal can be won, and how, with all cards known."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypedDict, Unpack

import click

from tripeaks.cli.reading import STDIN, answer_lines, any_deal
from tripeaks.deal import Deal
from tripeaks.i18n import Sentences
from tripeaks.notation import Record, format_moves
from tripeaks.rules import PRESETS
from tripeaks.solver import Goal, Solution, Verdict, solve
from tripeaks.solver.backend import Reason, choose
from tripeaks.state import State

_VERDICT_KEYS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.WINNABLE: "cli.solve.winnable",
        Verdict.UNWINNABLE: "cli.solve.unwinnable",
        Verdict.UNKNOWN: "cli.solve.unknown",
    }
)
_LINE_KEYS: Mapping[Goal, str] = MappingProxyType(
    {
        Goal.CLEAR: "cli.counts",
        Goal.MIN_DRAWS: "cli.solve.fewest-draws",
        Goal.MAX_SCORE: "cli.solve.most-points",
    }
)
_STATUS: Mapping[Verdict, int] = MappingProxyType(
    {Verdict.WINNABLE: 0, Verdict.UNWINNABLE: 3, Verdict.UNKNOWN: 4}
)
_SOME_UNREADABLE = 1
_SLOW_SECONDS = 1.0


class Question(TypedDict):
    """What is asked of each deal.

    Attributes:
        preset: The rules of a layout and of seven letters alone.
        goal: ``clear``, ``draws`` or ``score``.
        scoring: The scoring scheme, or None for that of the preset.
        max_states: The most positions to look at, or None.
        as_json: Write JSON, for programs.
    """

    preset: str
    goal: str
    scoring: str | None
    max_states: int | None
    as_json: bool


def run(
    say: Sentences,
    *,
    code: str | None,
    cards: str | None,
    by_verdict: bool,
    **question: Unpack[Question],
) -> None:
    """Solve one deal, or one for each line of standard input.

    Args:
        say: The sentences of the reader's language.
        code: The game code, ``-`` for standard input, or None.
        cards: The layout, or None.
        by_verdict: End with a status that tells the verdict.
        question: What is asked.
    """
    if (code is None) == (cards is None):
        raise click.UsageError(say.text("cli.solve.one-deal"))
    rules, goal = PRESETS[question["preset"]], Goal(question["goal"])
    if question["scoring"] is not None:
        rules = replace(rules, scoring=question["scoring"])
    spent: dict[Verdict, float] = defaultdict(float)

    def answer(number: int | None, deal: Deal) -> None:
        solution = solve(State.initial(deal), goal, max_states=question["max_states"])
        spent[solution.verdict] += solution.seconds
        if question["as_json"]:
            click.echo(_json(number, deal, goal, solution))
        else:
            click.echo(_text(say, number, deal, goal, solution))

    faultless = True
    if code == STDIN:
        faultless = answer_lines(say, lambda line: any_deal(line, rules), answer)
    else:
        answer(None, any_deal(code, rules) if code is not None else Deal.parse(cards or "", rules))
    if sum(spent.values()) > _SLOW_SECONDS and choose(os.environ).reason is Reason.NOT_BUILT:
        click.echo(say.text("cli.solve.slow"), err=True)
    if not faultless:
        sys.exit(_SOME_UNREADABLE)
    if by_verdict:
        sys.exit(max(map(_STATUS.__getitem__, spent)))


def _json(number: int | None, deal: Deal, goal: Goal, solution: Solution) -> str:
    line = solution.line
    answer = {
        "code": deal.code,
        "cards": str(deal),
        "goal": goal,
        "verdict": solution.verdict,
        "line": None if line is None else format_moves(line, deal),
        "moves": None if line is None else [move.index for move in line],
        "draws": solution.draws,
        "score": solution.score,
        "scoring": deal.rules.scoring,
        "record": None if line is None else str(Record(deal, line)),
        "states": solution.states,
        "seconds": round(solution.seconds, 6),
    }
    return json.dumps(answer if number is None else {"input_line": number, **answer})


def _text(say: Sentences, number: int | None, deal: Deal, goal: Goal, solution: Solution) -> str:
    told = [say.text(_VERDICT_KEYS[solution.verdict])]
    if solution.line is not None:
        counts = {
            "moves": len(solution.line),
            "draws": solution.draws,
            "scoring": deal.rules.scoring,
            "points": solution.score,
        }
        told += [str(Record(deal, solution.line)), say.text(_LINE_KEYS[goal], **counts)]
    microseconds = round(solution.seconds * 1e6)
    told.append(say.text("cli.solve.effort", states=solution.states, microseconds=microseconds))
    if number is not None:
        header, _, _ = str(Record(deal)).partition(":")
        told = [say.text("cli.line", number=number, told=header), *told, ""]
    return "\n".join(told)
