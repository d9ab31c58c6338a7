"""The state of a duel. SKEL-01 to SKEL-08, and the seats that have left (SKEL-13)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Frame, GameState
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.engine.requests import Result
from owm_net.engine.telling import Telling
from owm_net.engine.text import say

DECK = "deck"
"""The name of the common deck."""
UNPICKED = Seat(0)
"""Who begins, as long as no seat has been picked."""


@register("skeleton.state")
@define(kw_only=True)
class DuelState(GameState):
    """bold: SKEL-02, one for each seat. scores: one for each seat. fog: slots nobody has seen.
    reshuffled: SKEL-08. gone: seats that have left, SKEL-13."""

    telling = Telling["DuelState"]()

    bold: list[bool] = field(factory=list)
    scores: list[int] = field(factory=list)
    discard: list[int] = field(factory=list)
    fog: list[int] = field(factory=list)
    reshuffled: bool = False
    gone: list[Seat] = field(factory=list)

    def present(self) -> list[Seat]:
        """The seats that have not left."""
        return [seat for seat in self.players if seat not in self.gone]

    def own_hands(self) -> list[tuple[Seat, int]]:
        """Return (seat, hand) of all that have not left."""
        return [(seat, seat) for seat in self.present()]

    def next_seat(self, seat: Seat) -> Seat:
        """The next one in turn order that has not left."""
        after = (*self.players[seat + 1 :], *self.players[: seat + 1])
        return next(s for s in after if s not in self.gone)

    def order_from(self, seat: Seat) -> list[Seat]:
        """All that have not left, in turn order, beginning with this one."""
        order = [seat]
        while (after := self.next_seat(order[-1])) != seat:
            order.append(after)
        return order

    def gather(self) -> list[int]:
        """Take up what a new deck is made of: the discard pile. See `full` for more."""
        cards, self.discard = self.discard, []
        return cards

    def last_frame(self, scores: tuple[int, ...]) -> Frame[None] | None:
        """Return the frame that comes before the end with these scores, if any; see `full`."""
        return None

    def result(self, scores: tuple[int, ...]) -> Result:
        """Most points win, of those that have not left."""
        best = max([scores[seat] for seat in self.present()])
        winners = tuple([seat for seat in self.present() if scores[seat] == best])
        return Result(winners, scores, say("the deck has run out twice"))
