"""The players, and the seat whose view this window shows."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from owm_net.client.language import tr
from owm_net.client.match.replay import Replay
from owm_net.engine.ids import Seat


@define(eq=False)
class Players:
    """names: by seat, "" where not known yet. seat: from which the table is seen, below 0 for an
    onlooker. is_lent: the cards of that seat are not the player's own. open_seats: seats whose
    cards are seen besides."""

    names: tuple[str, ...]
    seat: Seat
    is_lent: bool = False
    open_seats: tuple[Seat, ...] = ()

    @property
    def player(self) -> int:
        """Return the player's own seat: below 0 for an onlooker, and for a replay with the cards of
        another."""
        return -1 if self.is_lent else self.seat

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        if seat == self.player:
            return tr("You")
        return self.names[seat] if seat < len(self.names) else tr("Seat {number}", number=seat + 1)

    def call(self, names: Sequence[str]) -> None:
        """Set the names, by seat; "" keeps what was known."""
        self.names = tuple([new or old for new, old in zip(names, self.names, strict=True)])

    def look_as(self, seat: Seat, replay: Replay) -> None:
        """Look from a seat of a replay, with the cards that are chosen there."""
        seen, own = replay.seen, replay.own
        self.seat = seat
        self.open_seats = () if seen is None else seen.others
        if seen is None:
            self.is_lent = False
        elif own is None:
            self.is_lent = seen in replay.hands or bool(seen.others)
        else:
            self.is_lent = seen in replay.hands or seen.seat != own.seat
