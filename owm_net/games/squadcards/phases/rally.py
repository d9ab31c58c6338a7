"""Phase 8, Rally: a pinned squad tries to recover (2.9)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.windows.roll import CardsOnRoll
from owm_net.games.squadcards.words import roll_sum, squad_name

RALLIED = 5
"""SQD-RALLY-01: this or more rallies."""


@record("squadcards.rally_rolled")
class RallyRolled(SquadEvent):
    """SQD-RALLY-01: die and modifiers (nation, cards), and whether the squad is still pinned."""

    rule = "SQD-RALLY-01"

    squad: SquadId
    die: int
    nation: int
    cards: int
    total: int
    pinned: bool

    def sentence(self, g: SquadState) -> str:
        verdict = say("still pinned") if self.pinned else say("rallied")
        parts = ((say("nation"), self.nation), (say("cards"), self.cards))
        roll = roll_sum(self.die, parts, self.total)
        return say(
            "{squad}, rally roll: {roll}, {verdict}",
            squad=squad_name(g, self.squad),
            roll=roll,
            verdict=verdict,
        )


@frame("squadcards.rally_phase")
@define
class RallyPhase(BySquad):
    """The active player's pinned squads roll once each (R-24)."""

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """Only pinned squads roll (SQD-RALLY-01)."""
        return g.squads[squad].pinned

    def act(self, g: SquadState) -> Outcome[None]:
        """The squad's owner rolls once for it (R-24)."""
        return Call(RallyRoll(self.squad), then=self.next_squad)


@frame("squadcards.rally")
@define
class RallyRoll(Frame[None]):
    """SQD-RALLY-01 to -03: a pinned squad tries to rally. cards: sum of those played on it."""

    squad: SquadId
    cards: int = 0

    def start(self, g: SquadState) -> Outcome[None]:
        """First the cards, from the rolling player on (SQD-WIN-10)."""
        seat = g.squads[self.squad].seat
        return Call(CardsOnRoll(self.squad, Moment.RALLY, seat), then=self.roll)

    def roll(self, g: SquadState, cards: int) -> Outcome[None]:
        """The die, when all cards on it have been played."""
        self.cards = cards
        return Ask(Roll(6, 1, "rally"), then=self.judge)

    def judge(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
        """A total of 5 or more rallies the squad; else it stays pinned (SQD-RALLY-01)."""
        squad = g.squads[self.squad]
        nation = squad.row.rally
        total = dice[0] + nation + self.cards
        squad.pinned = total < RALLIED
        g.tell(RallyRolled(self.squad, dice[0], nation, self.cards, total, squad.pinned))
        return Done()
