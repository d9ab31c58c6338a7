"""How stealth ends, and what bars it (section 2.19). How it begins: `actions.hide`; how it is seen
through: `actions.recognise`."""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.state import OwmState


@record("owm.event.seen")
class Seen(Event):
    """A Fireteam is no longer in stealth."""

    words = say("{fireteam} is no longer in stealth")
    headline = True

    fireteam: FireteamId
    rule: str = field(default="OWM-STLTH-06", kw_only=True)


def end_stealth(g: OwmState, fireteam: FireteamId, rule: str) -> None:
    """It is seen from now on, by this rule. Nothing if it was not in stealth, or is gone."""
    if fireteam in g.fireteams and g.fireteams[fireteam].stealthed:
        g.change_fireteam(fireteam, stealthed=False)
        g.tell(Seen(fireteam, rule=rule))


def mark_attacked(g: OwmState, fireteam: FireteamId) -> None:
    """It cannot hide where it is in this round (OWM-STLTH-02). Every way of inflicting damage on a
    Fireteam calls this, whether it harms anybody or not: an Attack order, an assault, a Grenade,
    Artillery, a Satchel Charge (A-38)."""
    cell = g.fireteams[fireteam].cell
    g.change_fireteam(fireteam, attacked_in=g.round_no, attacked_at=cell)
