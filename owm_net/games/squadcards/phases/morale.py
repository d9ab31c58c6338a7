"""Phase 2, Morale: the check of a squad that was fired upon, pins and routs (2.4)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Mark, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows.roll import CardsOnRoll
from owm_net.games.squadcards.words import count_men, roll_sum, squad_name

BAD_MORALE = 5
"""SQD-MORALE-02: this or more pins."""


@record("squadcards.morale")
class MoraleChecked(SquadEvent):
    """SQD-MORALE-02: die and modifiers (nation, men lost, cards), and whether it is bad."""

    rule = "SQD-MORALE-02"

    squad: SquadId
    die: int
    nation: int
    lost: int
    cards: int
    total: int
    pinned: bool

    def sentence(self, g: SquadState) -> str:
        parts = (
            (say("nation"), self.nation),
            (say("losses"), self.lost),
            (say("cards"), self.cards),
        )
        verdict = say("they fail") if self.pinned else say("they hold")
        roll = roll_sum(self.die, parts, self.total)
        return say(
            "{squad}, morale check: {roll}, {verdict}",
            squad=squad_name(g, self.squad),
            roll=roll,
            verdict=verdict,
        )


@record("squadcards.rout")
class Routed(SquadEvent):
    """A pinned squad has failed another check, and men run (SQD-MORALE-07). lost: men who ran. men:
    left."""

    rule = "SQD-MORALE-07"

    squad: SquadId
    dice: tuple[int, ...]
    lost: int
    men: int

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY if self.lost else Mark.NONE

    def sentence(self, g: SquadState) -> str:
        first, second = self.dice
        ran = say("{count_men} run, {men} left", count_men=count_men(self.lost), men=self.men)
        return say(
            "{squad} rout: {first} - {second}: {ran}",
            squad=squad_name(g, self.squad),
            first=first,
            second=second,
            ran=ran,
        )


@frame("squadcards.morale_phase")
@define
class MoralePhase(BySquad):
    """Each squad that was fired upon since its last Morale Phase checks once (R-08)."""

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """SQD-MORALE-01: it was fired upon, whether anybody was hit or not."""
        return g.squads[squad].fired_upon

    def act(self, g: SquadState) -> Outcome[None]:
        """Its owner checks once, whatever was fired at it."""
        return Call(MoraleCheck(self.squad), then=self.next_squad)

    def close(self, g: SquadState) -> Outcome[None]:
        """The fire log is cleared (SQD-MORALE-09)."""
        for squad in g.all_of(g.active):
            g.squads[squad].fired_upon = False
            g.squads[squad].men_lost = 0
        return Done()


@frame("squadcards.morale_check")
@define
class MoraleCheck(Frame[None]):
    """SQD-MORALE-02 to -07: the check of a squad. cards: sum of those played on it."""

    squad: SquadId
    cards: int = 0

    def start(self, g: SquadState) -> Outcome[None]:
        """First the cards, from the checking player on (SQD-WIN-02)."""
        seat = g.squads[self.squad].seat
        return Call(CardsOnRoll(self.squad, Moment.MORALE, seat), then=self.roll)

    def roll(self, g: SquadState, cards: int) -> Outcome[None]:
        """The die, when all cards on it have been played."""
        self.cards = cards
        return Ask(Roll(6, 1, say("morale check")), then=self.judge)

    def judge(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
        """A total of 5 or more pins the squad, and makes one that is pinned already rout."""
        squad = g.squads[self.squad]
        nation, lost = squad.row.morale, squad.men_lost
        total = dice[0] + nation + lost + self.cards
        bad = total >= BAD_MORALE
        g.tell(MoraleChecked(self.squad, dice[0], nation, lost, self.cards, total, bad))
        if not bad:
            return Done()
        if squad.pinned:
            return Ask(Roll(6, 2, "rout"), then=self.rout)
        squad.pinned = True
        return Done()

    def rout(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
        """SQD-MORALE-07, R-12: the survivors stay pinned; nobody killed them (R-08)."""
        lost = min(max(0, dice[0] - dice[1]), g.squads[self.squad].men)
        g.tell(Routed(self.squad, dice, lost, g.squads[self.squad].men - lost))
        return Call(Casualties(self.squad, lost), then=self.close) if lost else Done()

    def close(self, g: SquadState) -> Outcome[None]:
        """The men who ran are off the table; the check is over."""
        return Done()
