from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from service.program import answered, receive, send, started
from service.world import World
from strategies import PUBLISHED_CODE
from tripeaks.game import Kind


def command(game_id: str, seq: int, name: str = "c") -> str:
    """A command that alternates between drawing and undoing."""
    kind = Kind.UNDO if seq % 2 else Kind.DRAW
    return json.dumps([game_id, seq, f"{name}{seq}", kind, None])


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_program_is_killed(path: Path) -> None:
    """After a kill each acknowledged action is there, and at most the one being written as well."""
    rng = Random(5)
    with closing(World(path)) as world:
        game_id = world.start(PUBLISHED_CODE)
    seq, answers = 0, []
    for _ in range(5):
        with started(path) as program:
            for number in range(seq, seq + 200):
                send(program, command(game_id, number))
            heard = [receive(program) for _ in range(rng.randrange(1, 40))]
            time.sleep(rng.random() * 0.004)
            program.kill()
            assert program.stdout is not None
            rest = program.stdout.read()
        # A line that the kill has cut off was not acknowledged.
        heard += [json.loads(line) for line in rest.splitlines(keepends=True) if line[-1] == "\n"]
        assert {outcome for outcome, _ in heard} == {"done"}
        answers += [answer for _, answer in heard]
        with closing(World(path)) as world:
            seq = world.show(game_id).view.seq
            assert seq - len(answers) in (0, 1)
            for number in range(len(answers), seq):
                answers.append(answered(world, command(game_id, number))[1])
            with world.store.engine.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    with closing(World(path)) as world:
        again = [answered(world, command(game_id, number))[1] for number in range(seq)]
    assert again == answers


@pytest.mark.slow
def test_two_programs_at_once_act_once(path: Path) -> None:
    """Of two programs that act on the same position at once, one is heard and the other stale."""
    with closing(World(path)) as world:
        game_id = world.start(PUBLISHED_CODE)
    winners = set()
    with started(path) as one, started(path) as two:
        programs = [one, two]
        for seq in range(40):
            for name, program in zip("ab", programs, strict=True):
                send(program, command(game_id, seq, name))
            outcomes = [receive(program)[0] for program in programs]
            assert sorted(outcomes) == ["command/stale", "done"]
            winners.add(outcomes.index("done"))
        for seq in range(40, 60):
            for program in programs:
                send(program, command(game_id, seq))
            assert receive(one) == receive(two)
    with closing(World(path)) as world:
        assert len(world.saved_actions(game_id)) == 60
    assert winners == {0, 1}
