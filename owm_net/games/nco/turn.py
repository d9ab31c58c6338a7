"""Turns and phases: the bag of order dice, special actions, the end phase. NCO-GEN-05, NCO-DIE,
NCO-END-01, -02.
"""

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
    InLog,
    Kind,
    Mark,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, PickNumber, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.attack import SIDES
from owm_net.games.nco.chart import Chart, FieldMaps
from owm_net.games.nco.ids import NO_EVENT, NO_SEAT, SEATS, opponent
from owm_net.games.nco.missions import DealMissions, Disclosure
from owm_net.games.nco.orders.command import Command
from owm_net.games.nco.pilot import Wandering
from owm_net.games.nco.scenarios import EXTERMINATION, RESCUE
from owm_net.games.nco.set_up import SetUp
from owm_net.games.nco.specials import Specials
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import IN_A_ROW, TURNS, Item, Order, Phase
from owm_net.games.nco.victory import end
from owm_net.games.nco.words import seat_name

LASTS = {4: 3, 5: 5}
"""NCO-SCN-06: after which turn the die must show how much for another one."""


@record("nco.call_intel")
class CallIntel(Answer):
    """NCO-ITM-09: two own dice now, or not yet."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Intel")
    help: ClassVar[str] = say("Once: pull two own dice and give two orders (NCO-ITM-09)")

    use: bool

    def sentence(self, view: View[NcoState]) -> str:
        return say("use Intel: two own dice") if self.use else say("keep Intel")


INTEL = Kind(
    "intel",
    CallIntel,
    rule="NCO-ITM-09",
    why=say("choose whether to use Intel"),
    deed=say("use Intel or not"),
)


@record("nco.open_choice")
class ChooseDie(Answer):
    """NCO-DIE-06: after four dice of one side the other says whose comes next. seat: 0 or 1, or -1
    for a blind draw."""

    title: ClassVar[str] = say("Next die")
    help: ClassVar[str] = say("After four dice of one side in a row the other chooses (NCO-DIE-06)")

    seat: Seat

    def sentence(self, view: View[NcoState]) -> str:
        if self.seat not in SEATS:
            return say("the next die is drawn blindly")
        return say("{who} goes next", who=seat_name(view.state, self.seat))


OPEN_CHOICE = Kind(
    "open_choice",
    ChooseDie,
    rule="NCO-DIE-06",
    why=say("choose whose die comes next"),
    deed=say("choose whose die comes next"),
)


@record("nco.end_early")
class EndEarly(Answer):
    """R-62: a side that is left alone may end the battle."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("End the battle")
    help: ClassVar[str] = say("The other side has nobody left (NCO-END-01, R-62)")

    ends: bool

    def sentence(self, view: View[NcoState]) -> str:
        return say("end the battle") if self.ends else say("go on")


END_EARLY = Kind(
    "end_early",
    EndEarly,
    rule="NCO-END-01",
    why=say("choose whether the battle ends"),
    deed=say("choose whether the battle ends"),
)


@record("nco.turn_begun")
class TurnBegun(Event):
    """A turn begins (NCO-DIE-01). bag: order dice of each seat."""

    words = say("Turn {turn}: order dice {bag_each}")
    rule = "NCO-DIE-01 NCO-GEN-05"
    headline = True
    in_log = InLog.HEADING

    turn: int
    bag: tuple[int, ...]

    @property
    def mark(self) -> Mark:
        return Mark.ROUND


@record("nco.phase_begun")
class PhaseBegun(Event):
    """The special actions, or the end phase."""

    in_log = InLog.LEAD

    phase: Phase
    rule: str = field(default="NCO-SPC-01", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        return say("Special actions") if self.phase is Phase.SPECIALS else say("End phase")


@record("nco.drawn")
class Drawn(Event):
    """A die of a seat is out of the bag. how: blindly, chosen openly, or by Intel."""

    words = say("order die: {seat} ({how})")
    in_log = InLog.LEAD

    seat: Seat
    how: str
    rule: str = field(default="NCO-DIE-02", kw_only=True)


@record("nco.length_roll")
class LengthRoll(Event):
    """NCO-SCN-06: whether another turn is played."""

    rule = "NCO-SCN-06"

    die: int
    goes_on: bool

    def sentence(self, g: NcoState) -> str:
        verdict = say("another turn") if self.goes_on else say("the battle ends")
        return say("rolled {die} for another turn: {verdict}", die=self.die, verdict=verdict)


@frame("nco.battle")
@define
class Battle(Frame[None]):
    """The whole battle: set-up, then turn after turn (NCO-GEN-05)."""

    def start(self, g: NcoState) -> Outcome[None]:
        """Before the battle."""
        return Call(SetUp(), then=self.deal_missions)

    def deal_missions(self, g: NcoState) -> Outcome[None]:
        """Secret missions and the pilot, where the scenario has them (NCO-SCN-18, NCO-SCN-11)."""
        if g.scenario == EXTERMINATION:
            return Call(DealMissions(), then=self.before_turn)
        if g.scenario == RESCUE:
            return Call(Wandering(), then=self.before_turn)
        return self.before_turn

    def before_turn(self, g: NcoState) -> Outcome[None]:
        """Turn 1 is a new turn too, with a Field Map and without an event (R-79, NCO-END-02)."""
        g.turn += 1
        return Call(FieldMaps(), then=self.begin_turn)

    def begin_turn(self, g: NcoState) -> Outcome[None]:
        """All dice into the bag (NCO-DIE-01)."""
        g.phase = Phase.ORDERS
        g.first, g.last, g.row = NO_SEAT, NO_SEAT, 0
        g.tell(TurnBegun(g.turn, g.bag()))
        return Call(OrderDice(), then=self.act)

    def act(self, g: NcoState) -> Outcome[None]:
        """Phase 2 begins when the bag is empty (NCO-DIE-05, NCO-SPC-01). A turn in which nobody
        was there to be given an order has no first one."""
        if g.first == NO_SEAT:
            return self.clear_up
        g.tell(PhaseBegun(Phase.SPECIALS))
        return Call(Specials(), then=self.clear_up)

    def clear_up(self, g: NcoState) -> Outcome[None]:
        """Collect the dice (NCO-END-01, R-12); Down soldiers get up, except in Ambush."""
        g.phase = Phase.END
        g.tell(PhaseBegun(Phase.END, rule="NCO-END-01"))
        for n, s in enumerate(g.soldiers):
            if not s.present:
                continue
            ambush = s.ambush if s.ambush > g.turn else 0
            g.soldiers[n] = s.with_(
                order=Order.NONE,
                down=ambush > 0,
                ambush=ambush,
                moved=False,
                acted=False,
                barred=False,
                heart=0,
                fighter=False,
                jammed=False,
            )
        g.event, g.mapped = NO_EVENT, ()
        return self.look_for_end

    def look_for_end(self, g: NcoState) -> Outcome[None]:
        """The last turn, the die of a scenario, or nobody left (R-47, R-62)."""
        alive = [seat for seat in SEATS if g.squad(seat)]
        if g.turn == TURNS or not alive:
            return self.disclose
        if g.battle.short and g.turn in LASTS:
            return Ask(Roll(SIDES, 1, say("another turn")), then=self.length)
        return self.look_for_survivors

    def length(self, g: NcoState, rolled: tuple[int, ...]) -> Outcome[None]:
        """NCO-SCN-06."""
        (die,) = rolled
        goes_on = die >= LASTS[g.turn]
        g.tell(LengthRoll(die, goes_on))
        return self.look_for_survivors if goes_on else self.disclose

    def look_for_survivors(self, g: NcoState) -> Outcome[None]:
        """R-62: who is alone may end it."""
        alive = [seat for seat in SEATS if g.squad(seat)]
        if len(alive) == 1:
            return Ask(END_EARLY.of(alive[0]), then=self.hear_end)
        return self.roll_event

    @END_EARLY.tells
    def about_end_early(self, view: View[NcoState]) -> About:
        """R-62."""
        return About(
            say("end the battle?"), say("the other side has no soldiers left"), "NCO-END-01"
        )

    @END_EARLY.offers
    def offers_end_early(self, view: View[NcoState]) -> Iterator[EndEarly]:
        """Both (R-62)."""
        yield EndEarly(True)
        yield EndEarly(False)

    def hear_end(self, g: NcoState, answer: EndEarly) -> Outcome[None]:
        """He has said."""
        return self.disclose if answer.ends else self.roll_event

    def roll_event(self, g: NcoState) -> Outcome[None]:
        """NCO-END-02: the event of the coming turn. After it both sides may be gone (R-62)."""
        return Call(Chart(), then=self.after_event)

    def after_event(self, g: NcoState) -> Outcome[None]:
        """The next turn."""
        return self.before_turn if any(g.squad(seat) for seat in SEATS) else self.disclose

    def disclose(self, g: NcoState) -> Outcome[None]:
        """Secret missions are guessed and opened (NCO-SCN-19)."""
        if g.scenario == EXTERMINATION:
            return Call(Disclosure(), then=self.close)
        return self.close

    def close(self, g: NcoState) -> Outcome[None]:
        """NCO-END-03."""
        return end(g)


@frame("nco.order_dice")
@define
class OrderDice(Frame[None]):
    """Phase 1: dice leave the bag until it is empty. asked: whose Intel has been asked for before
    this die. left: dice of an Intel that are still to be given; seat: whose."""

    asked: list[Seat] = field(factory=list)
    left: int = 0
    seat: Seat = NO_SEAT

    def start(self, g: NcoState) -> Outcome[None]:
        """The next die: R-09, then R-10, then the draw."""
        bag = g.bag()
        if not any(bag):
            return Done()
        if g.row >= IN_A_ROW and all(bag):
            return Ask(OPEN_CHOICE.of(opponent(g.last)), then=self.choose)
        self.asked = self._askable(g)
        return self.ask_intel

    @OPEN_CHOICE.tells
    def about_open_choice(self, view: View[NcoState]) -> About:
        """NCO-DIE-06."""
        why = say("{row} dice of the other side were drawn in a row", row=view.state.row)
        return About(say("choose whose order die comes next"), why, "NCO-DIE-06")

    @OPEN_CHOICE.offers
    def offers_open_choice(self, view: View[NcoState]) -> Iterator[ChooseDie]:
        """Either side's, or blindly."""
        yield from map(ChooseDie, SEATS)
        yield ChooseDie(NO_SEAT)

    @OPEN_CHOICE.judges
    def why_not_open_choice(self, view: View[NcoState], answer: ChooseDie) -> Refusal | None:
        """NCO-DIE-06."""
        return None if answer.seat in (*SEATS, NO_SEAT) else OPEN_CHOICE.refusal

    def choose(self, g: NcoState, answer: ChooseDie) -> Outcome[None]:
        """A chosen die is the first of a new row; after "blind" the row goes on (R-09)."""
        if answer.seat == NO_SEAT:
            return self.draw
        g.row = 0
        return self.give(g, answer.seat, say("chosen"))

    # -- Intel

    def _askable(self, g: NcoState) -> list[Seat]:
        """Return the seats that may use Intel before this die, in order (R-10)."""
        first = g.lower if g.last == NO_SEAT else opponent(g.last)
        return [
            seat
            for seat in (first, opponent(first))
            if g.bag()[seat] and g.free_carrier(Item.INTEL, seat) is not None
        ]

    def ask_intel(self, g: NcoState) -> Outcome[None]:
        """One after the other."""
        if self.asked:
            return Ask(INTEL.of(self.asked[0]), then=self.hear_intel)
        return self.draw

    @INTEL.tells
    def about_intel(self, view: View[NcoState]) -> About:
        """Before a die leaves the bag."""
        why = say("once in the battle two of your soldiers act one after the other")
        return About(say("use your Intel before the next die?"), why, "NCO-ITM-09")

    @INTEL.offers
    def offers_intel(self, view: View[NcoState]) -> Iterator[CallIntel]:
        yield CallIntel(True)
        yield CallIntel(False)

    def hear_intel(self, g: NcoState, answer: CallIntel) -> Outcome[None]:
        """Two dice, or one if no more is left; then everybody else is asked again (R-10)."""
        seat = self.asked.pop(0)
        if not answer.use:
            return self.ask_intel
        carrier = g.free_carrier(Item.INTEL, seat)
        assert carrier is not None  # `_askable` has found him
        g.spend(carrier, Item.INTEL)
        self.seat, self.left = seat, 2
        return self.follow_intel

    def follow_intel(self, g: NcoState) -> Outcome[None]:
        """The dice of an Intel, one after the other."""
        if not self.left or not g.bag()[self.seat]:
            self.left = 0
            return self.start
        self.left -= 1
        g.tell(Drawn(self.seat, say("by Intel"), rule="NCO-ITM-09"))
        return Call(Command(self.seat), then=self.follow_intel)

    # -- the draw

    def draw(self, g: NcoState) -> Outcome[None]:
        """G-09: no chance is spent where one colour is left."""
        a, b = g.bag()
        if not a or not b:
            return self.give(g, SEATS[not a], say("the only colour left"))
        return Ask(PickNumber(a + b, say("order die")), then=self.drawn)

    def drawn(self, g: NcoState, picked: tuple[int]) -> Outcome[None]:
        """NCO-DIE-02."""
        return self.give(g, SEATS[picked[0] >= g.bag()[0]], say("drawn blindly"))

    def give(self, g: NcoState, seat: Seat, how: str) -> Outcome[None]:
        """The owner of the colour gives the order, whoever drew."""
        g.tell(Drawn(seat, how))
        return Call(Command(seat), then=self.start)
