"""`python -m relay` as a separate process: its host's view, and what it leaves behind."""

import re
import signal
import socket
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from owm_net.net.relays import meet_room
from owm_net.net.rendezvous import Address
from owm_net.net.streams import PeerGone

RELAY = [sys.executable, "-m", "relay"]
PATIENCE = 120
"""Seconds until a process is taken to hang, on a busy machine."""


@asynccontextmanager
async def relay_process(*options):
    """Gives the process, and the first line of its output in words."""
    process = await trio.lowlevel.open_process(
        [*RELAY, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    async with process.stdout, process.stderr:
        try:
            with trio.fail_after(PATIENCE):
                line = b""
                while not line.endswith(b"\n"):
                    data = await process.stdout.receive_some(1)
                    assert data, "it ended without a word"
                    line += data
                yield process, line.decode().split()
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()


async def rest(stream):
    return b"".join([data async for data in stream])


def run(*options):
    return subprocess.run([*RELAY, *options], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_first_line_then_quiet_then_a_clean_stop(sign) -> None:
    async with relay_process("--bind", "127.0.0.1", "--port", "0") as (process, words):
        assert words[:2] == ["listening", "127.0.0.1"] and len(words) == 3
        stream = await trio.open_tcp_stream("127.0.0.1", int(words[2]))
        await stream.send_all(b"\xff" * 2000)
        assert await stream.receive_some()
        await stream.aclose()
        process.send_signal(sign)
        assert await process.wait() == 0
        assert await rest(process.stdout) == b""
        said = await rest(process.stderr)
        assert b"refused in the last minute: 1 (garbled 1)" in said and b"Trace" not in said


async def test_verbose_tells_on_standard_error() -> None:
    async with relay_process("--verbose") as (process, words):
        stream = await trio.open_tcp_stream("127.0.0.1", int(words[2]))
        await stream.send_all(b"\0\0\0\0")
        heard = b""
        while b"1 is refused: garbled: that was a frame of 0 bytes" not in heard:
            data = await process.stderr.receive_some()
            assert data
            heard += data
        assert b"1 comes from 127.0.0.1" in heard
        await stream.aclose()


async def test_killed_without_mercy_is_peer_gone() -> None:
    async with relay_process() as (process, words):
        relay = Address("127.0.0.1", int(words[2]))
        links = []

        async def join(waits) -> None:
            links.append(await meet_room(relay, "amber", on_wait=waits.set))

        async with trio.open_nursery() as nursery:
            waits = trio.Event()
            nursery.start_soon(join, waits)
            await waits.wait()
            await join(trio.Event())
        process.kill()
        for link in links:
            async with link:
                with pytest.raises(PeerGone):
                    await link.receive()


def test_a_port_in_use_and_a_bad_address_are_one_line_and_exit_3() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for options in (["--port", port], ["--bind", "192.0.2.1"], ["--bind", "a..b"]):
            result = run(*options)
            assert result.returncode == 3
            assert result.stdout == ""
            assert result.stderr.count("\n") == 1
            assert result.stderr.startswith("relay: cannot listen on ")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--port", "65536"], "--port: must be 0 to 65535, is '65536'"),
        (["--rooms", "0"], "--rooms: must be a whole number, 1 or more, is '0'"),
        (["--idle-seconds", "nan"], "--idle-seconds: must be seconds, above 0, is 'nan'"),
        (["now"], "unrecognized arguments: now"),
    ],
)
def test_wrong_usage_is_exit_2_and_says_what_is_right(options, why) -> None:
    result = run(*options)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"relay: {why}; see: owm-net-relay --help\n"


def test_what_browsers_need_is_said_if_it_is_missing() -> None:
    """The base of owm_net has no HTTP, and runs a relay nevertheless."""
    code = "import sys; sys.modules['h11'] = None; from owm_net.relay.__main__ import main; "
    code += "sys.exit(main(['--web', '127.0.0.1:0']))"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (2, "")
    why = "web: needs the packages h11 and wsproto; install owm-net[relay]"
    assert result.stderr == f"relay: {why}\n"


async def test_a_state_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    async with relay_process("--state", str(tmp_path / "none" / "x.json")) as (process, _):
        with trio.fail_after(45):  # it writes again after a minute
            assert b"x.json: No such file or directory" in await process.stderr.receive_some()


async def test_a_damaged_state_is_told_and_kept_aside(tmp_path: Path) -> None:
    """Otherwise the volume of a month would restart without a word."""
    state = tmp_path / "state.json"
    state.write_text('{"month_bytes": 12', "utf-8")
    async with relay_process("--state", str(state)) as (process, _):
        with trio.fail_after(45):
            told = await process.stderr.receive_some()
    assert b"state.json cannot be read: this month's volume is counted from 0" in told
    assert b"kept as state.json.damaged" in told
    assert (tmp_path / "state.json.damaged").read_text("utf-8") == '{"month_bytes": 12'


def test_help_teaches_by_example() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert "owm-net-relay --bind 0.0.0.0 --port 7771" in result.stdout
    assert "listening 127.0.0.1 7771" in result.stdout
    for option in ("-V", "--version"):
        assert re.fullmatch(r"owm-net-relay \S.*\n", run(option).stdout)
