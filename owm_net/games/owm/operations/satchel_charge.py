"""Satchel Charge (000:1666-1685, section 2.22): it is thrown, and explodes two Assessments later
(A-44). Disarming it: `actions.disarm`."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Event, Frame, Mark, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.catalog import CORE_CARDS, FIELD
from owm_net.games.owm.damage import Killed, remove, wound_soldier
from owm_net.games.owm.forced_retreat import ForcedRetreat
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.placing import halt_before
from owm_net.games.owm.state import TERRAINS, Fireteam, OwmState
from owm_net.games.owm.stealth import end_stealth, mark_attacked
from owm_net.games.owm.terms import Status
from owm_net.games.owm.throwing import throwers, why_no_throw, why_too_far, why_unseen
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.tokens_left import why_no_token_left
from owm_net.games.owm.traits.nerves import after_losses
from owm_net.games.owm.windows import AnyWindow

DESTROYED = ("building", "ruins")
"""The kinds of Terrain that an explosion makes a Field (OWM-COP-SC-02, A-58)."""

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.satchel_charge")
class SatchelThrown(Event):
    """A Satchel Charge is in a Terrain."""

    words = say("{fireteam} throws a Satchel Charge into {cell}")
    rule = "OWM-COP-SC-01"
    headline = True

    fireteam: FireteamId
    cell: Cell


@record("owm.event.explosion")
class Exploded(Event):
    """A Satchel Charge has exploded."""

    words = say("the Satchel Charge at {cell_name} explodes")
    rule = "OWM-COP-SC-02"
    headline = True

    cell: Cell

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@record("owm.event.destroyed")
class TerrainDestroyed(Event):
    """A Building or Ruins are a Field now."""

    words = say("{cell_name} is a Field now")
    rule = "OWM-COP-SC-02"
    headline = True

    cell: Cell


@record("owm.event.trench_lost")
class TrenchDestroyed(Event):
    """The entrenchment of a Terrain is gone."""

    words = say("the entrenchment at {cell_name} is destroyed")
    rule = "OWM-ENT-05"

    cell: Cell


# -- throwing it -----------------------------------------------------------------------------


def why_no_satchel(g: OwmState, team: Fireteam, cell: Cell) -> Refusal | None:
    """Refuse a throw into this Terrain: the Fireteam's or an adjacent one (OWM-COP-SC-01), not at a
    hidden enemy (A-36), and not where one lies (A-110)."""
    problem = (
        why_no_throw(g, team)
        or why_too_far(g, team, cell, "OWM-COP-SC-01")
        or why_unseen(g, team.seat, cell)
    )
    if problem is None and g.token_at(TokenKind.SATCHEL_CHARGE, cell) is not None:
        return Refusal("OWM-COP-SC-01", say("a Satchel Charge lies there already (A-110)"))
    return problem or why_no_token_left(g, TokenKind.SATCHEL_CHARGE, cell)


def throw_satchel(g: OwmState, team: FireteamId, cell: Cell) -> None:
    """The token is laid, yellow side up; a hostile action ends stealth (OWM-STLTH-06)."""
    g.lay_token(TokenKind.SATCHEL_CHARGE, cell)
    g.tell(SatchelThrown(team, cell))
    end_stealth(g, team, "OWM-STLTH-06")


@record("owm.decision.satchel_charge")
class SatchelCharge(CombatOperation):
    """A Fireteam throws a Satchel Charge (OWM-COP-SC-01)."""

    operation = "satchel_charge"
    called = say("Satchel Charge")
    what = say(
        "laid on your own or an adjacent Terrain, it explodes in a later Assessment and wounds "
        "everyone there, unless it is disarmed"
    )

    fireteam: FireteamId
    cell: Cell

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[SatchelCharge]:
        """At enemies in reach, and at what can be destroyed there."""
        g = view.state
        for team in throwers(g, Seat(view.seat)):
            for cell in (team.cell, *g.ground.neighbours(team.cell)):
                enemies = any(g.is_enemy(team, other) for other in g.fireteams_at(cell))
                if enemies or TERRAINS.at(g.ground, cell).man_made:
                    yield SatchelCharge(card, team.id, cell)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal("OWM-COP-SC-01", say("an own Fireteam must throw it"), misfit=True)
        return why_no_satchel(g, team, self.cell)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """If the Fireteam is still there and can."""
        team = g.fireteams.get(self.fireteam)
        if team is not None and why_no_satchel(g, team, self.cell) is None:
            throw_satchel(g, team.id, self.cell)
        return None

    def aim(self, g: OwmState) -> str:
        who = words.fireteam_name(g, self.fireteam)
        return say(
            ": Satchel Charge of {who} into {place_name}",
            who=who,
            place_name=words.place_name(g, self.cell),
        )


# -- the explosion ---------------------------------------------------------------------------


def destroy_trench(g: OwmState, cell: Cell) -> None:
    """The entrenchment of a Terrain goes, whoever uses it (OWM-ENT-05, A-35)."""
    if cell in g.ground.trenches:
        g.ground = g.ground.without_trench(cell)
        for team in g.fireteams_at(cell):
            g.change_fireteam(team.id, dug_in=False)
        g.tell(TrenchDestroyed(cell))


@frame("owm.explosion")
@define
class Explosion(Frame[None]):
    """A Satchel Charge explodes at a top-of-round: the token is gone already.

    driven: Fireteams that cannot stay on what the Terrain has become.
    """

    cell: Cell
    driven: list[FireteamId] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """Entrenchment, Terrain, then every soldier there (OWM-COP-SC-02, OWM-COP-SC-03), in
        Initiative order (A-90)."""
        g.tell(Exploded(self.cell))
        destroy_trench(g, self.cell)
        self._raze(g)
        there = [t for t in g.initiative if g.fireteams[t].cell == self.cell]
        for team in there:
            mark_attacked(g, team)
            for soldier in g.fireteams[team].line:
                if team not in g.fireteams:
                    break
                if g.soldiers[soldier].status is Status.WOUNDED:
                    remove(g, soldier, Killed, "OWM-COP-SC-03")
                else:
                    wound_soldier(g, soldier, "OWM-COP-SC-03")
        return after_losses(g, self.look_who_stays)

    def look_who_stays(self, g: OwmState) -> Outcome[None]:
        """Something of the mission's may have been blown up too (A-58). Nobody can stand where
        nobody may enter, nor go on moving there (A-129)."""
        rules_of(g).blown_up(g, self.cell)
        halt_before(g, self.cell)
        if TERRAINS.at(g.ground, self.cell).no_movement:
            self.driven = [t for t in g.initiative if g.fireteams[t].cell == self.cell]
        return self.drive_out

    def _raze(self, g: OwmState) -> None:
        """A Building or Ruins become a Field; a card of the core deck goes to the discard pile
        (A-113)."""
        if TERRAINS.at(g.ground, self.cell).kind in DESTROYED:
            card = g.ground.cards[self.cell]
            g.ground = g.ground.with_card(self.cell, FIELD)
            if card <= CORE_CARDS:
                g.discard.append(card)
            g.tell(TerrainDestroyed(self.cell))

    def drive_out(self, g: OwmState) -> Outcome[None]:
        """Drive out Fireteams that cannot stay there, one after the other (OWM-MOVE-10)."""
        while self.driven:
            team = self.driven.pop(0)
            if team in g.fireteams:
                return Call(ForcedRetreat(team, self.cell), then=self.drive_out)
        return Done()
