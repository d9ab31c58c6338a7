"""The rounds of a match: Assessment, Combat, Debrief (section 2.12)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    Call,
    Event,
    Frame,
    InLog,
    Kind,
    Mark,
    Outcome,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.passing import end_standing
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.assessment import ArtilleryLoaded, Assessment
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import Repaired
from owm_net.games.owm.flips import DrawCards, NewDeck, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import CORE, OwmState
from owm_net.games.owm.tokens import Border
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.victory import check_end, check_last_round, check_mission
from owm_net.games.owm.windows import NEXT_ROUND, Free, window

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.round")
class RoundBegun(Event):
    """Round n, counted from 1."""

    words = say("Round {n}")
    rule = "OWM-ROUND-01"
    headline = True
    in_log = InLog.HEADING

    n: int

    @property
    def mark(self) -> Mark:
        return Mark.ROUND


@record("owm.event.fog")
class FogGrown(Event):
    """The top core card went to the Fog of War, which has n cards now."""

    words = say("a card goes to the Fog of War")
    rule = "OWM-ROUND-10"

    n: int


# -- jam checks ------------------------------------------------------------------------------


@record("owm.try_repair")
class TryRepair(Answer):
    """The choice whether a jammed soldier makes a Discipline Check (OWM-ROUND-04)."""

    title = say("Clear the jam")
    help = say("A Discipline Check of 1 or 2 clears the weapon (OWM-ROUND-04)")

    attempt: bool

    def sentence(self, view: View[OwmState]) -> str:
        return say("try to clear the jam") if self.attempt else say("leave it jammed")


REPAIR = Kind(
    "repair",
    TryRepair,
    rule="OWM-ROUND-04",
    why=say("choose whether he tries to clear his weapon"),
    deed=say("decide about a jammed weapon"),
)


# -- the rounds ------------------------------------------------------------------------------


@frame("owm.rounds")
@define
class Rounds(Frame[None]):
    """Round after round until the match ends (OWM-ROUND-01).

    waiting: jammed soldiers who may still try a repair in this Assessment. to_draw: seats
    that still draw in this Assessment.
    """

    waiting: list[SoldierId] = field(factory=list)
    to_draw: list[Seat] = field(factory=list)

    @property
    def phase(self) -> str:
        """The phase its step belongs to, for people."""
        if self.at in ("start", "combat"):
            return "combat"
        debrief = ("debrief", "debriefed", "add_fog", "end_round")
        return "debrief" if self.at in debrief else "assessment"

    def start(self, g: OwmState) -> Outcome[None]:
        """Round 1 has no Assessment (OWM-SETUP-15, A-81)."""
        g.round_no = 1
        g.tell(RoundBegun(1))
        return self.combat

    # -- Assessment ----------------------------------------------------------------------

    def assess(self, g: OwmState) -> Outcome[None]:
        """A and B up to the jam checks: what the mission brings, then tokens."""
        g.round_no += 1
        g.tell(RoundBegun(g.round_no))
        end_standing(g, NEXT_ROUND)
        return Call(Assessment(), then=self.check_jams)

    def check_jams(self, g: OwmState) -> Outcome[None]:
        """B: jam checks in Initiative order (OWM-ROUND-04, A-90)."""
        self.waiting = [
            s for t in g.initiative for s in g.fireteams[t].line if g.soldiers[s].jammed
        ]
        return self.next_repair

    def next_repair(self, g: OwmState) -> Outcome[None]:
        """One optional check for each jammed soldier."""
        end = check_end(g)
        if end is not None:
            return end
        if not self.waiting:
            return window(g, Free(say("in the Assessment phase")), then=self.assessed)
        return Ask(REPAIR.of(g.fireteam_of(self.waiting[0]).seat), then=self.hear_repair)

    @REPAIR.offers
    def offers_repair(self, view: View[OwmState]) -> Iterator[TryRepair]:
        """To try it first, as nearly everybody wants to."""
        yield TryRepair(True)
        yield TryRepair(False)

    @REPAIR.tells
    def about_repair(self, view: View[OwmState]) -> AboutFireteam:
        """Tell whose weapon is jammed."""
        soldier = self.waiting[0]
        what = say(
            "choose whether {soldier} tries to clear his weapon",
            soldier=words.soldier_name(soldier),
        )
        why = say("a Discipline Check of 1 or 2 clears it; failing costs nothing")
        team = view.state.fireteam_of(soldier).id
        return AboutFireteam(what, why, "OWM-ROUND-04", team, soldier=soldier)

    def hear_repair(self, g: OwmState, answer: TryRepair) -> Outcome[None]:
        """Make the check, or go on to the next jammed soldier."""
        if answer.attempt:
            return Call(DisciplineCheck(self.waiting[0], Purpose.JAM), then=self.repaired)
        self.waiting.pop(0)
        return self.next_repair

    def repaired(self, g: OwmState, success: bool) -> Outcome[None]:
        """1 or 2 clears the weapon (OWM-EFF-02)."""
        soldier = self.waiting.pop(0)
        if success:
            g.change_soldier(soldier, jammed=False)
            g.tell(Repaired(soldier))
        return self.next_repair

    def assessed(self, g: OwmState, free: Free) -> Outcome[None]:
        """After C, in which Command Decisions can be played (OWM-ROUND-05)."""
        self.to_draw = g.seat_order()
        return self.next_draw

    def next_draw(self, g: OwmState) -> Outcome[None]:
        """D: all players draw up to 7 in Initiative order (OWM-ROUND-06)."""
        if not self.to_draw:
            return self.combat
        return Call(self._draw(g), then=self.next_draw)

    def _draw(self, g: OwmState) -> DrawCards:
        seat = self.to_draw.pop(0)
        return DrawCards(seat, g.hand_limit(seat))

    # -- Combat --------------------------------------------------------------------------

    def combat(self, g: OwmState) -> Outcome[None]:
        """OWM-ROUND-07: the topmost Fireteam not yet activated (OWM-INIT-03)."""
        team = g.next_to_act()
        return Call(Turn(team), then=self.combat) if team else self.debrief

    # -- Debrief -------------------------------------------------------------------------

    def debrief(self, g: OwmState) -> Outcome[None]:
        """A: Command Decisions can be played (OWM-ROUND-09)."""
        return window(g, Free(say("in the Debrief phase")), then=self.debriefed)

    def debriefed(self, g: OwmState, free: Free) -> Outcome[None]:
        """C: the top core card goes to the Fog of War, unseen (OWM-ROUND-10)."""
        if not g.decks[CORE].left:
            return Call(NewDeck(finishing=False), then=self.add_fog)
        return self.add_fog

    def add_fog(self, g: OwmState) -> Outcome[None]:
        """With that card the round ends; the next begins with its Assessment."""
        g.fog.extend(g.decks[CORE].deal())
        g.tell(FogGrown(len(g.fog)))
        if g.has_decisions and g.card.artillery_round == g.round_no:
            g.artillery = Border.ORANGE  # OWM-MX-06, A-43: it comes loaded
            g.tell(ArtilleryLoaded(rule="OWM-MX-06"))
        event = rules_of(g).debrief(g)
        return Call(event, then=self.end_round) if event is not None else self.end_round

    def end_round(self, g: OwmState) -> Outcome[None]:
        """The round is over, and with the one that was agreed on the match (OWM-TIMER-01)."""
        return check_mission(g) or check_last_round(g) or self.assess
