"""Completing a move: arrival, assault, finding an entrenchment (section 2.17)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.flips import FlipCard, Purpose
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.placing import halt, merge
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits import moves as traits
from owm_net.games.owm.victory import check_end, check_mission

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.arrived")
class Arrived(Event):
    """A Fireteam has completed its move. Whether it comes to an assault is told next."""

    words = say("{fireteam} arrives at {cell}")
    rule = "OWM-MOVE-03"
    headline = True

    fireteam: FireteamId
    cell: Cell


@record("owm.event.trench_found")
class TrenchFound(Event):
    """A Fireteam uses the entrenchment of its Terrain from now on."""

    words = say("{fireteam} finds the entrenchment")
    rule = "OWM-ENT-04"

    fireteam: FireteamId


@record("owm.event.trench_missed")
class TrenchMissed(Event):
    """A Fireteam plays as if there were no entrenchment (A-35)."""

    words = say("{fireteam} does not find it")
    rule = "OWM-ENT-04"

    fireteam: FireteamId


# -- who is in command -----------------------------------------------------------------------


@record("owm.take_command")
class TakeCommand(Answer):
    """The choice of a commander among several soldiers of the same rank (OWM-SOLD-04)."""

    title = say("Command")
    help = say("The soldier in command makes the Discipline Check (OWM-SOLD-04)")
    words = say("{soldier} is in command")

    soldier: SoldierId


COMMANDER = Kind(
    "commander",
    TakeCommand,
    rule="OWM-SOLD-04",
    why=say("choose a soldier in command"),
    deed=say("choose who is in command"),
)


# -- arrival ---------------------------------------------------------------------------------


@frame("owm.arrive")
@define
class Arrive(Frame[bool]):
    """A Fireteam completes its move (OWM-MOVE-03, OWM-MOVE-04).

    enemy: the Fireteam that was there already. seekers: those that look for an entrenchment after
    an assault. Result: True if its turn is over: it triggered an assault (OWM-ASLT-18), or it is
    now one with a Fireteam that has had its turn in this round (A-33).
    """

    fireteam: FireteamId
    cell: Cell = NO_CELL
    enemy: FireteamId = NO_FIRETEAM
    seekers: list[FireteamId] = field(factory=list)
    assaulted: bool = False

    def start(self, g: OwmState) -> Outcome[bool]:
        """The destination may have become illegal (A-31, A-34, A-83). A Fireteam from the air has
        found its spot already (`missions.paratroops`)."""
        team = g.fireteams[self.fireteam]
        if team.on_map:
            self.cell = team.heading
            problem = why_no_entry(g, team, self.cell)
            if problem is not None:
                halt(g, team.id, problem.rule)
                return Done(False)
            g.tell(Arrived(team.id, self.cell))
        enemy = next((t for t in g.fireteams_at(self.cell) if g.is_enemy(team, t)), None)
        if enemy is not None and not rules_of(g).bars_assault(g, self.cell):
            self.fireteam, self.enemy = merge(g, team.id, self.cell), enemy.id
            alone = self.fireteam == team.id  # else it has joined others who stood there
            hidden = team.stealthed if alone else g.fireteams[self.fireteam].stealthed
            fight = Assault(self.fireteam, enemy.id, team.cell, hidden)
            return Call(fight, then=self.after_assault)
        had_turn = [t.id for t in g.fireteams_at(self.cell) if t.activated_in == g.round_no]
        joined = merge(g, team.id, self.cell)
        if joined != team.id:  # it shares what the others there use
            rules_of(g).arrived(g, joined)
            return check_mission(g) or Done(joined in had_turn)
        return self.search

    def after_assault(self, g: OwmState, fought: bool) -> Outcome[bool]:
        """Whoever is in another Terrain than before may look for an entrenchment there.

        fought: False if the enemy slipped away and there was no assault.
        """
        self.assaulted = fought
        self.seekers = [
            t
            for t in g.initiative
            if t == self.fireteam or (t == self.enemy and g.fireteams[t].cell != self.cell)
        ]
        return self.next_search

    def next_search(self, g: OwmState, assaulted: bool = False) -> Outcome[bool]:
        """One after the other, in Initiative order (OWM-INIT-02).

        assaulted: the result of another's search, in which there is no assault.
        """
        if self.seekers:
            return Call(Arrive(self.seekers.pop(0), at="search"), then=self.next_search)
        team = g.fireteams.get(self.fireteam)
        if team is not None and team.cell == self.cell:
            rules_of(g).arrived(g, team.id)
        return check_mission(g) or Done(self.assaulted)

    def search(self, g: OwmState) -> Outcome[bool]:
        """OWM-ENT-04: the soldier in command makes a Discipline Check."""
        if g.fireteams[self.fireteam].cell not in g.ground.trenches:
            return self.settled
        pathfinder = traits.finds_trench(g, self.fireteam)
        if pathfinder:
            colour = g.soldiers[pathfinder].card.discipline
            return Call(FlipCard(Purpose.TRENCH, colour), then=self.shown)
        commanders = g.commanders(self.fireteam)
        disciplines = {g.soldiers[s].card.discipline: s for s in commanders}
        if len(disciplines) == 1:
            return Call(DisciplineCheck(commanders[0], Purpose.TRENCH), then=self.found)
        return Ask(COMMANDER.of(g.fireteams[self.fireteam].seat), then=self.hear_commander)

    @COMMANDER.offers
    def offers_commander(self, view: View[OwmState]) -> Iterator[TakeCommand]:
        """Every soldier of the Fireteam."""
        for soldier in view.state.fireteams[self.fireteam].line:
            yield TakeCommand(soldier)

    @COMMANDER.judges
    def why_not_commander(self, view: View[OwmState], answer: TakeCommand) -> Refusal | None:
        """OWM-SOLD-04: the highest rank; the owner chooses among equals."""
        if answer.soldier not in view.state.commanders(self.fireteam):
            return Refusal("OWM-SOLD-04", say("another soldier there is of higher rank"))
        return None

    @COMMANDER.tells
    def about_commander(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam, and what depends on it."""
        what = say(
            "choose who commands {team}",
            team=words.fireteam_name(view.state, self.fireteam),
        )
        why = say("several are of the same rank; who is in command makes the Discipline Check")
        return AboutFireteam(what, why, "OWM-SOLD-04", self.fireteam)

    def hear_commander(self, g: OwmState, answer: TakeCommand) -> Outcome[bool]:
        """The soldier in command makes the check."""
        return Call(DisciplineCheck(answer.soldier, Purpose.TRENCH), then=self.found)

    def shown(self, g: OwmState, card: CardNumber) -> Outcome[bool]:
        """A trait finds it, whatever the card that was flipped for time."""
        traits.tell_found(g, traits.finds_trench(g, self.fireteam))
        return self.found(g, True)

    def found(self, g: OwmState, success: bool) -> Outcome[bool]:
        """Found, it may be used; else it is as if it were not there (A-35)."""
        g.change_fireteam(self.fireteam, dug_in=success)
        g.tell(TrenchFound(self.fireteam) if success else TrenchMissed(self.fireteam))
        return check_end(g) or self.settled

    def settled(self, g: OwmState) -> Outcome[bool]:
        """Apply the mission's rules; after an assault the frame below does that."""
        if self.cell != NO_CELL:
            rules_of(g).arrived(g, self.fireteam)
        return check_mission(g) or Done(False)
