from __future__ import annotations

from typing import Any

import pytest

from service.world import World
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks import coach
from tripeaks.coach import Hint
from tripeaks.deal import Deal
from tripeaks.errors import CommandError, MoveError, TriPeaksError
from tripeaks.game import Action, Game, Kind
from tripeaks.rules import PRESETS
from tripeaks.service import HelpKind
from tripeaks.solver import verify
from tripeaks.state import Move, State

DEAL = Deal.from_code(PUBLISHED_CODE)
ASKED = (HelpKind.FAIR, HelpKind.CHANCE, HelpKind.SOLVER, HelpKind.LIGHT)
TOLD = ("move", "chance", "error", "winnable", "draws", "suggestions")


def recorded(world: World, game_id: str) -> list[tuple[int, int, str]]:
    """Number of actions, attempt and kind of each hint that was recorded, in order."""
    with world.store.reading() as saved:
        return [(hint.seq, hint.attempt, hint.kind) for hint in saved.hints.of(game_id)]


def refusal(world: World, game_id: str, seq: int = 0, player: str = "local") -> str:
    """The code by which a hint is refused, of whatever kind it is."""
    codes = set()
    for kind in ASKED:
        with pytest.raises(TriPeaksError) as caught:
            world.service.hint(player, game_id, seq, kind)
        assert isinstance(caught.value, CommandError | MoveError)
        codes.add(caught.value.code)
    (code,) = codes
    return code


def test_each_kind_tells_what_was_asked_and_no_more(world: World) -> None:
    """A hint holds the values of its kind, and none that belong to another."""
    game_id = world.start(PUBLISHED_CODE)
    for kind, told in (
        (HelpKind.FAIR, {"move", "chance", "error", "suggestions"}),
        (HelpKind.CHANCE, {"chance", "error"}),
        (HelpKind.SOLVER, {"move", "winnable", "draws"}),
        (HelpKind.LIGHT, {"winnable"}),
    ):
        advice = world.hint(game_id, kind)
        assert advice.kind is kind
        assert {name for name in TOLD if getattr(advice, name) not in (None, ())} == told


def test_fair_hint_rates_every_legal_move(world: World) -> None:
    """A fair hint lists all legal moves, the likeliest win first, and its move is that one."""
    game_id = world.start(PUBLISHED_CODE)
    world.move(game_id, "KC |", DEAL)
    advice = world.hint(game_id)
    chances = [rated.chance for rated in advice.suggestions]
    assert {rated.move for rated in advice.suggestions} == set(world.show(game_id).view.legal)
    assert chances == sorted(chances, key=lambda chance: -(chance or 0))
    first = advice.suggestions[0]
    assert (advice.move, advice.chance, advice.error) == (first.move, first.chance, first.error)
    assert 0 < (advice.chance or 0) < 1


def test_solver_hint_leads_to_a_win(world: World) -> None:
    """Whoever follows solver hints wins with as many draws as the first one told."""
    game_id = world.start(PUBLISHED_CODE)
    first = world.hint(game_id, HelpKind.SOLVER)
    moves: list[Move] = []
    while world.show(game_id).view.legal:
        move = world.hint(game_id, HelpKind.SOLVER).move
        assert move is not None
        action = Action.making(move)
        world.do(game_id, action.kind, action.slot)
        moves.append(move)
    verify(DEAL, moves)
    assert sum(move.is_draw for move in moves) == first.draws == 16


def test_light_knows_all_cards(world: World) -> None:
    """The light says whether the game can still be won, before and after the win is lost."""
    game_id = world.start(PUBLISHED_CODE)
    world.move(game_id, "KC" + " |" * 11, DEAL)
    assert world.hint(game_id, HelpKind.LIGHT).winnable is True
    world.do(game_id, Kind.DRAW)
    assert world.hint(game_id, HelpKind.LIGHT).winnable is False
    lost = world.hint(game_id, HelpKind.SOLVER)
    assert (lost.winnable, lost.draws) == (False, None)


def test_hint_is_recorded_once_in_a_position(world: World) -> None:
    """The same kind asked again at the same moment records nothing new; another kind does."""
    game_id = world.start(PUBLISHED_CODE)
    for kind in (HelpKind.FAIR, HelpKind.FAIR, HelpKind.CHANCE, HelpKind.FAIR):
        world.hint(game_id, kind)
    assert recorded(world, game_id) == [(0, 1, "chance"), (0, 1, "fair")]
    world.do(game_id, Kind.DRAW)
    world.hint(game_id)
    world.do(game_id, Kind.RESTART)
    world.hint(game_id, HelpKind.LIGHT)
    world.restart()
    assert recorded(world, game_id)[2:] == [(1, 1, "fair"), (2, 2, "light")]


def test_hint_is_recorded_before_it_is_thought_about(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint that never comes, because the program ends while it thinks, is recorded."""
    game_id = world.start(PUBLISHED_CODE)

    def end(_state: State) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tripeaks.service.hinting.solver_hint", end)
        with pytest.raises(ZeroDivisionError):
            world.hint(game_id, HelpKind.SOLVER)
    world.restart()
    assert recorded(world, game_id) == [(0, 1, "solver")]
    assert world.show(game_id).assisted


def test_game_goes_on_while_a_hint_is_thought_about(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a hint is worked out the same game can be played and others can be written."""
    game_id = world.start(PUBLISHED_CODE)

    def play_meanwhile(*given: Any, **named: Any) -> Hint:
        world.do(game_id, Kind.DRAW)
        world.start()
        return coach.hint(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr("tripeaks.service.hinting.hint", play_meanwhile)
        advice = world.hint(game_id)
    assert advice.snapshot.view.seq == 0
    assert world.show(game_id).view.seq == 1
    assert recorded(world, game_id) == [(0, 1, "fair")]


def test_only_what_knows_all_cards_assists(world: World) -> None:
    """Fair hints and chances leave an attempt as it is; a solver hint or the light assists it."""
    for kind, assists in zip(ASKED, (False, False, True, True), strict=True):
        game_id = world.start(PUBLISHED_CODE)
        assert world.hint(game_id, kind).snapshot.assisted is assists
        assert world.show(game_id).assisted is assists
        assert world.do(game_id, Kind.DRAW).snapshot.assisted is assists
        assert world.service.list(world.player).games[0].assisted is assists


def test_restart_begins_an_attempt_without_help(world: World) -> None:
    """A restart begins a new attempt that is not assisted; undo does not take help back."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.DRAW)
    world.hint(game_id, HelpKind.SOLVER)
    assert world.do(game_id, Kind.UNDO).snapshot.assisted
    assert not world.do(game_id, Kind.RESTART).snapshot.assisted
    world.hint(game_id)
    world.restart()
    assert not world.show(game_id).assisted
    assert not world.service.open_games(world.player)[0].assisted


def test_answer_given_again_is_as_assisted_as_it_was(world: World) -> None:
    """A repeated command is answered as it was then, whatever help came after it."""
    game_id = world.start(PUBLISHED_CODE)
    first = world.command(game_id, "first", Action(Kind.DRAW))
    world.hint(game_id, HelpKind.LIGHT)
    second = world.command(game_id, "second", Action(Kind.DRAW))
    again = [
        world.service.act(world.player, game_id, seq, name, Action(Kind.DRAW))
        for seq, name in enumerate(("first", "second"))
    ]
    assert again == [first, second]
    assert [answer.snapshot.assisted for answer in again] == [False, True]


def test_statistics_count_assisted_attempts(world: World) -> None:
    """The statistics say how many of the attempts that count were assisted."""
    helped, alone = world.start(PUBLISHED_CODE), world.start("AAAAAAC")
    world.hint(helped, HelpKind.LIGHT)
    world.hint(helped, HelpKind.SOLVER)
    world.hint(alone)
    world.move(helped, PUBLISHED_GAME, DEAL)
    world.do(alone, Kind.GIVE_UP)
    world.do(helped, Kind.RESTART)
    world.hint(helped, HelpKind.SOLVER)
    world.do(helped, Kind.GIVE_UP)
    (line,) = world.service.statistics(world.player)
    assert (line.played, line.won, line.assisted, line.repeats) == (2, 1, 1, 1)


def test_late_question_is_refused(world: World) -> None:
    """A hint for a game that has gone on is refused with the number now and not recorded."""
    game_id = world.start(PUBLISHED_CODE)
    world.do(game_id, Kind.DRAW)
    assert refusal(world, game_id, seq=0) == "command/stale"
    assert refusal(world, game_id, seq=2) == "command/stale"
    with pytest.raises(CommandError) as caught:
        world.service.hint(world.player, game_id, 0, HelpKind.FAIR)
    assert caught.value.details["seq"] == 1
    assert recorded(world, game_id) == []


def test_no_hint_where_no_move_can_be_made(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is blocked, won, given up or too long has no hint, and none is recorded."""
    given_up = world.start(PUBLISHED_CODE)
    seq = world.do(given_up, Kind.GIVE_UP).snapshot.view.seq
    won = world.start(PUBLISHED_CODE)
    moves = world.move(won, PUBLISHED_GAME, DEAL).view.seq
    running = world.start(PUBLISHED_CODE)
    world.do(running, Kind.DRAW)
    blocked = world.start(PUBLISHED_CODE)
    drawn = world.draw_all(blocked).view.seq
    for game_id, number in ((given_up, seq), (won, moves), (blocked, drawn)):
        assert refusal(world, game_id, number) == "hint/ended"
        assert recorded(world, game_id) == []
    monkeypatch.setattr("tripeaks.game.MOST_ACTIONS", 1)
    assert refusal(world, running, 1) == "hint/ended"


def test_strangers_game_has_no_hint(world: World) -> None:
    """A game that is not there, or is another player's, is unknown."""
    game_id = world.start(PUBLISHED_CODE)
    other = world.service.players.new_player()
    assert refusal(world, "nowhere") == "command/unknown-game"
    assert refusal(world, game_id, player=other) == "command/unknown-game"
    assert recorded(world, game_id) == []


@pytest.mark.parametrize("winnable_only", [False, True], ids=["any", "winnable"])
def test_coach_is_told_how_the_game_was_dealt(
    world: World, monkeypatch: pytest.MonkeyPatch, winnable_only: object
) -> None:
    """The coach sees the player's view, known cards included, and knows of a winnable deal."""
    started = world.service.start(world.player, winnable_only=winnable_only is True)
    world.do(started.game_id, Kind.DRAW)
    world.do(started.game_id, Kind.UNDO)
    seen = world.show(started.game_id).view
    assert len(seen.known) == 12
    asked = []

    def remember(*given: Any, **named: Any) -> Hint:
        asked.append((given[0], named))
        return coach.hint(*given, **named)

    monkeypatch.setattr("tripeaks.service.hinting.hint", remember)
    for kind in (HelpKind.FAIR, HelpKind.CHANCE):
        world.hint(started.game_id, kind)
    assert asked == [(seen, {"winnable_only": winnable_only})] * 2


@pytest.mark.parametrize("preset", PRESETS)
def test_hints_are_given_under_all_rules(world: World, preset: str) -> None:
    """Every kind of hint is given for a game of every preset, all along the game."""
    game_id = world.start("AAAAAAC", PRESETS[preset])
    deal = Game(Deal.from_code("AAAAAAC", PRESETS[preset])).deal
    for _ in range(6):
        advice = [world.hint(game_id, kind) for kind in ASKED]
        move = advice[0].move
        assert move is not None
        assert world.show(game_id).view.rules == deal.rules
        action = Action.making(move)
        world.do(game_id, action.kind, action.slot)
