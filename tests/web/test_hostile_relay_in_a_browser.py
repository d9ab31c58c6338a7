"""A page at a relay that does to its links whatever a relay can: a link is lost at most."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair
from wsproto.events import BytesMessage, TextMessage

from owm_net.relay.listeners import accept_from, open_listeners
from owm_net.relay.page import read_page
from owm_net.relay.server import Relay
from owm_net.relay.web import WebDoor, WebSite
from tests.net.test_net_secure import ATTACKS, Wire
from tests.verbs.command import HERE, Process
from tests.web import door
from tests.web.at_the_page import PagePlayer, play
from tests.web.browser_sockets import END, TEXT, VANISH
from tests.web.conftest import PAGE
from tests.web.door import with_a_door
from tests.web.test_matches_in_a_browser import agree, has_ended
from tests.web.test_page_socket import PAGES

pytestmark = pytest.mark.slow
HOW = {name: attack for name, attack in {**ATTACKS, **PAGES}.items() if name != "stalled"}
"""What is done to one frame. That nothing comes for half a minute, `test_page_socket.py` has the
time for."""
SEEN_AT_ONCE = {
    "doubled": "it says what no relay says",
    "a text put in": "the connection broke",
    "ended": "it ended the connection",
    "the rest is gone": "the connection broke",
    "no end of noise": "a frame of 0 bytes",
    "a frame of 4 GiB": "a frame of 4294967295 bytes",
}
"""And what is said of it where it is done to the first frame that comes from the relay."""


class _ToThePage(trio.abc.Stream):
    """A page's WebSocket, by which a relay sends what no honest one does, too."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def send_all(self, data: Any) -> None:
        if data == TEXT:
            await self._stream._send(TextMessage(data="a text"))
        elif data == END:
            await self._stream._send(BytesMessage(data=b""))
        elif data == VANISH:
            await trio.aclose_forcefully(self._stream.transport_stream)
        else:
            await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._stream.receive_some(max_bytes))

    async def aclose(self) -> None:
        await self._stream.aclose()


class HostileRelay(Relay):
    """A relay that attacks each link of a page in another way than the one before, from either end
    by turns. left: names of the attacks that are still to be done. at: number of the frame that is
    attacked, and the end from which it comes, of link number n; the relay's is 1."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[str] = []
        self.at: Callable[[int], tuple[int, int]] = lambda n: (0, 1)
        self._links: list[tuple[str, Wire]] = []

    @property
    def links(self) -> int:
        """How many pages have come."""
        return len(self._links)

    async def attend(
        self, stream: Any, origin: Any = None, host: str = "", transport: str = "tcp"
    ) -> None:
        """Sit between a page and the relay."""
        if transport != "websocket":
            return await super().attend(stream, origin, host, transport)
        async with trio.open_nursery() as nursery:
            there, here = memory_stream_pair()
            unused, _ = memory_stream_pair()
            pairs = lambda: (unused, _ToThePage(stream)), lambda: (there, here)
            self._links.append(self._attacked(nursery, pairs))
            await super().attend(there, origin, host, transport)

    def _attacked(self, nursery: trio.Nursery, pairs: Any) -> tuple[str, Wire]:
        """A wire on which the attack that was left longest is done, and its name."""
        done = {name for name, wire in self._links if wire.done}
        self.left = [name for name in self.left if name not in done]
        if not self.left:
            return "", Wire(nursery, pairs=pairs)
        n = len(self._links)
        name = self.left[n % len(self.left)]
        return name, Wire(nursery, HOW[name], *self.at(n), pairs)

    async def serve(self, folder: Path, started: Any) -> None:
        """Listen until cancelled. started: gets the ports for programs and for browsers."""
        site = WebDoor(self, WebSite(read_page(str(folder))))
        async with trio.open_nursery() as nursery:
            ports = []
            for attend in (self.attend, site.attend):
                listeners = await open_listeners(HERE, 0)
                ports.append(listeners[0].socket.getsockname()[1])
                nursery.start_soon(accept_from, listeners, self, attend)
            nursery.start_soon(self.look_after)
            started(*ports)


@contextmanager
def hostile_relay(folder: Path) -> Iterator[tuple[HostileRelay, str, str]]:
    """One in a thread, with a page that has a door; its ports for programs and for browsers."""
    there: queue.Queue[tuple[HostileRelay, int, int, Any]] = queue.Queue()

    async def main() -> None:
        relay = HostileRelay()
        with trio.CancelScope() as scope:
            token = trio.lowlevel.current_trio_token()
            end = partial(token.run_sync_soon, scope.cancel)
            await relay.serve(folder, lambda tcp, web: there.put((relay, tcp, web, end)))

    thread = threading.Thread(target=trio.run, args=(main,))
    thread.start()
    relay, tcp, web, end = there.get(timeout=60)
    yield relay, str(tcp), str(web)
    end()
    thread.join()


@pytest.mark.usefixtures("address")  # skips it where there is no page
def test_a_page_outlasts_a_hostile_relay(chromium: Any, tmp_path: Path) -> None:
    """Before a match, each attack ends in one sentence, and the player may try again. In it, a link
    is lost at most: both have the same log to the end, and it is good."""
    with hostile_relay(with_a_door(PAGE, tmp_path)) as (relay, tcp, web):
        context = chromium.new_context(viewport={"width": 1280, "height": 720})
        ann = PagePlayer(context, f"http://{HERE}:{web}/")
        ann.open(name="Ann")
        ann.go("title:host")
        ann.choose("game:squadcards")
        for name in SEEN_AT_ONCE:
            relay.left, links = [name], relay.links
            ann.wait_for("confirm")
            while relay.links == links:
                ann.press("confirm")
            ann.wait_for_text(SEEN_AT_ONCE[name])
        relay.left = []
        ann.go("confirm")
        log = tmp_path / "ben.owmlog"
        joins = ("join", ann.code(), "--relay", f"{HERE}:{tcp}", "--relay-only")
        who = ("--player", "computer", "--name", "Ben", "--log", str(log))
        with Process(tmp_path / "ben", *joins, *who) as ben:
            ann.go("arrival.yes")
            play([ann], lambda: ann.is_asked)
            relay.left, relay.at = list(HOW), lambda n: (3 + n // 4 % 3, n % 2)
            ann.context.set_offline(True)  # the next link is another
            ann.wait_for_text("the connection broke")
            ann.context.set_offline(False)
            door.run(ann.page, door.DECIDES)
            play([ann], has_ended(ben))
            assert ben.end().returncode == 0
        assert relay.left == relay.left[:1], "the last may be under way"
        agree(ann, tmp_path / "ann", log)
        context.close()
    assert not ann.faults
