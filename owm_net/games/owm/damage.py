"""What happens to soldiers: hits, suppression, wounds, removal, and the end of crewing."""

from __future__ import annotations

from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status


def resolve_hit(g: OwmState, soldier: SoldierId, total: int, wound: bool) -> str:
    """Attack Resolution (section 2.15): what a damage total does to a soldier.

    wound: a wound icon showed. Returns "killed", "routed", "suppressed", "wounded" or "".
    """
    hit = g.soldiers[soldier]
    card = hit.card
    if total >= card.vitality:  # OWM-RES-01, OWM-RES-05
        remove(g, soldier, "killed", "OWM-RES-01")
        return "killed"
    if total < card.resolve or hit.status is Status.WOUNDED:  # OWM-RES-05, A-04
        return ""
    if hit.status is Status.SUPPRESSED:  # OWM-RES-03, A-05
        remove(g, soldier, "routed", "OWM-RES-03")
        return "routed"
    if wound:  # OWM-RES-04, A-03
        uncrew_all(g, soldier)
        g.change_soldier(soldier, status=Status.WOUNDED)
        g.tell("wounded", "OWM-RES-04", soldier=soldier)
        return "wounded"
    suppress(g, soldier)
    return "suppressed"


def suppress(g: OwmState, soldier: SoldierId) -> None:
    """OWM-RES-02; the move of his Fireteam stops (OWM-RES-06), crews break up (OWM-RES-07)."""
    uncrew_all(g, soldier)
    g.change_soldier(soldier, status=Status.SUPPRESSED, suppressed_in=g.round_no)
    g.tell("suppressed", "OWM-RES-02", soldier=soldier)
    team = g.fireteam_of(soldier)
    if team.on_the_move:
        g.halt(team.id, "OWM-RES-06")


def rally(g: OwmState, soldier: SoldierId) -> None:
    """OWM-RALLY-01."""
    g.change_soldier(soldier, status=Status.READY, suppressed_in=0)
    g.tell("rallied", "OWM-RALLY-01", soldier=soldier)


def remove(g: OwmState, soldier: SoldierId, how: str, rule: str) -> None:
    """Take a killed or routed soldier out of the game (OWM-SOLD-11)."""
    uncrew_all(g, soldier)
    team = g.fireteam_of(soldier)
    g.tell(how, rule, soldier=soldier, fireteam=team.id)
    line = tuple([s for s in team.line if s != soldier])
    g.lost.append(soldier)
    del g.soldiers[soldier]
    if line:
        g.change_fireteam(team.id, line=line)
    else:
        remove_fireteam(g, team.id)


def remove_fireteam(g: OwmState, fireteam: FireteamId) -> None:
    """Its tokens leave the map and the Initiative Track."""
    del g.fireteams[fireteam]
    g.initiative.remove(fireteam)


def uncrew_all(g: OwmState, soldier: SoldierId) -> None:
    """End crewing or the scope of a soldier and of whoever he works with (OWM-CREW-05)."""
    this = g.soldiers[soldier]
    for one in (this.id, this.assistant, this.assists):
        if one and (g.soldiers[one].crewed_in or g.soldiers[one].assists):
            if g.soldiers[one].crewed_in:
                g.tell("uncrewed", "OWM-CREW-05", soldier=one)
            g.change_soldier(one, crewed_in=0, assistant=NO_SOLDIER, assists=NO_SOLDIER)


def with_trench(ground: Ground, cell: Cell) -> Ground:
    """The same map with an Entrench token in a cell (OWM-TOK-03)."""
    return ground.with_(trenches=(*ground.trenches, cell))
