from __future__ import annotations

from contextlib import closing
from functools import partial

import pytest

from service.world import World, at_once
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, MoveError, TriPeaksError
from tripeaks.game import Action, Kind
from tripeaks.notation import parse_moves
from tripeaks.service import Answer

DRAW = Action(Kind.DRAW)
UNDO = Action(Kind.UNDO)
TAKE = Action(Kind.TAKE, 20)


def code_of(outcome: object) -> str:
    """The code of an error that stands for what it raised."""
    assert isinstance(outcome, TriPeaksError)
    return outcome.code


def test_repeated_command_gives_the_same_answer(world: World) -> None:
    """A command that arrives again is not done again and is answered as the first time."""
    game_id = world.start(PUBLISHED_CODE)
    first = world.command(game_id, "one", TAKE)
    world.command(game_id, "two", DRAW)
    last = world.command(game_id, "three", UNDO)
    assert world.service.act(world.player, game_id, 0, "one", TAKE) == first
    assert world.service.act(world.player, game_id, 2, "three", UNDO) == last
    assert world.show(game_id) == last.snapshot
    assert len(world.saved_actions(game_id)) == 3


def test_every_command_of_a_game_is_answered_again_after_a_new_start(world: World) -> None:
    """Each answer of a whole game, with undos and a restart, is the same after a new start."""
    game_id = world.start(PUBLISHED_CODE)
    deal = Deal.from_code(PUBLISHED_CODE)
    moves = parse_moves(PUBLISHED_GAME, deal)
    actions = [DRAW, UNDO, Action(Kind.REDO), UNDO, Action(Kind.RESTART)]
    actions += [DRAW if move.is_draw else Action(Kind.TAKE, move.index) for move in moves]
    actions += [Action(Kind.RESTART), DRAW, Action(Kind.GIVE_UP)]
    answers = [world.command(game_id, f"c{n}", action) for n, action in enumerate(actions)]
    world.restart()
    again = [
        world.service.act(world.player, game_id, n, f"c{n}", action)
        for n, action in enumerate(actions)
    ]
    assert again == answers
    assert [str(answer) for answer in again] == [str(answer) for answer in answers]


def test_repeated_command_is_known_before_its_number_is_judged(world: World) -> None:
    """A command that arrives again with any number is answered as the first time."""
    game_id = world.start(PUBLISHED_CODE)
    first = world.command(game_id, "one", TAKE)
    for seq in (0, 1, 7, -1):
        assert world.service.act(world.player, game_id, seq, "one", TAKE) == first


@pytest.mark.parametrize("seq", [0, 2, -1, 10**30])
def test_stale_number_is_refused(world: World, seq: int) -> None:
    """A command for another position than the present one does nothing and says the number now."""
    game_id = world.start(PUBLISHED_CODE)
    answer = world.command(game_id, "one", TAKE)
    with pytest.raises(CommandError) as caught:
        world.service.act(world.player, game_id, seq, "two", DRAW)
    assert (caught.value.code, caught.value.details["seq"]) == ("command/stale", 1)
    assert world.show(game_id) == answer.snapshot


def test_refused_command_may_come_again(world: World) -> None:
    """A refused command is not remembered: it may succeed once the game allows it."""
    game_id = world.start(PUBLISHED_CODE)
    with pytest.raises(MoveError):
        world.service.act(world.player, game_id, 0, "one", UNDO)
    world.command(game_id, "two", DRAW)
    assert world.service.act(world.player, game_id, 1, "one", UNDO).event.kind is Kind.UNDO


@pytest.mark.parametrize(
    "command_id", ["", "x" * 65, "a b", "a_b", "ä", "a\n", "a\0", "\ud800", "ａ"], ids=ascii
)
def test_command_names_are_plain(world: World, command_id: str) -> None:
    """A command is named by 1 to 64 letters, digits and dashes, and by nothing else."""
    game_id = world.start(PUBLISHED_CODE)
    with pytest.raises(CommandError) as caught:
        world.service.act(world.player, game_id, 0, command_id, DRAW)
    assert caught.value.code == "command/bad-id"
    assert world.show(game_id).view.seq == 0


def test_command_names_may_be_as_long_as_allowed(world: World) -> None:
    """The longest name is taken, and the same name does no harm in another game."""
    for _ in range(2):
        world.command(world.start(), "x" * 64, DRAW)


@pytest.mark.parametrize("game_id", ["nobody", "", "x" * 100, "\ud800", "' OR 1=1 --"], ids=ascii)
def test_unknown_game_is_refused(world: World, game_id: str) -> None:
    """A game that does not exist is refused, whatever its name looks like."""
    for call in (
        partial(world.service.act, world.player, game_id, 0, "one", DRAW),
        partial(world.service.show, world.player, game_id),
        partial(world.service.record, world.player, game_id),
    ):
        with pytest.raises(CommandError) as caught:
            call()
        assert caught.value.code == "command/unknown-game"


def test_game_of_another_player_is_unknown(world: World) -> None:
    """Another player's game is refused just as one that does not exist, cached or not."""
    game_id = world.start(PUBLISHED_CODE)
    world.command(game_id, "one", DRAW)
    other = world.service.players.new_player()
    for _ in range(2):
        for call in (
            partial(world.service.act, other, game_id, 1, "two", DRAW),
            partial(world.service.act, other, game_id, 0, "one", DRAW),
            partial(world.service.show, other, game_id),
            partial(world.service.record, other, game_id),
        ):
            with pytest.raises(CommandError) as caught:
                call()
            error = caught.value
            assert (error.code, error.text, dict(error.details)) == (
                "command/unknown-game",
                game_id,
                {},
            )
        world.restart()
    assert world.show(game_id).view.seq == 1


def test_double_tap_acts_once(world: World) -> None:
    """Of many commands for the same position at once, one is carried out and all others stale."""
    game_id = world.start(PUBLISHED_CODE)
    for seq in range(10):
        calls = [
            partial(world.service.act, world.player, game_id, seq, f"{seq}-{tab}", DRAW)
            for tab in range(4)
        ]
        outcomes = at_once(*calls)
        answers = [outcome for outcome in outcomes if isinstance(outcome, Answer)]
        stale = [code_of(outcome) for outcome in outcomes if not isinstance(outcome, Answer)]
        assert (len(answers), stale) == (1, ["command/stale"] * 3)
    assert len(world.saved_actions(game_id)) == 10


def test_request_repeated_at_once_acts_once(world: World) -> None:
    """One command that arrives many times at once is carried out once and answered alike."""
    game_id = world.start(PUBLISHED_CODE)
    for seq in range(10):
        call = partial(world.service.act, world.player, game_id, seq, f"c{seq}", DRAW)
        first, *others = at_once(*[call] * 4)
        assert isinstance(first, Answer)
        assert others == [first] * 3
    assert len(world.saved_actions(game_id)) == 10


def test_two_programs_share_a_game(world: World) -> None:
    """What another program has done to a game is seen at once, and nothing is done over it."""
    game_id = world.start(PUBLISHED_CODE)
    with closing(World(world.path)) as other:
        for seq in range(8):
            actor, watcher = (world, other) if seq % 3 else (other, world)
            watcher.show(game_id)
            answer = actor.service.act(world.player, game_id, seq, f"c{seq}", DRAW)
            with pytest.raises(CommandError) as caught:
                watcher.service.act(world.player, game_id, seq, "late", DRAW)
            assert (caught.value.code, caught.value.details["seq"]) == ("command/stale", seq + 1)
            assert watcher.show(game_id) == answer.snapshot
            again = watcher.service.act(world.player, game_id, seq, f"c{seq}", DRAW)
            assert again == answer
