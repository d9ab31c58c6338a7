"""Before the first round: armies, initiative, deployment. Ledger 2.4."""

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
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.decks import HAND, MakingDeck, draws
from owm_net.games.heroes.grid import STRAIGHT, Facing, Footprint, footprint
from owm_net.games.heroes.ids import NO_UNIT, Face, Heading, Space, UnitId
from owm_net.games.heroes.muster import enlist
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.printed.counters import Piece
from owm_net.games.heroes.riding import carriers
from owm_net.games.heroes.roster import Mustering
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply_effects import MG_NEST
from owm_net.games.heroes.terms import DIE, Ability
from owm_net.games.heroes.transport import board
from owm_net.games.heroes.words import seat_name

BY_DIE = "die"
MOST_TIES = 8
"""G-04 of the generator: so often a tie is rolled again, then seat 0 has it."""


@record("heroes.initiative")
class InitiativeSet(Event):
    """The seat with the initiative in the first round."""

    words = say("{seat} have the initiative")
    rule = "HON-SET-02"

    seat: Seat


@record("heroes.initiative_rolled")
class InitiativeRolled(Event):
    """A die for each seat."""

    rule = "HON-SET-02"

    faces: tuple[int, ...]

    def sentence(self, g: HeroesState) -> str:
        rolled = [
            say("{seat} {face}", seat=seat_name(g, seat), face=face)
            for seat, face in zip(g.players, self.faces, strict=True)
        ]
        return say("initiative: {rolled}", rolled=listed(rolled))


@frame("heroes.set_up")
@define
class SetUp(Frame[None]):
    """Everything that comes before the first round. ties: rolls for initiative that decided
    nothing. left: seats that still deploy; decks: that still
    make their decks, or draw from them."""

    ties: int = 0
    left: int = 0
    decks: list[Seat] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """The armies of the scenario (HON-ARMY-15), or those that the seats build."""
        if g.points:
            return Call(Mustering(), then=self.mustered)
        for seat in g.players:
            enlist(g, seat, g.side(seat).army)
        return self.mustered

    def mustered(self, g: HeroesState) -> Outcome[None]:
        """Decks come next."""
        g.holders = ["" for _ in g.battle.objectives]
        self.left = g.seats
        self.decks = list(g.players) if g.deck_size else []
        return self.deal

    def deal(self, g: HeroesState) -> Outcome[None]:
        """Each seat its deck and its first hand, before initiative (G-22)."""
        if self.decks:
            return Call(MakingDeck(self.decks.pop(0)), then=self.deal)
        return self.initiative

    def initiative(self, g: HeroesState) -> Outcome[None]:
        """HON-SET-02."""
        names = [side.name for side in g.battle.sides]
        if g.battle.initiative != BY_DIE:
            return self.decide(g, Seat(names.index(g.battle.initiative)))
        return self.roll

    def roll(self, g: HeroesState) -> Outcome[None]:
        """R-50: a joint die each."""
        return Ask(Roll(DIE, g.seats, say("initiative")), then=self.rolled)

    def rolled(self, g: HeroesState, faces: tuple[int, ...]) -> Outcome[None]:
        """The highest has it; ties roll again."""
        g.tell(InitiativeRolled(faces))
        best = [seat for seat in g.players if faces[seat] == max(faces)]
        if len(best) > 1 and self.ties < MOST_TIES:
            self.ties += 1
            return self.roll
        return self.decide(g, best[0])

    def decide(self, g: HeroesState, seat: Seat) -> Outcome[None]:
        """It is known who has the initiative."""
        g.initiative = seat
        g.tell(InitiativeSet(seat))
        return self.deploy

    def deploy(self, g: HeroesState) -> Outcome[None]:
        """Initiative first, each seat all of its troops (HON-SET-03)."""
        if not self.left:
            self.decks = list(g.players) if g.deck_size else []
            return self.hands
        seat = g.order()[g.seats - self.left]
        self.left -= 1
        return Call(Deploying(seat), then=self.deploy)

    def hands(self, g: HeroesState) -> Outcome[None]:
        """Each seat draws its first hand (HON-DECK-05)."""
        if self.decks:
            seat = self.decks.pop(0)
            return Ask(g.draw(seat, draws(seat), HAND), then=self.hands)
        return Done()


@record("heroes.deploy")
class Deploy(Answer):
    """A counter comes onto the map, or into a vehicle that is on that space (HON-SET-08). face:
    which is up, where its owner may choose (HON-SET-04). facing: of a unit that fires to the front
    only, 0 north and clockwise (HON-SET-09)."""

    title: ClassVar[str] = say("Deploy")
    words = say("{unit} to {space}")

    unit: UnitId
    space: Space
    face: Face = Face(0)
    facing: Heading = Heading(0)


DEPLOY = Kind(
    "deploy",
    Deploy,
    rule="HON-SET-03",
    why=say("a counter is to be deployed"),
    deed=say("deploy a counter"),
)


@record("heroes.deployed")
class Deployed(Event):
    """A counter is on the map."""

    words = say("{unit} is deployed at {space}")
    rule = "HON-SET-03"

    unit: UnitId
    space: Space


def _facings(piece: Piece, face: int) -> tuple[Facing, ...]:
    """How a counter may face: vehicles as they like, firing arcs along an edge (HON-SET-09)."""
    if piece.type.vehicle and piece.explosion is None:
        return tuple(Facing)
    return STRAIGHT if any(w.arc for w in piece.faces[face].weapons) else STRAIGHT[:1]


@frame("heroes.deploying")
@define
class Deploying(Frame[None]):
    """A seat deploys its troops in its zone, one counter after the other (HON-SET-03)."""

    seat: Seat

    def start(self, g: HeroesState) -> Outcome[None]:
        """Until all are there."""
        return Ask(DEPLOY.of(self.seat), then=self.hear) if self.waiting(g) else Done()

    def waiting(self, g: HeroesState) -> list[UnitId]:
        """Counters of the seat that are not deployed; some come later (HON-ORO-12, G-11)."""
        return [UnitId(n) for n in range(len(g.units)) if self._waits(g, UnitId(n))]

    def _waits(self, g: HeroesState, unit: UnitId) -> bool:
        u = g.units[unit]
        if (
            u.seat != self.seat
            or u.in_play
            or u.lost
            or u.bomb
            or u.key in g.side(self.seat).reserve
        ):
            return False
        return g.formations[u.formation].key != MG_NEST

    @DEPLOY.tells
    def about_deploy(self, view: View[HeroesState]) -> About:
        """How many are left."""
        left = len(self.waiting(view.state))
        return About(say("deploy a counter"), say("{left} are left", left=left), "HON-SET-03")

    @DEPLOY.offers
    def offers_deploy(self, view: View[HeroesState]) -> Iterator[Deploy]:
        """Each counter on each free space of the zone, on each face it may show."""
        g = view.state
        for unit in self.waiting(g):
            for space in g.side(self.seat).zone:
                yield from self._ways(g, unit, space)

    def _ways(self, g: HeroesState, unit: UnitId, space: Space) -> Iterator[Deploy]:
        piece = g.units[unit].piece
        for face in piece.deploys:
            for facing in _facings(piece, face):
                yield Deploy(unit, space, Face(face), Heading(int(facing)))

    @DEPLOY.judges
    def why_not_deploy(self, view: View[HeroesState], answer: Deploy) -> Refusal | None:
        """HON-SET-03, HON-SET-04, HON-SET-09."""
        g = view.state
        unit = answer.unit
        if not g.known(unit) or not self._waits(g, unit):
            return Refusal("HON-SET-03", say("a counter that waits is asked for"))
        space = answer.space
        if not is_space(g.ground, space) or space not in g.side(self.seat).zone:
            return Refusal("HON-SET-03", say("that is not in the deployment zone"))
        u, face, facing = g.units[unit], answer.face, answer.facing
        if face.__class__ is not int or face not in u.piece.deploys:
            return Refusal("HON-SET-04", say("it is deployed on a face with a white name"))
        if facing.__class__ is not int or int(facing) not in _facings(u.piece, face):
            return Refusal("HON-SET-09", say("a vehicle has a facing, an arc N, E, S or W"))
        if space in carriers(g, unit):
            if face or facing:
                return Refusal("HON-SET-08", say("in a vehicle it is on its first face"))
            return None
        return self._why_not_there(g, u, footprint(space, facing, u.piece.spaces))

    def _why_not_there(self, g: HeroesState, u: Unit, spaces: Footprint) -> Refusal | None:
        """None if a counter may cover these spaces."""
        for space in spaces:
            if space not in g.side(self.seat).zone:
                return Refusal("HON-SET-09", say("all of it is in the deployment zone"))
            no = g.ground.why_not_enter(space, u.kind, u.has(Ability.AMPHIBIOUS))
            if no is not None:
                return no
            if g.standing_on(space, NO_UNIT):
                return Refusal("HON-MOVE-03", say("another unit stands there"))
        return None

    @DEPLOY.samples
    def sample_deploy(self, view: View[HeroesState], chance: Chance) -> Deploy:
        """Any counter anywhere in the zone, on any face that it may show."""
        g = view.state
        waiting = self.waiting(g)
        unit = waiting[chance.below(len(waiting))]
        zone = g.side(self.seat).zone
        start = chance.below(len(zone))
        for n in range(len(zone)):  # a zone has room for all (G-17)
            ways = list(self._ways(g, unit, zone[(start + n) % len(zone)]))
            answer = ways[chance.below(len(ways))]
            if self.why_not_deploy(view, answer) is None:
                return answer
        raise AssertionError("a zone has room for all")

    def hear(self, g: HeroesState, answer: Deploy) -> Outcome[None]:
        """Place it."""
        vehicle = carriers(g, answer.unit).get(answer.space)
        if vehicle is not None:
            board(g, answer.unit, vehicle)
            return self.start
        g.change(answer.unit, at=answer.space, face=answer.face, facing=answer.facing)
        g.tell(Deployed(answer.unit, answer.space))
        return self.start
