"""Matches of several seats in memory: a host in the middle, and links that fail as they may."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.net import handshake
from owm_net.net.driver import DriverOptions, run_match
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import MAGIC, EntryKind, decode_entry, frame_record, split_record
from owm_net.session.match import Match, Own
from owm_net.session.player import ComputerPlayer
from owm_net.session.terms import propose
from owm_net.session.verify import Outcome, Verdict, verify

SYSTEM = games.get("skeleton")


class MemoryLog:
    """Keeps what a file would."""

    def __init__(self) -> None:
        self.records: list[bytes] = []

    def append(self, records: list[bytes], sync: bool) -> None:
        self.records += records

    def verdict(self) -> Verdict:
        data = MAGIC + b"".join(map(frame_record, self.records))
        return verify(data, lambda name: SYSTEM, processes=1)


class Listener(ComputerPlayer):
    """Plays at random, unless it thinks for ever, and keeps what it was told."""

    thinks = False
    slow = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(SYSTEM, Chance(seed), random_player)
        self.notices: list[tuple[str, str]] = []
        self._awaited: list[tuple[Callable[[], bool], trio.Event]] = []

    async def decide(self, view: Any) -> Any:
        await trio.sleep(math.inf if self.thinks else self.slow)
        return await super().decide(view)

    def told(self, view: Any, events: Any) -> None:
        for condition, event in self._awaited:
            if condition():
                event.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that comes about as the match goes on."""
        event = trio.Event()
        self._awaited.append((condition, event))
        await event.wait()

    def notice(self, kind: str, text: str) -> None:
        self.notices.append((kind, text))

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.notices]


class Spoke:
    """The cable between the host and one guest: delays, doubles, is cut, and is plugged again.

    every: cut at each so many records, 0 for never. delay: seconds, of which a record takes none,
    one or two times as many; eases: no longer after so many records. last: seconds that each END
    takes. limit: cuts in all. moments: what happens besides when so many records have been sent.
    """

    def __init__(
        self,
        name: str,
        every: int = 0,
        delay: float = 0,
        double: bool = False,
        limit: int = 60,
        last: float = 0,
        eases: float = math.inf,
    ) -> None:
        self.name, self.every, self.delay, self.double = name, every, delay, double
        self.limit, self.last, self.eases = limit, last, eases
        self.sent = self.cuts = 0
        self.held = trio.Event()
        self.held.set()
        self.moments: dict[int, Callable[[], Any]] = {}
        self._waiting: list[int] = []
        self._ready = trio.Event()
        self.plug()

    def plug(self) -> None:
        a, b = trio.testing.memory_stream_pair()
        self.ends = [self._wired(a, self.name), self._wired(b, "the host")]

    def _wired(self, stream: Any, peer: str) -> FramedStream:
        link = FramedStream(stream, peer=peer, silence=math.inf, keepalive=math.inf)
        whole = link.send

        async def send(payload: bytes) -> None:
            if payload[:1] == handshake.RECORD:
                self.sent += 1
                if self.sent in self.moments:
                    with trio.CancelScope(shield=True):  # who sends may be stopped by it
                        await self.moments.pop(self.sent)()
                if self.delay and self.sent <= self.eases:
                    await trio.sleep(self.delay * (self.sent % 3))
                if self.last and decode_entry(split_record(payload[1:])[0]).kind is EntryKind.END:
                    await trio.sleep(self.last)
                if self.every and self.sent % self.every == 0 and self.cuts < self.limit:
                    await self.cut()
            await whole(payload)
            if self.double and payload[:1] == handshake.RECORD:
                await whole(payload)

        link.send = send  # type: ignore[method-assign]
        return link

    async def cut(self) -> None:
        self.cuts += 1
        for end in self.ends:
            await end.aclose()

    async def hold(self) -> None:
        """Cut it; it is not plugged again before `held` is set."""
        self.held = trio.Event()
        await self.cut()

    async def reach(self, side: int) -> FramedStream:
        """Both must have noticed; then there is a new cable, unless it is held back."""
        await self.held.wait()
        self._waiting.append(side)
        if len(self._waiting) == 2:
            self._waiting.clear()
            self.plug()
            ready, self._ready = self._ready, trio.Event()
            ready.set()
        else:
            await self._ready.wait()
        return self.ends[side]


def own(seat: int, chance: int = 0) -> Own:
    """A player with the same key and the same chance in every run. chance: another number makes
    it somebody else."""
    source = random.Random(16 * chance + seat).randbytes
    key = Ed25519PrivateKey.from_private_bytes(source(32))
    return Own(Seat(seat), f"P{seat}", key, source)


class Star:
    """A match of `seats` players; spokes: by guest's seat, to the host. chance: see `own`."""

    def __init__(
        self,
        seats: int,
        mission: str = "duel",
        spokes: Sequence[Spoke] | None = None,
        kinds: dict[int, Callable[..., Match]] | None = None,
        chance: int = 0,
    ) -> None:
        terms = propose(SYSTEM, SYSTEM.default_setup(mission, seats=seats), 0)
        self.spokes = dict(enumerate(spokes or [Spoke(f"P{s}") for s in range(1, seats)], 1))
        self.matches = [
            (kinds or {}).get(seat, Match)(SYSTEM, terms, own(seat, chance))
            for seat in range(seats)
        ]
        self.logs = [MemoryLog() for _ in range(seats)]
        self.players = [Listener(seat) for seat in range(seats)]
        self.ends: dict[int, BaseException | None] = {}
        self.settled: dict[int, bool] = {}

    def links(self, seat: int) -> dict[Seat, FramedStream]:
        if seat == 0:
            return {Seat(guest): spoke.ends[0] for guest, spoke in self.spokes.items()}
        return {Seat(0): self.spokes[seat].ends[1]}

    def reach(self, seat: int) -> dict[Seat, Any]:
        if seat == 0:
            return {Seat(g): lambda s=spoke: s.reach(0) for g, spoke in self.spokes.items()}
        return {Seat(0): lambda: self.spokes[seat].reach(1)}

    async def play(self, seat: int, **more: Any) -> None:
        """One seat to its end; what ended it is in `ends`, what it came to in `settled`."""
        options = DriverOptions(**{"reach": self.reach(seat), **more})
        try:
            self.settled[seat] = await run_match(
                self.matches[seat],
                self.links(seat),
                self.players[seat],
                self.logs[seat],
                options,
            )
        except Exception as error:
            self.ends[seat] = error
        else:
            self.ends[seat] = None

    async def play_all(self, **more: Any) -> None:
        async with trio.open_nursery() as nursery:
            for seat in range(len(self.matches)):
                nursery.start_soon(partial(self.play, seat, **more))


async def played(
    star: Star,
    others: dict[int, dict[str, Any]],
    most: float,
    *besides: Callable[[], Any],
    silent: tuple[int, ...] = (),
) -> float:
    """Play a match in which the seats in `others` play to their end with these options, and the
    rest until then, except the silent. Returns when they had ended, or `most`."""
    with trio.move_on_after(most):
        async with trio.open_nursery() as nursery:
            for task in besides:
                nursery.start_soon(task)
            for seat in range(len(star.matches)):
                if seat not in others and seat not in silent:
                    nursery.start_soon(star.play, seat)
            async with trio.open_nursery() as rest:
                for seat, options in others.items():
                    rest.start_soon(partial(star.play, seat, **options))
            nursery.cancel_scope.cancel()
    return trio.current_time()


def gone_on_without(star: Star, dropped: tuple[int, ...]) -> None:
    """All others have ended the match, and their logs say so."""
    for seat in set(range(len(star.matches))) - set(dropped):
        assert star.ends.get(seat, "none") is None, star.ends
        assert star.matches[seat].finished and star.matches[seat].dropped == dropped
        assert star.logs[seat].verdict().verdict is Outcome.OK
