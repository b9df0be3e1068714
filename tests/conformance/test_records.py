from __future__ import annotations

from conformance.vectors import lines
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.notation import Record, format_moves, parse_moves, replay
from tripeaks.rules import SCORING_NAMES
from tripeaks.scoring import score


def test_records_are_read_written_and_scored_as_published() -> None:
    """Each of the 120 records is written as it was read and ends as it says, replayed or played."""
    vectors = lines("records.jsonl")
    assert len(vectors) == 120
    for vector in vectors:
        record = Record.parse(vector["record"])
        assert str(record) == vector["record"]
        rules = record.deal.rules
        assert replay(record.deal, record.moves).outcome == vector["outcome"]
        counted = score(rules.scoring, record.deal, record.moves, record.undos)
        game = Game.from_record(record)
        assert counted.points == game.score.points == vector["score"]
        assert (game.tally.takes, game.tally.draws) == (vector["takes"], vector["draws"])
        assert (game.state.outcome, game.record()) == (vector["outcome"], vector["record"])


def test_games_are_scored_as_published() -> None:
    """Each of the 120 games has its points under every scheme, and its longest chain."""
    vectors = lines("scores.jsonl")
    assert len(vectors) == 120
    for vector in vectors:
        deal = Deal.from_code(vector["code"])
        moves = parse_moves(vector["moves"], deal)
        assert format_moves(moves, deal) == vector["moves"]
        points = {name: score(name, deal, moves).points for name in SCORING_NAMES}
        assert points == {
            **{name: vector[name] for name in ("app", "hogue", "collection")},
            "none": 0,
        }
        assert Game.from_record(Record(deal, moves)).tally.longest_chain == vector["longest_chain"]
