"""Items that are used on a chosen Down order, one after the other. NCO-ITM-04 to -07, -11, R-41."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.damage import hurt, relieve
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.interrupts import Breakdowns
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import NEAR, Item
from owm_net.games.nco.words import short_name, soldier_name


@record("nco.use")
class UseItem(Answer):
    """Use an item, oneself or on another who is near (NCO-SKL-08, NCO-SKL-09)."""

    title: ClassVar[str] = say("Use an item")
    help: ClassVar[str] = say("Any number of different ones on a Down order (R-41)")
    words = say("{item} for {to_short}")

    item: Item
    to: SoldierId


ITEM = Kind(
    "item",
    UseItem,
    rule="NCO-ORD-01",
    why=say("choose an item, or pass"),
    deed=say("use an item or not"),
    passes=say("no more items"),
)


@record("nco.used")
class Used(SoldierEvent):
    """An item is used up. to: whom it helps. die: of Letters from Home, else 0."""

    soldier: SoldierId
    item: Item
    to: SoldierId
    die: int = 0
    rule: str = field(default="NCO-ITM-04", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        whom = ""
        if self.to != self.soldier:
            whom = say(" on {soldier}", soldier=short_name(g, self.to))
        rolled = say(" (rolled {die})", die=self.die) if self.die else ""
        title = CATALOG.items[self.item].title
        return say(
            "{soldier} uses {title}{whom}{rolled}",
            soldier=soldier_name(g, self.soldier),
            title=title,
            whom=whom,
            rolled=rolled,
        )


RULES = {
    Item.LETTERS: "NCO-ITM-04",
    Item.MORPHINE: "NCO-ITM-05",
    Item.FLASK: "NCO-ITM-06",
    Item.TOBACCO: "NCO-ITM-07",
}


def usable(g: NcoState, soldier: SoldierId) -> list[Item]:
    """Return the items for a Down order that the soldier has left."""
    return [item for item in g.soldiers[soldier].items if CATALOG.items[item].on_down]


def helped(g: NcoState, soldier: SoldierId, item: Item) -> list[SoldierId]:
    """Return the soldiers an item may be used on: its owner, and with the skill for it one friend
    who is near and not broken (R-36)."""
    found = [] if g.soldiers[soldier].broken else [soldier]
    if any(item in CATALOG.skills[skill].hands_on for skill in g.soldiers[soldier].skills):
        found += [s for s in g.friends(soldier, NEAR) if not g.soldiers[s].broken]
    return found


@frame("nco.lying")
@define
class UsingItems(Frame[None]):
    """A soldier with a Down order uses items, as long as any are left and the player wants."""

    soldier: SoldierId
    to: SoldierId = NO_SOLDIER

    def start(self, g: NcoState) -> Outcome[None]:
        """Ask while something is left, unless the soldier has broken down over their letters."""
        s = g.soldiers[self.soldier]
        if g.there(self.soldier) and not s.broken and usable(g, self.soldier):
            return Ask(ITEM.of(s.seat), then=self.use)
        return Done()

    @ITEM.tells
    def about_item(self, view: View[NcoState]) -> About:
        """Any number, in the order chosen (R-41)."""
        who = short_name(view.state, self.soldier)
        return About(say("{who} is Down: use an item?", who=who), rule="NCO-ORD-01")

    @ITEM.offers
    def offers_item(self, view: View[NcoState]) -> Iterator[UseItem]:
        """Each item on each whom it may help."""
        g = view.state
        for item in usable(g, self.soldier):
            yield from (UseItem(item, to) for to in helped(g, self.soldier, item))

    @ITEM.judges
    def why_not_item(self, view: View[NcoState], answer: UseItem) -> Refusal | None:
        """R-36, R-41."""
        g = view.state
        if answer.item not in usable(g, self.soldier):
            return Refusal("NCO-ITM-11", say("he has no such item for a Down order"))
        if answer.to not in helped(g, self.soldier, answer.item):
            return Refusal("NCO-SKL-08 NCO-SKL-09", say("the item cannot be used on him"))
        return None

    def use(self, g: NcoState, answer: UseItem) -> Outcome[None]:
        """Remove the item; its consequences are the receiver's (R-36)."""
        g.spend(self.soldier, answer.item)
        self.to = answer.to
        if answer.item is Item.LETTERS:
            return Ask(Roll(SIDES, 1, say("Letters from Home")), then=self.read)
        g.tell(Used(self.soldier, answer.item, answer.to, rule=RULES[answer.item]))
        to = g.soldiers[answer.to]
        if answer.item is Item.MORPHINE:
            g.change(answer.to, calm=True, courage=max(0, to.courage - 2))
        elif answer.item is Item.FLASK:
            relieve(g, answer.to, 1, 1)
            g.change(answer.to, heart=to.heart + 2, debt=g.turn + 1)
        else:
            relieve(g, answer.to, 0, 1)
            g.change(answer.to, heart=to.heart + 1)
        return self.start

    def passed_item(self, g: NcoState) -> Outcome[None]:
        return Done()

    def read(self, g: NcoState, rolled: tuple[int, ...]) -> Outcome[None]:
        """NCO-ITM-04."""
        (die,) = rolled
        g.tell(Used(self.soldier, Item.LETTERS, self.to, die))
        if die == 1:
            hurt(g, self.to, 0, 1)
            return Call(Breakdowns(), then=self.start)
        relieve(g, self.to, *((2, 2) if die == SIDES else (1, 1)))
        return self.start
