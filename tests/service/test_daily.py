from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from itertools import islice

import pytest

from service.world import World, at_once
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.errors import CommandError
from tripeaks.game import Action, Kind, Status
from tripeaks.rules import EASY
from tripeaks.service.daily import daily_deal, daily_numbers
from tripeaks.solver import verify

DAY = date(2025, 3, 1)
# The first number of this date's chain cannot be won.
HOPELESS = date(2025, 2, 25)


def test_numbers_of_the_days_are_frozen() -> None:
    """The deal of a date is the same on every computer and in every version."""
    assert daily_deal(date(2025, 1, 31))[0].number == 22127679632
    assert daily_deal(date(2025, 3, 1))[0].number == 32788475003
    days = [DAY + timedelta(days) for days in range(1000)]
    numbers = {next(daily_numbers(day)) for day in days}
    assert len(numbers) == 1000
    assert 0.45 < sum(numbers) / 1000 / DEAL_NUMBERS < 0.55


def test_deal_that_cannot_be_won_makes_way(world: World) -> None:
    """A date whose first number cannot be won has the next one of its chain."""
    first, second = islice(daily_numbers(HOPELESS), 2)
    assert (first, second) == (19372641354, 2921637053)
    assert not world.service.can_be_won(Deal.numbered(first))
    deal, line = daily_deal(HOPELESS)
    assert deal.number == second
    verify(deal, line)
    snapshot = world.service.daily(world.player, HOPELESS)
    assert snapshot.view.slots[18:] == deal.tableau[18:]


def test_daily_games_can_be_won(world: World) -> None:
    """Every daily game says that it can be won, and its proof is saved and holds."""
    for back in range(20):
        snapshot = world.service.daily(world.player, DAY - timedelta(days=back))
        with world.store.reading() as saved:
            game = saved.games.find(snapshot.game_id)
        assert game is not None
        assert game.proof is not None
        verify(game.deal, game.proof)
        assert (snapshot.winnable_only, snapshot.difficulty) == (True, None)


def test_daily_game_is_the_dates_deal_by_the_default_rules(world: World) -> None:
    """The daily game deals the number of its date by the default rules."""
    snapshot = world.service.daily(world.player, DAY)
    deal = daily_deal(DAY)[0]
    assert snapshot.view.rules == EASY
    assert snapshot.view.slots[18:] == deal.tableau[18:]
    assert (snapshot.daily, snapshot.status) == (DAY, Status.RUNNING)


def test_daily_game_is_one_for_player_and_date(world: World) -> None:
    """The same date gives a player the same game again, another player a game of their own."""
    first = world.service.daily(world.player, DAY)
    answer = world.do(first.game_id, Kind.DRAW)
    world.restart()
    assert world.service.daily(world.player, "2025-03-01") == answer.snapshot
    other = world.service.players.new_player()
    assert world.service.daily(other, DAY).view == first.view
    assert world.service.daily(world.player, date(2025, 2, 28)).view.slots != first.view.slots


def test_daily_game_is_started_once_by_two_tabs(world: World) -> None:
    """Two tabs that ask at once get the same game."""
    snapshots = at_once(*[partial(world.service.daily, world.player, DAY)] * 4)
    assert snapshots == [snapshots[0]] * 4
    assert len(world.service.list(world.player).games) == 1


def test_stored_deal_of_a_date_stays(world: World) -> None:
    """The deal of a date is fixed when it is first asked for."""
    with world.store.writing() as saved:
        saved.dailies.add(DAY, "TP1-E-AAAAAAB")
    snapshot = world.service.daily(world.player, DAY)
    assert snapshot.view.slots[18:] == Deal.numbered(1).tableau[18:]
    assert snapshot.winnable_only


def test_stored_deal_that_cannot_be_won_stays(world: World) -> None:
    """A date that was asked for before only winnable deals were taken keeps its deal."""
    hopeless = Deal.numbered(next(daily_numbers(HOPELESS)))
    with world.store.writing() as saved:
        saved.dailies.add(HOPELESS, str(hopeless.code))
    snapshot = world.service.daily(world.player, HOPELESS)
    assert snapshot.view.slots[18:] == hopeless.tableau[18:]
    assert not snapshot.winnable_only


def test_daily_game_ends_blocked_games(world: World) -> None:
    """Starting the daily game loses blocked games like starting any other; showing it does not."""
    world.service.daily(world.player, DAY)
    blocked = world.start("AAAAAAB")
    world.draw_all(blocked)
    world.service.daily(world.player, DAY)
    assert world.show(blocked).status is Status.BLOCKED
    world.service.daily(world.player, "2025-02-28")
    assert world.show(blocked).status is Status.LOST


def test_code_is_withheld_until_the_daily_game_has_ended(world: World) -> None:
    """No view, answer, list, record or export tells the code of a daily game before its end."""
    code = str(daily_deal(DAY)[0].code)
    game_id = world.service.daily(world.player, DAY).game_id
    answers = [world.command(game_id, "one", action) for action in [Action(Kind.DRAW)]]
    told = [answers, world.show(game_id), world.service.current(world.player)]
    told += [world.service.list(world.player), world.service.export(world.player)]
    assert code not in str(told)
    assert code[6:] not in str(told)
    with pytest.raises(CommandError) as caught:
        world.service.record(world.player, game_id)
    assert caught.value.code == "game/withheld"
    world.do(game_id, Kind.RESTART)
    assert world.show(game_id).code is None

    assert world.do(game_id, Kind.GIVE_UP).snapshot.code == code
    assert world.service.list(world.player).games[0].code == code
    assert world.service.record(world.player, game_id) == f"{code}:"
    assert code in str(world.service.export(world.player))
    world.do(game_id, Kind.RESTART)
    world.restart()
    assert world.show(game_id).code == code
    repeated = world.service.act(world.player, game_id, 0, "one", Action(Kind.DRAW))
    assert repeated == answers[0]


@pytest.mark.parametrize(
    ("now", "last"),
    [
        (datetime(2025, 3, 1, 0, 0, tzinfo=UTC), date(2025, 3, 1)),
        (datetime(2025, 3, 1, 9, 59, tzinfo=UTC), date(2025, 3, 1)),
        (datetime(2025, 3, 1, 10, 0, tzinfo=UTC), date(2025, 3, 2)),
        (datetime(2025, 3, 1, 0, 0, tzinfo=timezone(timedelta(hours=-10))), date(2025, 3, 2)),
    ],
    ids=str,
)
def test_future_date_is_refused(world: World, now: datetime, last: date) -> None:
    """A daily game can be played once its day has begun somewhere on earth, and not before."""
    world.now = now
    assert world.service.daily(world.player, last).daily == last
    with pytest.raises(CommandError) as caught:
        world.service.daily(world.player, last + timedelta(days=1))
    assert caught.value.code == "daily/not-yet"


@pytest.mark.parametrize(
    "text",
    ["", "today", "2025-02-29", "20250301", "2025-W09-6", "2025-3-1", "2025-03-01 "],
    ids=str,
)
def test_bad_date_is_refused(world: World, text: str) -> None:
    """Only a date that exists, in its usual ISO form, has a daily game."""
    with pytest.raises(CommandError) as caught:
        world.service.daily(world.player, text)
    assert caught.value.code == "daily/bad-date"


def test_stranger_has_no_daily_game(world: World) -> None:
    """A player nobody knows gets no daily game."""
    with pytest.raises(CommandError) as caught:
        world.service.daily("stranger", DAY)
    assert caught.value.code == "command/unknown-player"
