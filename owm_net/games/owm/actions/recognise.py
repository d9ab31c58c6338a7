"""Recognition (000:1461-1476, section 2.19): an enemy in stealth is looked for."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Call, Event, Outcome, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import Action, ActiveTurn, why_not_in_command
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.odds import SCALE, check_odds
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.stealth import end_stealth
from owm_net.games.owm.visibility import is_lit
from owm_net.games.owm.windows import Order


@record("owm.recognise")
class Recognise(Action):
    """Look for an enemy in stealth, free (OWM-RECOG-01).

    commander: the soldier in command, who makes the check; of several of a rank the owner says
    which (OWM-SOLD-04).
    """

    title = say("Recognise")
    help = say(
        "Free: look for an enemy in stealth; a Discipline Check of 1 or 2 finds them (OWM-RECOG-01)"
    )
    words = say("{commander} looks for {target}")
    by_name = True
    is_free = True

    target: FireteamId
    commander: SoldierId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Recognise]:
        """Every enemy in stealth, by everybody who may be in command."""
        g = view.state
        for enemy in g.enemies(g.fireteams[turn.fireteam].seat):
            if enemy.stealthed:
                for commander in g.commanders(turn.fireteam):
                    yield Recognise(enemy.id, commander)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """OWM-RECOG-01, one try for each enemy in a turn (A-37)."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        if not any(enemy.stealthed for enemy in g.enemies(team.seat)):
            return Refusal("OWM-RECOG-01", say("no enemy is in stealth"))
        target = g.fireteams.get(self.target)
        if target is None or not g.is_enemy(team, target) or not target.stealthed:
            return Refusal("OWM-RECOG-01", say("that is no enemy in stealth"), misfit=True)
        if target.id in turn.tried:
            return Refusal("OWM-RECOG-01", say("one try for each of them in a turn (A-37)"))
        if not g.sees(team.cell, target.cell):
            return Refusal("OWM-LOS-05", say("there is no line of sight to it"))
        return why_not_in_command(g, turn, self.commander)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        g = view.state
        odds = check_odds(g.soldiers[self.commander], g.is_leaderless(turn.fireteam), level=g.level)
        found = (100 * odds + SCALE // 2) // SCALE
        if is_lit(g, g.fireteams[self.target].cell):
            return say("free; found in {found} %, by light more", found=found)
        return say("free; found in {found} %", found=found)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        turn.tried.append(self.target)
        g.tell(LooksFor(turn.fireteam, self.target))
        light = -1 if is_lit(g, g.fireteams[self.target].cell) else 0  # OWM-RECOG-02, OWM-COP-SS-03
        against = self.target if g.level != "private" else NO_FIRETEAM  # where traits may matter
        check = DisciplineCheck(self.commander, Purpose.RECOGNITION, plus=light, against=against)
        return Call(check, then=turn.recognised)


def recognised(g: OwmState, target: FireteamId, success: bool) -> None:
    """OWM-RECOG-01: found at once, or not in this turn."""
    if success:
        end_stealth(g, target, "OWM-RECOG-01")


def can_look(g: OwmState, turn: ActiveTurn) -> bool:
    """Return True if there is an enemy in stealth that has not been looked for yet in this turn."""
    team = g.fireteams[turn.fireteam]
    return any(
        e.stealthed and e.id not in turn.tried and g.sees(team.cell, e.cell)
        for e in g.enemies(team.seat)
    )


@record("owm.event.looking")
class LooksFor(Event):
    """A Fireteam tries to see an enemy in stealth."""

    words = say("{fireteam} looks for {target}")
    rule = "OWM-RECOG-01"

    fireteam: FireteamId
    target: FireteamId
