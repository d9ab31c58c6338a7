"""Crewing or Sighted, and the end of both (000:1411-1435, section 2.19).

How crews break up when a soldier is hit or an assault begins: `damage.uncrew_all`.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    hand_of,
    laid,
    void,
    why_not_in_hand,
    why_nothing_to_pay,
)
from owm_net.games.owm.damage import uncrew_all
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, MACHINE_GUNS, Fireteam, OwmState
from owm_net.games.owm.terms import Status, WeaponType
from owm_net.games.owm.tokens_left import SCOPES, why_none_left
from owm_net.games.owm.traits.crewing import stays_alone
from owm_net.games.owm.windows import FreeAction, Order, has_crew

# -- crewing a machine gun -------------------------------------------------------------------


@record("owm.crew")
class Crew(Action):
    """Discard a card: an assistant for a machine gunner (OWM-CREW-01)."""

    title = say("Crew")
    help = say("Discard a card: an assistant for a machine gunner (OWM-CREW-01)")
    words = say("{assistant} serves the gun of {gunner}, discard {card}")
    by_name = True

    card: Played
    gunner: SoldierId
    assistant: SoldierId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Crew]:
        line = view.state.fireteams[turn.fireteam].line
        gunners = [s for s in line if CATALOG.soldier_weapon(s).type in MACHINE_GUNS]
        for card in hand_of(view, turn) if gunners else ():
            for gunner in gunners:
                for other in line:
                    if other != gunner:
                        yield Crew(card, gunner, other)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge: the gunner has a machine gun (OWM-CREW-01); both soldiers of the Fireteam, which
        is not moving (OWM-CREW-04), are free (OWM-CREW-03) and fit (OWM-CREW-05)."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        if len(team.line) < 2 or all(
            CATALOG.soldier_weapon(s).type not in MACHINE_GUNS for s in team.line
        ):
            why = say("the Fireteam has no machine gunner with a comrade")
            return Refusal("OWM-CREW-01", why)
        if team.on_the_move:
            return Refusal("OWM-CREW-04", say("a Fireteam on the move cannot crew a gun (A-31)"))
        problem = why_nothing_to_pay(view, turn) or why_not_in_hand(view, self.card)
        if problem is not None:
            return problem
        problem = _why_no_crew(g, team, self.gunner)
        if problem is not None:
            return problem
        if g.soldiers[self.gunner].weapon.type not in MACHINE_GUNS:
            return Refusal("OWM-CREW-01", say("that soldier has no machine gun"), misfit=True)
        if self.assistant == self.gunner:
            return Refusal("OWM-CREW-01", say("no soldier serves their own gun"), misfit=True)
        return _why_no_crew(g, team, self.assistant)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        return say(
            "from the next round on the gun hits harder; the assistant does not shoot, and the"
            " Fireteam cannot move"
        )

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        card = g.spend(g.fireteams[turn.fireteam].seat, self.card)
        g.tell(Crews(turn.fireteam, (card,), self.gunner, self.assistant))
        return laid(Crew, g, turn)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """The second grid counts from the next round on (OWM-CREW-02)."""
        team = g.fireteams[turn.fireteam]
        problem = _why_no_crew(g, team, self.gunner) or _why_no_crew(g, team, self.assistant)
        if problem is not None:
            return void(g, turn, problem)
        g.change_soldier(self.gunner, crewed_in=g.round_no, assistant=self.assistant)
        g.change_soldier(self.assistant, assists=self.gunner)
        return turn.acted


def _why_no_crew(g: OwmState, team: Fireteam, soldier: SoldierId) -> Refusal | None:
    """Refuse a soldier who is not free and fit to crew a gun, as gunner or assistant."""
    if soldier not in team.line:
        return Refusal(
            "OWM-CREW-01", say("both must be soldiers of the active Fireteam"), misfit=True
        )
    one = g.soldiers[soldier]
    if one.crewed_in or one.assists:
        return Refusal("OWM-CREW-03", say("one of them is busy with a gun or a scope already"))
    if one.status is not Status.READY:
        return Refusal("OWM-CREW-05", say("a suppressed or wounded soldier cannot crew a gun"))
    if stays_alone(g.level, one):
        return Refusal("OWM-CREW-03", say("by a trait one of them works alone"))
    return None


@record("owm.event.crew")
class Crews(Ordered):
    """A machine gun has a crew; its second grid counts from the next round on."""

    rule = "OWM-STD-02"

    gunner: SoldierId
    assistant: SoldierId

    def deed(self, g: OwmState) -> str:
        return say(
            "crews a machine gun: {names}",
            names=words.soldier_names((self.gunner, self.assistant)),
        )


# -- a sniper's scope ------------------------------------------------------------------------


@record("owm.scope")
class Scope(Action):
    """Discard a card: a sniper takes the scope, which is called Sighted (OWM-CREW-01)."""

    title = say("Scope")
    help = say("Discard a card: a sniper takes their scope (OWM-CREW-01)")
    words = say("{sniper} takes their scope, discard {card}")
    by_name = True

    card: Played
    sniper: SoldierId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Scope]:
        for sniper in view.state.fireteams[turn.fireteam].line:
            if CATALOG.soldier_weapon(sniper).type is WeaponType.SNIPER:
                for card in hand_of(view, turn):
                    yield Scope(card, sniper)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge: the sniper has a scope and does not use it yet (OWM-CREW-01); the Fireteam is not
        moving (OWM-CREW-04) and the sniper is fit (OWM-CREW-05)."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        if all(CATALOG.soldier_weapon(s).type is not WeaponType.SNIPER for s in team.line):
            return Refusal("OWM-CREW-01", say("the Fireteam has no sniper"))
        if team.on_the_move:
            return Refusal("OWM-CREW-04", say("a Fireteam on the move cannot use a scope (A-31)"))
        problem = why_nothing_to_pay(view, turn) or why_not_in_hand(view, self.card)
        if problem is not None:
            return problem
        return self._why_no_scope(g, team)

    def _why_no_scope(self, g: OwmState, team: Fireteam) -> Refusal | None:
        if self.sniper not in team.line:
            why = say("that soldier is not in the active Fireteam")
            return Refusal("OWM-CREW-01", why, misfit=True)
        sniper = g.soldiers[self.sniper]
        if sniper.weapon.type is not WeaponType.SNIPER:
            return Refusal("OWM-CREW-01", say("that soldier has no scope"), misfit=True)
        if sniper.crewed_in or sniper.assists:
            return Refusal("OWM-CREW-01", say("they use their scope or serve a gun already"))
        if sniper.status is not Status.READY:
            return Refusal("OWM-CREW-05", say("a suppressed or wounded soldier cannot use a scope"))
        return why_none_left(g, SCOPES)

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        seat = g.fireteams[turn.fireteam].seat
        g.tell(Scopes(turn.fireteam, (g.spend(seat, self.card),), self.sniper))
        return laid(Scope, g, turn)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """The second grid counts from the next round on (OWM-CREW-02)."""
        problem = self._why_no_scope(g, g.fireteams[turn.fireteam])
        if problem is not None:
            return void(g, turn, problem)
        g.change_soldier(self.sniper, crewed_in=g.round_no)
        return turn.acted


@record("owm.event.scope")
class Scopes(Ordered):
    """A sniper uses a scope; its second grid counts from the next round on."""

    rule = "OWM-STD-02"

    sniper: SoldierId

    def deed(self, g: OwmState) -> str:
        return say("sets up the scope of {soldier}", soldier=words.soldier_name(self.sniper))


# -- the end of either -----------------------------------------------------------------------


@record("owm.uncrew")
class Uncrew(Action, FreeAction):
    """End crewing or the scope, free and at any time (OWM-CREW-04, A-153): in an own turn, and
    where Command Decisions can be played. soldier: the gunner or the sniper."""

    title = say("Un-crew")
    help = say("Free: give up a crewed gun or a scope; the Fireteam may move again (OWM-CREW-04)")
    words = say("{soldier} gives up the crewed gun or the scope")
    by_name = True
    is_free = True

    soldier: SoldierId

    @classmethod
    def offers_now(cls, view: View[OwmState]) -> Iterator[Uncrew]:
        for team in view.state.fireteams.values():
            if team.seat == view.seat:
                for soldier in view.state.members(team.id):
                    if soldier.crewed_in:
                        yield Uncrew(soldier.id)

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Uncrew]:
        """In an own turn those of the active Fireteam; others can be named, too."""
        for soldier in view.state.members(turn.fireteam):
            if soldier.crewed_in:
                yield Uncrew(soldier.id)

    def why_not_now(self, view: View[OwmState]) -> Refusal | None:
        """Only what is in use can be ended (OWM-CREW-04)."""
        g = view.state
        if not has_crew(g, Seat(view.seat)):
            why = say("none of your soldiers uses a crewed gun or a scope")
            return Refusal("OWM-CREW-04", why)
        one = g.soldiers.get(self.soldier)
        if one is not None and one.crewed_in and g.fireteam_of(one.id).seat == view.seat:
            return None
        return Refusal("OWM-CREW-04", say("that soldier uses no crewed gun and no scope"))

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        return self.why_not_now(view)

    def do(self, g: OwmState) -> None:
        """Free the gun's assistant too."""
        uncrew_all(g, self.soldier)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        self.do(g)
        return turn.ask
