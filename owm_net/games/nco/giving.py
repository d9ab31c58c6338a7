"""An order is given to a soldier, from the bag or out of turn. NCO-DIE-03, -08, NCO-SKL-01."""

from __future__ import annotations

from attrs import field

from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.games.nco.damage import relieve
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import INSPIRED, Order, Skill
from owm_net.games.nco.words import ORDER_WORDS, soldier_name


@record("nco.ordered")
class Ordered(SoldierEvent):
    """A soldier is given an order; their die is out of the bag. charged: the target of an
    Assault."""

    soldier: SoldierId
    order: Order
    charged: SoldierId = NO_SOLDIER
    rule: str = field(default="NCO-DIE-03", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        what = ORDER_WORDS[self.order]
        if self.charged != NO_SOLDIER:
            what = say("Assault on {soldier}", soldier=soldier_name(g, self.charged))
        return listed([soldier_name(g, self.soldier), what], ": ")


UNINSPIRING = (Order.NONE, Order.DOWN, Order.RALLY)
"""NCO-SKL-01: whoever is given these inspires nobody."""


def give(g: NcoState, soldier: SoldierId, order: Order, charged: SoldierId = NO_SOLDIER) -> None:
    """His order of this turn from now on, also in place of one that has become impossible (R-85).
    It ends an Ambush and the lying that belongs to it (NCO-SPC-10); who is to shoot or to move gets
    up (R-12). It may inspire nearby soldiers, but a die does so only once (R-89)."""
    s = g.soldiers[soldier]
    lies = s.down and not s.ambush and order in (Order.DOWN, Order.RALLY)
    g.change(soldier, order=order, ambush=0, down=lies)
    g.tell(Ordered(soldier, order, charged))
    if s.order in UNINSPIRING and order not in UNINSPIRING:
        inspire(g, soldier)


def inspire(g: NcoState, soldier: SoldierId) -> None:
    """Inspire nearby friends (NCO-SKL-01, R-39): before the order is executed, from the soldier's
    place then."""
    level = g.soldiers[soldier].skills.count(Skill.INSPIRING_PRESENCE)
    if not level or not g.there(soldier):
        return
    for friend in [soldier, *g.friends(soldier, INSPIRED * level)]:
        relieve(g, friend, 0, 1)
