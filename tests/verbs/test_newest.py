"""`owm-net doctor --newer`: one question to the address that the player has written down."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from owm_net import PROGRAM
from owm_net.program.checkup import checks, newest
from owm_net.program.checkup.finding import CheckState, Finding
from tests.relay.tls import HERE, certificate, tls_before
from tests.verbs.command import typed


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Finding]:
    """A player's program that trusts an authority of ours: what it says with this in its file."""
    trusted, _ = certificate(tmp_path, HERE)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    monkeypatch.setattr(newest, "trusted", ssl.create_default_context)
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    (tmp_path / "settings").mkdir()

    def asked(written: str) -> Finding:
        (tmp_path / "settings" / "newest.txt").write_text(written, "utf-8")
        (found,) = newest.newest_release()
        assert all(c.isprintable() for c in found.said), found.said
        return found

    return asked


@asynccontextmanager
async def server(folder: Path, says: bytes | None) -> AsyncIterator[tuple[int, bytearray]]:
    """One that says the same to everybody by TLS, or nothing for ever. What it heard is kept."""
    heard = bytearray()

    async def attend(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            heard.extend(await stream.receive_some())
            if says is None:
                await trio.sleep_forever()
            await stream.send_all(says or b"")
            await stream.aclose()

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
            port = listener.socket.getsockname()[1]
            async with tls_before(port, folder / "server.pem") as secured:
                yield secured, heard
            nursery.cancel_scope.cancel()


def page(body: str, status: str = "200 OK", head: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


@pytest.mark.parametrize(
    ("body", "state", "said"),
    [
        ("owm-net 9999.0.1\n", CheckState.WARNING, f"9999.0.1 is newer than this {PROGRAM}"),
        ("owm-net 0.0.1\r\n", CheckState.OK, f"0.0.1, and this is {PROGRAM}"),
        (f"{PROGRAM}\n", CheckState.OK, f"this is {PROGRAM}"),
    ],
)
async def test_a_newer_release_is_told(
    tmp_path: Path, ask: Callable[[str], Finding], body: str, state: CheckState, said: str
) -> None:
    """And the server learns nothing but what it is asked for."""
    async with server(tmp_path, page(body)) as (port, heard):
        found = await trio.to_thread.run_sync(ask, f"https://{HERE}:{port}/owm/LATEST\n")
    assert found.state is state and said in found.said
    assert bytes(heard).lower().split(b"\r\n") == [
        *(b"get /owm/latest http/1.1", f"host: {HERE}:{port}".encode(), b"connection: close"),
        *(b"", b""),
    ]


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (page("owm-net 9.9.9\n", "302 Found", "Location: http://127.0.0.1:1/\r\n"), "leads to"),
        (page("owm-net 9.9.9\n", "404 Not Found"), "HTTP 404"),
        (page("owm-net 9.9.9"), "is no release"),
        (page("owm-net 9.9.9\n", head="Transfer-Encoding: gzip\r\n"), "no HTTP"),
        (page("owm-net 9.9.\x1b[2J9\n"), "is no release"),
        (page("owm-net 99999.0.0\n"), "is no release"),
        (page("owm-net \u0669.9.9\n"), "is no release"),
        (page("owm-net 9.9.9\n")[:-3], "no HTTP"),
        (page("owm-net 9.9.9\n" * 100_000), "too much"),
        (b"HTTP/1.1 200 " + b"x" * 100_000, "too much"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 5000, "too much"),
        (b"SSH-2.0-OpenSSH\r\n", "no HTTP"),
        (b"", "it ended the connection"),
    ],
)
async def test_an_answer_that_names_no_release_is_told_in_one_sentence(
    tmp_path: Path, ask: Callable[[str], Finding], says: bytes, why: str
) -> None:
    async with server(tmp_path, says) as (port, _):
        found = await trio.to_thread.run_sync(ask, f"https://{HERE}:{port}/secret")
    assert found.state is CheckState.WARNING and why in found.said
    assert found.said.startswith(f"{HERE} does not name it: ")
    assert "9.9.9" not in found.said and "secret" not in found.said and found.do


async def test_one_that_says_nothing_has_so_long(
    tmp_path: Path, ask: Callable[[str], Finding], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "SECONDS", 0.3)
    async with server(tmp_path, None) as (port, _):
        found = await trio.to_thread.run_sync(ask, f"https://{HERE}:{port}/")
    assert found.said.endswith("does not name it: not within 0.3 s")


async def test_a_server_that_cannot_prove_who_it_is_is_asked_nothing(
    tmp_path: Path, ask: Callable[[str], Finding], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(tmp_path, page("owm-net 9.9.9\n")) as (port, heard):
        found = await trio.to_thread.run_sync(ask, f"https://localhost:{port}/")
        assert "its certificate is not trusted" in found.said
        monkeypatch.delenv("SSL_CERT_FILE")
        found = await trio.to_thread.run_sync(ask, f"https://{HERE}:{port}/")
        assert "its certificate is not trusted" in found.said and not heard


@pytest.mark.parametrize(
    "written",
    [
        *("", "http://example.org/LATEST", "example.org", "https://", "https:///LATEST"),
        *("https://me@example.org/", "https://example.org:0/", "https://example.org:99999/"),
        *("https://example.org/\x1b[2J", "https://ex\x1b[2Jample.org/", "https://example.org/ä"),
        *("https://example.org/\nhttps://example.net/", "https://example.org/" + "x" * 600),
    ],
)
def test_what_is_no_https_address_is_not_asked(
    ask: Callable[[str], Finding], monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setattr(newest, "run_loop", None)
    found = ask(written)
    assert found.state is CheckState.WARNING
    assert found.said.endswith("newest.txt cannot be used: it holds no https address")


def test_nothing_is_asked_unless_the_player_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever has written no address reads where it goes."""
    for check in ("lan", "display"):
        monkeypatch.setattr(checks, check, lambda: iter(()))
    monkeypatch.setattr(newest, "run_loop", None)
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "newest.txt").write_text("https://127.0.0.1:1/", "utf-8")
    assert "newest" not in typed("doctor", home=tmp_path).stdout
    (tmp_path / "settings" / "newest.txt").unlink()
    done = typed("doctor", "--newer", home=tmp_path)
    assert done.returncode == 0
    assert "warning newest release: it is not known where to ask" in done.stdout
    assert str(tmp_path / "settings" / "newest.txt") in done.stdout
