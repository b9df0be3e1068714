from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given

from strategies import PUBLISHED_CODE, PUBLISHED_GAME, examples, games
from tripeaks.coach.reviewing import Review, review
from tripeaks.deal import Deal
from tripeaks.errors import RecordError
from tripeaks.game import Game
from tripeaks.notation import Record
from tripeaks.players import Candidate, Limit
from tripeaks.rules import CLASSIC, EASY, PRESETS, Rules
from tripeaks.scoring import score
from tripeaks.solver import Claim, Goal, Verdict, solve, verify
from tripeaks.state import Move, Outcome, State
from tripeaks.view import View

WON = f"{PUBLISHED_CODE}: {PUBLISHED_GAME}"
LOST = f"{PUBLISHED_CODE}: KC{' |' * 19}"
VARIANTS = (EASY, CLASSIC, PRESETS["traditional"], PRESETS["bliss"], Rules(jokers=2))


@dataclass
class Onlooker:
    """A player that notes the views it is asked about, and gives chances by counting down."""

    views: list[View]
    name: str = "onlooker"

    def choose(self, view: View, rng: Random, limit: Limit) -> Move:
        return self.explain(view, rng, limit)[0].move

    def explain(self, view: View, rng: Random, limit: Limit) -> tuple[Candidate, ...]:  # noqa: ARG002 - the shape of a player
        self.views.append(view)
        return tuple(Candidate(move, 1 / len(self.views), 0.01) for move in view.legal)


def random_game(deal: Deal, rng: Random) -> Game:
    """Play a game to its end, or stop before it; takes are made more often than draws."""
    game = Game(deal)
    while (moves := game.state.legal_moves()) and rng.random() > 0.01:
        game.push(rng.choice([move for move in moves for _ in range(1 if move.is_draw else 4)]))
    return game


def can_be_won(state: State) -> bool:
    return solve(state).verdict is Verdict.WINNABLE


def check(game: Game, told: Review) -> None:
    """Ask the solver about every position of a game by itself, and a stranger about the lines."""
    states = [State.initial(game.deal)]
    for move in game.moves:
        states.append(states[-1].play(move))
    verdicts = [can_be_won(state) for state in states]
    lost = [
        number
        for number in range(1, len(verdicts))
        if verdicts[number - 1] and not verdicts[number]
    ]
    assert told.start.winnable is verdicts[0]
    assert [ply.after.winnable for ply in told.plies] == verdicts[1:]
    assert [ply.number for ply in told.plies if ply.loses] == lost
    assert len(lost) <= 1
    assert (told.lost_at and told.lost_at.number) == (lost[0] if lost else None)
    for ply, state in zip(told.plies, states, strict=False):
        if ply.loses:
            keeping = {move for move in state.legal_moves() if can_be_won(state.play(move))}
            assert set(ply.better) == keeping != set()
            assert ply.move not in keeping
        else:
            assert ply.better == ()
    best = solve(states[0], Goal.MAX_SCORE).score
    assert told.best_score == best
    assert told.points <= told.best_score
    if verdicts[0]:
        verify(game.deal, told.best_line)
        assert sum(move.is_draw for move in told.best_line) == told.fewest_draws
    else:
        assert told.fewest_draws is None
        verify(game.deal, told.best_line, Claim(cleared=False, points=best))


def test_the_win_was_lost_where_the_solver_says() -> None:
    """In 50 random games the move at which the win was lost is the one between the verdicts."""
    rng, found = Random(7), 0
    for number in range(50):
        deal = Deal.numbered(rng.getrandbits(35), VARIANTS[number % len(VARIANTS)])
        game = random_game(deal, rng)
        told = review(Record(game.deal, game.moves))
        check(game, told)
        found += told.lost_at is not None
    assert found > 20


@given(games())
@examples(25)
def test_any_game_can_be_reviewed(game: Game) -> None:
    """A review of any game under any rules agrees with the solver and with the score."""
    record = Record.parse(game.record())
    told = review(record)
    check(Game.from_record(record), told)
    assert told.points == game.score.points
    assert told.outcome is game.state.outcome
    assert told.won is (game.state.outcome is Outcome.WON)


def test_a_won_game_lost_nothing() -> None:
    """A game that was won has no move at which the win was lost, and ends as certain."""
    told = review(Record.parse(WON), Random(1), Limit(games=100))
    assert (told.won, told.lost_at, told.points) == (True, None, 750)
    assert all(ply.after.winnable for ply in told.plies)
    last = told.plies[-1].after
    assert (last.chance, last.error, last.promising) == (1.0, 0.0, None)


def test_a_blocked_game_is_lost() -> None:
    """A blocked game ends without any chance, and was lost at one of its moves."""
    game = Game(Deal.from_code(PUBLISHED_CODE))
    while game.state.outcome is Outcome.RUNNING:
        game.push(Move.DRAW if game.state.stock_left else game.state.legal_moves()[0])
    told = review(Record.parse(game.record()), Random(1), Limit(games=100))
    assert (told.won, told.outcome) == (False, Outcome.BLOCKED)
    assert told.lost_at is not None
    assert told.plies[-1].after.chance == 0.0


def test_chances_are_by_what_was_seen_then() -> None:
    """The chance of each position is asked of a player that sees the view of that time."""
    record = Record.parse(LOST)
    onlooker = Onlooker([])
    told = review(record, Random(1), Limit(games=100), player=onlooker)
    game, views = Game(record.deal), []
    for move in record.moves:
        views.append(game.view())
        game.push(move)
    assert onlooker.views == [*views, game.view()]
    assert told.start.chance == 1.0
    assert [ply.before.chance for ply in told.plies] == [1 / n for n in range(1, 21)]
    assert [ply.after.chance for ply in told.plies] == [1 / n for n in range(2, 22)]
    assert told.plies[0].before.promising == views[0].legal[0]


def test_without_a_limit_no_chance_is_asked_for() -> None:
    """Where no time is given, nobody is asked and no chance is told; the verdicts are the same."""
    onlooker = Onlooker([])
    told = review(Record.parse(LOST), player=onlooker)
    assert onlooker.views == []
    assert told.start.chance is None
    assert all(ply.after.chance is None for ply in told.plies)


def test_the_best_score_is_counted_as_the_record_is() -> None:
    """The most points are those under the scoring of the record, and the line reaches them."""
    record = Record.parse("TP1-C-AAAAAAD scoring=hogue: AH")
    told = review(record)
    assert (told.fewest_draws, told.best_score) == (None, 21)
    assert score("hogue", record.deal, told.best_line).points == 21


def test_an_empty_record_is_a_deal() -> None:
    """A record without moves is reviewed as the deal it begins with."""
    told = review(Record.parse(f"{PUBLISHED_CODE}:"))
    assert (told.plies, told.lost_at, told.fewest_draws) == ((), None, 16)
    assert told.start.winnable


def test_an_illegal_move_is_named() -> None:
    """A record against the rules is refused with the card, the number of the move, the cause."""
    with pytest.raises(RecordError) as caught:
        review(Record.parse(f"{PUBLISHED_CODE}: KC KD"))
    error = caught.value
    assert (error.code, error.text) == ("record/illegal-move", "KD")
    assert dict(error.details) == {"number": 2, "cause": "move/not-adjacent"}
