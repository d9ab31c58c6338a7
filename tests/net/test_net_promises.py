"""What a seat promises itself, and the others rely on: nothing is sent that a power cut could make
it forget, and a copy of before signs nothing before it has heard what it signed then."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.files.logfile import LogFile
from owm_net.files.private import PrivateFile, private_path
from owm_net.net import handshake
from owm_net.net.driver import run_match
from owm_net.net.peers import entropy
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    Kind,
    TornLog,
    decode_entry,
    read_records,
    split_record,
)
from owm_net.session.match import Match, Own
from owm_net.session.private import recall
from owm_net.session.terms import propose
from tests.files.fake_disk import FakeDisk, Moment
from tests.net.star import MemoryLog, threads_at_once
from tests.net.test_net_driver import links, player
from tests.session.conftest import Party

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
        """Note all that seat 0 sends."""
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
        match = Match(SYSTEM, TERMS, Own(0, "P0", self.key, entropy), private=recall(notes))
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
    matches = [Match(SYSTEM, TERMS, Own(n, f"P{n}", keys[n], entropy)) for n in range(2)]
    here, there = links()
    played = Played(disk, disk.root / "logs" / "m.owmlog", keys[0], matches[0])
    played.tap(here)
    with LogFile.create(played.path) as log:
        private = PrivateFile.create(private_path(played.path))

        async def other() -> None:
            await run_match(matches[1], {0: there}, player(matches[1], 1), MemoryLog())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(other)
            mine = player(matches[0], 0)
            await run_match(matches[0], {1: here}, mine, log, private=private)
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
        Own(0, own.name, own.identity, random.Random(99).randbytes),
        private=recall(notes),
    )
    match.replay(log)
    return match


@pytest.fixture(scope="module")
def party() -> tuple[Party, list[bytes]]:
    party = Party(2, "duel", 5)
    party.run()
    return party, party.matches[0].notes()


@pytest.mark.parametrize("kind", [Kind.ANSWER, Kind.SHARES, Kind.DICE, Kind.COMMIT, Kind.END])
async def test_a_copy_of_before_signs_nothing_before_it_has_heard_what_it_signed_then(
    party: tuple[Party, list[bytes]],
    kind: Kind,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its turn has come, by its log; but the other has an entry of it already, and takes long to
    say so. Then it goes on as if it had never been away."""
    threads_at_once(monkeypatch)
    whole = party[0].logs[0]
    entries = [entry_of(record) for record in whole]
    at = [n for n, e in enumerate(entries) if (e.kind, e.seat) == (kind, 0)][-1]
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
        await there.send(handshake.resume(match.match_id, 0))
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
        await run_match(match, {1: here}, player(match, 3), log, history=old)
    assert match.finished and log.records == later and set(heard) <= set(whole)
