"""MORALE and RALLY: cards on a roll, by both sides in turn, before the die (SQD-WIN-02, -10)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import About, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.words import added, because, squad_name

ROLL_CARD = Kind(
    "modifier",
    Play,
    rule="SQD-WIN-02 SQD-WIN-10",
    why=say("choose a card for the roll, or pass"),
    deed=say("play a card on the roll or not"),
    passes=say("play no card on this roll"),
)


@frame("squadcards.exchange")
@define
class CardsOnRoll(OfSquad, Exchange[SquadState, Play, int]):
    """SQD-WIN-02, SQD-WIN-10: both sides play cards on a roll, one at a time by turns; two
    passes in a row end it (R-30). Result: the sum of their modifiers.

    squad: which rolls. moment: MORALE or RALLY.
    """

    squad: SquadId
    moment: Moment
    seat: Seat
    passes: int = 0
    total: int = 0

    def kind(self) -> Kind[Play]:
        return ROLL_CARD

    def may_play(self, g: SquadState) -> bool:
        """Return True if the seat has a card; otherwise it passes (R-47)."""
        return bool(self._hands(g))

    def _hands(self, g: SquadState) -> list[SquadId]:
        """Return the hands whose cards may be played: the rolling squad's own, any of the
        opponent's (R-51)."""
        mine = self.seat == g.squads[self.squad].seat
        return [s for s in ([self.squad] if mine else g.living(self.seat)) if g.hands[s]]

    @ROLL_CARD.tells
    def about_modifier(self, view: View[SquadState]) -> About:
        """Tell whose roll it is, and its total so far."""
        g = view.state
        squad, who = g.squads[self.squad], squad_name(g, self.squad)
        if self.moment is Moment.RALLY:
            parts = added([(say("nation"), squad.row.rally), (say("cards"), self.total)])
            why = say("1D6{because}: 5 or more rallies it", because=because(parts))
            return About(
                say("rally roll of the {who}: play a card on it?", who=who), why, "SQD-RALLY-01"
            )
        nation, lost = (say("nation"), squad.row.morale), (say("men lost"), squad.men_lost)
        parts = added([nation, lost, (say("cards"), self.total)])
        hard = say("routs it, it is pinned") if squad.pinned else say("pins it")
        rule = "SQD-MORALE-07" if squad.pinned else "SQD-MORALE-02"
        why = say("1D6{because}: 5 or more {hard}", because=because(parts), hard=hard)
        return About(say("morale check of the {who}: play a card on it?", who=who), why, rule)

    @ROLL_CARD.offers
    def offers_modifier(self, view: View[SquadState]) -> Iterator[Play]:
        yield from ON_ROLL[self.moment].offers(view, self._hands(view.state))

    @ROLL_CARD.judges
    def why_not_modifier(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """A card of a hand that may play on this roll."""
        return ON_ROLL[self.moment].why_not(view, self, self._hands(view.state), answer)

    def execute(self, g: SquadState, play: Play) -> Frame[None] | None:
        """The card's number is added to `total`, see `cards.on_rolls`."""
        return ON_ROLL[self.moment].play(g, self, self._hands(g), play)

    def close(self, g: SquadState) -> Outcome[int]:
        """Both have passed in a row: the sum is added to the die."""
        return Done(self.total)


MORALE: PlayWindow[CardsOnRoll] = PlayWindow(ROLL_CARD, Moment.MORALE, rule="SQD-WIN-02")
RALLY: PlayWindow[CardsOnRoll] = PlayWindow(ROLL_CARD, Moment.RALLY, rule="SQD-WIN-10")
ON_ROLL = {Moment.MORALE: MORALE, Moment.RALLY: RALLY}
