"""A battle of Hailfire for a test: places, ground, and dice.

Teams are numbered in the order in which they are given, Ann's first; so are Units. Ann is the
attacker. Grounds are pieces named by kind, with a box or points; nothing else is on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from attrs import define, frozen

from owm_net.engine.agenda import Ask, Call, Done, Frame, Kind, Outcome, frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.geometry import Polygon
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.assault import Assault, Charge
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.chits import chit_cards
from owm_net.games.hailfire.hero import HeroRoll
from owm_net.games.hailfire.ids import (
    NO_TEAM,
    SEATS,
    BatteryKey,
    ForceKey,
    ProfileKey,
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
)
from owm_net.games.hailfire.orders import Declaring
from owm_net.games.hailfire.reading import Area, Line, Objective, Scenario
from owm_net.games.hailfire.state import BLINDS, HailfireState, Options, Team, Unit
from owm_net.games.hailfire.system import Hailfire
from owm_net.games.hailfire.terms import HIGH, WIDE, First, Phase, Quality, Side
from owm_net.games.hailfire.turn import PlayerTurn
from owm_net.games.hailfire.victory import HOLDERS
from tests.games.driver import Driver
from tests.seats import ANN, BEN

HAIL = Hailfire()
ZONE = Polygon.rectangle(0, 0, WIDE, HIGH)


def area(kind: str, x0: int, y0: int, x1: int, y1: int) -> Area:
    return Area(CATALOG.kinds[kind], Polygon.rectangle(x0, y0, x1, y1))


def line(kind: str, *points: tuple[int, int]) -> Line:
    return Line(CATALOG.kinds[kind], points)


def scenario(
    *pieces: Area | Line,
    objectives: Sequence[tuple[int, int, Side] | tuple[int, int, Side, bool]] = (),
    limits: tuple[int, int] = (24, 24),
    rounds: int = 12,
    meeting: bool = False,
    **aim: Any,
) -> ScenarioKey:
    """Return a scenario of a test, remembered under a separate name. objectives: place, holder,
    and True for an exit. meeting: both sides choose their forces, which is all that makes a
    meeting. aim: other fields of `Scenario`."""
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    what = [(p.kind.key, p.points if isinstance(p, Line) else p.polygon.box) for p in pieces]
    key = ScenarioKey(f"tests-{what}-{[*objectives]}-{limits}-{rounds}-{meeting}-{aim}")
    known[key] = Scenario(
        key=key,
        title="",
        about="",
        first=First.ATTACKER,
        rounds=rounds,
        break_limits=limits,
        zones=(ZONE, ZONE),
        objectives=tuple(
            [Objective("ABC"[n], (x, y), *more) for n, (x, y, *more) in enumerate(objectives)]
        ),
        areas=tuple([piece for piece in pieces if isinstance(piece, Area)]),
        lines=tuple([piece for piece in pieces if isinstance(piece, Line)]),
        forces={ForceKey(side.value): () for side in (Side.ATTACKER, Side.DEFENDER)},
        points=520 if meeting else 0,
        **aim,
    )
    return key


def team(profile: str, x: int, y: int, **different: Any) -> Team:
    """Return a Team at a place; its seat and Unit come with the Unit in which it is given."""
    return Team(
        unit=UnitId(0), seat=ANN, profile=ProfileKey(profile), spot=Spot((x, y)), **different
    )


@frozen
class Group:
    """A Unit of a test."""

    teams: tuple[Team, ...]
    quality: Quality = Quality.REGULAR
    battery: str = ""
    missions: int = 5


def unit(*teams: Team, **different: Any) -> Group:
    return Group(teams, **different)


REST = Kind("rest", Pass, rule="KERNEL", why="the test goes on")


@frame("tests.hailfire.rest")
@define
class Rest(Frame[None]):
    """Lies below what a test drives, so that a battle stops when that is done."""

    def start(self, g: HailfireState) -> Outcome[None]:
        return Ask(REST.of(ANN), then=self.again)

    def again(self, g: HailfireState, answer: Pass) -> Outcome[None]:
        return self.start

    @REST.offers
    def offers_rest(self, view: View[HailfireState]) -> Iterator[Pass]:
        yield Pass()


@frame("tests.hailfire.bags")
@define
class Bags(Frame[None]):
    """Hero Dice are rolled and bags of chits shuffled, as set-up does."""

    dealt: int = 0

    def start(self, g: HailfireState) -> Outcome[None]:
        return Call(HeroRoll(), then=self.fill)

    def fill(self, g: HailfireState) -> Outcome[None]:
        if self.dealt == len(SEATS):
            return Done()
        seat = SEATS[self.dealt]
        self.dealt += 1
        return Ask(g.shuffle(f"chits {seat}", chit_cards(seat)), then=self.fill)


class Dealer(LocalDealer):
    """Lays on top of each deck what a test says."""

    tops: list[Sequence[int]]

    def mix(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        if not self.tops:
            return super().mix(number, cards)
        top = [cards[n] for n in self.tops.pop(0)]
        mixed = [*top, *[c for c in cards if c not in top]]
        self.stack(number, mixed)
        return tuple([CardNumber(card) for card in mixed])


class Fight(Driver[HailfireState]):
    """A battle that a test drives; where it says nothing the dealer rolls."""

    own_dice = True

    def idle(self) -> Answer:
        options = self.options()
        return next((a for a in options if isinstance(a, Pass)), options[0])

    def team(self, number: int) -> Team:
        return self.g.teams[number]

    def spot(self, number: int) -> tuple[int, int]:
        return self.team(number).spot

    def rolls(self, *dice: Sequence[int]) -> Fight:
        """Script the next rolls, one tuple for each request."""
        self.dice += [tuple(faces) for faces in dice]
        return self

    def cheats(self, answer: Answer) -> Fight:
        """A seat says what only it knows to be forbidden."""
        self._give(answer)
        self._settle()
        return self

    @property
    def asked(self) -> list[tuple[str, int]]:
        """Return the requests for dice so far, with how many dice."""
        return [(r.reason, r.count) for r in self.requests if isinstance(r, Roll)]


def lay(
    ann: Sequence[Group],
    ben: Sequence[Group],
    *,
    where: ScenarioKey | None = None,
    frames: Sequence[Frame[Any]] | None = None,
    dice: Sequence[tuple[int, ...]] = (),
    heroes: tuple[int, int] = (1, 1),
    chits: tuple[Sequence[int], Sequence[int]] = ((), ()),
    **state: Any,
) -> Fight:
    """A battle in Ann's first player turn. Unless `frames` says something else the first Unit of
    Ann is activated by the first Order Point and nothing follows on it. heroes: the faces of the
    Hero Dice. chits: places in each unshuffled bag, on top. state: fields of `HailfireState`."""
    key = where or scenario()
    g = HailfireState(
        seats=2,
        scenario=key,
        options=Options(),
        hands=[[] for _ in range(BLINDS + 2)],
        round=1,
        active=ANN,
        first=ANN,
        phase=Phase.ACTIVATIONS,
        holders=[HOLDERS[o.holder] for o in CATALOG.scenarios[key].objectives],
    )
    for seat, groups in ((ANN, ann), (BEN, ben)):
        for group in groups:
            _add(g, seat, group)
    for name, value in state.items():
        setattr(g, name, value)
    dealer = Dealer(2, Chance("table"))
    dealer.tops = []
    above = activated(*g.members(UnitId(0))) if frames is None else list(frames)
    dealer.tops = [[heroes[0] - 1], [heroes[1] - 1], *chits]
    g.agenda = [Rest(), *above, Bags()]
    return Fight(g, dealer, dice).begin()


def _add(g: HailfireState, seat: Seat, group: Group) -> None:
    """A Unit and its Teams."""
    number, first = UnitId(len(g.units)), len(g.teams)
    leaders = [TeamId(first + n) for n, t in enumerate(group.teams) if t.row.leader]
    g.units.append(
        Unit(
            seat=seat,
            title=f"unit_{number}",
            quality=group.quality,
            leader=leaders[0] if leaders else NO_TEAM,
            battery=BatteryKey(group.battery),
            missions=group.missions,
        )
    )
    g.teams += [t.with_(unit=number, seat=seat) for t in group.teams]


def activated(*teams: int, seat: Seat = ANN, **different: Any) -> list[Frame[Any]]:
    """These Teams are activated by the first Order Point of the turn."""
    who = [TeamId(t) for t in teams]
    return [Activation(Declaring(seat, who, **{"first": True, **different}))]


def assault(*charges: tuple[int, int]) -> list[Frame[Any]]:
    """Start an assault of Ann's: who charges whom."""
    return [Assault(ANN, [Charge(TeamId(a), TeamId(b)) for a, b in charges])]


def turn() -> list[Frame[Any]]:
    """A whole player turn of Ann's."""
    return [PlayerTurn()]


T = TeamId


def who(*teams: int) -> tuple[TeamId, ...]:
    return tuple([TeamId(t) for t in teams])


def path(*spots: tuple[int, int]) -> tuple[Spot, ...]:
    return tuple([Spot(spot) for spot in spots])


__all__ = [
    "ANN",
    "BEN",
    "HAIL",
    "Fight",
    "T",
    "activated",
    "area",
    "assault",
    "lay",
    "line",
    "path",
    "scenario",
    "team",
    "turn",
    "unit",
    "who",
]
