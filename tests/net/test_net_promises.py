"""A seat's promises, on which the others rely: it sends nothing that a power cut could make it
forget, and an old copy signs nothing before it has heard what it signed then."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.files.logfile import LogFile
from owm_net.files.private import PrivateFile, private_path
from owm_net.net import handshake
from owm_net.net.driver import FAREWELL, LONG_FAREWELL, DriverOptions, run_match
from owm_net.net.peers import entropy
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    Step,
    TornLog,
    decode_entry,
    read_records,
    split_record,
)
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, Own
from owm_net.session.private import recall
from owm_net.session.terms import propose
from tests.files.fake_disk import FakeDisk, Moment
from tests.net.star import MemoryLog
from tests.net.test_net_driver import links, player
from tests.session.conftest import Party
from tests.threads import threads_at_once

SYSTEM = games.get("skeleton")
TERMS = propose(SYSTEM, SYSTEM.default_setup(mission="full-deck"), 0)


def entry_of(record: bytes) -> Entry:
    return decode_entry(split_record(record)[0])


def whole_records(log: bytes) -> list[bytes]:
    records: list[bytes] = []
    try:
        for record in read_records(log):
            records.append(record)
    except TornLog:
        pass
    return records


# ------------------------------------------------------------------ stored before it is sent


@define
class Sent:
    """A record of ours on its way out, what a power cut then would have left of the log, and the
    decks that are ours alone."""

    record: bytes
    log: list[bytes]
    deck_lists: dict[int, tuple[int, ...]]


@define
class Played:
    """A match of which seat 0 keeps its files on a fake disk."""

    disk: FakeDisk
    path: Path
    key: Ed25519PrivateKey
    match: Match
    sent: list[Sent] = field(factory=list)

    def tap(self, link: FramedStream) -> None:
        """Note everything seat 0 sends."""
        whole = link.send

        async def send(payload: bytes) -> None:
            record = payload[1:]
            if payload[:1] == handshake.RECORD and entry_of(record).seat == 0:
                log, lists = self.safe_log(self.disk.now()), dict(self.match.deck_lists)
                self.sent.append(Sent(record, log, lists))
            await whole(payload)

        link.send = send  # type: ignore[method-assign]

    def safe_log(self, moment: Moment) -> list[bytes]:
        """The whole records that a power cut at a moment leaves."""
        return whole_records(self.disk.safe(self.path, moment) or MAGIC)

    def taken_up(self, moment: Moment) -> Match:
        """Seat 0 as it is started again after a power cut at a moment, when the other has sent
        again what was due at the step that its log ends with."""
        home = self.disk.after_power_cut(moment)
        path = home / self.path.relative_to(self.disk.root)
        with pytest.MonkeyPatch.context() as machine:
            machine.setenv("OWM_HOME", str(home))
            _, notes = PrivateFile.open(private_path(path))
        log = self.safe_log(moment)
        step = entry_of(log[-1]).step
        theirs = [r for r in whole_records(self.path.read_bytes()) if entry_of(r).seat != 0]
        log += [r for r in theirs if entry_of(r).step == step and r not in log]
        match = Match(SYSTEM, TERMS, Own(Seat(0), "P0", self.key, entropy), private=recall(notes))
        match.replay(log)
        return match


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with pytest.MonkeyPatch.context() as machine:
        threads_at_once(machine, 0.01)  # what does not wait for the disk comes before it
        disk = FakeDisk.at(tmp_path_factory.mktemp("machine"), machine)
        disk.keep_moments = True
        machine.setenv("OWM_HOME", str(disk.root))
        yield trio.run(play, disk, clock=trio.testing.MockClock(autojump_threshold=0))


async def play(disk: FakeDisk) -> Played:
    keys = [Ed25519PrivateKey.generate() for _ in range(2)]
    matches = [Match(SYSTEM, TERMS, Own(Seat(n), f"P{n}", keys[n], entropy)) for n in range(2)]
    here, there = links()
    played = Played(disk, disk.root / "logs" / "m.owmlog", keys[0], matches[0])
    played.tap(here)
    with LogFile.create(played.path) as log:
        private = PrivateFile.create(private_path(played.path))

        async def other() -> None:
            await run_match(matches[1], {Seat(0): there}, player(matches[1], 1), MemoryLog())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(other)
            mine = player(matches[0], 0)
            await run_match(matches[0], {Seat(1): here}, mine, log, DriverOptions(private=private))
    assert matches[0].finished and matches[0].deck_lists
    return played


@pytest.mark.skipif(os.name != "posix", reason="folders are not synced here")
def test_what_was_sent_is_on_the_disk_whenever_the_power_fails(played: Played) -> None:
    """Else the seat could be made to sign another entry in its place."""
    assert len(played.sent) > 20
    for sent in played.sent:
        assert sent.record in sent.log, f"{entry_of(sent.record).kind} is not"


@pytest.mark.skipif(os.name != "posix", reason="folders are not synced here")
def test_what_an_entry_of_ours_rests_on_is_on_the_disk_before_it(played: Played) -> None:
    """Keys, what was committed to, decks: the power may fail between any two writes."""
    first_safe: dict[bytes, Moment] = {}
    for moment in played.disk.moments:
        for record in played.safe_log(moment)[-2:]:
            first_safe.setdefault(record, moment)
    kinds = [entry_of(sent.record).kind for sent in played.sent]
    decks = [sent.deck_lists for sent in played.sent]
    for n, sent in enumerate(played.sent):
        if kinds[n] not in kinds[:n] or decks[n] not in decks[:n]:
            match = played.taken_up(first_safe[sent.record])  # no BadNotes
            assert match.deck_lists == sent.deck_lists


# ------------------------------------------------------------------ a copy of before


def copy_of_before(party: Party, notes: list[bytes], log: list[bytes]) -> Match:
    own = party.matches[0].own
    assert own is not None
    match = Match(
        party.system,
        party.agreed,
        Own(Seat(0), own.name, own.identity, random.Random(99).randbytes),
        private=recall(notes),
    )
    match.replay(log)
    return match


def played_before(seats: int) -> tuple[Party, list[bytes]]:
    """A whole match, and the private notes of seat 0."""
    party = Party(seats, "duel", 5)
    party.run()
    return party, driver(party.matches[0]).notes()


def own_last(log: list[bytes], kind: EntryKind) -> int:
    """Where the last entry of a kind stands that seat 0 has signed."""
    entries = [entry_of(record) for record in log]
    return [n for n, e in enumerate(entries) if (e.kind, e.seat) == (kind, 0)][-1]


@pytest.fixture(scope="module")
def party() -> tuple[Party, list[bytes]]:
    return played_before(2)


@pytest.mark.parametrize(
    "kind", [EntryKind.ANSWER, EntryKind.SHARES, EntryKind.DICE, EntryKind.COMMIT, EntryKind.END]
)
async def test_a_copy_of_before_signs_nothing_before_it_has_heard_what_it_signed_then(
    party: tuple[Party, list[bytes]],
    kind: EntryKind,
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Its turn has come, by its log; but the other has an entry of it already, and takes long to
    say so. Then it goes on as if it had never been away."""
    whole = party[0].logs[0]
    at = own_last(whole, kind)
    old, later = whole[:at], whole[at:]
    match = copy_of_before(*party, old)
    assert 0 in match.owed()
    here, there = links()
    log = MemoryLog()
    heard: list[bytes] = []

    async def listen() -> None:
        async for message in there:
            if message[:1] == handshake.RECORD:
                heard.append(message[1:])
            elif message[:1] == handshake.DONE:
                return

    async def other() -> None:
        await there.send(handshake.resume(match.match_id, Step(0)))
        with trio.move_on_after(500):
            await listen()
        assert set(heard) == set(old) and log.records == []
        for record in later:
            await there.send(handshake.RECORD + record)
        await there.send(handshake.CAUGHT_UP)
        await listen()
        await there.send(handshake.DONE)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(other)
        await run_match(match, {Seat(1): here}, player(match, 3), log, DriverOptions(history=old))
    assert match.finished and log.records == later and set(heard) <= set(whole)


class Copy:
    """Seat 0 of three, restored from before its last answer, and its two guests by hand.

    heard: when its first new entry reached guest 1, on the test's clock, and which.
    """

    def __init__(self, party: Party, notes: list[bytes]) -> None:
        whole = party.logs[0]
        at = own_last(whole, EntryKind.ANSWER)
        self.old, self.later = whole[:at], whole[at:]
        self.match = copy_of_before(party, notes, self.old)
        self.log = MemoryLog()
        self.cables = {guest: links() for guest in (1, 2)}
        self.heard: tuple[float, bytes] | None = None

    async def reach(self) -> FramedStream:
        self.cables[2] = links()
        return self.cables[2][0]

    async def first_guest(self) -> None:
        """Play a guest who has everything the copy has and nothing more, and says so."""
        there = self.cables[1][1]
        await there.send(handshake.resume(self.match.match_id, Step(0)))
        await there.send(handshake.CAUGHT_UP)
        async for message in there:
            if message[:1] == handshake.RECORD and message[1:] not in self.old:
                self.heard = trio.current_time(), message[1:]
                return

    async def play(self, second_guest: Callable[[], Any], most: float) -> None:
        """Until the first guest has heard something new, or for so long."""
        with trio.move_on_after(most):
            async with trio.open_nursery() as nursery:
                here = {Seat(guest): cable[0] for guest, cable in self.cables.items()}
                mine = player(self.match, 3)

                async def host() -> None:
                    options = DriverOptions(reach={Seat(2): self.reach}, history=self.old)
                    await run_match(self.match, here, mine, self.log, options)

                nursery.start_soon(host)
                nursery.start_soon(second_guest)
                await self.first_guest()
                nursery.cancel_scope.cancel()


@pytest.fixture(scope="module")
def party_of_three() -> tuple[Party, list[bytes]]:
    return played_before(3)


@pytest.fixture
async def copy(party_of_three: tuple[Party, list[bytes]], monkeypatch: pytest.MonkeyPatch) -> Copy:
    threads_at_once(monkeypatch)
    return Copy(*party_of_three)


async def test_of_several_a_copy_of_before_hears_each_who_is_not_too_slow(
    copy: Copy, autojump_clock: trio.testing.MockClock
) -> None:
    """Only the second guest has the entry that was signed then."""

    async def late() -> None:
        there = copy.cables[2][1]
        await trio.sleep(50)
        assert copy.heard is None and copy.log.records == []
        await there.send(handshake.resume(copy.match.match_id, Step(0)))
        for record in copy.later:
            await there.send(handshake.RECORD + record)
        await there.send(handshake.CAUGHT_UP)
        async for _ in there:
            pass

    await copy.play(late, 300)
    assert copy.heard is not None
    when, record = copy.heard
    assert when == pytest.approx(50, abs=1) and record in copy.later
    assert set(copy.log.records) <= set(copy.later)


async def test_who_never_says_what_it_has_does_not_hold_up_a_match_of_several(
    copy: Copy, autojump_clock: trio.testing.MockClock
) -> None:
    async def mute() -> None:
        await trio.sleep_forever()

    await copy.play(mute, 300)
    assert copy.heard is not None
    assert copy.heard[0] == pytest.approx(60, abs=3)


async def test_nor_does_one_who_comes_and_goes(
    copy: Copy, autojump_clock: trio.testing.MockClock
) -> None:
    """It is as if it were always there just now."""

    async def restless() -> None:
        while True:
            await trio.sleep(30)
            await copy.cables[2][1].aclose()

    await copy.play(restless, 600)
    assert copy.heard is not None
    assert copy.heard[0] == pytest.approx(180, abs=3)


# ------------------------------------------------------------------ after the end


async def test_who_comes_back_just_before_we_leave_is_given_what_it_lacks(
    party_of_three: tuple[Party, list[bytes]],
    autojump_clock: trio.testing.MockClock,
) -> None:
    """All have signed the end, by our log. One guest takes what it is sent, but never all of it;
    the other was cut off before it had heard of the end, and takes a while to say where it is."""
    whole = party_of_three[0].logs[0]
    match = copy_of_before(*party_of_three, whole)
    slow, _ = trio.testing.lockstep_stream_pair()
    here, there = links()
    heard: list[bytes] = []

    async def reach() -> FramedStream:
        await trio.sleep(LONG_FAREWELL - 1)
        return here

    async def other() -> None:
        await trio.sleep(LONG_FAREWELL + 5)
        await there.send(handshake.resume(match.match_id, match.step))
        async for message in there:
            if message[:1] == handshake.RECORD:
                heard.append(message[1:])
            elif message[:1] == handshake.CAUGHT_UP:
                await there.send(handshake.DONE)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(other)
        options = DriverOptions(reach={Seat(2): reach}, history=whole)
        first = FramedStream(slow, silence=math.inf, keepalive=math.inf)
        await run_match(match, {Seat(1): first}, player(match, 3), MemoryLog(), options)
        nursery.cancel_scope.cancel()
    assert heard == [r for r in whole if entry_of(r).step >= match.step]
    assert trio.current_time() < LONG_FAREWELL + 2 * FAREWELL
