from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from service.world import World, action_of
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.game import Action, Kind, Status
from tripeaks.notation import parse_moves
from tripeaks.rules import CLASSIC, EASY, PRESETS
from tripeaks.service import RulesLine
from tripeaks.store import schema

DEAL = Deal.from_code(PUBLISHED_CODE)


def results(world: World) -> list[tuple[str, int, str, int, int]]:
    """Game, attempt, status, points and moves of every result, in order."""
    row = schema.result.c
    query = select(row.game_id, row.attempt, row.status, row.points, row.moves)
    with world.store.engine.connect() as connection:
        found = connection.execute(query.order_by(row.ended_at, row.game_id))
        return [tuple(line) for line in found]


def line(world: World) -> RulesLine:
    """The only line of the statistics."""
    (only,) = world.service.statistics(world.player)
    return only


def test_win_is_recorded_exactly_once(world: World) -> None:
    """The move that wins writes one result, and nothing that comes after writes another."""
    game_id = world.start(PUBLISHED_CODE)
    snapshot = world.move(game_id, PUBLISHED_GAME.rpartition(" ")[0], DEAL)
    assert results(world) == []
    seq = snapshot.view.seq
    last_take = action_of(parse_moves("JS", DEAL)[0])
    last = world.service.act(world.player, game_id, seq, "last", last_take)
    assert last.snapshot.status is Status.WON
    won = (game_id, 1, "won", 750, 50)
    assert results(world) == [won]
    assert world.service.act(world.player, game_id, seq, "last", last_take) == last
    with pytest.raises(MoveError):
        world.do(game_id, Kind.GIVE_UP)
    world.do(game_id, Kind.RESTART)
    world.start()
    world.restart()
    assert results(world) == [won]


def test_restart_loses_an_attempt_with_moves(world: World) -> None:
    """A restart loses the attempt it abandons, if a move was made, even one that was undone."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.RESTART)
    assert results(world) == []
    world.move(game_id, "KC AS", DEAL)
    world.do(game_id, Kind.RESTART)
    assert results(world) == [(game_id, 2, "lost", 498, 2)]
    world.do(game_id, Kind.DRAW)
    world.do(game_id, Kind.UNDO)
    world.do(game_id, Kind.RESTART)
    assert results(world)[1:] == [(game_id, 3, "lost", 500, 1)]
    world.do(game_id, Kind.RESTART)
    assert len(results(world)) == 2


def test_restart_after_the_end_leaves_the_result(world: World) -> None:
    """An attempt that has ended keeps its one result when the deal is dealt again."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.DRAW)
    world.do(game_id, Kind.GIVE_UP)
    world.do(game_id, Kind.RESTART)
    assert results(world) == [(game_id, 1, "lost", 499, 1)]


def test_giving_up_loses(world: World) -> None:
    """A game that is given up is lost, even without a move."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.GIVE_UP)
    assert results(world) == [(game_id, 1, "lost", 500, 0)]


def test_blocked_game_has_a_result_only_when_it_is_lost(world: World) -> None:
    """A blocked game is no result until another is started; with undo off it is one at once."""
    free = world.start(PUBLISHED_CODE)
    points = world.draw_all(free).score.points
    assert results(world) == []
    off = world.start(PUBLISHED_CODE, PRESETS["windows"])
    assert results(world) == [(free, 1, "lost", points, 23)]
    world.draw_all(off)
    assert results(world)[1:] == [(off, 1, "lost", -5 * 23, 23)]


def test_result_and_action_are_written_together(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the result cannot be written the action that ends the attempt is not written either."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.DRAW)
    before = world.show(game_id)

    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tripeaks.store.games.asdict", fail)
        with pytest.raises(ZeroDivisionError):
            world.do(game_id, Kind.GIVE_UP)
    assert world.show(game_id) == before
    assert (results(world), len(world.saved_actions(game_id))) == ([], 1)


def test_first_attempt_counts_and_later_ones_are_marked(world: World) -> None:
    """Statistics count the first attempt at a deal; later ones, restarted or anew, are marked."""
    first = world.start(PUBLISHED_CODE)
    world.do(first, Kind.DRAW)
    world.do(first, Kind.RESTART)
    world.move(first, PUBLISHED_GAME, DEAL)
    second = world.start(PUBLISHED_CODE, replace(EASY, mistake_help=False))
    world.move(second, PUBLISHED_GAME, DEAL)
    untried, tried = world.start("AAAAAAC"), world.start(PUBLISHED_CODE)
    found = line(world)
    assert (found.played, found.won, found.repeats, found.repeats_won) == (1, 0, 2, 2)
    assert (found.best_points, found.longest_chain, found.streak) == (499, 0, 0)
    marks = {entry.game_id: entry.first for entry in world.service.list(world.player).games}
    assert marks == {first: False, second: False, untried: True, tried: False}


def test_attempt_without_a_move_is_none(world: World) -> None:
    """A restart before any move uses up no attempt: the next one is the first."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.RESTART)
    world.move(game_id, PUBLISHED_GAME, DEAL)
    assert (line(world).played, line(world).won) == (1, 1)
    assert world.service.list(world.player).games[0].first


def test_first_attempt_is_the_one_that_moved_first(world: World) -> None:
    """Of two open games of one deal the one played first counts, whichever was started first."""
    watched, played = world.start(PUBLISHED_CODE), world.start(PUBLISHED_CODE)
    world.do(played, Kind.GIVE_UP)
    world.move(watched, PUBLISHED_GAME, DEAL)
    assert (line(world).won, line(world).repeats_won) == (0, 1)


def test_unfinished_first_attempt_keeps_others_from_counting(world: World) -> None:
    """While the first attempt at a deal runs, a later win does not count for it."""
    running, other = world.start(PUBLISHED_CODE), world.start(PUBLISHED_CODE)
    world.do(running, Kind.DRAW)
    world.move(other, PUBLISHED_GAME, DEAL)
    assert (line(world).played, line(world).repeats_won) == (0, 1)
    assert (line(world).best_points, line(world).average_points) == (None, None)
    assert (line(world).longest_chain, line(world).longest_streak) == (0, 0)


def test_deal_is_its_cards_and_what_the_code_speaks_of(world: World) -> None:
    """Another rule letter is another deal; scoring and undo are not; cards laid out are one too."""
    deal = chain_deal()
    game_ids = [
        world.start(PUBLISHED_CODE),
        world.start("TP1-C-AAAAAAB", CLASSIC),
        world.start(PUBLISHED_CODE, PRESETS["windows"]),
        world.lay_out(deal),
        world.lay_out(replace(deal, rules=replace(EASY, scoring="none"))),
    ]
    for game_id in game_ids:
        world.do(game_id, Kind.GIVE_UP)
    counted = {entry.game_id: entry.first for entry in world.service.list(world.player).games}
    assert [counted[game_id] for game_id in game_ids] == [True, True, False, True, False]


def test_players_do_not_share_first_attempts(world: World) -> None:
    """A deal that another player has tried is still untried."""
    other = world.service.players.new_player()
    game_id = world.service.start(other, PUBLISHED_CODE).game_id
    world.service.act(other, game_id, 0, "one", Action(Kind.GIVE_UP))
    assert world.service.statistics(world.player) == ()
    mine = world.start(PUBLISHED_CODE)
    world.do(mine, Kind.GIVE_UP)
    assert (line(world).played, line(world).repeats) == (1, 0)


def test_statistics_add_up_each_set_of_rules(world: World) -> None:
    """Counts, best, mean, chain, draws and runs of wins are right for each set of rules."""
    deals = [chain_deal(), Deal.numbered(7), *(moved(n) for n in range(1, 5)), Deal.numbered(9)]
    for deal in deals:
        game_id = world.lay_out(deal)
        if deal.number is None:
            world.move(game_id, chain_of(deal), deal)
        else:
            world.do(game_id, Kind.DRAW)
            world.do(game_id, Kind.GIVE_UP)
    world.do(world.start(rules=PRESETS["collection"]), Kind.GIVE_UP)
    easy, collection = world.service.statistics(world.player)
    assert easy == RulesLine(
        rules=EASY,
        played=7,
        won=5,
        best_points=772,
        average_points=(5 * 772 + 2 * 499) / 7,
        longest_chain=28,
        fewest_draws=0,
        streak=0,
        longest_streak=4,
        assisted=0,
        repeats=0,
        repeats_won=0,
    )
    assert (collection.rules, collection.played) == (PRESETS["collection"], 1)
    assert (collection.won, collection.fewest_draws) == (0, None)
    world.move(world.lay_out(moved(5)), chain_of(moved(5)), moved(5))
    easy, collection = world.service.statistics(world.player)
    assert (easy.streak, easy.longest_streak) == (1, 4)
    assert (collection.streak, collection.longest_streak) == (0, 0)


def chain_of(deal: Deal) -> str:
    """The takes that clear a deal laid out as one chain."""
    return " ".join(str(card) for card in reversed(deal.tableau))


def moved(places: int) -> Deal:
    """A deal that is cleared in one chain, with another stock than others."""
    deal = chain_deal()
    return replace(deal, stock=(*deal.stock[places:], *deal.stock[:places]))
