"""Three and four seats over links to the host alone, who passes everything on."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
import trio
import trio.testing

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.net import handshake
from owm_net.net.driver import Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream, PeerGarbage, Proved
from owm_net.protocol.channel import Peer
from owm_net.protocol.entries import EntryKind, decode_entry, sign, split_record
from owm_net.protocol.lockstep import DECIDED
from owm_net.session.match import Blame, Match
from owm_net.session.verify import Outcome
from tests.cheats.gallery import GALLERY, Hostile
from tests.games.every import THOROUGH
from tests.net.star import SYSTEM, Listener, Spoke, Star

LEFT = "has left; the match is saved: wait, or leave too and resume it later"


def agreed(star: Star) -> None:
    """All have ended alike, and each log proves it."""
    assert all(error is None for error in star.ends.values()), star.ends
    assert all(match.finished for match in star.matches)
    assert len({codec.digest(match.state) for match in star.matches}) == 1
    assert len({frozenset(log.records) for log in star.logs}) == 1
    for log in star.logs[:2]:
        assert log.verdict().verdict is Outcome.OK


def hostile(name: str) -> Callable[..., Hostile]:
    """Makes the seat of a cheat of the gallery."""

    def make(*args: Any) -> Hostile:
        match = Hostile(*args)
        match.plan, match.memory = GALLERY[name].run, {}
        return match

    return make


WEATHER = [
    (3, "duel", {}, {}),
    (3, "duel", {"every": 1}, {"every": 1}),
    (3, "duel", {"every": 2, "delay": 3}, {}),
    (3, "full-deck", {"every": 3, "double": True}, {"delay": 1}),
    # What it needs in the end takes longer than FAREWELL, and less than LONG_FAREWELL and DRAIN.
    (3, "duel", {"last": 20}, {}),
    (3, "duel", {"delay": 30, "eases": 80}, {}),  # loses the link, as it takes longer than DRAIN
    (4, "duel", {"every": 1, "delay": 0.5}, {"every": 5, "double": True}),
    (4, "full-deck" if THOROUGH else "duel", {"delay": 7, "double": True}, {"every": 4}),
]


@pytest.mark.parametrize(("seats", "mission", "first", "others"), WEATHER)
async def test_bad_weather_on_some_links_ends_in_one_match(
    seats: int,
    mission: str,
    first: dict[str, Any],
    others: dict[str, Any],
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Cuts at each record, delays, doubles: all resume, nobody is blamed, all logs are one."""
    spokes = [Spoke("P1", **first), *(Spoke(f"P{s}", **others) for s in range(2, seats))]
    star = Star(seats, mission, spokes)
    with trio.fail_after(100_000):
        await star.play_all()
    agreed(star)
    for spoke in spokes:
        assert spoke.cuts > 5 or not spoke.every
    if first.get("eases"):
        lost = [text for kind, text in star.players[0].notices if kind == "away"]
        assert any("it takes too little of what it is sent" in text for text in lost)


async def test_each_record_goes_once_over_each_link(autojump_clock: trio.testing.MockClock) -> None:
    """The host passes on what is new, never to its author; nobody else passes on anything."""
    star = Star(3)
    await star.play_all()
    agreed(star)
    entries = len(star.logs[0].records)
    for seat, spoke in star.spokes.items():
        assert spoke.sent == entries, seat


async def test_who_is_away_keeps_nobody_waiting_before_it_owes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The others go on up to the step at which the lost one's entry is due; later all end."""
    star = Star(3)
    spoke = star.spokes[2]

    async def away() -> None:
        await spoke.hold()
        nursery.start_soon(come_back)

    async def come_back() -> None:
        await trio.sleep(500)
        assert star.matches[0].step == star.matches[1].step and star.matches[0].owed() == [2]
        assert not star.ends
        spoke.held.set()

    spoke.moments[20] = away
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play_all)
    agreed(star)
    assert "away" in star.players[0].kinds() and "back" in star.players[0].kinds()


async def test_a_guest_who_says_goodbye_does_not_end_it_for_the_others(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """It is told who left, and the guest may come back."""
    star = Star(3)
    sitting = trio.CancelScope()

    async def leave() -> None:
        sitting.cancel()

    async def guest() -> None:
        with sitting:
            await star.play(2)
        await trio.sleep(30)
        star.spokes[2].ends[1] = await star.spokes[2].reach(1)
        star.matches[2].listen()
        await star.play(2, history=star.logs[2].records[:])

    star.spokes[2].moments[20] = leave
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest)
            nursery.start_soon(star.play, 0)
            nursery.start_soon(star.play, 1)
    assert sitting.cancelled_caught
    agreed(star)
    assert ("away", f"P2 {LEFT}") in star.players[0].notices


@pytest.mark.parametrize("junk", [b"\x77what", handshake.RECORD + bytes(200)])
async def test_a_guest_who_talks_nonsense_is_left_and_named(
    junk: bytes, autojump_clock: trio.testing.MockClock
) -> None:
    """The others learn who it is; the match ends when nothing can go on without it."""
    star = Star(3)
    spoke = star.spokes[1]

    async def nonsense() -> None:
        await FramedStream.send(spoke.ends[1], junk)

    spoke.moments[20] = nonsense
    with trio.move_on_after(600):
        await star.play_all()
    assert "gone" in star.players[0].kinds()
    assert isinstance(star.ends[0], PeerGarbage) and "P1" in str(star.ends[0])
    assert isinstance(star.ends[2], Stopped) and "P1" in str(star.ends[2])
    assert star.logs[0].verdict().verdict is Outcome.UNFINISHED
    assert star.logs[0].verdict().owed_by == [1]


async def test_a_cheat_is_named_by_every_honest_seat(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The host passes the evidence on, so that all logs say the same."""
    star = Star(3, kinds={1: hostile("shuffle-duplicate-card")})
    with trio.move_on_after(600):
        await star.play_all()
    for honest in (0, 2):
        error = star.ends[honest]
        assert isinstance(error, Blame) and error.seat == 1, error
        verdict = star.logs[honest].verdict()
        assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, 1)


class Interrupted(Listener):
    """Ctrl-C is pressed in the middle of the match."""

    def told(self, view: Any, events: Any) -> None:
        if view.state.answered >= 3:
            raise KeyboardInterrupt


async def close_the_window(star: Star) -> None:
    with trio.move_on_after(0.5) as scope:
        star.players[0].thinks = True
        await star.play(0)
    assert scope.cancelled_caught


async def press_ctrl_c(star: Star) -> None:
    star.players[0] = Interrupted(0)
    with pytest.raises(KeyboardInterrupt):
        await star.play(0)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("leave", [close_the_window, press_ctrl_c])
async def test_a_host_who_leaves_is_waited_for_and_the_match_goes_on(
    leave: Callable[[Star], Any], seats: int, autojump_clock: trio.testing.MockClock
) -> None:
    """A guest's only link is the host's; the guest is told that the host has left, and waits."""
    star = Star(seats)
    async with trio.open_nursery() as nursery:
        for guest in range(1, seats):
            nursery.start_soon(star.play, guest)
        await leave(star)
        await trio.sleep(1000)
        for guest in range(1, seats):
            assert ("away", f"P0 {LEFT}") in star.players[guest].notices
            assert "lost" not in str(star.players[guest].notices) and guest not in star.ends
        star.players[0] = Listener(0)
        for spoke in star.spokes.values():
            spoke.ends[0] = await spoke.reach(0)
        before, records = star.matches[0], star.logs[0].records[:]
        again = Match(SYSTEM, before.terms, before.own, private=before._basis.private)
        again.replay(records)
        star.matches[0] = again
        await star.play(0, history=records)
    agreed(star)


async def test_the_host_who_leaves_and_cannot_be_reached_ends_it_for_the_guests(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """It is told why, and can resume."""
    star = Star(3)
    async with trio.open_nursery() as nursery:
        for guest in (1, 2):
            nursery.start_soon(partial(star.play, guest, reach={}))
        await close_the_window(star)
    for guest in (1, 2):
        error = star.ends[guest]
        assert isinstance(error, Stopped) and "can be resumed" in str(error)


async def test_a_program_that_keeps_back_its_share_is_told_of(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Alive, but what no person decides does not come: said once a step, in plain words."""

    class Mute(Match):
        def _make_what_is_ours(self) -> None:
            if self.step <= 1 or self.due() in DECIDED:
                super()._make_what_is_ours()

    star = Star(2, kinds={1: Mute})
    with trio.move_on_after(600):
        await star.play_all()
    told = [text for kind, text in star.players[0].notices if kind == "silent"]
    assert len(told) == 1 and told[0].startswith("P1's program has owed its ")
    assert "2 minutes" in told[0] and isinstance(star.players[0], Listener)


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_seat_that_stays_away_is_dropped_and_the_others_end_the_match(
    seats: int, autojump_clock: trio.testing.MockClock
) -> None:
    """After a while all who remain agree to go on; every log proves it."""
    star = Star(seats)
    spoke = star.spokes[2]

    spoke.moments[20] = spoke.hold
    with trio.move_on_after(3_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: star.play(2))
            async with trio.open_nursery() as rest:
                for seat in set(range(seats)) - {2}:
                    rest.start_soon(partial(star.play, seat, drop_after=30))
            nursery.cancel_scope.cancel()
    for seat in set(range(seats)) - {2}:
        assert star.ends[seat] is None and star.matches[seat].dropped == (2,)
        assert star.logs[seat].verdict().verdict is Outcome.OK
    assert "dropping" in star.players[0].kinds() and "dropped" in star.players[0].kinds()
    assert 2 not in star.ends


async def test_who_comes_back_too_late_is_told_so(autojump_clock: trio.testing.MockClock) -> None:
    """The others have agreed; a dropped seat's program ends with one line."""
    star = Star(3)
    spoke = star.spokes[2]

    async def away() -> None:
        await spoke.hold()
        nursery.start_soon(come_back)

    async def come_back() -> None:
        await trio.sleep(35)
        spoke.held.set()

    spoke.moments[20] = away
    star.players[1].slow = 10.0
    with trio.move_on_after(5_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: star.play_all(drop_after=30))
    assert star.ends[0] is None and star.ends[1] is None
    assert isinstance(star.ends.get(2), Stopped | NetError), star.ends
    assert "without" in str(star.ends[2])
    own = star.logs[2].verdict()  # its own log holds what the others have signed
    assert (own.verdict, own.owed_by) == (Outcome.UNFINISHED, [2])
    assert "went on without" in own.reason


async def test_two_versions_of_an_entry_meet_where_links_form_a_ring(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Seat 1 commits to one thing for seat 0 and to another for seat 2: both name it, and so does
    whoever reads either log."""
    star = Star(3)
    links: list[dict[Seat, FramedStream]] = [{}, {}, {}]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        streams = trio.testing.memory_stream_pair()
        for seat, other, stream in ((a, b, streams[0]), (b, a, streams[1])):
            links[seat][Seat(other)] = FramedStream(
                stream, peer=f"P{other}", silence=math.inf, keepalive=math.inf
            )
    to_two = links[1][Seat(2)]
    own = star.matches[1].own
    assert own is not None

    async def otherwise(payload: bytes) -> None:
        if payload[:1] == handshake.RECORD:
            entry = decode_entry(split_record(payload[1:])[0])
            if entry.seat == 1 and entry.kind is EntryKind.COMMIT:
                other = attrs.evolve(entry, body=bytes(32))
                payload = handshake.RECORD + sign(other, own.identity)
        await FramedStream.send(to_two, payload)

    to_two.send = otherwise  # type: ignore[method-assign]

    async def play(seat: int) -> None:
        try:
            await run_match(star.matches[seat], links[seat], star.players[seat], star.logs[seat])
        except (Blame, Stopped, NetError) as error:
            star.ends[seat] = error

    with trio.move_on_after(600):
        async with trio.open_nursery() as nursery:
            for seat in range(3):
                nursery.start_soon(play, seat)
    for honest in (0, 2):
        error, verdict = star.ends[honest], star.logs[honest].verdict()
        assert isinstance(error, Blame) and error.seat == 1, error
        assert "two different entries" in error.reason
        assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, 1)


async def test_a_hello_of_somebody_else_than_who_has_proved_the_seat(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A HELLO can be an old one of another player; it is refused, and names nobody."""
    star = Star(2)
    star.spokes[1].ends[0].proved = Proved(Seat(1), bytes(32), "")
    with trio.move_on_after(600):
        await star.play_all(reach={})
    error = star.ends[0]
    assert isinstance(error, Blame) and error.seat is None
    assert "somebody else than who proved" in str(error)
    assert star.logs[0].verdict().owed_by == [1]


async def test_a_hello_under_another_name_than_one_has_said_yes_to_is_refused(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A match shows the name of the HELLO: it must be the one that was asked about."""
    star = Star(2)
    here, side = star.spokes[1].ends[0], star.matches[1].own
    assert side is not None
    here.proved, here.who = Proved(Seat(1), side.public(), ""), Peer(side.public(), "Ada", "test")
    with trio.move_on_after(600):
        await star.play_all(reach={})
    error = star.ends[0]
    assert isinstance(error, Blame) and error.seat is None
    assert "under another name than it came with" in str(error)


async def test_of_two_who_are_away_the_one_who_comes_back_first_plays_on(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Nobody proposes anything that a seat that is away would have to agree to: a proposal binds,
    and would keep out whoever returns."""
    star = Star(4)

    def goes(seat: int, back: float) -> Callable[[], Any]:
        async def away() -> None:
            await star.spokes[seat].hold()
            nursery.start_soon(come_back)

        async def come_back() -> None:
            await trio.sleep(back)
            star.spokes[seat].held.set()

        return away

    star.spokes[2].moments[20] = goes(2, math.inf)
    star.spokes[3].moments[20] = goes(3, 500)
    with trio.move_on_after(5_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: star.play(2))
            async with trio.open_nursery() as rest:
                for seat in (0, 1, 3):
                    rest.start_soon(partial(star.play, seat, drop_after=30))
            nursery.cancel_scope.cancel()
    for seat in (0, 1, 3):
        assert star.ends[seat] is None and star.matches[seat].dropped == (2,)
