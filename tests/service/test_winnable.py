from __future__ import annotations

from dataclasses import replace

import pytest

from service.world import World
from strategies import PUBLISHED_CODE
from tripeaks.coach.difficulty import Difficulty, casual_wins, difficulty_of
from tripeaks.deal import Deal
from tripeaks.errors import CodeError
from tripeaks.game import Kind, Status
from tripeaks.rules import CLASSIC, EASY, PRESETS, Undo
from tripeaks.solver import verify
from tripeaks.state import State
from tripeaks.store import SavedGame


def saved_game(world: World, game_id: str) -> SavedGame:
    """A game as it is saved."""
    with world.store.reading() as saved:
        game = saved.games.find(game_id)
    assert game is not None
    return game


@pytest.mark.parametrize("preset", PRESETS)
def test_winnable_deal_is_won_by_its_proof(world: World, preset: str) -> None:
    """A game dealt as one that can be won is won by playing the proof that was saved with it."""
    started = world.service.start(world.player, rules=PRESETS[preset], winnable_only=True)
    assert (started.winnable_only, started.difficulty) == (True, None)
    world.restart()
    game = saved_game(world, started.game_id)
    assert game.proof is not None
    verify(game.deal, game.proof)
    for move in game.proof:
        kind = Kind.DRAW if move.is_draw else Kind.TAKE
        world.do(started.game_id, kind, None if move.is_draw else move.index)
    ended = world.show(started.game_id)
    assert (ended.status, ended.winnable_only) == (Status.WON, True)


@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=["easy", "classic"])
@pytest.mark.parametrize("difficulty", Difficulty)
def test_game_of_each_difficulty_is_as_hard_as_wanted(
    world: World, rules: object, difficulty: Difficulty
) -> None:
    """A game of a difficulty can be won, and the casual player wins it as often as that says."""
    assert rules in (EASY, CLASSIC)
    chosen = EASY if rules == EASY else CLASSIC
    started = world.service.start(world.player, rules=chosen, difficulty=difficulty)
    assert (started.winnable_only, started.difficulty) == (True, difficulty)
    game = saved_game(world, started.game_id)
    assert game.proof is not None
    verify(game.deal, game.proof)
    assert game.deal.rules == chosen
    assert difficulty_of(casual_wins(State.initial(game.deal))) is difficulty
    world.restart()
    assert world.show(started.game_id) == started


def test_any_deal_promises_nothing(world: World) -> None:
    """A game of a code or of any random deal has no proof, even where it can be won."""
    for code in (None, PUBLISHED_CODE):
        game_id = world.start(code)
        assert saved_game(world, game_id).proof is None
        assert not world.show(game_id).winnable_only
        assert world.show(game_id).difficulty is None


@pytest.mark.parametrize(
    "wish", [{"winnable_only": True}, {"difficulty": Difficulty.HARD}], ids=str
)
def test_code_and_a_wish_are_refused(world: World, wish: dict[str, bool | Difficulty]) -> None:
    """A code names its deal, so a wish for another one with it is refused."""
    with pytest.raises(CodeError) as caught:
        world.service.start(world.player, PUBLISHED_CODE, **wish)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.text) == ("code/names-deal", PUBLISHED_CODE)
    assert world.service.list(world.player).games == ()


def test_whether_a_deal_can_be_won_hangs_on_its_rules(world: World) -> None:
    """The same cards can be won under one rule and not under another."""
    assert world.service.can_be_won(Deal.from_code(PUBLISHED_CODE))
    assert not world.service.can_be_won(Deal.from_code("TP1-C-AAAAAAB"))
    assert world.service.can_be_won(
        Deal.from_code("AAAAAAB", replace(EASY, undo=Undo(allowed=False), scoring="none"))
    )
