"""Morale checks, rout and rally (2.4, 2.9)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Outcome, frame
from owm_net.engine.requests import Roll
from owm_net.games.squadcards.state import Table
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows import CardsOnRoll

BAD_MORALE = 5
"""SQD-MORALE-02: this or more pins."""
RALLIED = 5
"""SQD-RALLY-01: this or more rallies."""


@frame("squadcards.morale_check")
@define
class MoraleCheck(Frame[None]):
    """SQD-MORALE-02 to -07: the check of a squad that has been fired upon."""

    squad: int
    cards: int = 0

    def start(self, g: Table) -> Outcome[None]:
        """SQD-WIN-02."""
        seat = g.squads[self.squad].seat
        return Call(CardsOnRoll(self.squad, Moment.MORALE, seat), then=self.roll)

    def roll(self, g: Table, cards: int) -> Outcome[None]:
        """One die."""
        self.cards = cards
        return Ask(Roll(6, 1, "morale check"), then=self.judge)

    def judge(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """Nothing, pinned, or rout."""
        squad = g.squads[self.squad]
        total = dice[0] + squad.row.morale + squad.men_lost + self.cards
        bad = total >= BAD_MORALE
        g.tell_seat(
            "morale",
            "SQD-MORALE-02",
            self.squad,
            die=dice[0],
            nation=squad.row.morale,
            lost=squad.men_lost,
            cards=self.cards,
            total=total,
            pinned=bad,
        )
        if not bad:
            return Done()
        if squad.pinned:
            return Ask(Roll(6, 2, "rout"), then=self.rout)
        squad.pinned = True
        return Done()

    def rout(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """SQD-MORALE-07, R-12: the survivors stay pinned; nobody killed them (R-08)."""
        lost = min(max(0, dice[0] - dice[1]), g.squads[self.squad].men)
        left = g.squads[self.squad].men - lost
        g.tell_seat("rout", "SQD-MORALE-07", self.squad, dice=dice, lost=lost, men=left)
        return Call(Casualties(self.squad, lost), then=self.close) if lost else Done()

    def close(self, g: Table) -> Outcome[None]:
        """The check is over."""
        return Done()


@frame("squadcards.rally")
@define
class RallyRoll(Frame[None]):
    """SQD-RALLY-01 to -03: a pinned squad tries to rally."""

    squad: int
    cards: int = 0

    def start(self, g: Table) -> Outcome[None]:
        """SQD-WIN-10."""
        seat = g.squads[self.squad].seat
        return Call(CardsOnRoll(self.squad, Moment.RALLY, seat), then=self.roll)

    def roll(self, g: Table, cards: int) -> Outcome[None]:
        """One die."""
        self.cards = cards
        return Ask(Roll(6, 1, "rally"), then=self.judge)

    def judge(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """Pinned or rallied."""
        squad = g.squads[self.squad]
        total = dice[0] + squad.row.rally + self.cards
        squad.pinned = total < RALLIED
        g.tell_seat(
            "rally",
            "SQD-RALLY-01",
            self.squad,
            die=dice[0],
            nation=squad.row.rally,
            cards=self.cards,
            total=total,
            pinned=squad.pinned,
        )
        return Done()
