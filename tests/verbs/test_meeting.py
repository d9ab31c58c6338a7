"""host, join, demo and resume as people use them, with strangers, Ctrl-C and three players."""

from __future__ import annotations

import io
import json
import signal
import socket
from pathlib import Path

import pytest

from owm_net.files.home import program
from owm_net.protocol.entries import read_records
from tests.verbs.command import HERE, Process, free_port, one_line, owm_net, typed
from tests.verbs.conftest import Start

CODE = "7-melon-sandal-orchid"
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""How a program is ended that may still say a word."""


def host(start: Start, home: Path, port: str, *more: str) -> Process:
    """Ada waits; what she waits for has been said."""
    ada = start(
        home,
        "host",
        "--system",
        "skeleton",
        "--port",
        port,
        "--bind",
        HERE,
        "--player",
        "random",
        "--name",
        "Ada",
        *more,
    )
    assert f"waiting on {HERE}:{port}" in ada.line("waiting on")
    ada.line("the code is ")
    return ada


def test_a_host_at_an_open_port_sends_strangers_away_and_waits_for_the_friend(
    tmp_path: Path, start: Start
) -> None:
    port = free_port()
    ada = host(start, tmp_path / "a", port)
    with socket.create_connection((HERE, int(port))):  # says nothing, and stays
        for noise in (b"", bytes(range(200, 256)), b"GET / HTTP/1.1\r\n\r\n"):
            with socket.create_connection((HERE, int(port))) as stranger:
                stranger.sendall(noise)
            if noise:
                ada.line("; still waiting")
        ben = owm_net("join", f"{HERE}:{port}", ada.code, "--player", "random", home=tmp_path / "b")
    end = ada.end()
    assert ben.returncode == 0, ben.stderr
    assert end.returncode == 0 and "verdict: OK" in end.stdout, end.stdout + end.stderr


@pytest.mark.parametrize("by", ENDS)
def test_ctrl_c_while_waiting_is_one_line(by: signal.Signals, tmp_path: Path, start: Start) -> None:
    """Nobody has come: there is nothing to resume, and none is offered."""
    ada = host(start, tmp_path, free_port())
    assert one_line(ada.stop(by), 128 + by) == "owm-net: stopped\n"


@pytest.mark.parametrize("by", ENDS)
def test_ctrl_c_in_a_match_is_one_line_that_says_how_to_go_on(
    by: signal.Signals, tmp_path: Path, start: Start
) -> None:
    port, log = free_port(), tmp_path / "a.owmlog"
    ada = host(
        start, tmp_path / "a", port, "--seats", "3", "--mission", "full-deck", "--log", str(log)
    )
    guests = [
        start(
            tmp_path / name,
            "join",
            f"{HERE}:{port}",
            ada.code,
            "--player",
            "random",
            "--name",
            name,
        )
        for name in ("ben", "cem")
    ]
    ada.line("3 of 3 players are here")
    ada.grows(log, 3000)
    stopped = ada.stop(by)
    assert (
        one_line(stopped, 128 + by) == f"owm-net: stopped; go on with: {program()} resume {log}\n"
    )
    for guest in guests:
        guest.line("Ada has left; the match is saved")


def test_ctrl_c_in_a_demo_is_one_line(tmp_path: Path, start: Start) -> None:
    demo = start(tmp_path, "demo", "--log", str(tmp_path / "x.owmlog"))
    demo.line("2 programs meet at a relay of their own, 127.0.0.1:")
    assert one_line(demo.stop(), 130) == "owm-net: stopped\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("host", "--port", "99999"), "ports go from 0 to 65535"),
        (("host", "--port", "-1"), "ports go from 0 to 65535"),
        (("host", "--relay", "nowhere"), "the port is missing"),
        (("host", "--seats", "5", "--system", "skeleton"), "2 to 4 seats"),
        (("join", "192.0.2.1:99999", CODE), "not a number from 1 to 65535"),
        (("join", "::1:80", CODE), "needs brackets"),
        (("join", "192.0.2.1:7770"), "the code is missing: owm-net join CODE"),
        (("join",), "the code is missing: owm-net join CODE"),
        (("watch", "--relay", "x.org:1"), "the code is missing: owm-net watch CODE"),
        (("join", "192.0.2.1:7770", "melon-sandal-orchid"), "does not begin with a room"),
        (("join", "7-mellon-sandal-orchid", "--relay", "x.org:1"), "did you mean melon?"),
        (("join", CODE, "--relay", "x.org"), "the port is missing"),
        (("join", CODE, "--no-lan"), "where does your friend wait?"),
        (("join", "192.0.2.1:7770", CODE, "--relay-only"), "--relay-only needs --relay"),
        (("host", "--relay-only"), "--relay-only needs --relay"),
    ],
)
def test_what_can_be_no_address_port_or_room_is_wrong_usage(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    player = ("--player", "random") if arguments[0] != "watch" else ()
    assert words in one_line(typed(*arguments, *player, home=tmp_path), 2)


class Keyboard(io.StringIO):
    """A terminal's, at which somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("more", [(), ("--relay", "192.0.2.1:1"), ("192.0.2.1:7770",)], ids=str)
@pytest.mark.parametrize("verb", ["join", "watch"])
def test_at_a_terminal_a_code_that_is_left_out_is_asked_for(
    verb: str, more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shell keeps a typed code, and others on this machine can see it."""
    monkeypatch.setattr("sys.stdin", Keyboard("7-mellon-sandal-orchid\n"))
    run = typed(verb, *more, home=tmp_path)
    assert run.returncode == 2 and "did you mean melon?" in run.stderr, run.stderr
    assert run.stdout == "the invitation or the code from your friend: "


def test_what_was_read_from_a_pasted_text_is_said_before_it_is_dialled(tmp_path: Path) -> None:
    there = f"{HERE}:{free_port()}"
    text = f"Hi!\n> owm-net join {CODE}\n> {there}. See you at 20:15"
    run = typed("join", text, "--player", "random", home=tmp_path)
    assert run.returncode == 3 and "nobody listens there" in run.stderr, run.stderr
    assert run.stdout.startswith(f"your invitation: the code {CODE}, at {there}\n")


def test_an_address_that_is_not_ours_is_one_line(tmp_path: Path) -> None:
    run = owm_net("host", "--bind", "192.0.2.1", "--player", "random", home=tmp_path)
    assert "no address of this machine" in one_line(run, 3)


def test_a_demo_of_several_through_the_relay_ends_in_one_log(tmp_path: Path) -> None:
    """Each in a separate process; the host's log verifies, and all logs hold the same."""
    log = tmp_path / "x.owmlog"
    run = owm_net(
        "demo",
        "--system",
        "skeleton",
        "--seats",
        "4",
        "--json",
        "--log",
        str(log),
        home=tmp_path,
    )
    said = json.loads(run.stdout)
    assert run.returncode == 0 and said["verdict"] == "OK" and said["agree"] is True
    assert sorted(said["names"]) == ["Ada", "Ben", "Cem", "Dag"]


@pytest.mark.slow
def test_two_go_on_without_their_host_who_never_comes_back(tmp_path: Path, start: Start) -> None:
    """One waits in its place, the other dials; both agree to leave it out, and end the match."""
    port, logs = free_port(), [tmp_path / f"{n}.owmlog" for n in range(3)]
    ada = host(start, tmp_path / "0", port, "--seats", "3", "--log", str(logs[0]))
    guests = [
        start(
            tmp_path / str(n),
            "join",
            f"{HERE}:{port}",
            ada.code,
            "--player",
            "random",
            "--name",
            f"P{n}",
            "--log",
            str(logs[n]),
        )
        for n in (1, 2)
    ]
    ada.line("looks at the top card")  # the match is under way
    ada.kill()
    for guest in guests:
        guest.line("lost")
        assert guest.stop().returncode == 130, guest.story()
    port = free_port()
    common = ("--player", "random", "--drop-after", "1")
    waits = start(tmp_path / "1", "resume", str(logs[1]), "--port", port, "--bind", HERE, *common)
    dials = start(tmp_path / "2", "resume", str(logs[2]), "--address", f"{HERE}:{port}", *common)
    for side in (waits, dials):
        assert "verdict: OK" in side.end().stdout, side.story()
    first, second = (sorted(read_records(log.read_bytes())) for log in logs[1:])
    assert first == second
