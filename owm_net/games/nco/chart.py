"""The event between two turns, and the Field Map. 2.14, NCO-END-02, NCO-ITM-10."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.damage import hurt
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import EventKey, SoldierId, opponent
from owm_net.games.nco.interrupts import Breakdowns
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, Item
from owm_net.games.nco.words import soldier_name

ABLE, CHARLIE, EASY, VICTOR, XRAY = map(EventKey, ("able", "charlie", "easy", "victor", "xray"))
EDGE = 600
"""NCO-EVT-10."""
TIMID = 3
"""NCO-EVT-04: who is no braver may see the fighter coming."""
SEEN = 2
"""NCO-EVT-04: up to this he throws himself Down."""


@record("nco.event_pick")
class PickSoldier(Answer):
    """Able: one of the player's own soldiers is better for good. Easy: an enemy specialist's weapon
    jams."""

    title: ClassVar[str] = say("Pick")
    help: ClassVar[str] = say("Each player picks one for the event (NCO-EVT-02, NCO-EVT-06)")
    words = say("the event is for {soldier}")

    soldier: SoldierId


EVENT_PICK = Kind(
    "event_pick",
    PickSoldier,
    rule="NCO-EVT-02 NCO-EVT-06",
    why=say("choose a soldier"),
    deed=say("pick a soldier for the event"),
)


@record("nco.use_map")
class UseMap(Answer):
    """NCO-ITM-10: whether the Field Map is for this turn."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Field Map")
    help: ClassVar[str] = say("Once: all own soldiers move 1 inch farther this turn (NCO-ITM-10)")

    use: bool

    def sentence(self, view: View[NcoState]) -> str:
        return say("use the Field Map this turn") if self.use else say("keep the Field Map")


FIELD_MAP = Kind(
    "field_map",
    UseMap,
    rule="NCO-ITM-10",
    why=say("say whether the Field Map is used"),
    deed=say("use a Field Map or not"),
)


@record("nco.event")
class EventRolled(Event):
    """An event of the battlefield this turn (NCO-EVT-01)."""

    rule = "NCO-EVT-01"
    headline = True

    faces: tuple[int, ...]
    event: EventKey

    def sentence(self, g: NcoState) -> str:
        row = CATALOG.events[self.event]
        return say(
            "event {first}-{second}: {code}, {title}: {effect}",
            first=self.faces[0],
            second=self.faces[1],
            code=row.code,
            title=row.title,
            effect=row.effect,
        )


@record("nco.event_for")
class EventFor(SoldierEvent):
    """A soldier on whom the event falls."""

    soldier: SoldierId
    event: EventKey
    rule: str = field(default="NCO-EVT-02", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        said = {
            ABLE: say("is braver for good"),
            CHARLIE: say("must go Down this turn"),
            EASY: say("cannot fire his primary weapon this turn"),
        }
        what = said.get(self.event)
        return listed([soldier_name(g, self.soldier), *([what] if what else [])], " ")


@record("nco.mapped")
class MapUsed(Event):
    """A Field Map is used (NCO-ITM-10)."""

    words = say("{seat} use their Field Map: all move 1 inch farther")
    rule = "NCO-ITM-10"

    seat: Seat


def event_of(first: int, second: int) -> EventKey:
    """The cell of the chart for two dice, the first one down (NCO-EVT-01)."""
    return CATALOG.chart[first - 1][second - 1]


@frame("nco.chart")
@define
class Chart(Frame[None]):
    """The event for the coming turn, applied at once (NCO-EVT-12). seats: those that still pick.
    listed: soldiers whose dice are rolled."""

    seats: list[Seat] = field(factory=list)
    listed: tuple[SoldierId, ...] = ()

    def start(self, g: NcoState) -> Outcome[None]:
        """Two dice."""
        return Ask(Roll(SIDES, 2, "event"), then=self.rolled)

    def rolled(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """Most events are looked at where they matter; the others happen now."""
        g.event = event_of(*faces)
        g.tell(EventRolled(faces, g.event))
        if g.event in (ABLE, EASY):
            self.seats = [opponent(g.first), g.first]
            return self.ask_pick
        if g.event == CHARLIE:
            self.listed = tuple([s for s in g.on_field() if g.courage(s) <= TIMID])
            if self.listed:
                return Ask(Roll(SIDES, len(self.listed), say("Fighter Inbound")), then=self.seen)
        if g.event == VICTOR:
            return self.horrify(g)
        if g.event == XRAY:
            self.listed = tuple(g.on_field())
            if self.listed:
                return Ask(Roll(SIDES, len(self.listed), "Incoming"), then=self.shelled)
        return Done()

    # -- Able, Easy

    def ask_pick(self, g: NcoState) -> Outcome[None]:
        """One seat after the other, if it has any choice at all."""
        while self.seats:
            found = self.candidates(g)
            if len(found) > 1:
                return Ask(EVENT_PICK.of(self.seats[0]), then=self.pick)
            if found:
                return self.pick(g, PickSoldier(found[0]))
            self.seats.pop(0)
        return Done()

    def candidates(self, g: NcoState) -> list[SoldierId]:
        """Able: own soldiers of the lowest rank and specialists of the lowest cost (R-48). Easy:
        enemy specialists."""
        if g.event == EASY:
            return [s for s in g.squad(opponent(self.seats[0])) if g.soldiers[s].row.specialist]
        own = g.squad(self.seats[0])
        ranks = list(CATALOG.profiles)
        regulars = [s for s in own if not g.soldiers[s].row.specialist]
        lowest = max([ranks.index(g.soldiers[s].profile) for s in regulars], default=-1)
        special = [s for s in own if g.soldiers[s].row.specialist]
        cheapest = min([g.soldiers[s].row.cost for s in special], default=0)
        return [s for s in regulars if ranks.index(g.soldiers[s].profile) == lowest] + [
            s for s in special if g.soldiers[s].row.cost == cheapest
        ]

    @EVENT_PICK.tells
    def about_event_pick(self, view: View[NcoState]) -> About:
        """Tell which event it is."""
        row = CATALOG.events[view.state.event]
        if view.state.event == EASY:
            why = say("an enemy specialist cannot fire his primary weapon this turn")
            return About(say("{row}: name an enemy specialist", row=row.title), why, "NCO-EVT-06")
        why = say("courage and psyche +1 for the rest of the battle")
        return About(
            say("{row}: pick one of your lowest-ranked soldiers", row=row.title), why, "NCO-EVT-02"
        )

    @EVENT_PICK.offers
    def offers_event_pick(self, view: View[NcoState]) -> Iterator[PickSoldier]:
        yield from map(PickSoldier, self.candidates(view.state))

    @EVENT_PICK.judges
    def why_not_event_pick(self, view: View[NcoState], answer: PickSoldier) -> Refusal | None:
        """R-48, NCO-EVT-06."""
        if answer.soldier in self.candidates(view.state):
            return None
        rule = "NCO-EVT-06" if view.state.event == EASY else "NCO-EVT-02"
        return Refusal(rule, say("the event cannot be for him"))

    def pick(self, g: NcoState, answer: PickSoldier) -> Outcome[None]:
        """Able raises psyche and its maximum (R-43)."""
        s = g.soldiers[answer.soldier]
        if g.event == EASY:
            g.change(answer.soldier, jammed=True)
        else:
            g.change(
                answer.soldier,
                courage=s.courage + 1,
                psyche=s.psyche + 1,
                psyche_max=s.psyche_max + 1,
            )
        rule = "NCO-EVT-06" if g.event == EASY else "NCO-EVT-02"
        g.tell(EventFor(answer.soldier, g.event, rule=rule))
        self.seats.pop(0)
        return self.ask_pick

    # -- Charlie, Victor, X-ray

    def seen(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """NCO-EVT-04."""
        for soldier, face in zip(self.listed, faces, strict=True):
            if face <= SEEN:
                g.change(soldier, fighter=True)
                g.tell(EventFor(soldier, CHARLIE, rule="NCO-EVT-04"))
        return Done()

    def horrify(self, g: NcoState) -> Outcome[None]:
        """NCO-EVT-10: all whose base is within 6 inches of an edge."""
        least = EDGE + BASE
        for soldier in g.on_field():
            x, y, _ = g.soldiers[soldier].spot
            if min(x, y, BOARD - x, BOARD - y) <= least:
                hurt(g, soldier, 0, 1)
        return Call(Breakdowns(), then=self.done)

    def shelled(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """NCO-EVT-11."""
        for soldier, face in zip(self.listed, faces, strict=True):
            if face <= 4:
                hurt(g, soldier, 2 if face <= 2 else 0, 1)
        return Call(Breakdowns(), then=self.done)

    def done(self, g: NcoState) -> Outcome[None]:
        """The event is applied."""
        return Done()


@frame("nco.field_maps")
@define
class FieldMaps(Frame[None]):
    """Before a turn begins each who has a Field Map may use it (NCO-ITM-10, R-47, R-79)."""

    seats: list[Seat] = field(factory=list)

    def start(self, g: NcoState) -> Outcome[None]:
        """First who deployed first."""
        self.seats = [g.lower, g.higher]
        return self.ask

    def ask(self, g: NcoState) -> Outcome[None]:
        """A seat without a map, or with a dead sergeant, is not asked."""
        while self.seats:
            if g.free_carrier(Item.FIELD_MAP, self.seats[0]) is not None:
                return Ask(FIELD_MAP.of(self.seats[0]), then=self.hear)
            self.seats.pop(0)
        return Done()

    @FIELD_MAP.tells
    def about_field_map(self, view: View[NcoState]) -> About:
        """Before a turn."""
        why = say("once: all your soldiers move 1 inch farther in it")
        return About(
            say("use your Field Map in turn {turn}?", turn=view.state.turn), why, "NCO-ITM-10"
        )

    @FIELD_MAP.offers
    def offers_field_map(self, view: View[NcoState]) -> Iterator[UseMap]:
        yield UseMap(True)
        yield UseMap(False)

    def hear(self, g: NcoState, answer: UseMap) -> Outcome[None]:
        """It is used up."""
        seat = self.seats.pop(0)
        if answer.use:
            carrier = g.free_carrier(Item.FIELD_MAP, seat)
            assert carrier is not None  # `ask` has found him
            g.spend(carrier, Item.FIELD_MAP)
            g.mapped += (seat,)
            g.tell(MapUsed(seat))
        return self.ask
