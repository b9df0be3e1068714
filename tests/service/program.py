"""A program of its own that plays: commands come in line by line, answers go out.

A command is a JSON list: game, number, name of the command, kind, slot. The answer is one line:
``done`` or the code of the error, and what the service answered.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from service.world import World
from tripeaks.errors import TriPeaksError
from tripeaks.game import Action, Kind

TESTS = Path(__file__).parents[1]


def answered(world: World, line: str) -> list[str]:
    """Carry out the command of a line."""
    game_id, seq, command_id, kind, slot = json.loads(line)
    action = Action(Kind(kind), slot)
    try:
        answer = world.service.act(world.player, game_id, seq, command_id, action)
    except TriPeaksError as error:
        return [error.code, ""]
    return ["done", str(answer)]


@contextmanager
def started(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the program over a file, and wait until it is ready."""
    folders = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    with subprocess.Popen(
        [sys.executable, "-c", "from service.program import main; main()", str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
            yield program
        finally:
            program.kill()


def send(program: subprocess.Popen[str], line: str) -> None:
    """Give a program a command."""
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")


def receive(program: subprocess.Popen[str]) -> list[str]:
    """Wait for a program's answer."""
    assert program.stdout is not None
    answer = json.loads(program.stdout.readline())
    assert isinstance(answer, list)
    return answer


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Answer each line of the input until it ends."""
    with closing(World(Path(sys.argv[1]))) as world:
        say("ready")
        for line in sys.stdin:
            say(json.dumps(answered(world, line)))
