from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from cli.program import Program, free_port, run
from tripeaks.i18n import sentences

API = "/api/v1"
NAME = "cards.example.org"


def test_shared_server_is_reached_by_its_names(tmp_path: Path) -> None:
    """`tripeaks serve --name` answers to these names alone, and each visitor plays apart."""
    port = free_port()
    options = ("serve", "--port", str(port), "--name", NAME, "--name", "Karten.Example.org")
    with Program(tmp_path, *options) as program:
        assert program.said == sentences("en").text("cli.serving", port=port) + "\n"
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            for name in (NAME, "karten.example.org"):
                client.headers["Host"] = name
                assert client.get("/").status_code == 200
            client.headers["Host"] = f"127.0.0.1:{port}"
            assert client.get("/").status_code == 421
            games = []
            for _ in range(2):
                client.cookies.clear()
                answer = client.post(f"{API}/games", json={}, headers={"Host": NAME})
                games.append(answer.json()["id"])
                cookies = {"Cookie": answer.headers["set-cookie"].partition(";")[0], "Host": NAME}
                listed = client.get(f"{API}/games", headers=cookies).json()["games"]
                assert [line["id"] for line in listed] == games[-1:]
        code, out, err = program.interrupt()
    assert (code, err) == (0, "")
    assert out.endswith(sentences("en").text("cli.goodbye") + "\n")


def test_shared_server_without_a_name_is_reached_by_its_address(tmp_path: Path) -> None:
    """Without --name the address and the port are the name; --https marks the cookie."""
    port = free_port()
    with Program(tmp_path, "serve", "--port", str(port), "--https"):
        address = f"http://127.0.0.1:{port}"
        answer = httpx.post(f"{address}{API}/games", json={}, trust_env=False)
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]
        assert httpx.get(f"{address}/healthz", trust_env=False).json()["instance"] == ""


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_address_of_another_machine_is_refused(tmp_path: Path, host: str) -> None:
    """An address that is not this machine's is refused with a sentence."""
    ended = run("serve", "--host", host, "--port", str(free_port()), "--data", tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr
