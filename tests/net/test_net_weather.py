"""Links as bad as they come: slow, with losses, dead without a word; and both dial at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import door
from owm_net.net.driver import DriverOptions, run_match
from owm_net.net.errors import NetError
from owm_net.net.handshake import RESUME
from owm_net.net.peers import host_match, join_match, papers_for, return_to
from owm_net.net.proof import Papers
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream
from owm_net.program.meeting.where import Meeting
from owm_net.program.playing import ways_back
from owm_net.program.playing.ways_back import WayBack
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer, Notice
from owm_net.session.private import recall
from owm_net.session.terms import decode_terms, propose
from owm_net.session.verify import Outcome, verify
from tests.net.codes import code
from tests.net.sea import Sea, Weather, Wire
from tests.net.test_net_crash import Disk
from tests.net.test_net_driver import SYSTEM, make, own
from tests.seats import ANN, BEN

Clock = trio.testing.MockClock
HOST, RELAY = Address("192.0.2.1", 7770), Address("192.0.2.2", 7771)


class Careful(ComputerPlayer):
    """Decides only while the gate is open, and keeps what it was told."""

    def __init__(self, seat: int, gate: Gate) -> None:
        super().__init__(SYSTEM, Chance(seat), random_player)
        self.gate = gate
        self.told_of: list[Notice] = []
        self.tried: list[str] = []

    async def decide(self, view: Any) -> Any:
        await self.gate.passes()
        return await super().decide(view)

    def notice(self, kind: Notice, text: str) -> None:
        self.told_of.append(kind)


class Gate:
    """Lets so many decisions pass."""

    def __init__(self) -> None:
        self._free: trio.Semaphore = trio.Semaphore(0)
        self._open = False

    async def passes(self) -> None:
        if not self._open:
            await self._free.acquire()

    def one(self) -> None:
        self._free.release()

    def open(self) -> None:
        self._open = True
        for _ in range(4):
            self._free.release()


@define
class Table:
    """Two who have met, and how they come back: by which ways, by the seat."""

    nursery: trio.Nursery
    matches: list[Match]
    papers: list[Papers]
    where: list[Meeting]
    gate: Gate = field(factory=Gate)
    disks: list[Disk] = field(factory=lambda: [Disk(), Disk()])
    players: list[Careful] = field(factory=list)

    async def play(self, first: dict[Seat, FramedStream]) -> None:
        """Both, to the end."""
        self.players += [Careful(seat, self.gate) for seat in range(2)]
        async with trio.open_nursery() as playing:
            for seat in range(2):
                playing.start_soon(self.side, seat, {Seat(1 - seat): first[Seat(seat)]})

    async def side(
        self, seat: int, links: dict[Seat, FramedStream], history: list[bytes] | None = None
    ) -> None:
        """One of them. history: of a match that is taken up again."""
        back = WayBack(self.where[seat], 36_000)
        disk = self.disks[seat]
        async with trio.open_nursery() as nursery:
            reach = ways_back.ways_back(
                back, self.papers[seat], nursery, self.players[seat].tried.append
            )
            options = DriverOptions(reach=reach, private=disk.notes, history=history)
            await run_match(self.matches[seat], links, self.players[seat], disk, options)
            nursery.cancel_scope.cancel()

    async def taken_up(self, seat: int) -> None:
        """One of them, from its disk."""
        before = self.matches[seat]
        history = self.disks[seat].records()
        again = Match(SYSTEM, before.terms, before.own, private=recall(self.disks[seat].private))
        again.replay(history)
        self.matches[seat] = again
        self.papers[seat] = evolve(self.papers[seat], match=again)
        self.where[seat] = evolve(self.where[seat], key="of a new process")
        await self.side(seat, {}, history)

    def is_over(self) -> None:
        for match, disk in zip(self.matches, self.disks, strict=True):
            assert match.finished
            assert verify(disk.log, lambda _: SYSTEM, processes=1).verdict is Outcome.OK


WAYS = {
    "port": (Meeting(port=HOST.port), Meeting(address=HOST)),
    "relay": (Meeting(relay=RELAY), Meeting(relay=RELAY)),
    "both": (Meeting(port=HOST.port, relay=RELAY), Meeting(address=HOST, relay=RELAY)),
}


AT_PORT, DIALS, AT_RELAY = "waiting at port 7770", f"dialling {HOST}", f"trying relay {RELAY}"
TRIED = {
    "port": [{AT_PORT}, {DIALS}],
    "relay": [{AT_RELAY}, {AT_RELAY}],
    "both": [{f"{AT_PORT} and at relay {RELAY}"}, {DIALS, AT_RELAY}],
}
"""What either is told meanwhile."""


async def met(sea: Sea, ways: str) -> tuple[Table, dict[Seat, FramedStream]]:
    """A player disturbed before the match begins comes again, as a person would."""
    invitation, sides = code(), (own("Ada"), own("Ben"))
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
    here: dict[int, Match] = {}
    while len(here) < 2:
        here.clear()
        wire = sea.wire("the guest", "the host")

        hosts = partial(host_match, wire.ends[0], terms, make, sides[0], invitation)
        joins = partial(join_match, wire.ends[1], decode_terms, make, sides[1], invitation)

        async def sits_down(seat: int, wire: Wire, how: Callable[[], Awaitable[Match]]) -> None:
            try:
                here[seat] = await how()
            except NetError:
                await wire.cut()

        async with trio.open_nursery() as both:
            both.start_soon(sits_down, 0, wire, hosts)
            both.start_soon(sits_down, 1, wire, joins)
        invitation.wrong = 0
    links = {Seat(seat): end for seat, end in enumerate(wire.ends)}
    papers = [papers_for(here[seat], {Seat(1 - seat): links[seat]}) for seat in links]
    where = [
        evolve(way, rooms={Seat(1 - seat): links[seat].room}, key=f"key{seat}")
        for seat, way in zip(links, WAYS[ways], strict=True)
    ]
    return Table(sea.nursery, [here[0], here[1]], papers, where), links


@pytest.fixture
async def sea(nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch) -> Sea:
    sea = Sea(nursery, Weather(0))
    monkeypatch.setattr(door, "keep_open", sea.keep_open)
    monkeypatch.setattr(ways_back, "connect", sea.connect)
    return sea


# -- losses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
async def test_a_match_where_a_third_is_lost_and_each_way_takes_400_ms(
    sea: Sea, seed: int, autojump_clock: Clock
) -> None:
    sea.weather = Weather(seed, one_way=0.4, loss=0.3)
    with trio.fail_after(7200):
        table, links = await met(sea, "both")
        table.gate.open()
        await table.play(links)
    table.is_over()
    assert trio.current_time() > 60


async def test_a_match_where_so_much_is_lost_that_connections_break(
    sea: Sea, autojump_clock: Clock
) -> None:
    sea.weather = Weather(3, one_way=0.4, loss=0.5, tries=4)
    with trio.fail_after(100_000):
        table, links = await met(sea, "both")
        table.gate.open()
        async with trio.open_nursery() as playing:
            playing.start_soon(table.play, links)
            while len(sea.wires) < 6 and not any(m.finished for m in table.matches):  # noqa: ASYNC110
                await trio.sleep(1)
            sea.weather.loss = 0.0  # else the last word is lost at times, and who has said it gone
    table.is_over()
    assert len(sea.wires) >= 2


# -- one link --------------------------------------------------------------------------------


@pytest.mark.parametrize("ways", WAYS)
async def test_both_dial_again_at_once_and_end_with_one_link(
    sea: Sea, ways: str, autojump_clock: Clock
) -> None:
    """The link breaks again and again; one hears of it a little before the other, or at the same
    time; each time the two find each other, and keep one connection."""
    chance = sea.weather.chance
    with trio.fail_after(36_000):
        table, links = await met(sea, ways)
        async with trio.open_nursery() as playing:
            playing.start_soon(table.play, links)
            for _ in range(15):
                await trio.sleep(60)
                (wire,) = sea.open()
                ends = wire.ends[:]
                chance.shuffle(ends)
                await ends[0].cut()
                await trio.sleep(chance.choice([0, 0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.3, 1]))
                await ends[1].cut()
                table.gate.one()
            table.gate.open()
    table.is_over()
    for player in table.players:
        assert player.told_of.count(Notice.BACK) >= 15
    assert [set(player.tried) for player in table.players] == TRIED[ways]


async def test_of_several_connections_for_one_seat_one_is_kept(
    sea: Sea, autojump_clock: Clock
) -> None:
    """A guest whose program runs three times, with one key, and all dial at once."""
    with trio.fail_after(3600):
        table, links = await met(sea, "port")
        told: list[str] = []

        async def guest() -> None:
            link = await sea.connect(table.where[1], told.append)
            try:
                link = await return_to(link, table.papers[1], Seat(0))
                if (await link.receive() or b"")[:1] == RESUME:  # of the match: it was taken
                    told.append("taken")
                    while await link.receive() is not None:
                        pass
                told.append("sent away")
            except NetError:
                await link.cut()
                told.append("sent away")

        table.players += [Careful(seat, table.gate) for seat in range(2)]
        async with trio.open_nursery() as playing:
            playing.start_soon(table.side, 0, {Seat(1): links[Seat(0)]})
            await trio.sleep(1)
            await links[Seat(1)].cut()
            await trio.sleep(1)
            for _ in range(3):
                playing.start_soon(guest)
            await trio.sleep(60)
            assert len(sea.open()) == 1 and sorted(told) == ["sent away", "sent away", "taken"]
            playing.cancel_scope.cancel()


# -- dead without a word ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ways", "silent"),
    [("port", (0, 1)), ("relay", (0, 1)), ("relay", (0,)), ("both", (0,)), ("both", (1,))],
)
async def test_a_connection_that_dies_without_a_word_is_replaced(
    sea: Sea, ways: str, silent: tuple[int, ...], autojump_clock: Clock
) -> None:
    """As a router does that has forgotten it: nobody is told; what is sent gets lost."""
    with trio.fail_after(3600):
        table, links = await met(sea, ways)
        async with trio.open_nursery() as playing:
            playing.start_soon(table.play, links)
            for _ in range(2):
                await trio.sleep(200)
                (wire,) = sea.open()
                for end in silent:
                    wire.silent[end] = True
                table.gate.one()
                await trio.sleep(100)
                assert len(sea.open()) == 1 and wire not in sea.open()
            table.gate.open()
    table.is_over()


@pytest.mark.parametrize(
    ("ways", "victim"), [("port", ANN), ("port", BEN), ("relay", ANN), ("both", BEN)]
)
async def test_who_vanishes_and_comes_back_while_the_other_still_believes_in_the_old_link(
    sea: Sea, ways: str, victim: Seat, autojump_clock: Clock
) -> None:
    """A power cut: no connection is ended, and the machine is back at once."""
    with trio.fail_after(3600):
        table, links = await met(sea, ways)
        other = BEN if victim == ANN else ANN
        table.players += [Careful(seat, table.gate) for seat in range(2)]
        async with trio.open_nursery() as playing:
            playing.start_soon(table.side, other, {victim: links[other]})
            with trio.move_on_after(100):
                table.gate.one()
                table.gate.one()
                async with trio.open_nursery() as machine:
                    machine.start_soon(table.side, victim, {other: links[victim]})
                    await trio.sleep(99)
                    (wire,) = sea.open()
                    wire.silent[:] = True, True
                    await trio.sleep_forever()
            back = len(table.players[other].told_of)
            playing.start_soon(table.taken_up, victim)
            await trio.sleep(60)
            assert Notice.BACK in table.players[other].told_of[back:]
            assert len(sea.open()) == 1
            table.gate.open()
    table.is_over()
