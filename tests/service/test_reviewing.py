from __future__ import annotations

from typing import Any

import pytest

from service.world import World
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks import coach
from tripeaks.coach import Review
from tripeaks.deal import Deal
from tripeaks.errors import CardError, CommandError, MoveError, RecordError
from tripeaks.game import Game, Kind, Status
from tripeaks.notation import Record, parse_moves
from tripeaks.rules import PRESETS
from tripeaks.service import GameReview, HelpKind, Snapshot
from tripeaks.solver import verify

DEAL = Deal.from_code(PUBLISHED_CODE)
LOSING = "KC" + " |" * 13


def reviewed(world: World, game_id: str) -> GameReview:
    """The review of a game."""
    return world.service.review(world.player, game_id)


def lost_game(world: World, moves: str = LOSING) -> str:
    """A game that was given up after some moves."""
    game_id = world.start(PUBLISHED_CODE)
    world.move(game_id, moves, DEAL)
    world.do(game_id, Kind.GIVE_UP)
    return game_id


def assert_running(world: World, call: Any, game_id: str) -> None:
    """Check that a call is refused because the game runs."""
    with pytest.raises(CommandError) as caught:
        call()
    assert (caught.value.code, caught.value.text) == ("review/running", game_id)
    assert world.show(game_id).status is Status.RUNNING


def test_running_game_has_no_review(world: World) -> None:
    """A running game is not reviewed and stays as it is, also after an attempt has ended."""
    game_id = world.start(PUBLISHED_CODE)
    assert_running(world, lambda: reviewed(world, game_id), game_id)
    world.do(game_id, Kind.DRAW)
    before = world.show(game_id)
    assert_running(world, lambda: reviewed(world, game_id), game_id)
    assert world.show(game_id) == before
    world.do(game_id, Kind.GIVE_UP)
    assert reviewed(world, game_id).snapshot.status is Status.LOST
    world.do(game_id, Kind.RESTART)
    assert_running(world, lambda: reviewed(world, game_id), game_id)


def test_review_tells_where_the_win_was_lost(world: World) -> None:
    """The review of a lost game names the move that lost it and what would have kept the win."""
    review = reviewed(world, lost_game(world))
    told = review.told
    assert told.lost_at is not None
    assert (told.lost_at.number, told.fewest_draws, told.won) == (13, 16, False)
    assert str(review.record) == f"{PUBLISHED_CODE}: {LOSING}"
    assert all(0 <= (ply.after.chance or 0) <= 1 for ply in told.plies)


def test_review_shows_each_position_as_it_was_seen(world: World) -> None:
    """The positions are those the moves lead through, and each hides what was hidden then."""
    game_id = lost_game(world)
    review = reviewed(world, game_id)
    game = Game(DEAL)
    views = [game.view()]
    for move in parse_moves(LOSING, DEAL):
        game.push(move)
        views.append(game.view())
    assert [position.view for position in review.played] == views
    assert {position.game_id for position in review.played} == {game_id}
    assert {position.code for position in review.played} == {PUBLISHED_CODE}
    assert not any(position.can_undo or position.can_redo for position in review.played)


def test_best_line_wins_from_the_deal_on(world: World) -> None:
    """The best line is legal, wins, and its positions are all there."""
    review = reviewed(world, lost_game(world))
    verify(DEAL, review.told.best_line)
    assert len(review.best) == len(review.told.best_line) + 1
    assert (review.best[0].moves_made, review.best[-1].status) == (0, Status.WON)


def test_won_game_is_reviewed(world: World) -> None:
    """A game that was won is reviewed, and nothing about it changes."""
    game_id = world.start(PUBLISHED_CODE)
    before = world.move(game_id, PUBLISHED_GAME, DEAL)
    review = reviewed(world, game_id)
    assert (review.told.won, review.told.lost_at, review.told.points) == (True, None, 750)
    assert review.snapshot == world.show(game_id) == before


def test_review_ends_a_blocked_game(world: World) -> None:
    """A blocked game is lost by its review, once, and is not taken back after it."""
    game_id = world.start(PUBLISHED_CODE)
    seq = world.draw_all(game_id).view.seq
    review = reviewed(world, game_id)
    assert review.snapshot.status is Status.LOST
    again = reviewed(world, game_id)
    world.restart()
    ended = world.show(game_id)
    assert (ended, ended.view.seq) == (again.snapshot, seq + 1)
    with pytest.raises(MoveError):
        world.do(game_id, Kind.UNDO)
    (line,) = world.service.statistics(world.player)
    assert (line.played, line.won) == (1, 0)


def test_blocked_game_without_undo_is_lost_already(world: World) -> None:
    """Where undo is off a blocked game is lost, and its review adds nothing to it."""
    game_id = world.start(PUBLISHED_CODE, PRESETS["windows"])
    before = world.draw_all(game_id)
    assert reviewed(world, game_id).snapshot == before == world.show(game_id)


def test_full_game_is_reviewed_as_it_is(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blocked game that can take no more actions is reviewed, played on, and stays as it is."""
    game_id = world.start(PUBLISHED_CODE)
    world.draw_all(game_id)
    for kind in (Kind.UNDO, Kind.REDO) * 20:
        seq = world.do(game_id, kind).snapshot.view.seq
    monkeypatch.setattr("tripeaks.game.MOST_ACTIONS", seq)
    monkeypatch.setattr("tripeaks.service.playing.MOST_ACTIONS", seq)
    assert reviewed(world, game_id).snapshot.status is Status.BLOCKED
    assert played_on(world, game_id, "KC").status is Status.RUNNING
    assert world.show(game_id).status is Status.BLOCKED


def test_undone_moves_are_not_reviewed(world: World) -> None:
    """Only the standing moves are reviewed, and the points are less what the undos cost."""
    game_id = world.start(PUBLISHED_CODE, PRESETS["collection"])
    world.move(game_id, "KC AS", DEAL)
    world.do(game_id, Kind.UNDO)
    world.do(game_id, Kind.GIVE_UP)
    review = reviewed(world, game_id)
    assert len(review.told.plies) == 1
    assert review.told.points == world.show(game_id).score.points


def test_game_that_ended_before_any_move_is_reviewed(world: World) -> None:
    """A game given up at once has one position, the deal, and a best line."""
    game_id = world.start("TP1-C-AAAAAAB")
    world.do(game_id, Kind.GIVE_UP)
    review = reviewed(world, game_id)
    assert (review.told.start.winnable, len(review.played)) == (False, 1)
    assert len(review.best) > 1


def test_daily_game_is_reviewed_with_its_code(world: World) -> None:
    """A daily game that has ended tells its code in the review."""
    game_id = world.service.daily(world.player, "2025-02-28").game_id
    code = world.do(game_id, Kind.GIVE_UP).snapshot.code
    assert {position.code for position in reviewed(world, game_id).played} == {code}
    assert code is not None


@pytest.mark.parametrize("winnable_only", [False, True], ids=["any", "winnable"])
def test_game_goes_on_while_it_is_reviewed(
    world: World, monkeypatch: pytest.MonkeyPatch, winnable_only: object
) -> None:
    """While a review is worked out others are served; it knows how the game was dealt."""
    started = world.service.start(world.player, winnable_only=winnable_only is True)
    world.do(started.game_id, Kind.GIVE_UP)
    asked = []

    def restart_meanwhile(*given: Any, **named: Any) -> Review:
        asked.append(named["winnable_only"])
        world.do(started.game_id, Kind.RESTART)
        return coach.review(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr("tripeaks.service.reviewing.review", restart_meanwhile)
        review = reviewed(world, started.game_id)
    assert asked == [winnable_only]
    assert (review.snapshot.status, review.snapshot.attempt) == (Status.LOST, 1)
    assert world.show(started.game_id).attempt == 2


def test_strangers_game_is_not_reviewed(world: World) -> None:
    """A game that is not there, or is another player's, can neither be reviewed nor played on."""
    game_id = lost_game(world)
    other = world.service.players.new_player()
    for player, name in ((world.player, "nowhere"), (other, game_id)):
        with pytest.raises(CommandError) as review:
            world.service.review(player, name)
        with pytest.raises(CommandError) as play_on:
            world.service.play_on(player, name, "")
        assert review.value.code == play_on.value.code == "command/unknown-game"


def played_on(world: World, game_id: str, moves: str) -> Snapshot:
    """A game that goes on from a position of another."""
    return world.service.play_on(world.player, game_id, moves)


def test_playing_on_starts_a_new_game_with_the_moves_made(world: World) -> None:
    """Playing on begins another game of the deal after some moves and leaves the old one."""
    old = lost_game(world)
    before = world.show(old)
    new = played_on(world, old, "KC AS 2D |")
    game = Game.from_record(Record(DEAL, parse_moves("KC AS 2D |", DEAL)))
    assert (new.view, new.status, new.code) == (game.view(), Status.RUNNING, PUBLISHED_CODE)
    assert (new.attempt, new.moves_made, new.can_undo) == (1, 4, True)
    world.restart()
    assert world.show(new.game_id) == new
    assert world.show(old) == before
    assert world.do(new.game_id, Kind.DRAW).snapshot.assisted


def test_playing_on_is_assisted_until_a_restart(world: World) -> None:
    """The new game counts as assisted, as one that a review has shown; a restart of it does not."""
    new = played_on(world, lost_game(world), "")
    assert (new.assisted, new.moves_made) == (True, 0)
    with world.store.reading() as saved:
        (hint,) = saved.hints.of(new.game_id)
    assert (hint.kind, hint.seq, hint.attempt) == (HelpKind.REVIEW, 0, 1)
    assert not world.do(new.game_id, Kind.RESTART).snapshot.assisted


def test_playing_on_is_a_later_attempt(world: World) -> None:
    """However it ends, a game that was played on is a repeat, also one won by the moves made."""
    new = played_on(world, lost_game(world), PUBLISHED_GAME)
    assert new.status is Status.WON
    (line,) = world.service.statistics(world.player)
    assert (line.played, line.won, line.assisted) == (1, 0, 0)
    assert (line.repeats, line.repeats_won) == (1, 1)
    assert not world.service.list(world.player).games[0].first


def test_playing_on_keeps_how_the_game_was_dealt(world: World) -> None:
    """A game played on of a winnable deal is one too, and that of a daily game is no daily one."""
    day = "2025-02-28"
    daily = world.service.daily(world.player, day)
    world.do(daily.game_id, Kind.GIVE_UP)
    new = played_on(world, daily.game_id, "|")
    assert (new.winnable_only, new.daily) == (True, None)
    assert world.service.daily(world.player, day).game_id == daily.game_id


def test_nothing_is_played_on_of_a_running_game(world: World) -> None:
    """A running game is not played on, and no game is started."""
    game_id = world.start(PUBLISHED_CODE)
    assert_running(world, lambda: played_on(world, game_id, "KC"), game_id)
    assert len(world.service.list(world.player).games) == 1


@pytest.mark.parametrize("moves", ["", "KC", "AC", "KC KC", "XX"], ids=str)
def test_blocked_game_tells_no_card_to_one_who_plays_on(world: World, moves: str) -> None:
    """A blocked game, whose last move can be taken back, is not played on whatever the moves."""
    game_id = world.start(PUBLISHED_CODE)
    before = world.draw_all(game_id)
    with pytest.raises(CommandError) as caught:
        played_on(world, game_id, moves)
    assert (caught.value.code, caught.value.text) == ("review/running", game_id)
    assert world.show(game_id) == before
    assert len(world.service.list(world.player).games) == 1


@pytest.mark.parametrize(
    ("moves", "error", "code"),
    [
        ("KC KC", RecordError, "record/illegal-move"),
        ("KC QC", RecordError, "record/illegal-move"),
        ("AC", RecordError, "record/not-in-tableau"),
        ("KC XX", CardError, "card/bad-rank"),
        (f"{PUBLISHED_GAME} |", RecordError, "record/illegal-move"),
    ],
    ids=str,
)
def test_illegal_moves_start_nothing(
    world: World, moves: str, error: type[RecordError | CardError], code: str
) -> None:
    """Moves that the rules refuse or nobody can read start no game."""
    old = lost_game(world)
    with pytest.raises(error) as caught:
        played_on(world, old, moves)
    assert caught.value.code == code
    assert len(world.service.list(world.player).games) == 1


def test_laid_out_game_is_reviewed_and_played_on(world: World) -> None:
    """A game of a deal without a number is reviewed and played on like any other."""
    game_id = world.lay_out(chain_deal())
    world.do(game_id, Kind.GIVE_UP)
    review = reviewed(world, game_id)
    assert (review.told.fewest_draws, review.snapshot.code) == (0, None)
    assert played_on(world, game_id, "|").code is None
