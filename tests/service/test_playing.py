from __future__ import annotations

import pytest

from service.world import World
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.deal import Deal
from tripeaks.errors import CodeError, CommandError, MoveError
from tripeaks.game import Kind, Status
from tripeaks.rules import CLASSIC, EASY, PRESETS, Rules

DEAL = Deal.from_code(PUBLISHED_CODE)


def test_game_of_a_code_deals_its_cards(world: World) -> None:
    """A game is started by a code as typed and shows the cards of that code."""
    snapshot = world.service.start(world.player, "tp1 e aaa aaab")
    assert snapshot.code == PUBLISHED_CODE
    assert [str(card) for card in snapshot.view.slots[18:]] == [
        str(card) for card in DEAL.tableau[18:]
    ]
    assert (snapshot.status, snapshot.score.points) == (Status.RUNNING, 500)
    assert (snapshot.view.seq, snapshot.attempt) == (0, 1)


def test_game_without_a_code_is_random_and_obeys_the_rules(world: World) -> None:
    """Without a code each game is another deal, by the rules selected."""
    snapshots = [world.service.start(world.player, rules=CLASSIC) for _ in range(3)]
    assert len({snapshot.code for snapshot in snapshots}) == 3
    assert {snapshot.view.rules for snapshot in snapshots} == {CLASSIC}


def test_seven_letters_take_the_selected_rules(world: World) -> None:
    """Seven letters alone are dealt by the rules selected."""
    snapshot = world.service.start(world.player, "AAAAAAB", PRESETS["bliss"])
    assert snapshot.code == "TP1-C-AAAAAAB-O"
    assert snapshot.view.rules == PRESETS["bliss"]


def test_bad_code_starts_nothing(world: World) -> None:
    """A code that cannot be read is refused with its place, and no game is there."""
    with pytest.raises(CodeError) as caught:
        world.start("TP1-E-AAAA9AB")
    assert (caught.value.code, caught.value.position) == ("code/bad-letter", 10)
    assert world.service.list(world.player).games == ()


def test_stranger_cannot_start(world: World) -> None:
    """A player nobody knows starts no game."""
    with pytest.raises(CommandError) as caught:
        world.service.start("stranger")
    assert caught.value.code == "command/unknown-player"


def test_published_game_is_won(world: World) -> None:
    """The published game can be played to its end and has its published points."""
    game_id = world.start(PUBLISHED_CODE)
    snapshot = world.move(game_id, PUBLISHED_GAME, DEAL)
    assert (snapshot.status, snapshot.score.points, snapshot.moves_made) == (Status.WON, 750, 50)
    assert world.service.record(world.player, game_id) == f"{PUBLISHED_CODE}: {PUBLISHED_GAME}"


def test_refused_move_changes_nothing(world: World) -> None:
    """A move that the rules refuse is answered with its code; the game stays as it was."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.TAKE, 20)
    before = world.show(game_id)
    for kind, slot, code in (
        (Kind.TAKE, 0, "move/blocked"),
        (Kind.TAKE, 21, "move/not-adjacent"),
        (Kind.TAKE, 28, "move/bad-slot"),
        (Kind.TAKE, None, "move/bad-slot"),
        (Kind.REDO, None, "redo/nothing"),
    ):
        with pytest.raises(MoveError) as caught:
            world.do(game_id, kind, slot)
        assert caught.value.code == code
    assert world.show(game_id) == before
    world.restart()
    assert world.show(game_id) == before


def test_only_a_take_names_a_slot(world: World) -> None:
    """A slot sent along with another action is not kept."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.DRAW, 10**30)
    assert [action.slot for action in world.saved_actions(game_id)] == [None]


def test_nothing_but_a_restart_after_the_end(world: World) -> None:
    """A game that was given up takes no action but a restart, which deals it again."""
    game_id = world.start(PUBLISHED_CODE)
    assert world.do(game_id, Kind.GIVE_UP).snapshot.status is Status.LOST
    for kind in (Kind.DRAW, Kind.UNDO, Kind.REDO, Kind.GIVE_UP):
        with pytest.raises(MoveError) as caught:
            world.do(game_id, kind)
        assert caught.value.code == "game/ended"
    answer = world.do(game_id, Kind.RESTART)
    assert (answer.snapshot.status, answer.snapshot.attempt) == (Status.RUNNING, 2)


def test_new_game_ends_blocked_ones_and_keeps_running_ones(world: World) -> None:
    """Starting another game loses the player's blocked games; running ones can be gone on with."""
    running, blocked = world.start("AAAAAAC"), world.start(PUBLISHED_CODE)
    assert world.draw_all(blocked).status is Status.BLOCKED
    world.start("AAAAAAE")
    assert world.show(blocked).status is Status.LOST
    assert world.show(running).status is Status.RUNNING
    world.restart()
    assert world.show(blocked).status is Status.LOST


def test_new_game_leaves_other_players_games(world: World) -> None:
    """Starting a game loses no blocked game of another player."""
    other = world.service.players.new_player()
    blocked = world.start(PUBLISHED_CODE)
    world.draw_all(blocked)
    world.service.start(other)
    assert world.show(blocked).status is Status.BLOCKED


def test_blocked_without_undo_is_lost_at_once(world: World) -> None:
    """Where undo is off, a blocked game is lost."""
    game_id = world.start(PUBLISHED_CODE, PRESETS["windows"])
    assert world.draw_all(game_id).status is Status.LOST


def test_known_cards_survive_undo_restart_and_a_new_start(world: World) -> None:
    """What the player has seen stays known through undo, restart and a new start of the program."""
    game_id = world.start(PUBLISHED_CODE)
    world.move(game_id, "KC AS | |", DEAL)
    for _ in range(4):
        world.do(game_id, Kind.UNDO)
    known = world.show(game_id).view.known
    assert len(known) == 10 + 1 + 2
    world.do(game_id, Kind.RESTART)
    world.restart()
    assert world.show(game_id).view.known == known


def test_laid_out_game_has_no_code(world: World) -> None:
    """A game of a deal without a number is played and told like any other, without a code."""
    deal = chain_deal(Rules(wrap=False))
    game_id = world.lay_out(deal)
    world.restart()
    chain = " ".join(str(card) for card in reversed(deal.tableau))
    snapshot = world.move(game_id, chain, deal)
    assert (snapshot.code, snapshot.status) == (None, Status.WON)
    assert world.service.record(world.player, game_id) == f"TPX-C [{deal}]: {chain}"


def test_full_game_is_left_as_it_is(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blocked game that can take no more actions does not keep the player from a new one."""
    blocked = world.start(PUBLISHED_CODE)
    seq = world.draw_all(blocked).view.seq
    monkeypatch.setattr("tripeaks.game.MOST_ACTIONS", seq)
    monkeypatch.setattr("tripeaks.service.playing.MOST_ACTIONS", seq)
    assert world.service.start(world.player, rules=EASY).status is Status.RUNNING
    assert world.show(blocked).status is Status.BLOCKED
