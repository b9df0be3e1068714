from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from service.world import World, action_of, shown
from strategies import any_move, deals, examples
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.game import Action, Game, Kind, Status
from tripeaks.store import schema

RESTARTED = "the program was ended and started again"
# Takes and draws are chosen among the legal ones, or any slot at all.
STEPS = st.one_of(
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.builds(Action, st.just(Kind.TAKE), st.integers(-1, 28)),
    st.builds(Action, st.sampled_from([Kind.UNDO, Kind.UNDO, Kind.REDO, Kind.RESTART])),
    st.builds(Action, st.sampled_from([Kind.DRAW, Kind.UNDO, Kind.GIVE_UP])),
    st.just(RESTARTED),
)


@examples(40)
@given(deal=deals(), steps=st.lists(STEPS, max_size=60))
def test_saved_game_is_the_game_in_memory(
    empty_file: Path, deal: Deal, steps: list[int | Action | str]
) -> None:
    """Whatever is done, and whenever the program is started anew, the game is as in memory."""
    with (
        TemporaryDirectory() as folder,
        closing(World(Path(shutil.copy(empty_file, folder)))) as world,
    ):
        game, game_id = Game(deal), world.lay_out(deal)
        results: list[tuple[int, str, int, int]] = []
        for step in steps:
            if isinstance(step, str):
                world.restart()
            elif (action := chosen(game, step)) is not None:
                act_on_both(world, game_id, game, action, results)
            snapshot = world.show(game_id)
            assert snapshot == shown(game, snapshot)
        assert saved(world) == (game.status, results)


def chosen(game: Game, step: int | Action) -> Action | None:
    """The action of a step; None where a move is wanted and none is legal."""
    if isinstance(step, Action):
        return step
    moves = game.view().legal
    return action_of(any_move(moves, step)) if moves else None


def act_on_both(
    world: World,
    game_id: str,
    game: Game,
    action: Action,
    results: list[tuple[int, str, int, int]],
) -> None:
    """Act on the saved game and on the one in memory, and note the results that must be there."""
    attempt, ended = game.attempt, game.ended
    lost = (attempt, "lost", game.score.points, game.moves_made)
    try:
        event = game.act(action)
    except MoveError as error:
        with pytest.raises(MoveError, match=f"^{error.code}"):
            world.do(game_id, action.kind, action.slot)
        return
    assert world.do(game_id, action.kind, action.slot).event == event
    if action.kind is Kind.RESTART and not ended and lost[-1]:
        results.append(lost)
    elif game.ended and not ended:
        results.append((attempt, game.status, game.score.points, game.moves_made))


def saved(world: World) -> tuple[Status, list[tuple[int, str, int, int]]]:
    """The status by which the game is found, and the results, as they are saved."""
    row = schema.result.c
    with world.store.engine.connect() as connection:
        status = connection.scalar(select(schema.game.c.status))
        query = select(row.attempt, row.status, row.points, row.moves).order_by(row.attempt)
        return Status(str(status)), [tuple(line) for line in connection.execute(query)]
