"""The seats of a match that gathers: which are free, for whom, and to whom each is offered.

A seat is taken by a guest who proves an identity, not by the one it was offered to. It is kept for
a while for a guest who was lost as the match began.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import trio

from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.text import say
from owm_net.net.streams import Proved
from owm_net.protocol.channel import Peer

ALONE: Final = 1.0
"""Seconds in which a seat that has been offered is offered to nobody else, unless all are: so two
friends who come together get one each."""
FULL: Final = say("all seats are taken")
KEPT: Final = say(
    "the last free seat is kept for a player whose connection was lost: try again in a minute"
)


class Seats:
    """The guests' seats. known: identities by seat, of taken seats; the lobby adds them."""

    def __init__(self, count: int, known: dict[Seat, bytes]) -> None:
        self.count = count
        self._known = known
        self._held: dict[Seat, tuple[bytes, float]] = {}  # for which identity, and until when
        self._offers: list[tuple[Seat, float]] = []  # seat and time, while they are open
        self._stirred = trio.Event()

    def stir(self) -> None:
        """Whoever waits for a guest or a seat shall look again."""
        self._stirred.set()
        self._stirred = trio.Event()

    async def changed(self) -> None:
        """Wait until it may be worth looking again."""
        await self._stirred.wait()

    @contextmanager
    def offered(self, seat: Seat) -> Iterator[None]:
        """Mark a seat as offered to somebody meanwhile."""
        self._offers.append(offer := (seat, trio.current_time()))
        try:
            yield
        finally:
            self._offers.remove(offer)
            self.stir()

    def keep(self, seat: Seat, seconds: float) -> None:
        """Keep a seat for the guest who has it, and is lost."""
        self._held[seat] = self._known[seat], trio.current_time() + seconds

    def _free_for(self, who: Peer) -> list[Seat]:
        """Return the seats for this guest: a seat that is held for them, else those that are for
        nobody else."""
        now = trio.current_time()
        free = [seat for seat in all_seats(self.count)[1:] if seat not in self._known]
        held = {seat: whose for seat, (whose, until) in self._held.items() if until > now}
        theirs = [seat for seat in free if held.get(seat) == who.identity]
        return theirs or [seat for seat in free if seat not in held]

    def _quiet_for(self, who: Peer) -> list[Seat]:
        """Those that are free, and offered to nobody who may be about to take them."""
        old = trio.current_time() - ALONE
        new = {seat for seat, at in self._offers if at > old}
        return [seat for seat in self._free_for(who) if seat not in new]

    async def to_offer(self, who: Peer) -> Seat | None:
        """One that is quiet, if there will be one in a moment; of several, that which the fewest
        are being offered. None if all are taken."""
        with trio.move_on_after(ALONE):
            while self._free_for(who) and not self._quiet_for(who):
                await self.changed()
        open_to = [seat for seat, _ in self._offers]
        return min(self._quiet_for(who) or self._free_for(who), key=open_to.count, default=None)

    def why_not(self, who: Peer, proved: Proved) -> str:
        """Return why a guest cannot have the seat that was offered to them; "" if they can."""
        if proved.identity in self._known.values():
            return say(
                "another player here has the same key: two players of one machine need"
                " an OWM_HOME each"
            )
        free = self._free_for(who)
        if free and proved.seat not in free:
            return say("another player was faster to take the seat that was offered")
        return "" if free else self.full()

    def full(self) -> str:
        """Return why there is no seat."""
        return FULL if len(self._known) == self.count - 1 else KEPT
