"""Disarm (000:1677-1685, section 2.22): a Satchel Charge in the Fireteam's own Terrain."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import Action, ActiveTurn, why_not_in_command
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import Killed, remove
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Order


@record("owm.disarm")
class Disarm(Action):
    """Try to disarm the Satchel Charge here, free, once in a turn (OWM-COP-SC-04).

    commander: the soldier in command, who makes the check; of several of a rank the owner says
    which (OWM-SOLD-04).
    """

    title = say("Disarm")
    help = say("Free: disarm the Satchel Charge here; a soldier who fails dies (OWM-COP-SC-04)")
    words = say("{commander} tries to disarm the Satchel Charge")
    by_name = True
    is_free = True

    commander: SoldierId

    @classmethod
    def in_play(cls, g: OwmState) -> bool:
        """Return True if a Satchel Charge is on the map."""
        return any(g.tokens_of(TokenKind.SATCHEL_CHARGE))

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Disarm]:
        if _charge_here(view.state, turn):
            for commander in view.state.commanders(turn.fireteam):
                yield Disarm(commander)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """OWM-DISARM-01, one try in a turn (A-84)."""
        g = view.state
        if not _charge_here(g, turn):
            return Refusal("OWM-DISARM-01", say("no Satchel Charge lies in its Terrain"))
        if turn.disarmed:
            return Refusal("OWM-COP-SC-04", say("one try in a turn"))
        return why_not_in_command(g, turn, self.commander)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        turn.disarmed = True
        g.tell(TriesToDisarm(turn.fireteam, self.commander))
        return Call(Disarming(self.commander), then=turn.acted)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        who = words.soldier_name(self.commander)
        return say(
            "a 1 or 2 disarms it; on anything else it explodes and kills {who} alone", who=who
        )


def can_disarm(g: OwmState, turn: ActiveTurn) -> bool:
    """Return True if the active Fireteam may still try in this turn."""
    return not turn.disarmed and _charge_here(g, turn)


def _charge_here(g: OwmState, turn: ActiveTurn) -> bool:
    cell = g.fireteams[turn.fireteam].cell
    return g.token_at(TokenKind.SATCHEL_CHARGE, cell) is not None


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.disarming")
class TriesToDisarm(Event):
    """A soldier is at a Satchel Charge."""

    words = say("{soldier} tries to disarm the Satchel Charge")
    rule = "OWM-DISARM-01"
    headline = True

    fireteam: FireteamId
    soldier: SoldierId


@record("owm.event.disarmed")
class Disarmed(Event):
    """A Satchel Charge is gone, or has killed the one who was at it and nobody else."""

    rule = "OWM-COP-SC-04"
    headline = True

    cell: Cell
    success: bool

    def sentence(self, g: OwmState) -> str:
        where = words.place_name(g, self.cell)
        if self.success:
            return say("the Satchel Charge at {where} is disarmed", where=where)
        return say("the Satchel Charge at {where} explodes early", where=where)


# -- what comes of it ------------------------------------------------------------------------


@frame("owm.disarming")
@define
class Disarming(Frame[None]):
    """The check, and what follows from it."""

    soldier: SoldierId

    def start(self, g: OwmState) -> Outcome[None]:
        """A Discipline Check of the soldier in command."""
        return Call(DisciplineCheck(self.soldier, Purpose.DISARM), then=self.checked)

    def checked(self, g: OwmState, success: bool) -> Outcome[None]:
        """Remove the charge either way; a soldier who failed dies, and takes the blow for all
        others, the Terrain and its entrenchment (OWM-COP-SC-04, A-35)."""
        cell = g.fireteam_of(self.soldier).cell
        g.take_token(TokenKind.SATCHEL_CHARGE, cell)
        g.tell(Disarmed(cell, success))
        if not success:
            remove(g, self.soldier, Killed, "OWM-COP-SC-04")
        return check_end(g) or Done()
