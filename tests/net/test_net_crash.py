"""Power cuts between any two writes: the match goes on from the disk to one result.

A fault-injecting disk stops a side before, in the middle of, or after its n-th write, and the
side starts again from what is on the disk. `make thorough` tries every write, `make test` a sample.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.files.home import CannotWrite
from owm_net.net.driver import DriverOptions, Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import MAGIC, EntryKind, TornLog, frame_record, read_records
from owm_net.session.match import Match, Own, Phase
from owm_net.session.player import ComputerPlayer, Notice
from owm_net.session.private import recall
from owm_net.session.terms import propose
from owm_net.session.verify import Outcome, verify
from tests.net.test_net_driver import Cable, player
from tests.session.conftest import Party, once

SYSTEM = games.get("skeleton")
TERMS = propose(SYSTEM, SYSTEM.default_setup(mission="full-deck"), 0)
STRIDE = 1 if os.environ.get("OWM_THOROUGH") else 131
MODES = ("before", "torn", "after")


class PowerCut(Exception):
    """The machine is off."""


class Disk:
    """A log and private notes as they are on the disk; fails once, at write `at`."""

    def __init__(self, at: int = -1, mode: str = "after") -> None:
        self.log = MAGIC
        self.private: list[bytes] = []
        self.writes = 0
        self.at = at
        self.mode = mode
        self.notes = Notes(self)

    def append(self, records: list[bytes], sync: bool) -> None:
        data = b"".join(map(frame_record, records))
        fails = self._fails()
        if fails and self.mode == "torn":
            self.log += data[: len(data) // 2]
        elif not fails or self.mode == "after":
            self.log += data
        if fails:
            raise PowerCut

    def append_notes(self, notes: list[bytes]) -> None:
        fails = self._fails()
        if not fails or self.mode == "after":
            self.private += notes  # a torn note is dropped on opening, see test_files_private
        if fails:
            raise PowerCut

    def _fails(self) -> bool:
        self.writes += 1
        return self.writes - 1 == self.at

    def records(self) -> list[bytes]:
        found: list[bytes] = []
        try:
            for record in read_records(self.log):
                found.append(record)
        except TornLog as torn:
            self.log = self.log[: torn.good] or MAGIC
        return found


class Notes:
    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def append(self, notes: list[bytes]) -> None:
        self._disk.append_notes(notes)


class Told(ComputerPlayer):
    """Writes down what it is told of the other."""

    def __init__(self, match: Match, seat: int, told: list[str]) -> None:
        super().__init__(match.system, Chance(seat), random_player)
        self._told = told

    def notice(self, what: Notice, words: str) -> None:
        if what is Notice.AWAY:
            self._told.append(words)


class Table:
    """Two sides on a cable; a side that loses power starts again from its disk."""

    def __init__(self, disks: tuple[Disk, Disk]) -> None:
        self.disks = disks
        self.keys = [Ed25519PrivateKey.from_private_bytes(bytes([s]) * 32) for s in (1, 2)]
        self.cable = Cable()
        self.restarts = 0
        self.results: list[Any] = [None, None]

    def match(self, seat: int) -> Match:
        chance = random.Random(2 * self.restarts + seat)  # the same in every run; a side that
        own = Own(
            Seat(seat), f"P{seat}", self.keys[seat], chance.randbytes
        )  # starts again draws anew
        return Match(SYSTEM, TERMS, own, private=recall(self.disks[seat].private))

    async def side(self, seat: int, link: FramedStream) -> None:
        disk = self.disks[seat]
        while True:
            match = self.match(seat)
            history = disk.records()
            match.replay(history)
            try:
                await run_match(
                    match,
                    {Seat(1 - seat): link},
                    player(match, seat),
                    disk,
                    DriverOptions(
                        reach={Seat(1 - seat): lambda: self.cable.reach(seat)},
                        history=history,
                        private=disk.notes,
                    ),
                )
            except (PowerCut, CannotWrite):
                self.restarts += 1
                for plug in self.cable.plugs:
                    await plug.aclose()
                link = await self.cable.reach(seat)
                continue
            self.results[seat] = match.result
            return

    async def play(self) -> None:
        links = self.cable.ends()
        with trio.fail_after(300):
            async with trio.open_nursery() as nursery:
                for seat in (0, 1):
                    nursery.start_soon(self.side, seat, links[seat])


WRITES: list[int] = []
"""By seat, in a match without a power cut; counted once."""


async def how_many_writes(seat: int) -> int:
    if not WRITES:
        table = Table((Disk(), Disk()))
        await table.play()
        WRITES.extend([disk.writes for disk in table.disks])
    return WRITES[seat]


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_power_cut_at_any_write(seat: int, mode: str) -> None:
    start = (MODES.index(mode) * 2 + seat) % STRIDE
    for at in range(start, await how_many_writes(seat), STRIDE):
        disks = (Disk(at, mode), Disk()) if seat == 0 else (Disk(), Disk(at, mode))
        table = Table(disks)
        await table.play()
        assert table.restarts == 1 or disks[seat].writes <= at
        assert table.results[0] == table.results[1] is not None
        for disk in disks:
            verdict = verify(disk.log, games.get, processes=1)
            assert verdict.verdict is Outcome.OK, (at, mode, verdict)


async def test_a_restored_old_copy_signs_nothing_else() -> None:
    """A side that goes on from a backup takes its own later entries back from the other."""

    class Backup(Disk):
        """Keeps a copy from early on, and goes back to it when the power fails later."""

        copy = b""
        restored = False

        def append(self, records: list[bytes], sync: bool) -> None:
            if self.writes >= 20 and not self.copy:
                self.copy = self.log
            super().append(records, sync)
            if self.writes >= 40 and not self.restored:
                self.restored = True
                self.log = self.copy  # the notes are newer: they are another file
                raise PowerCut

    backup = Backup()
    table = Table((backup, Disk()))
    await table.play()
    assert backup.restored and table.restarts == 1
    assert table.results[0] == table.results[1] is not None
    for disk in table.disks:
        assert verify(disk.log, games.get, processes=1).verdict is Outcome.OK


async def test_a_full_disk_stops_with_one_line_and_the_log_is_good_up_to_there() -> None:
    class Full(Disk):
        def append(self, records: list[bytes], sync: bool) -> None:
            if len(self.log) > 20_000:
                raise CannotWrite("cannot write the log: no space left on device; free some")
            super().append(records, sync)

    disks = (Full(), Disk())
    table = Table(disks)
    ends: list[BaseException] = []
    links = table.cable.ends()

    async def side(seat: int) -> None:
        match = table.match(seat)
        try:
            await run_match(
                match,
                {Seat(1 - seat): links[seat]},
                player(match, seat),
                disks[seat],
                DriverOptions(private=disks[seat].notes),
            )
        except (CannotWrite, Stopped, NetError) as e:
            ends.append(e)

    with trio.fail_after(300):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(side, 0)
            nursery.start_soon(side, 1)
    assert any("no space left" in str(e) for e in ends)
    assert all("\n" not in str(e) for e in ends)
    for disk in disks:
        assert verify(disk.log, games.get, processes=1).verdict is Outcome.UNFINISHED


async def test_a_friend_whose_disk_is_full_is_waited_for_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are told to go on when they have made room; the other need not start again for it."""

    class Full(Disk):
        is_full = True

        def append(self, records: list[bytes], sync: bool) -> None:
            if self.is_full and len(self.log) > 20_000:
                self.is_full = False
                raise CannotWrite("cannot write the log", "no space left on device")
            super().append(records, sync)

    told: tuple[list[str], list[str]] = ([], [])
    monkeypatch.setattr(
        "tests.net.test_net_crash.player", lambda match, seat: Told(match, seat, told[seat])
    )
    table = Table((Disk(), Full()))
    await table.play()
    assert table.restarts == 1 and table.results[0] == table.results[1] is not None
    assert "P1 had to stop: no space left on device; the match is saved: wait" in told[0][0]
    for disk in table.disks:
        assert verify(disk.log, games.get, processes=1).verdict is Outcome.OK


async def test_a_disk_that_is_full_when_a_cheat_is_found_keeps_nobody_waiting() -> None:
    """The cheat's record cannot be kept, so they are not denounced; the others hear why we stop."""
    party = Party(2, liar=1, lie=once(EntryKind.SHARES, lambda match: bytes(96)))
    honest, cheat = party.matches

    class Full(Disk):
        def append(self, records: list[bytes], sync: bool) -> None:
            if honest.phase is Phase.STOPPED:
                raise CannotWrite("cannot write the log", "no space left on device")
            super().append(records, sync)

    links = Cable().ends()
    ends: dict[int, BaseException] = {}

    async def side(match: Match, other: int, disk: Disk) -> None:
        try:
            await run_match(match, {Seat(other): links[1 - other]}, player(match, other), disk)
        except (CannotWrite, Stopped, NetError) as e:
            ends[1 - other] = e

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(side, honest, 1, Full())
            nursery.start_soon(side, cheat, 0, Disk())
    assert isinstance(ends[0], CannotWrite)
    assert isinstance(ends[1], Stopped) and "no space left" in str(ends[1])
