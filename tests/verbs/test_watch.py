"""`owm-net watch`: processes that watch a match of two others, and what is typed and refused."""

from __future__ import annotations

import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.client.scene.items import Scene
from owm_net.client.settings import Settings
from owm_net.engine.ids import Seat
from owm_net.net.peers import entropy
from owm_net.net.proof import Papers
from owm_net.net.rendezvous import Address, dial, parse_address
from owm_net.net.stand import Stand
from owm_net.net.watching import greet
from owm_net.program.computer import peer
from owm_net.program.computer.peer import ComputerPeer
from owm_net.program.failing import Fail
from owm_net.program.meeting import meet as meeting_each_other
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.where import Meeting, StandAt, meeting
from owm_net.program.options.game import GameOptions
from owm_net.program.playing.matches import _note_codes
from owm_net.program.playing.noted import where_of
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import game_of
from owm_net.program.window.title import stay
from owm_net.protocol.codes import Code, Invitation, new_code, parse_code
from owm_net.session.match import Own
from owm_net.session.private import meeting_of
from owm_net.session.terms import CannotPlay, check_terms, decode_terms, propose
from tests.client.unseen import Awaited, UnseenWindow
from tests.verbs.command import HERE, Process, free_port, one_line, typed
from tests.verbs.conftest import Start
from tests.verbs.first_word import say_first_word

BEGUN = 3000
"""Bytes that a guest sends before the match has gone far, and after it has begun."""
PLAYS = ("--player", "random", "--patience", "150")


class Gate:
    """The way of a guest to the host. It lets so many of their bytes through, and the rest when it
    is open: so a match of a second lasts until somebody watches it. port: where the guest goes."""

    def __init__(self, host: int) -> None:
        self._host = host
        self._listener = socket.create_server((HERE, 0))
        self.port = int(self._listener.getsockname()[1])
        self._open = threading.Event()
        self._left = BEGUN
        self._sockets = [self._listener]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def open(self) -> None:
        self._open.set()

    def close(self) -> None:
        self._open.set()
        for thread in self._threads:  # the first is the one that makes others
            for one in self._sockets:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            thread.join(60)
        for one in self._sockets:
            one.close()

    def _start(self, target, *args) -> None:
        self._threads.append(threading.Thread(target=target, args=args, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                guest = self._listener.accept()[0]
                self._sockets.append(guest)
                with suppress(ConnectionError):
                    host = socket.create_connection((HERE, self._host))
                    self._sockets.append(host)
                    self._start(self._pump, guest, host, True)
                    self._start(self._pump, host, guest, False)
                    continue
                guest.close()  # nobody is there now

    def _pump(self, source: socket.socket, to: socket.socket, held: bool) -> None:
        with suppress(OSError):
            while data := source.recv(1000):
                if held and self._left <= 0:
                    self._open.wait()
                self._left -= len(data) if held else 0
                to.sendall(data)
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def gate(host: str) -> Iterator[Gate]:
    made = Gate(int(host))
    try:
        yield made
    finally:
        made.close()


class Match:
    """Ada hosts, Ben joins through a gate; each on a separate machine."""

    def __init__(self, start: Start, folder: Path, port: str, way: Gate, *more: str) -> None:
        self.folder = folder
        self.stand = free_port()
        self.host = start(
            folder / "ada", "host", "--system", "skeleton", "--bind", HERE, "--port", port,
            "--no-lan", "--name", "Ada", "--log", str(folder / "ada.owmlog"), *PLAYS,
            "--spectator-port", self.stand, *more,
        )  # fmt: skip
        self.host.line("the invitation for your friend")
        self.guest = start(
            folder / "ben", "join", f"{HERE}:{way.port}", self.host.code, "--name", "Ben", *PLAYS
        )
        self.guest.line("spectators may watch")
        self.invitation = self.host.line("the invitation for spectators: owm-net watch ")
        assert self.invitation.split()[-1] == f"{HERE}:{self.stand}"


class WatchedMatch(Match):
    """One that Cyd watches, on a machine of their own."""

    def __init__(self, start: Start, folder: Path, port: str, way: Gate, *more: str) -> None:
        super().__init__(start, folder, port, way, *more)
        *_, code, address = self.invitation.split()
        self.spectator: Process = start(
            folder / "cyd", "watch", address, code, "--name", "Cyd", "--no-window",
            "--log", str(folder / "cyd.owmlog"), "--patience", "150",
        )  # fmt: skip
        self.spectator.line("watching Skeleton")

    def ends_well(self) -> None:
        seen = self.spectator.end()
        assert seen.returncode == 0, self.spectator.story()
        assert "verdict: OK" in seen.stdout and not seen.stderr, self.spectator.story()
        log = self.folder / "cyd.owmlog"
        assert log.read_bytes() == (self.folder / "ada.owmlog").read_bytes()
        assert stat.S_IMODE(log.stat().st_mode) == 0o600
        assert self.host.end().returncode == self.guest.end().returncode == 0


def test_a_spectator_finds_a_host_again_that_was_killed(start: Start, tmp_path: Path) -> None:
    """The host takes the match up; the code is the same, and so is what was shown."""
    port = free_port()
    with gate(port) as way:
        match = WatchedMatch(start, tmp_path, port, way, "--spectators", "0")
        match.host.line("Cyd (127.0.0.1:")
        match.host.kill()
        match.spectator.line("looking for it again")
        match.host = start(tmp_path / "ada", "resume", str(tmp_path / "ada.owmlog"), *PLAYS)
        match.spectator.line("the host is there again")
        way.open()
        match.ends_well()
    said = "".join(match.spectator.said[0])
    assert "looks at the top card" in said, "it is told in lines"


def test_a_host_that_is_stopped_says_goodbye_to_spectators(start: Start, tmp_path: Path) -> None:
    """So they know that nothing is broken; they look out for it, for it may go on soon."""
    port = free_port()
    with gate(port) as way:
        match = WatchedMatch(start, tmp_path, port, way, "--spectators", "0")
        match.host.line("Cyd (127.0.0.1:")
        match.host.stop()
        match.spectator.line("the players have left it; they may go on later; looking for it")


def test_five_minutes_behind_nothing_is_shown_and_at_the_end_the_whole_match(
    start: Start, tmp_path: Path
) -> None:
    port = free_port()
    with gate(port) as way:
        match = WatchedMatch(start, tmp_path, port, way, "--spectators", "5")
        match.host.line("Cyd (127.0.0.1:")
        assert (tmp_path / "cyd.owmlog").stat().st_size < 20
        way.open()
        match.ends_well()


async def test_watch_instead_shows_a_match_in_the_window_as_it_is_played(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the title, by the line that the host's player was told: the table as it stands, every
    step of the match from there to its end, no card that is hidden, and the verdict."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "cyd"))
    port, window, settings = free_port(), UnseenWindow(), Settings(name="Cyd", speed="off")
    opened = Awaited(settings, window, None)
    with gate(port) as way:
        match = Match(start, tmp_path, port, way, "--spectators", "0")
        async with trio.open_nursery() as nursery:
            stays = partial(stay, opened, "Cyd", invited=match.invitation)
            nursery.start_soon(stays)
            await window.press("watch")
            await window.until(lambda scene: "Waiting for Ada and Ben" in " ".join(scene.texts()))
            sitting, steps = window.listener.stage.sitting, set[int]()
            way.open()

            def ends(scene: Scene) -> bool:
                steps.add(sitting.view.state.answered)
                assert not sitting.view.known
                return scene.find("end.verdict") is not None and "OK" in " ".join(scene.texts())

            await window.until(ends)
            nursery.cancel_scope.cancel()
        assert match.host.end().returncode == match.guest.end().returncode == 0
    [log] = (tmp_path / "cyd").rglob("*.owmlog")
    assert log.read_bytes() == (tmp_path / "ada.owmlog").read_bytes()
    assert len(steps) > 2, "it was shown while it was played"


# ---------------------------------------------------------------- what is agreed


async def test_who_wants_no_spectators_refuses_and_both_are_told(monkeypatch) -> None:
    monkeypatch.setattr(meeting_each_other, "own_identity", Ed25519PrivateKey.generate)
    code = Code("7", "melon-sandal-orchid")
    skeleton = games.get("skeleton")
    said: list[str] = []
    listening, refused = trio.Event(), trio.Event()
    port = 0

    def tell(line: str) -> None:
        nonlocal port
        said.append(line)
        if line.startswith("waiting on "):
            port = int(line.rpartition(":")[2])
            listening.set()
        if "does not play" in line:
            refused.set()

    async def host() -> None:
        where = Meeting(port=0, bind=HERE, code=code, room="7", stand=StandAt(5))
        async with await meet(where, (skeleton, skeleton.default_setup()), "Ada", tell):
            await trio.sleep_forever()

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host)
            await listening.wait()
            guest = Meeting(address=Address(HERE, port), code=code, unwatched=True)
            with pytest.raises(Fail, match="spectators may watch it, 5 min behind"):
                await meet(guest, None, "Ben", lambda line: None)
            await refused.wait()
            met = await meet(evolve(guest, unwatched=False), None, "Ben", lambda line: None)
            async with met:
                assert met.match.terms.spectators == 5
            nursery.cancel_scope.cancel()
    assert any("--no-spectators does not accept that" in line for line in said)


async def test_the_code_that_was_open_last_is_kept_for_a_match_that_is_taken_up_again() -> None:
    """A relay may have given another number, or guesses may have burnt the first one."""
    side = Own(Seat(0), "Ada", Ed25519PrivateKey.generate(), entropy)
    back = WayBack(Meeting(port=0, stand=StandAt(0)), 0.0, watched=lambda line: None)
    assert back.where.stand is not None
    stand = Stand(b"", 0, side, "test", lambda line: None, code=back.where.stand.code)
    kept, token = trio.Event(), trio.lowlevel.current_trio_token()
    notes: list[bytes] = []

    class Kept:
        def append(self, more: list[bytes]) -> None:
            notes.extend(more)
            token.run_sync_soon(kept.set)

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_note_codes, stand, back, Kept(), Papers(side, bytes(32), 2))
            await trio.testing.wait_all_tasks_blocked()
            assert not notes, "the first one stands there already"
            stand.invitation = Invitation(new_code(entropy))
            await kept.wait()
            nursery.cancel_scope.cancel()
    at = where_of(meeting_of(notes)).stand
    assert at is not None and at.code == stand.invitation.code and at.key == back.where.stand.key


async def test_a_computer_that_hosts_shows_its_match_too(monkeypatch, tmp_path: Path) -> None:
    """The code is one of the lines that it reports; nothing is printed but JSON."""
    monkeypatch.setattr(meeting_each_other, "own_identity", Ed25519PrivateKey.generate)
    notes: list[str] = []
    listening, shown, seen = trio.Event(), trio.Event(), trio.Event()

    def report(**facts: str) -> None:
        notes.append(facts["note"])
        if notes[-1].startswith("waiting on "):
            listening.set()
        if notes[-1].startswith("the invitation for spectators: "):
            shown.set()

    monkeypatch.setattr(peer, "report", report)
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    code = "7-melon-sandal-orchid"
    where = evolve(meeting(code=code, port=0, bind="127.0.0.1"), stand=StandAt(0, lan=False))
    game = game_of(GameOptions(system="skeleton"))
    computer = ComputerPeer(tmp_path / "bot.owmlog", "computer", "", 20.0, 120.0, child=False)

    def begin(terms: bytes, identity: bytes) -> int:
        assert decode_terms(terms).spectators == 0
        seen.set()
        return 0

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(computer.play, where, game, "Computer")
            await listening.wait()
            there = parse_address(notes[0].removeprefix("waiting on "))
            guest = Meeting(address=there, code=Code("7", "melon-sandal-orchid"))
            async with await meet(guest, None, "Ben", lambda line: None) as met:
                await say_first_word(met)
                await shown.wait()
                *_, watched, address = notes[-1].split()
                link = await dial(*parse_address(address))
                side = Own(Seat(0), "Cyd", Ed25519PrivateKey.generate(), entropy)
                await greet(link, Invitation(parse_code(watched)), side, begin)
                await seen.wait()
                await link.cut()
            nursery.cancel_scope.cancel()


def test_terms_say_by_how_much_spectators_are_behind_and_only_then() -> None:
    """So the terms of every other match are the same bytes as always."""
    skeleton = games.get("skeleton")
    plain = propose(skeleton, skeleton.default_setup(), 0)
    for minutes in (0, 30):
        watched = propose(skeleton, skeleton.default_setup(), 0, minutes)
        assert decode_terms(watched.encode()).spectators == minutes
        assert watched.encode() != plain.encode()
        check_terms(watched, skeleton)
    assert b"spectators" not in plain.encode()
    for minutes in (-1, 31, 2**63):
        with pytest.raises(CannotPlay, match="0 to 30 can be"):
            check_terms(propose(skeleton, skeleton.default_setup(), 0, minutes), skeleton)


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("host", "--spectators", "31"), "--spectators: write minutes from 0 to 30"),
        (("host", "--spectators", "-1"), "--spectators: write minutes from 0 to 30"),
        (("host", "--spectators", "soon"), "write a whole number, such as 5"),
        (("host", "--spectators", "5", "--spectator-port", "70000"), "there is no port 70000"),
        (("watch", "melon"), "is no code"),
        (("watch", "7-melon-sandal"), "is no code"),
        (("watch", f"{HERE}:x", "7-melon-sandal-orchid"), "is no address"),
        (("watch", f"{HERE}:7772"), "the code is missing"),
        (("watch", "7-melon-sandal-orchid", "--relay-only"), "--relay-only needs --relay"),
        (("watch", "7-melon-sandal-orchid", "--no-lan"), "friend wait? owm-net watch"),
    ],
)
def test_what_is_typed_wrongly_is_said_in_a_line(arguments, words, tmp_path) -> None:
    assert words in one_line(typed(*arguments, home=tmp_path), 2)


def test_nobody_there_is_said_in_a_line_and_no_log_is_left(tmp_path: Path) -> None:
    run = typed("watch", f"{HERE}:{free_port()}", "7-melon-sandal-orchid", home=tmp_path)
    assert "nobody listens there" in one_line(run, 3)
    assert not list(tmp_path.rglob("*.owmlog"))
