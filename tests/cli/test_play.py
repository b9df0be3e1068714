from __future__ import annotations

import json
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.program import Program, free_port, run
from tripeaks.cli.running import Running
from tripeaks.i18n import sentences

API = "/api/v1"
GOODBYE = sentences("en").text("cli.goodbye")


@contextmanager
def taken(port: int = 0) -> Iterator[int]:
    """A port that another program holds."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", port))
        except OSError:
            # Somebody else holds it, which will do as well.
            yield port
            return
        other.listen()
        yield other.getsockname()[1]


def test_server_says_where_it_is_and_says_goodbye(tmp_path: Path) -> None:
    """The address that is printed opens the game; Ctrl-C ends the program with a goodbye."""
    with Program(tmp_path) as program:
        with httpx.Client(base_url=program.address, trust_env=False) as browser:
            opened = browser.get("/", params={"token": program.token}, follow_redirects=True)
            assert opened.status_code == 200
            assert program.token not in str(opened.url) + opened.text
            game = browser.post(f"{API}/games", json={"code": "AAAAAAB"}).json()
        code, out, err = program.interrupt()
    assert (code, err) == (0, "")
    assert out.endswith(f"{GOODBYE}\n")
    with Program(tmp_path) as program, program.client() as client:
        assert client.get(f"{API}/games/{game['id']}").json() == game


def test_token_is_new_for_each_run_and_private(tmp_path: Path) -> None:
    """Each run makes a token of its own and keeps it in a file that only its user can read."""
    tokens = set()
    for _ in range(2):
        with Program(tmp_path) as program:
            word = tmp_path / "running.json"
            assert stat.S_IMODE(word.stat().st_mode) == 0o600
            assert json.loads(word.read_text("utf-8"))["token"] == program.token
            tokens.add(program.token)
            program.interrupt()
            assert not word.exists()
    assert len(tokens) == 2
    assert min(map(len, tokens)) >= 32


def test_program_speaks_german(tmp_path: Path) -> None:
    """In a German terminal the program says everything in German."""
    with Program(tmp_path, variables={"LANGUAGE": "de"}) as program:
        code, out, _ = program.interrupt()
    say = sentences("de")
    assert code == 0
    assert say.text("cli.ready", address=f"{program.address}/?token={program.token}") in out
    assert say.text("cli.goodbye") in out


def test_interrupt_does_not_wait_for_a_browser(tmp_path: Path) -> None:
    """Ctrl-C ends the program although a browser keeps a connection open, even half a request."""
    with Program(tmp_path) as program, program.client() as client:
        assert client.get("/").status_code == 200
        with socket.create_connection(("127.0.0.1", program.port)) as half:
            half.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            code, out, err = program.interrupt()
    assert (code, err) == (0, "")
    assert out.endswith(f"{GOODBYE}\n")


def test_second_start_finds_the_first(tmp_path: Path) -> None:
    """A second start for the same folder prints the address of the first, and ends well."""
    with Program(tmp_path) as program:
        address = f"{program.address}/?token={program.token}"
        # What a proxy is for does not lie on this machine.
        ended = run(
            *("--no-browser", "--data", tmp_path),
            http_proxy="http://127.0.0.1:9",
            HTTP_PROXY="http://127.0.0.1:9",
        )
        told = sentences("en").text("cli.already-running", address=address)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{told}\n", "")
        assert httpx.get(f"{program.address}/healthz", trust_env=False).status_code == 200


def test_word_of_a_server_that_is_gone_misleads_nobody(tmp_path: Path) -> None:
    """After a crash the file that the last run left behind is no obstacle."""
    with Program(tmp_path) as first:
        first.kill()
    assert (tmp_path / "running.json").exists()
    with Program(tmp_path) as second:
        assert second.token != first.token


@pytest.mark.parametrize(
    "nonsense",
    ["", "[]", "{}", "\x00", '{"port": "x", "token": 1}', '{"port": 99999, "token": ""}'],
    ids=ascii,
)
def test_nonsense_in_place_of_the_word_is_no_server(tmp_path: Path, nonsense: str) -> None:
    """A file that does not tell of a server tells of none."""
    (tmp_path / "running.json").write_text(nonsense, encoding="utf-8")
    assert Running.find(tmp_path) is None


def test_another_program_on_its_port_is_not_taken_for_it(tmp_path: Path) -> None:
    """A server of another folder that has taken the old port is not mistaken for the own one."""
    with Program(tmp_path / "other") as other:
        word = {"port": other.port, "token": "an older token"}
        (tmp_path / "running.json").write_text(json.dumps(word), encoding="utf-8")
        with Program(tmp_path) as program:
            assert program.port != other.port


def test_usual_port_in_use_gives_a_free_one(tmp_path: Path) -> None:
    """Where another program has the usual port, a free one is taken and both are named."""
    with taken(8747), Program(tmp_path, "--no-browser") as program:
        assert program.port not in (0, 8747)
        told = sentences("en").text("cli.other-port", port=8747, free=program.port)
        assert program.said.startswith(f"{told}\n")
        assert httpx.get(f"{program.address}/healthz", trust_env=False).status_code == 200


def test_wanted_port_in_use_is_refused(tmp_path: Path) -> None:
    """A port asked for that another program has is refused with a sentence, and no other taken."""
    with taken() as port:
        ended = run("--no-browser", "--port", str(port), "--data", tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert str(port) in ended.stderr
    assert "--port" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_data_folder_comes_from_the_environment(tmp_path: Path) -> None:
    """TRIPEAKS_DATA names the folder for saved games, which is made where it is missing."""
    folder = tmp_path / "a" / "new one"
    with Program(None, variables={"TRIPEAKS_DATA": str(folder)}) as program:
        assert json.loads((folder / "running.json").read_text("utf-8"))["port"] == program.port


def test_interrupt_while_starting_is_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C before the server is ready ends the program without a traceback."""
    port = free_port()
    with Program(tmp_path, "--no-browser", "--port", str(port), wait=False) as program:
        while program.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        code, _, err = program.interrupt()
    assert code in (0, 1)
    assert "Traceback" not in err
