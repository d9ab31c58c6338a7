"""Stroll: what `docs/new-system.md` makes of a game without cards on a free map. Rules: stroll.md
beside it; its table: `stroll_table`."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import pairwise
from typing import Any, ClassVar, NewType

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    End,
    Event,
    Frame,
    GameState,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.briefing import Briefing
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Polygon, along, length, why_not_points
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record, register
from owm_net.engine.requests import Answer, PickNumber, Result
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View

WalkerId = NewType("WalkerId", int)
Spot = NewType("Spot", tuple[int, int])

WIDE, MOST_POINTS, ROUNDS = 2000, 3, 3
TREE = Spot((1000, 1200))
POND = Polygon.rectangle(400, 600, 900, 1100)


class Gait(Enum):
    """STR-02. An enum is not registered: the type of the field says what it is."""

    WALK = "walk"
    RUN = "run"


REACH = {Gait.WALK: 500, Gait.RUN: 800}


@record("stroll.walker")
class Walker(Record):
    """One who strolls. still: to go in this round."""

    seat: Seat
    spot: Spot
    gait: Gait = Gait.WALK
    still: bool = False


@register("stroll.state")
@define(kw_only=True)
class StrollState(GameState):
    """No decks, and hands that stay empty."""

    walkers: list[Walker]
    round: int = 0


@record("stroll.choose_gait")
class ChooseGait(Answer):
    """STR-02."""

    title = "Gait"
    gait: Gait

    def sentence(self, view: View[StrollState]) -> str:
        return self.gait.value


@record("stroll.go")
class Go(Answer):
    """STR-03."""

    title = "Go"
    walker: WalkerId
    path: tuple[Spot, ...] = ()  # a default: who stays chooses nothing

    def sentence(self, view: View[StrollState]) -> str:
        return f"walker {self.walker + 1} goes {len(self.path)} legs"


@record("stroll.gone")
class Gone(Event):
    """A walker stands at the end of their path."""

    rule = "STR-03"

    walker: WalkerId
    spot: Spot

    def sentence(self, g: StrollState) -> str:
        return f"walker {self.walker + 1} is at {self.spot[0]}, {self.spot[1]}"


GAIT = Kind("gait", ChooseGait, rule="STR-02", why="a gait is asked for")
GO = Kind("go", Go, rule="STR-03", why="a path is asked for")


def path_of(g: StrollState, walker: WalkerId, path: Iterable[Spot]) -> tuple[Spot, ...]:
    """A path with where it begins."""
    return (g.walkers[walker].spot, *path)


@frame("stroll.match")
@define
class Match(Frame[None]):
    """seat: the one to go now."""

    seat: Seat = field(default=Seat(0))

    def start(self, g: StrollState) -> Outcome[None]:
        if g.round == ROUNDS:
            far = tuple([length(walker.spot, TREE) for walker in g.walkers])
            nearest = tuple([seat for seat in g.players if far[seat] == min(far)])
            return End(Result(nearest, tuple([-n for n in far]), "the last round is over"))
        g.round += 1
        return Ask(GAIT.secretly(g.players), then=self.chosen)

    @GAIT.offers
    def offers_gait(self, view: View[StrollState]) -> Iterator[ChooseGait]:
        yield from map(ChooseGait, Gait)

    def chosen(self, g: StrollState, answers: tuple[ChooseGait, ...]) -> Outcome[None]:
        pairs = zip(g.walkers, answers, strict=True)
        g.walkers = [walker.with_(gait=answer.gait, still=True) for walker, answer in pairs]
        return Ask(PickNumber(g.seats, "who goes first"), then=self.picked)

    def picked(self, g: StrollState, number: tuple[int]) -> Outcome[None]:
        self.seat = g.players[number[0]]
        return Ask(GO.of(self.seat), then=self.go)

    @GO.offers
    def offers_go(self, view: View[StrollState]) -> Iterator[Go]:
        """Straight to the tree, and to stay: that is all the plain table and a terminal list."""
        own, g = WalkerId(self.seat), view.state
        start, reach = g.walkers[own].spot, REACH[g.walkers[own].gait]
        end = along(start, TREE, reach, max(reach, length(start, TREE)))
        yield Go(own, (Spot(end),))
        yield Go(own)

    @GO.samples
    def sample_go(self, view: View[StrollState], chance: Chance) -> Go:
        """Anywhere that is allowed, by a few attempts."""
        own = WalkerId(self.seat)
        x, y = view.state.walkers[own].spot
        for _ in range(8):
            spot = Spot((x + chance.below(801) - 400, y + chance.below(801) - 400))
            if self.why_not_go(view, Go(own, (spot,))) is None:
                return Go(own, (spot,))
        return Go(own)

    @GO.judges
    def why_not_go(self, view: View[StrollState], answer: Go) -> Refusal | None:
        """First whether it is a path at all, then whose, then how long."""
        g = view.state
        if answer.walker != WalkerId(self.seat):
            return Refusal("STR-03", "that is not your walker")
        bounds = {"x": (0, WIDE), "y": (0, WIDE)}
        refusal = why_not_points(answer.path, bounds, MOST_POINTS, "STR-03")
        if refusal is not None:
            return refusal
        way = path_of(g, answer.walker, answer.path)
        if any(POND.stretches(a, b) for a, b in pairwise(way)):
            return Refusal("STR-03", "the pond is in the way")
        most = REACH[g.walkers[answer.walker].gait]
        long = sum([length(a, b) for a, b in pairwise(way)])
        return Refusal("STR-03", f"that is {long} of {most}") if long > most else None

    def go(self, g: StrollState, answer: Go) -> Outcome[None]:
        walker = g.walkers[answer.walker]
        spot = answer.path[-1] if answer.path else walker.spot
        g.walkers[answer.walker] = walker.with_(spot=spot, still=False)
        g.tell(Gone(answer.walker, spot))
        self.seat = g.players[1 - self.seat]
        if g.walkers[self.seat].still:
            return Ask(GO.of(self.seat), then=self.go)
        return self.start


class Stroll(System):
    """Registered as "stroll" by its tests."""

    id = "stroll"
    title = "Stroll"
    version = "1"
    missions = ("park",)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    fields: ClassVar[Mapping[str, str]] = {"walker": "stroller", "gait": "way of going"}

    def new_game(self, setup: Setup) -> GameState:
        south, north = Spot((WIDE // 2, 100)), Spot((WIDE // 2, WIDE - 100))
        walkers = [Walker(Seat(0), south), Walker(Seat(1), north)]
        return StrollState(seats=2, walkers=walkers, agenda=[Match()])

    def briefing(self, g: GameState) -> Briefing:
        return Briefing("", "")

    def data_digest(self) -> bytes:
        return hashlib.sha256(b"stroll").digest()

    def card_name(self, card: int) -> str:
        return str(card)

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        if kind is WalkerId:
            return [WalkerId(n) for n in range(len(view.state.walkers))]
        return super().domain(view, kind)

    def rounds(self, g: GameState) -> int | None:
        assert isinstance(g, StrollState)
        return g.round
