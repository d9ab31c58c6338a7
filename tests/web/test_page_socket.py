"""The one way out of a page: whatever comes by it is a message of a relay, or one sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
import trio.testing
from trio.testing import memory_stream_pair

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net.driver import DriverOptions, run_match
from owm_net.net.errors import NetError
from owm_net.net.peers import papers_for
from owm_net.net.relays import meet_room
from owm_net.net.rendezvous import Address, connect_within
from owm_net.net.streams import FramedStream, PeerGone
from owm_net.protocol.entries import read_records
from owm_net.protocol.framing import encode_frame
from owm_net.session.player import ComputerPlayer
from owm_net.session.verify import Outcome, verify
from owm_net.web.socket import MOST_UNREAD, PageSocket
from tests.net.test_net_driver import SYSTEM, MemoryLog
from tests.net.test_net_secure import ATTACKS, Attack, Exchange, Pair, Wire, met
from tests.web.browser_sockets import (
    END,
    SERVER,
    STALL,
    TEXT,
    VANISH,
    Browser,
    BrowserSocket,
    browser,
)

__all__ = ["browser"]

HERE = Address(*SERVER)


def floods(made: BrowserSocket) -> None:
    """Send more than anybody reads."""
    for _ in range(1000):
        made.says(bytes(1 << 16))


BROKEN: dict[str, Callable[[BrowserSocket], None]] = {
    "a text": lambda made: made.says("PAIR"),
    "a text of a frame": lambda made: made.says("\0\0\0\x04PAIR"),
    "one message of more than anybody reads": lambda made: made.says(bytes(MOST_UNREAD + 1)),
    "no end": floods,
    "the connection is cut": lambda made: made.ends(1006),
    "the relay is restarted": lambda made: made.ends(1012),
}


async def link_to(browser: Browser) -> tuple[FramedStream, BrowserSocket]:
    """A link to the relay, and the browser's side of it."""
    link = FramedStream(await connect_within(HERE, 10), peer="Ben")
    return link, browser.opened[-1]


@pytest.mark.parametrize("how", BROKEN)
async def test_what_no_relay_sends_breaks_the_link_in_one_sentence(
    how: str, browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """A text in place of bytes; more than 8 MiB that nobody has read. Nothing of it is kept, and
    nothing that comes behind it counts."""
    link, made = await link_to(browser)
    BROKEN[how](made)
    assert made.readyState == 3
    made.says(encode_frame(b"more"))
    with pytest.raises(PeerGone) as gone:
        await link.receive()
    assert str(gone.value) == "lost Ben: the connection broke; connect again to go on"
    with pytest.raises(PeerGone, match="the connection broke"):
        await link.send(b"more")
    await link.aclose()


@pytest.mark.parametrize("how", BROKEN)
async def test_a_relay_that_answers_so_is_one_that_cannot_be_used(
    how: str, browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """Before it has brought anybody together, too."""

    def serve(made: BrowserSocket) -> None:
        made.opens()
        BROKEN[how](made)

    browser.serve = serve
    with pytest.raises(NetError) as bad:
        await meet_room(HERE, "amber-elk-7")
    assert str(bad.value).isprintable() and SERVER[0] in str(bad.value)


async def test_a_link_is_lost_as_soon_as_the_browser_has_no_network(
    browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """And the next one is another, whenever that is."""
    link, made = await link_to(browser)
    browser.goes_offline(None)
    assert made.readyState == 3
    with pytest.raises(PeerGone, match="the connection broke"):
        await link.receive()
    await link.aclose()
    other, made = await link_to(browser)
    made.says(encode_frame(b"here"))
    assert await other.receive() == b"here"
    await other.aclose()


async def test_a_little_less_than_too_much_is_read(
    browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    link, made = await link_to(browser)
    data = encode_frame(bytes(1 << 20))
    for _ in range(7):
        made.says(data[:100_000])
        made.says(data[100_000:])
    for _ in range(7):
        assert await link.receive() == bytes(1 << 20)
    made.says(b"")
    assert await link.receive() is None
    await link.aclose()


@pytest.mark.parametrize("nobody", [lambda made: made.ends(1006), lambda made: None])
async def test_a_server_without_a_relay_is_said_to_be_one(
    nobody: Callable[[BrowserSocket], None],
    browser: Browser,
    autojump_clock: trio.testing.MockClock,
) -> None:
    browser.serve = nobody
    with pytest.raises(NetError, match=r"cannot reach 192\.0\.2\.1:7443: (nobody|not within)"):
        await connect_within(HERE, 10)
    assert browser.opened[-1].readyState == 3
    await trio.testing.wait_all_tasks_blocked()


@pytest.mark.parametrize(
    "place",
    [
        Address("evil.example", 7443),
        Address(SERVER[0], 7444),
        Address("127.0.0.1", 7443),
        Address(f"{SERVER[0]}@evil.example", 7443),
    ],
)
async def test_a_page_reaches_no_other_server_than_its_own(
    place: Address, browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """Whoever has named it: an invitation, or a relay that sends it on."""
    with pytest.raises(NetError, match="a page reaches no other server than its own") as bad:
        await connect_within(place, 10)
    assert str(bad.value).isprintable() and not browser.opened


async def test_a_relay_sends_a_page_nowhere_else(
    browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """Not even to another port of the same server."""

    def serve(made: BrowserSocket) -> None:
        made.opens()
        made.says(encode_frame(b"AT 192.0.2.1:80"))

    browser.serve = serve
    with pytest.raises(NetError, match="sent us on") as bad:
        await meet_room(HERE, "amber-elk-7")
    assert str(bad.value).isprintable() and len(browser.opened) == 1


PAGES = {
    "a text put in": lambda before, frame: [TEXT, frame],
    "the rest is gone": lambda before, frame: [VANISH],
    "half of it ends, and more comes": lambda before, frame: [frame, END, frame],
    "stalled": lambda before, frame: [STALL, frame],
    "no end of noise": lambda before, frame: [bytes(MOST_UNREAD + 1)],
    "a frame of 4 GiB": lambda before, frame: [b"\xff" * 4, frame],
    "byte by byte": lambda before, frame: [bytes([byte]) for byte in frame[:-1]] + [b""],
}
"""What a relay may do to a page beside all that anybody on the wire may."""


class HostileRelay(Exchange):
    """Attacks each link of a page in another way than the one before, from either end by turns."""

    def __init__(self, nursery: trio.Nursery, browser: Browser) -> None:
        super().__init__(nursery, None)
        self._browser = browser
        self.attacks: list[Attack] = [*ATTACKS.values(), *PAGES.values()]

    def new(self) -> Wire:
        n = len(self.wires)
        attack = self.attacks[n % len(self.attacks)]
        at = n // 4 + 2  # where a page is told of its friend is before
        self.wires.append(Wire(self._nursery, attack, at, n % 2, (memory_stream_pair, self._page)))
        return self.wires[-1]

    def _page(self) -> Pair:
        """The page's stream, and the relay's."""
        made = self._browser.new("")
        page = PageSocket(made, SERVER)
        made.opens()
        return page, made.its_end


async def test_a_hostile_relay_changes_nothing_of_a_match_in_a_page(
    browser: Browser, autojump_clock: trio.testing.MockClock
) -> None:
    """Whatever it does to which message: a link is lost at most, and the match goes on. Nobody is
    blamed, both have the same log, and it is good."""
    logs = MemoryLog(), MemoryLog()
    browser.serve = lambda made: None
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            matches, links = await met(nursery)
            relay = HostileRelay(nursery, browser)
            async with trio.open_nursery() as playing:
                for seat in range(2):
                    papers = papers_for(matches[seat], {Seat(1 - seat): links[seat]})
                    player = ComputerPlayer(SYSTEM, Chance(seat), random_player)
                    options = DriverOptions(reach=relay.reach(seat, papers))
                    playing.start_soon(run_match, matches[seat], {}, player, logs[seat], options)
            nursery.cancel_scope.cancel()
    done = sum(wire.done for wire in relay.wires)
    assert done >= len(relay.attacks), done
    assert all(match.finished for match in matches)
    for log in logs:
        assert verify(log.data, lambda _: SYSTEM, processes=1).verdict is Outcome.OK
    one, other = (sorted(read_records(log.data)) for log in logs)
    assert one == other
