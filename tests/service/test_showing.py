from __future__ import annotations

from service.world import World
from strategies import PUBLISHED_CODE
from tripeaks.deal import Deal
from tripeaks.game import Kind, Status
from tripeaks.rules import PRESETS

DEAL = Deal.from_code(PUBLISHED_CODE)


def test_current_game_is_the_open_one_played_last(world: World) -> None:
    """The game to go on with is the running or blocked one that was played last."""
    assert world.service.current(world.player) is None
    older, newer = world.start(PUBLISHED_CODE), world.start("AAAAAAC")
    assert world.service.current(world.player) == world.show(newer)
    world.do(older, Kind.DRAW)
    assert world.service.current(world.player) == world.show(older)
    assert world.draw_all(older).status is Status.BLOCKED
    world.restart()
    assert world.service.current(world.player) == world.show(older)
    world.do(older, Kind.GIVE_UP)
    assert world.service.current(world.player) == world.show(newer)
    world.do(newer, Kind.GIVE_UP)
    assert world.service.current(world.player) is None
    world.do(older, Kind.RESTART)
    assert world.service.current(world.player) == world.show(older)


def test_game_left_half_way_is_there_after_a_new_start(world: World) -> None:
    """After a new start of the program the game looks exactly as it was left."""
    game_id = world.start(PUBLISHED_CODE)
    world.move(game_id, "KC AS 2D | |", DEAL)
    world.do(game_id, Kind.UNDO)
    left = world.show(game_id)
    world.restart()
    assert world.show(game_id) == left
    assert (left.moves_made, left.undos, left.can_redo) == (5, 1, True)


def test_open_games_are_offered_however_many_have_ended_since(world: World) -> None:
    """Games to go on with are listed, the one played last first, behind no other game."""
    assert world.service.open_games(world.player) == ()
    older, newer = world.start(PUBLISHED_CODE), world.start("AAAAAAC")
    for _ in range(25):
        world.do(world.start("AAAAAAD"), Kind.GIVE_UP)
    world.do(older, Kind.DRAW)
    offered = world.service.open_games(world.player)
    assert [line.game_id for line in offered] == [older, newer]
    assert [line.status for line in offered] == [Status.RUNNING, Status.RUNNING]
    assert len(world.service.open_games(world.player, most=1)) == 1


def test_games_are_listed_newest_first_page_by_page(world: World) -> None:
    """Every game of a player stands on exactly one page, the newest on the first."""
    assert world.service.list(world.player).pages == 1
    game_ids = [world.start() for _ in range(7)]
    world.service.start(world.service.players.new_player())
    pages = [world.service.list(world.player, page, 3) for page in (1, 2, 3)]
    assert [page.pages for page in pages] == [3, 3, 3]
    listed = [line.game_id for page in pages for line in page.games]
    assert listed == game_ids[::-1]
    assert world.service.list(world.player, 4, 3).games == ()
    assert world.service.list(world.player, 10**30, 3).games == ()
    assert world.service.list(world.player, -5, 3) == pages[0]


def test_list_tells_how_each_game_stands(world: World) -> None:
    """A line of the list says the same of a game as the game itself."""
    game_id = world.start(PUBLISHED_CODE, PRESETS["bliss-easy"])
    world.do(game_id, Kind.DRAW)
    world.do(game_id, Kind.RESTART)
    world.do(game_id, Kind.TAKE, 20)
    snapshot = world.show(game_id)
    (line,) = world.service.list(world.player).games
    assert (line.game_id, line.code, line.rules) == (game_id, PUBLISHED_CODE, snapshot.view.rules)
    assert (line.status, line.points, line.moves) == (Status.RUNNING, 499, 1)
    assert (line.cards_left, line.attempt, line.first) == (27, 2, False)
    assert (line.started_at, line.updated_at) == (snapshot.started_at, snapshot.updated_at)
    assert line.started_at < line.updated_at == world.now
