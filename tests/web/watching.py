"""Random games in which every byte that the server sends is searched for hidden cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

import httpx

from tripeaks.cards import PACK, Card
from tripeaks.deal import Deal
from tripeaks.game import Action, Game, Kind, Status
from tripeaks.rules import PRESETS, Rules
from tripeaks.view import HIDDEN, View
from web.detector import leaks

API = "/api/v1"
MOST_ACTIONS = 40
# What a player does, and how often.
_HABITS = (
    ("move", 70),
    ("wrong move", 6),
    ("undo", 8),
    ("redo", 5),
    ("restart", 1),
    ("again", 3),
    ("late", 3),
    ("look", 4),
    ("hint", 3),
    ("early review", 1),
)
_HINTS = ("fair", "chance", "solver", "light")


class Client(Protocol):
    """What sends requests: a client in this process or one of a real server."""

    def get(self, path: str, /) -> httpx.Response:
        """Ask for something."""

    def post(self, path: str, /, *, json: object) -> httpx.Response:
        """Send JSON."""


@dataclass
class Watched:
    """A game played over HTTP beside one that is held in memory.

    Attributes:
        client: What sends the requests.
        rng: Chooses the deal and the actions.
        preset: The rules to play by.
        leaks: What was found, with the request that brought it.
        searched: How many bytes were searched.
    """

    client: Client
    rng: Random
    preset: str
    leaks: list[str] = field(default_factory=list)
    searched: int = 0

    def play(self) -> None:
        """Play a random game, looking at everything now and then and at its end."""
        rules = PRESETS[self.preset]
        number = self.rng.randrange(2**35)
        self.game = Game(Deal.numbered(number, rules))
        code = self.game.deal.code
        answer = self.client.post(f"{API}/games", json={"code": code, "preset": self.preset})
        assert answer.status_code == 201, answer.text
        self._id = answer.json()["id"]
        self._sent: list[dict[str, Any]] = []
        self._search(answer)
        self._compare(answer.json())
        for _ in range(MOST_ACTIONS):
            habit = self.rng.choices(*zip(*_HABITS, strict=True))[0]
            getattr(self, "_" + habit.replace(" ", "_"))(rules)
            if self.game.ended and self.rng.random() < 0.8:
                break
        if not self.game.ended:
            self._do(Action(Kind.GIVE_UP))
        self._look_at_everything()

    def _move(self, _: Rules) -> None:
        moves = self.game.view().legal
        if moves:
            [move] = self.rng.choices(moves, [1 if move.is_draw else 4 for move in moves])
            self._do(Action(Kind.DRAW) if move.is_draw else Action(Kind.TAKE, move.index))

    def _wrong_move(self, _: Rules) -> None:
        refused = [slot for slot, why in enumerate(self.game.view().refusals) if why]
        slot = self.rng.choice([*refused, 99])
        kind = Kind.DRAW if slot == 28 else Kind.TAKE
        answer = self._send({"action": kind, "slot": slot})
        assert answer.status_code == 422, answer.text
        self._compare(answer.json()["view"])

    def _undo(self, _: Rules) -> None:
        if self.game.can_undo:
            self._do(Action(Kind.UNDO))

    def _redo(self, _: Rules) -> None:
        if self.game.can_redo:
            self._do(Action(Kind.REDO))

    def _restart(self, _: Rules) -> None:
        self._do(Action(Kind.RESTART))

    def _again(self, _: Rules) -> None:
        if self._sent:
            self._search(self._post(self.rng.choice(self._sent)))

    def _late(self, _: Rules) -> None:
        if self.game.seq:
            answer = self._send({"action": Kind.DRAW, "seq": self.game.seq - 1})
            assert answer.status_code == 409, answer.text
            self._compare(answer.json()["view"])

    def _look(self, _: Rules) -> None:
        self._look_at(self.rng.choice(["page", "game", "record", "current", "list"]))

    def _hint(self, _: Rules) -> None:
        kind = self.rng.choice(_HINTS)
        address = f"{API}/games/{self._id}/hint"
        answer = self.client.post(address, json={"seq": self.game.seq, "kind": kind})
        assert answer.status_code == (200 if self.game.view().legal else 422), answer.text
        self._search(answer)

    def _early_review(self, _: Rules) -> None:
        if self.game.status is Status.RUNNING:
            for path, body in (("review", None), ("play-on", {"moves": "|"})):
                answer = self.client.post(f"{API}/games/{self._id}/{path}", json=body)
                assert answer.status_code == 409, answer.text
                self._search(answer)

    def _do(self, action: Action) -> None:
        # The memory goes first: what the answer may tell is what is known after the action.
        self.game.act(action)
        answer = self._send(
            {"action": action.kind, "slot": action.slot, "seq": self.game.seq - 1},
            name=f"c-{self.game.seq}",
        )
        assert answer.status_code == 200, answer.text
        self._compare(answer.json()["view"])

    def _send(self, command: dict[str, Any], name: str = "refused") -> httpx.Response:
        command = {"seq": self.game.seq, "command_id": name, **command}
        answer = self._post(command)
        self._search(answer)
        if answer.status_code == 200:
            self._sent.append(command)
        return answer

    def _post(self, command: dict[str, Any]) -> httpx.Response:
        return self.client.post(f"{API}/games/{self._id}/actions", json=command)

    def _look_at(self, what: str) -> None:
        game = f"{API}/games/{self._id}"
        path = {
            "page": f"/games/{self._id}",
            "game": game,
            "record": f"{game}/record",
            "current": f"{API}/games/current",
            "list": f"{API}/games",
            "stats": f"{API}/stats",
            "export": f"{API}/export",
            "start": "/",
        }[what]
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        # These tell of all games, but of no game a card.
        self._search(answer, none_at_all=what in ("list", "stats", "export", "start"))
        if what == "game":
            self._compare(answer.json())

    def _look_at_everything(self) -> None:
        for what in ("page", "game", "record", "current", "list", "stats", "export", "start"):
            self._look_at(what)

    def _search(self, answer: httpx.Response, *, none_at_all: bool = False) -> None:
        hidden = set(PACK) if none_at_all else hidden_cards(self.game.view())
        sent = wire(answer)
        self.searched += len(sent)
        self.leaks += [f"{answer.request.url}: {leak}" for leak in leaks(sent, hidden)]

    def _compare(self, shown: dict[str, Any]) -> None:
        """Compare a game as the server shows it with the one in memory."""
        assert {name: shown[name] for name in expected(self.game)} == expected(self.game)


def hidden_cards(view: View) -> set[Card]:
    """The cards that a player has never seen."""
    return set(PACK) - set(view.known.values())


def wire(answer: httpx.Response) -> bytes:
    """All that came in: the status, the headers and the body."""
    head = [f"{answer.status_code}".encode(), *(b"%b: %b" % pair for pair in answer.headers.raw)]
    return b"\r\n".join([*head, b"", answer.content])


def expected(game: Game) -> dict[str, Any]:
    """What the server has to show of a game, sentences aside."""
    view, rules = game.view(), game.deal.rules
    slots = [
        {
            "slot": slot,
            "state": "gone" if card is None else "down" if card is HIDDEN else "up",
            "card": str(card) if isinstance(card, Card) else None,
            "free": slot in view.free_slots,
            "playable": view.refusals[slot] is None,
        }
        for slot, card in enumerate(view.slots)
    ]
    waste = [{"card": str(card)} for card in view.waste[-5:]]
    return {
        "seq": game.seq,
        "attempt": game.attempt,
        "status": game.status,
        "code": game.deal.code,
        "free": list(view.free_slots),
        "moves": game.moves_made,
        "undos": game.undos,
        "draws": game.tally.draws,
        "chain": game.tally.chain,
        "longest_chain": game.tally.longest_chain,
        "cards_left": sum(slot["state"] != "gone" for slot in slots),
        "slots": Matching(slots),
        "waste": Matching({"count": len(view.waste), "cards": waste}),
        "stock": Matching({"count": view.stock_left, "playable": view.refusals[28] is None}),
        "score": None if rules.scoring == "none" else Matching({"points": game.score.points}),
        "can": Matching(
            {
                "undo": game.can_undo,
                "redo": game.can_redo,
                "hint": bool(view.legal),
                "review": game.status is not Status.RUNNING,
            }
        ),
    }


class Matching:
    """Equal to whatever holds at least what is wanted.

    Args:
        wanted: Dictionaries, lists of them, and values.
    """

    def __init__(self, wanted: object) -> None:
        self._wanted = wanted

    def __eq__(self, other: object) -> bool:
        if isinstance(self._wanted, dict):
            return isinstance(other, dict) and all(
                Matching(value) == other.get(name) for name, value in self._wanted.items()
            )
        if isinstance(self._wanted, list):
            return (
                isinstance(other, list)
                and len(other) == len(self._wanted)
                and all(map(Matching.__eq__, map(Matching, self._wanted), other))
            )
        return self._wanted == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._wanted)
