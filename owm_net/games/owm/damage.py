"""Effects (000:1706-1747, section 2.23) and Attack Resolution (000:1313-1317, section 2.15): hits,
suppression, wounds, removal, rallying, broken crews."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from attrs import field, frozen

from owm_net.engine.agenda import Event, Mark
from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.games.owm import words
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.placing import halt
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits import hits

# -- what is told of one soldier -------------------------------------------------------------


@frozen
class Fate(Event):
    """The fate of one soldier. deed: the words that follow the name."""

    deed: ClassVar[str]

    soldier: SoldierId

    def sentence(self, g: OwmState) -> str:
        return listed([words.soldier_name(self.soldier), self.deed], " ")


@record("owm.event.killed")
class Killed(Fate):
    """The soldier is out of the game, and so may be the Fireteam."""

    headline = True
    deed = say("is killed")

    fireteam: FireteamId
    rule: str = field(default="OWM-RES-01", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("owm.event.routed")
class Routed(Fate):
    """The soldier is out of the game, as if killed."""

    headline = True
    deed = say("is routed")

    fireteam: FireteamId
    rule: str = field(default="OWM-RES-03", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("owm.event.suppressed")
class Suppressed(Fate):
    """The soldier is down until rallied."""

    rule = "OWM-RES-02"
    headline = True
    deed = say("is suppressed")


@record("owm.event.wounded")
class Wounded(Fate):
    """He cannot shoot any more, nor attack in an assault."""

    headline = True
    deed = say("is wounded")

    rule: str = field(default="OWM-RES-04", kw_only=True)


@record("owm.event.missed")
class Missed(Fate):
    """A shot had no effect on the soldier. total: of its Firing Sequence."""

    rule = "OWM-RES-02"
    deed = say("is unharmed")

    total: int


@record("owm.event.hurt_already")
class HurtAlready(Fate):
    """A shot met the Resolve of a wounded man, to whom it can do no more. total: of its Firing
    Sequence."""

    rule = "OWM-RES-05"
    deed = say("is hit, but wounded already")

    total: int


@record("owm.event.rallied")
class Recovered(Fate):
    """A suppressed soldier is ready again."""

    rule = "OWM-RALLY-01"
    headline = True

    deed = say("is rallied")


@record("owm.event.healed")
class Healed(Fate):
    """A wounded soldier is ready again."""

    rule = "OWM-EFF-03"
    headline = True
    deed = say("is healed")


@record("owm.event.repaired")
class Repaired(Fate):
    """A jammed soldier can shoot again."""

    rule = "OWM-EFF-02"
    headline = True

    deed = say("clears his weapon")


@record("owm.event.uncrewed")
class Uncrewed(Fate):
    """A gunner's crew has broken up, or a sniper has put the scope away."""

    rule = "OWM-CREW-05"
    deed = say("is un-crewed")


# -- what it does ----------------------------------------------------------------------------


class Verdict(Enum):
    """The effect of a damage total on a soldier."""

    KILLED = "killed"
    ROUTED = "routed"
    WOUNDED = "wounded"
    SUPPRESSED = "suppressed"
    HURT_ALREADY = "hurt already"
    NOTHING = "nothing"


def verdict(g: OwmState, soldier: SoldierId, total: int, wound: bool) -> Verdict:
    """Return the effect of a damage total on a soldier (section 2.15). wound: a wound icon
    showed."""
    hit = g.soldiers[soldier]
    if total >= hits.vitality(g, soldier):  # OWM-RES-01, OWM-RES-05
        return Verdict.KILLED
    if total < hits.resolve(g, soldier) or hit.status is Status.UNARMED:
        grazed = g.variants.wounds and wound and total > 0 and hit.status is Status.READY
        tough = grazed and hits.is_tough(g, soldier)
        return Verdict.WOUNDED if grazed and not tough else Verdict.NOTHING
    if hit.status is Status.WOUNDED:  # OWM-RES-05, A-04
        return Verdict.HURT_ALREADY
    if hit.status is Status.SUPPRESSED:  # OWM-RES-03, A-05
        return Verdict.ROUTED
    if wound and not hits.is_tough(g, soldier):  # OWM-RES-04, A-03
        return Verdict.WOUNDED
    return Verdict.SUPPRESSED


def resolve_hit(g: OwmState, soldier: SoldierId, total: int, wound: bool) -> None:
    """Attack Resolution (section 2.15): what a damage total does to a soldier.

    wound: a wound icon showed.
    """
    match verdict(g, soldier, total, wound):
        case Verdict.KILLED:
            remove(g, soldier, Killed, "OWM-RES-01")
        case Verdict.ROUTED:
            remove(g, soldier, Routed, "OWM-RES-03")
        case Verdict.WOUNDED:
            _wound(g, soldier, "OWM-RES-04")
        case Verdict.SUPPRESSED:
            if wound:
                hits.tell_tough(g, soldier)
            suppress(g, soldier)
        case Verdict.HURT_ALREADY:
            g.tell(HurtAlready(soldier, total))
        case Verdict.NOTHING:
            g.tell(Missed(soldier, total))


def suppress(g: OwmState, soldier: SoldierId) -> None:
    """Suppress a soldier (OWM-RES-02); the Fireteam's move stops (OWM-RES-06), crews break up
    (OWM-RES-07). Lu is never suppressed (A-64)."""
    if g.soldiers[soldier].status is Status.UNARMED:
        return
    uncrew_all(g, soldier)
    g.change_soldier(soldier, status=Status.SUPPRESSED, suppressed_in=g.round_no)
    g.tell(Suppressed(soldier))
    team = g.fireteam_of(soldier)
    if team.on_the_move:
        halt(g, team.id, "OWM-RES-06")


def wound_soldier(g: OwmState, soldier: SoldierId, rule: str) -> None:
    """Wound a soldier, whether ready or suppressed (OWM-COP-SC-03). Lu never is (A-64)."""
    status = g.soldiers[soldier].status
    if status is Status.UNARMED:
        return
    if not hits.is_tough(g, soldier):
        _wound(g, soldier, rule)
        return
    hits.tell_tough(g, soldier)
    if status is not Status.SUPPRESSED:
        suppress(g, soldier)


def _wound(g: OwmState, soldier: SoldierId, rule: str) -> None:
    """Wound a soldier; crews break up (OWM-RES-07); the Fireteam's move goes on (OWM-RES-06)."""
    uncrew_all(g, soldier)
    g.change_soldier(soldier, status=Status.WOUNDED, suppressed_in=0)
    g.tell(Wounded(soldier, rule=rule))


def rally(g: OwmState, soldier: SoldierId) -> None:
    """Rally a suppressed soldier, who is ready again (OWM-RALLY-01)."""
    g.change_soldier(soldier, status=Status.READY, suppressed_in=0)
    g.tell(Recovered(soldier))


def heal(g: OwmState, soldier: SoldierId) -> None:
    """Heal a wounded soldier, who is ready again (OWM-EFF-03)."""
    g.change_soldier(soldier, status=Status.READY)
    g.tell(Healed(soldier))


def remove(g: OwmState, soldier: SoldierId, how: type[Killed | Routed], rule: str) -> None:
    """Take a killed or routed soldier out of the game (OWM-SOLD-11)."""
    uncrew_all(g, soldier)
    team = g.fireteam_of(soldier)
    g.shaken += hits.shaken_by(g, soldier)
    g.tell(how(soldier, team.id, rule=rule))
    line = tuple([s for s in team.line if s != soldier])
    if soldier != LU:
        g.lost.append(soldier)
    del g.soldiers[soldier]
    g.change_fireteam(team.id, line=line)
    if line in ((), (LU,)):  # she is nobody's Fireteam
        remove_fireteam(g, team.id)


def remove_fireteam(g: OwmState, fireteam: FireteamId) -> None:
    """Its tokens leave the map and the Initiative Track."""
    gone = g.take_off(fireteam)
    g.initiative.remove(fireteam)
    rules_of(g).removed(g, gone)


def uncrew_all(g: OwmState, soldier: SoldierId) -> None:
    """End crewing or the scope of a soldier and of their partner (OWM-CREW-05)."""
    this = g.soldiers[soldier]
    for one in (this.id, this.assistant, this.assists):
        if one and (g.soldiers[one].crewed_in or g.soldiers[one].assists):
            if g.soldiers[one].crewed_in:
                g.tell(Uncrewed(one))
            g.change_soldier(one, crewed_in=0, assistant=NO_SOLDIER, assists=NO_SOLDIER)
