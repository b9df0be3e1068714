"""The server that already runs for a data folder, so that a second start opens it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from tripeaks.web.server import LOOPBACK

_FILE = "running.json"
_PATIENCE_SECONDS = 2
# A proxy of the user's cannot reach this machine's loopback address.
_DIRECT = build_opener(ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class Running:
    """A server of one data folder.

    Attributes:
        port: The port on the loopback address.
        token: The token that admits a browser.
    """

    port: int
    token: str

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{LOOPBACK}:{self.port}/?token={self.token}"

    @property
    def instance(self) -> str:
        """A mark that this server shows to everybody and that gives nothing away."""
        return hashlib.sha256(self.token.encode()).hexdigest()[:16]

    def answers(self) -> bool:
        """Whether this very server answers on its port."""
        try:
            with _DIRECT.open(
                f"http://{LOOPBACK}:{self.port}/healthz", timeout=_PATIENCE_SECONDS
            ) as response:
                health = json.load(response)
        except (URLError, OSError, ValueError):
            return False
        return isinstance(health, dict) and health.get("instance") == self.instance

    def write(self, folder: Path) -> None:
        """Leave word of this server, for this user's eyes only."""
        file = folder / _FILE
        file.unlink(missing_ok=True)
        file.touch(mode=0o600)
        file.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @staticmethod
    def find(folder: Path) -> Running | None:
        """Find the server that runs for a data folder."""
        try:
            words = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            running = Running(int(words["port"]), str(words["token"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return running if running.answers() else None

    @staticmethod
    def forget(folder: Path) -> None:
        """Take the word back."""
        (folder / _FILE).unlink(missing_ok=True)
