"""From the guest's yes to the first records of both: whichever program is killed there, whichever
frame is lost, both end up in the match, or both soon know that there is none and what to do."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import random_player
from owm_net.files.logfile import LogFile, has_begun
from owm_net.files.private import PrivateFile, private_path
from owm_net.net import door, ways
from owm_net.net.driver import DriverOptions
from owm_net.net.errors import NetError
from owm_net.net.handshake import YES
from owm_net.net.rendezvous import Address, CannotConnect
from owm_net.net.streams import FramedStream, PeerGone
from owm_net.program.failing import Fail
from owm_net.program.meeting import connecting, visit
from owm_net.program.meeting import meet as meeting_each_other
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.where import Meeting
from owm_net.program.playing import matches
from owm_net.program.playing.matches import play_on, resume_on, take_up
from owm_net.program.playing.ways_back import WayBack
from owm_net.protocol.codes import parse_code
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer
from tests.net.test_net_secure import ATTACKS, Attack, Wire

SYSTEM = games.get("skeleton")
SETUP = SYSTEM.default_setup("duel")
PORT = 7770
CODES = ("7-melon-sandal-orchid", "8-acorn-apple-melon")
DEEDS = 7
"""Writes and messages of each from the guest's yes to the first records of both."""
THOROUGH = bool(os.environ.get("OWM_THOROUGH"))
SOON = 240.0
"""Seconds within which both know."""
WHO: ContextVar[Side] = ContextVar("who")


class Killed(Exception):
    """As by kill -9: nothing more is written or said."""


class Side:
    """A person and their program. dies_at: the number of the write or message, from the guest's yes
    on, before which the program is killed; it is started again at once. lives: programs so far."""

    def __init__(self, name: str, folder: Path, dies_at: int = -1) -> None:
        self.name, self.folder, self.dies_at = name, folder, dies_at
        self.identity = Ed25519PrivateKey.generate()
        self.deeds, self.counts, self.dead, self.lives = 0, False, False, 0
        self.scope = trio.CancelScope()
        self.wires: list[FramedStream] = []
        self.told: list[str] = []
        self.match: Match | None = None

    @property
    def log(self) -> Path:
        return self.folder / f"{self.lives}.owmlog"

    @property
    def plays(self) -> bool:
        return self.match is not None and not self.dead and self.match.step >= 2

    def deed(self) -> bool:
        """Something is about to be written or said; whether the program is killed before it."""
        if self.counts and not self.dead:
            self.dead = self.deeds == self.dies_at
            self.deeds += 1
        return self.dead

    async def cut(self, wires: list[FramedStream]) -> None:
        for link in wires:
            await link.cut()

    async def die(self) -> None:
        self.scope.cancel()
        await self.cut(self.wires)

    async def run(self, life: Callable[..., Awaitable[None]], *arguments: Any) -> bool:
        """One life of the program; whether it was killed."""
        self.dead, self.match = False, None
        with trio.CancelScope() as self.scope:
            try:
                await life(*arguments)
            except (NetError, Fail) as error:
                self.told.append(str(error))
            except trio.Cancelled:
                raise
            except BaseException:
                if not self.dead:
                    raise
        return self.dead

    def player(self, match: Match) -> ComputerPlayer:
        self.match = match
        return ComputerPlayer(SYSTEM, Chance(self.name), random_player)

    async def begin(self, where: Meeting, game: Any) -> None:
        """Host or join, and play."""
        self.lives += 1
        met = await meet(where, game, self.name, self.told.append)
        async with met:
            back = WayBack(met.where, 3600.0)
            await play_on(
                met.match, met.links, self.player(met.match), self.log, back, DriverOptions()
            )

    async def go_on(self) -> None:
        taken = take_up(self.log)
        await resume_on(taken, self.player(taken.match), 3600.0, self.told.append)

    def may_go_on(self) -> bool:
        return self.log.exists() and has_begun(self.log) and private_path(self.log).exists()


class World:
    """One port, a wire to it that somebody may disturb once, and what the two people do."""

    def __init__(self, nursery: trio.Nursery, host: Side, guest: Side) -> None:
        self.nursery, self.host, self.guest = nursery, host, guest
        self.attack: tuple[Attack, int, int] | None = None
        self.disturbed = False
        self.code, self.returns = 0, True
        self._opened = trio.Event()
        self._door: trio.MemorySendChannel[FramedStream] | None = None

    async def keep_open(self, host: str, port: int, attend: Any, on_listening: Any = None) -> None:
        send, receive = trio.open_memory_channel[FramedStream](8)
        self._door = send
        self._opened.set()
        try:
            async with trio.open_nursery() as nursery:
                if on_listening is not None:
                    on_listening(Address("127.0.0.1", PORT))
                async for link in receive:
                    nursery.start_soon(attend, link)
        finally:
            if self._door is send:
                self._door = None

    async def dial(self, host: str, port: int, **more: Any) -> FramedStream:
        await trio.lowlevel.checkpoint()
        if self._door is None:
            raise CannotConnect("cannot reach the host", "nobody listens", "try again")
        attack, at, whose = self.attack or (None, 0, 0)
        wire = Wire(self.nursery, attack, at, whose)
        self.attack, self.disturbed = None, True
        self.host.wires.append(wire.ends[0])
        self.guest.wires.append(wire.ends[1])
        self._door.send_nowait(wire.ends[0])
        return wire.ends[1]

    async def hosts(self) -> None:
        """Resume if possible; else host again, with another code."""
        WHO.set(self.host)
        here = Meeting(port=PORT, bind="", code=parse_code(CODES[0]))
        while await self.host.run(self.host.begin, here, (SYSTEM, SETUP)):
            if not self.returns:
                return
            if self.host.may_go_on():
                await self.host.run(self.host.go_on)
                return
            self.code += 1
            here = Meeting(port=PORT, bind="", code=parse_code(CODES[self.code]))

    async def joins(self) -> None:
        """Joins by the code that is known; whoever was in a match goes on with it first."""
        WHO.set(self.guest)
        await self._opened.wait()
        while self.guest.lives < 6:
            code = self.code
            there = Meeting(address=Address("127.0.0.1", PORT), code=parse_code(CODES[code]))
            killed = await self.guest.run(self.guest.begin, there, None)
            if self.guest.may_go_on() and (killed or code == self.code):
                await self.guest.run(self.guest.go_on)
            if self.guest.plays:
                return
            await trio.sleep(1)


Writes = Callable[..., Any]


def mortal(write: Writes, world: list[World]) -> Writes:
    """Return the file writer, unless its program is killed before it."""

    def hooked(*arguments: Any, **more: Any) -> Any:
        side = WHO.get()
        if side.deed():
            try:
                trio.from_thread.run(side.die)
            except RuntimeError:  # in trio's own thread
                world[0].nursery.start_soon(side.cut, list(side.wires))
            raise Killed
        return write(*arguments, **more)

    return hooked


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[World]:
    """Files and messages of whichever world is put in here belong to somebody who may die."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(os, "fsync", lambda file: None)  # no power is cut here
    here: list[World] = []
    plain = FramedStream.send

    async def send(link: FramedStream, payload: bytes) -> None:
        side = WHO.get()
        if payload == YES:
            here[0].host.counts = here[0].guest.counts = True
        if side.deed():
            await side.die()
            raise PeerGone("lost", "killed", "")
        await plain(link, payload)

    monkeypatch.setattr(FramedStream, "send", send)
    for kind in (LogFile, PrivateFile):
        for name in ("create", "append"):
            monkeypatch.setattr(kind, name, mortal(getattr(kind, name), here))
    for module in (meeting_each_other, matches):
        monkeypatch.setattr(module, "own_identity", lambda: WHO.get().identity)
    return here


Until = Callable[[World], bool]


@pytest.fixture
def play(world: list[World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    async def run(
        host_dies: int = -1,
        guest_dies: int = -1,
        attack: tuple[Attack, int, int] | None = None,
        returns: bool = True,
        until: Until = lambda world: world.host.plays and world.guest.plays,
    ) -> World:
        sides = []
        for name, dies in (("Ada", host_dies), ("Ben", guest_dies)):
            folder = tmp_path / f"{name}{os.urandom(4).hex()}"
            folder.mkdir()
            sides.append(Side(name, folder, dies))
        async with trio.open_nursery() as nursery:
            now = World(nursery, *sides)
            now.attack, now.returns = attack, returns
            world[:] = [now]
            monkeypatch.setattr(ways, "keep_open", now.keep_open)
            monkeypatch.setattr(door, "keep_open", now.keep_open)
            monkeypatch.setattr(connecting, "dial", now.dial)
            monkeypatch.setattr(visit, "dial", now.dial)
            nursery.start_soon(now.hosts)
            nursery.start_soon(now.joins)
            for _ in range(int(10 * SOON)):
                await trio.sleep(0.1)
                if until(now):
                    break
            else:
                raise AssertionError("\n".join(["", *sides[0].told, "--", *sides[1].told]))
            for side in sides:
                side.counts = False
            nursery.cancel_scope.cancel()
        return now

    return run


async def test_nobody_is_killed(play: Any, autojump_clock: trio.testing.MockClock) -> None:
    world = await play()
    assert world.host.lives == world.guest.lives == 1


@pytest.mark.parametrize(
    "name", ["ended", "first bit flipped", "dropped"] if THOROUGH else ["ended"]
)
@pytest.mark.parametrize("whose", [0, 1])
async def test_a_frame_is_lost(
    whose: int, name: str, play: Any, autojump_clock: trio.testing.MockClock
) -> None:
    """The guest's yes, START, the first records: the two programs find each other by themselves."""
    for at in range(4, 7):
        world = await play(attack=(ATTACKS[name], at, whose))
        assert world.host.lives == world.guest.lives == 1, (at, world.guest.told)


async def test_start_is_changed_on_the_way(
    play: Any, autojump_clock: trio.testing.MockClock
) -> None:
    world = await play(attack=(ATTACKS["first bit flipped"], 4, 0))
    assert world.host.lives == world.guest.lives == 1
    assert any("Ben is gone" in line for line in world.host.told)


@pytest.mark.parametrize("who", ["host_dies", "guest_dies"])
async def test_a_program_is_killed(
    who: str, play: Any, autojump_clock: trio.testing.MockClock
) -> None:
    """Before each write and each message: files are made, notes and records stored, START and
    records said."""
    for at in range(DEEDS):
        world = await play(**{who: at})
        side = world.host if who == "host_dies" else world.guest
        assert side.deeds > at, "it was killed"


@pytest.mark.parametrize("at", [0, 2])  # before START is said, and before anything is stored
async def test_a_host_who_does_not_come_back_is_waited_for_no_hour(
    at: int, play: Any, autojump_clock: trio.testing.MockClock
) -> None:
    """The guest is told that there is no match, and what to do."""
    told = {
        0: "it did not say that the match begins; ask your friend",
        2: "nothing of the match has come from the other side",
    }[at]
    began = trio.current_time()
    await play(host_dies=at, returns=False, until=lambda world: told in str(world.guest.told))
    assert trio.current_time() - began < 120
