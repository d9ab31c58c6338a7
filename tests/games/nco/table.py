"""A battle of NCO for a test: places, ground, and the die.

Layouts of tests are pieces named by kind and box; nothing else is on the table. Soldiers are
numbered in the order in which they are given, those of Ann first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define

from owm_net.engine.agenda import Ask, Frame, Kind, Outcome, frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.geometry import Polygon
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, PickNumber, Request
from owm_net.engine.view import View
from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.chart import Chart, FieldMaps
from owm_net.games.nco.ground import GROUNDS, Ground
from owm_net.games.nco.ids import (
    LayoutKey,
    NationKey,
    ProfileKey,
    ScenarioKey,
    SoldierId,
    Spot,
    WeaponKey,
)
from owm_net.games.nco.layouts import Layout, Piece
from owm_net.games.nco.orders.command import Command
from owm_net.games.nco.set_up import soldier_of
from owm_net.games.nco.specials import Specials
from owm_net.games.nco.squads import Recruit
from owm_net.games.nco.state import NcoState, Options, Soldier
from owm_net.games.nco.terms import Item, Phase, Skill, Status
from owm_net.games.nco.turn import Battle, OrderDice
from tests.games.driver import Driver
from tests.seats import ANN, BEN

OPEN = LayoutKey("tests-open")
"""A table with nothing on it."""
US = NationKey("us_army")


def ground(*pieces: tuple[str, int, int, int, int]) -> LayoutKey:
    """A layout of rectangles: kind and x0, y0, x1, y1."""
    key = LayoutKey(f"tests-{pieces}")
    if key not in GROUNDS:
        made = [Piece(CATALOG.kinds[kind], Polygon.rectangle(*box)) for kind, *box in pieces]
        GROUNDS[key] = Ground(Layout(key, "of a test", tuple(made)))
    return key


GROUNDS[OPEN] = Ground(Layout(OPEN, "open", ()))


def man(
    x: int,
    y: int,
    profile: str = "private",
    weapon: str = "",
    surface: int = 0,
    **different: Any,
) -> Soldier:
    """Return a soldier of the US Army at a place; the seat comes with the side.

    items, skills, grenades: of the recruit. All else: fields of `Soldier` as they are now.
    """
    row = CATALOG.profiles[ProfileKey(profile)]
    recruit = Recruit(
        row.key,
        WeaponKey(weapon or next(iter(row.primary))),
        different.pop("grenades", row.grenades.free),
        tuple([Skill(s) for s in different.pop("skills", ())]),
        tuple([Item(i) for i in different.pop("items", ())]),
    )
    made = soldier_of(recruit, ANN, US)
    there = {"status": Status.FIELD, "spot": Spot((x, y, surface)), **different}
    return made.with_(**there)


REST = Kind("rest", Pass, rule="KERNEL", why="the test goes on")


@frame("tests.nco.rest")
@define
class Rest(Frame[None]):
    """Lies below what a test drives, so that a battle stops when that is done."""

    def start(self, g: NcoState) -> Outcome[None]:
        return Ask(REST.of(ANN), then=self.again)

    def again(self, g: NcoState, answer: Pass) -> Outcome[None]:
        return self.start

    @REST.offers
    def offers_rest(self, view: View[NcoState]) -> Iterator[Pass]:
        yield Pass()


class Dealer(LocalDealer):
    """A dealer that picks what a test says."""

    picks: list[int]

    def answer(self, request: Request[Any]) -> Any:
        if isinstance(request, PickNumber) and self.picks:
            return (self.picks.pop(0),)
        return super().answer(request)


class Fight(Driver[NcoState]):
    """A battle that a test drives; where it says nothing the dealer rolls and picks."""

    def idle(self) -> Answer:
        """Nobody reacts, nothing is used; else the first thing that is allowed."""
        if self.kind == "react":
            return GoDownAtOnce(())
        options = self.options()
        return next((a for a in options if isinstance(a, Pass)), options[0])

    def man(self, soldier: int) -> Soldier:
        return self.g.soldiers[soldier]

    def spot(self, soldier: int) -> tuple[int, int, int]:
        return self.man(soldier).spot

    def bag(self) -> tuple[int, int]:
        return self.g.bag()

    def rolls(self, *dice: Sequence[int]) -> Fight:
        """Script the next rolls, one tuple for each request."""
        self.dice += [tuple(faces) for faces in dice]
        return self

    @property
    def dealt(self) -> Dealer:
        assert isinstance(self.dealer, Dealer)
        return self.dealer


def lay(
    ann: Sequence[Soldier],
    ben: Sequence[Soldier],
    *,
    layout: LayoutKey = OPEN,
    frames: Sequence[Frame[Any]] | None = None,
    turns: Seat = ANN,
    dice: Sequence[tuple[int, ...]] = (),
    scenario: str = "basic-battle",
    goes_on: bool = False,
    **state: Any,
) -> Fight:
    """A battle in the middle of phase 1 of turn 2, unless something else is said: the die is one of
    `turns`, and nothing follows on it unless it `goes_on`. frames: another agenda. state: fields of
    `NcoState`."""
    g = NcoState(
        seats=2,
        scenario=ScenarioKey(scenario),
        layout=layout,
        options=state.pop("options", Options()),
        soldiers=[*[s.with_(seat=ANN) for s in ann], *[s.with_(seat=BEN) for s in ben]],
        nations=(US, NationKey("german_heer")),
        lower=BEN,
        south=ANN,
        turn=2,
        phase=Phase.ORDERS,
        first=ANN,
    )
    for name, value in state.items():
        setattr(g, name, value)
    if frames is None:
        below: list[Frame[Any]] = [Battle(at="act"), OrderDice()] if goes_on else [Rest()]
        frames = [*below, Command(turns)]
    g.agenda = list(frames)
    dealer = Dealer(2, Chance("table"))
    dealer.picks = []
    fight = Fight(g, dealer, dice)
    return fight.begin()


def specials(ann: Sequence[Soldier], ben: Sequence[Soldier], **more: Any) -> Fight:
    """The same in phase 2; Ann begins. Give the soldiers their orders."""
    below: Frame[Any] = Battle(at="clear_up") if more.pop("goes_on", False) else Rest()
    frames = [below, Specials(at="ask", seat=more.pop("turns", ANN))]
    return lay(ann, ben, frames=frames, phase=Phase.SPECIALS, **more)


def between_turns(ann: Sequence[Soldier], ben: Sequence[Soldier], **more: Any) -> Fight:
    """The same in the end phase: the event is rolled, and no more."""
    return lay(ann, ben, frames=[Rest(), Chart()], phase=Phase.END, **more)


S = SoldierId
W = WeaponKey


def at(x: int, y: int, surface: int = 0) -> Spot:
    return Spot((x, y, surface))


def who(*soldiers: int) -> tuple[SoldierId, ...]:
    return tuple([SoldierId(s) for s in soldiers])


__all__ = [
    "ANN",
    "BEN",
    "OPEN",
    "US",
    "FieldMaps",
    "Fight",
    "S",
    "W",
    "at",
    "between_turns",
    "ground",
    "lay",
    "man",
    "specials",
    "who",
]
