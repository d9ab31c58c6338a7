"""Before the first round: armies, initiative, deployment. Ledger 2.4."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, TypeAlias

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
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import EVERYBODY, View
from owm_net.games.heroes.bonus import DECK, lay_out
from owm_net.games.heroes.commanding import Commanding
from owm_net.games.heroes.concealing import NO_RUSE, Hiding, scout, scout_under, uncover
from owm_net.games.heroes.decks import MakingDeck, hand_size, maker, source
from owm_net.games.heroes.generator import Furnishing, LayingBoards
from owm_net.games.heroes.grid import STRAIGHT, Facing, Footprint, distance, footprint
from owm_net.games.heroes.hidden import BONUS, hidden_unit
from owm_net.games.heroes.ids import NO_SEAT, NO_UNIT, Face, Heading, Hidden, Space, UnitId
from owm_net.games.heroes.muster import enlist
from owm_net.games.heroes.paths import is_space, traffic
from owm_net.games.heroes.printed.counters import Piece
from owm_net.games.heroes.ranking import Ranking, alliances
from owm_net.games.heroes.roster import Mustering
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply_effects import MG_NEST
from owm_net.games.heroes.terms import DIE, Ability
from owm_net.games.heroes.transport import board
from owm_net.games.heroes.words import (
    card_name,
    face_name,
    heading_name,
    side_name,
    space_name,
    unit_name,
)

BY_DIE = "die"
MOST_TIES = 8
"""G-04 of the generator: so often a tie is rolled again, then seat 0 has it."""


def sides(g: HeroesState) -> list[Seat]:
    """The first seat of each side."""
    return [seat for seat in g.players if seat == min(g.members(seat))]


@record("heroes.initiative")
class InitiativeSet(Event):
    """The seat with the initiative in the first round."""

    words = say("{seat_side} have the initiative")
    rule = "HON-SET-02"

    seat: Seat


@record("heroes.initiative_rolled")
class InitiativeRolled(Event):
    """A die for each side."""

    rule = "HON-SET-02"

    faces: tuple[int, ...]

    def sentence(self, g: HeroesState) -> str:
        rolled = [
            say("{seat} {face}", seat=side_name(g, seat), face=face)
            for seat, face in zip(sides(g), self.faces, strict=True)
        ]
        return say("initiative: {rolled}", rolled=listed(rolled))


@frame("heroes.set_up")
@define
class SetUp(Frame[None]):
    """Everything that comes before the first round. ties: rolls for initiative that decided
    nothing. left: seats that still deploy; hiding: that still draw the cards of their blinds;
    decks: that still make their decks, or draw from them."""

    ties: int = 0
    left: int = 0
    hiding: list[Seat] = field(factory=list)
    decks: list[Seat] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """The map of a free battle comes first (R-240)."""
        return self.arm if g.made is None else Call(LayingBoards(), then=self.initiative)

    def arm(self, g: HeroesState) -> Outcome[None]:
        """The armies of the scenario (HON-ARMY-15), or those that the seats build."""
        if g.points:
            return Call(Commanding(alliances(g)), then=self.muster)
        for seat in g.players:
            enlist(g, seat, g.side(seat).army)
        return self.mustered

    def muster(self, g: HeroesState) -> Outcome[None]:
        """Build the armies with the points that are left."""
        return Call(Mustering(), then=self.mustered)

    def mustered(self, g: HeroesState) -> Outcome[None]:
        """Alliances choose their order of play (HON-MP-10)."""
        g.holders = ["" for _ in g.battle.objectives]
        return Call(Ranking(alliances(g)), then=self.ranked)

    def ranked(self, g: HeroesState) -> Outcome[None]:
        """Decks come next: one for each side (HON-MP-09)."""
        self.left = g.seats
        self.decks = [s for s in g.players if s == maker(g, s)] if g.deck_size else []
        return self.deal

    def deal(self, g: HeroesState) -> Outcome[None]:
        """Each side its deck, before initiative (G-22)."""
        if self.decks:
            return Call(MakingDeck(self.decks.pop(0)), then=self.deal)
        return self.initiative if g.initiative == NO_SEAT else self.conceal

    def initiative(self, g: HeroesState) -> Outcome[None]:
        """HON-SET-02."""
        names = [side.name for side in g.battle.sides]
        if g.battle.initiative != BY_DIE:
            return self.decide(g, Seat(names.index(g.battle.initiative)))
        return self.roll

    def roll(self, g: HeroesState) -> Outcome[None]:
        """R-50: a joint die for each side."""
        return Ask(Roll(DIE, len(sides(g)), say("initiative")), then=self.rolled)

    def rolled(self, g: HeroesState, faces: tuple[int, ...]) -> Outcome[None]:
        """The highest has it; ties roll again."""
        g.tell(InitiativeRolled(faces))
        best = [seat for seat, face in zip(sides(g), faces, strict=True) if face == max(faces)]
        if len(best) > 1 and self.ties < MOST_TIES:
            self.ties += 1
            return self.roll
        return self.decide(g, best[0])

    def decide(self, g: HeroesState, seat: Seat) -> Outcome[None]:
        """It is known who has the initiative."""
        g.initiative = g.members(seat)[0]
        g.tell(InitiativeSet(seat))
        return self.conceal if g.made is None else Call(Furnishing(), then=self.arm)

    def conceal(self, g: HeroesState) -> Outcome[None]:
        """Initiative first."""
        self.hiding = g.order()
        return self.hide

    def hide(self, g: HeroesState) -> Outcome[None]:
        """Each seat draws the cards of its concealed counters (R-101)."""
        if self.hiding:
            return Call(Hiding(self.hiding.pop(0)), then=self.hide)
        lay_out(g)
        return Ask(g.shuffle(DECK, BONUS), then=self.deploy) if g.bonus else self.deploy

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
            return Ask(g.draw(seat, source(g, seat), hand_size(g, seat)), then=self.hands)
        return Done()


@record("heroes.deploy")
class Deploy(Answer):
    """A counter comes onto the map, or into a vehicle that is on that space (HON-SET-08). face:
    which is up, where its owner may choose (HON-SET-04). facing: of a unit that fires to the front
    only, 0 north and clockwise (HON-SET-09)."""

    title: ClassVar[str] = say("Deploy")

    unit: UnitId
    space: Space
    face: Face = Face(0)
    facing: Heading = Heading(0)

    def sentence(self, view: View[HeroesState]) -> str:
        g, piece = view.state, view.state.units[self.unit].piece
        told = {
            "unit": unit_name(g, self.unit),
            "space": space_name(g, self.space),
            "face": face_name(g, self.face),
            "way": heading_name(g, self.facing),
        }
        turns = len(_facings(piece, self.face)) > 1
        if len(piece.deploys) > 1:
            if turns:
                return say("{unit} to {space}, {face}, facing {way}", **told)
            return say("{unit} to {space}, {face}", **told)
        if turns:
            return say("{unit} to {space}, facing {way}", **told)
        return say("{unit} to {space}", **told)


@record("heroes.lay_blind")
class LayBlind(Answer):
    """A concealed counter is laid face down. card: its own, which stays closed."""

    title: ClassVar[str] = say("Lay a concealed counter")

    card: Hidden
    space: Space

    def sentence(self, view: View[HeroesState]) -> str:
        g, card = view.state, view.card(self.card)
        who = say("a concealed counter") if card is None else card_name(g, card)
        return say("{unit} to {space}", unit=who, space=space_name(g, self.space))


@record("heroes.deploy_open")
class DeployOpen(Answer):
    """An Ambush unit is deployed on its open face: its card is shown (HON-AB-04, R-101)."""

    title: ClassVar[str] = say("Deploy openly")

    card: Played
    space: Space
    face: Face = Face(0)

    def sentence(self, view: View[HeroesState]) -> str:
        g, card = view.state, view.card(self.card)
        who = say("a concealed unit") if card is None else card_name(g, card)
        return say("{unit} to {space}", unit=who, space=space_name(g, self.space))


DeployPlay: TypeAlias = Deploy | LayBlind | DeployOpen

DEPLOY: Kind[DeployPlay] = Kind(
    "deploy",
    Deploy,
    LayBlind,
    DeployOpen,
    rule="HON-SET-03",
    why=say("deploy a counter"),
    deed=say("deploy a counter"),
)


@record("heroes.deployed")
class Deployed(Event):
    """A counter is on the map."""

    words = say("{unit} is deployed at {space}")
    rule = "HON-SET-03"

    unit: UnitId
    space: Space


@record("heroes.stays_away")
class StaysAway(Event):
    """The deployment zone has no place for a counter: it is not in the battle."""

    words = say("there is no room for {unit}")
    rule = "HON-SET-03"

    unit: UnitId


ABOARD = Refusal("HON-SET-08", say("it begins in a vehicle that has room for it"))


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
        """Until all are there, or no place is left for any of the others (R-245)."""
        waiting = self.waiting(g)
        if any(self._has_place(g, unit) for unit in waiting):
            return Ask(DEPLOY.of(self.seat), then=self.hear)
        for unit in waiting:
            g.change(unit, lost=True)
            g.tell(StaysAway(unit))
        return Done()

    def _has_place(self, g: HeroesState, unit: UnitId) -> bool:
        """Return True if a counter may be deployed somewhere, as everybody sees: a blind in the
        zone, for it may be a Ruse (R-319)."""
        view = View(g, EVERYBODY, {})
        blind = g.units[unit].blind
        return any(
            self.why_not_deploy(view, way) is None
            for space in (g.side(self.seat).zone if blind else self._places(view, unit))
            for way in self._ways(g, unit, space)
        )

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
        if u.piece.conceals:
            return False  # it comes by its card
        return u.blind or g.formations[u.formation].key != MG_NEST

    @DEPLOY.tells
    def about_deploy(self, view: View[HeroesState]) -> About:
        """How many are left."""
        left = say_n("{n} is left", "{n} are left", len(self.waiting(view.state)))
        return About(say("deploy a counter"), left, "HON-SET-03")

    @DEPLOY.offers
    def offers_deploy(self, view: View[HeroesState]) -> Iterator[DeployPlay]:
        """Each counter on each free space where it may stand, on each face it may show."""
        for answer in self.anywhere(view):
            if self.why_not_deploy(view, answer) is None:
                yield answer

    def anywhere(self, view: View[HeroesState], only: UnitId = NO_UNIT) -> Iterator[DeployPlay]:
        """The same, whether the space is free or not. only: of one of the counters."""
        g = view.state
        for unit in self.waiting(g) if only == NO_UNIT else (only,):
            for space in self._places(view, unit):
                yield from self._ways(g, unit, space)
            yield from self._openly(view, unit)

    def _places(self, view: View[HeroesState], unit: UnitId) -> Iterator[Space]:
        """The zone, and for a Scout what is round it."""
        g = view.state
        yield from g.side(self.seat).zone
        reach = self._scout(view, unit)
        if reach:
            for space in g.ground.cells:
                if 0 < outside(g, self.seat, space) <= reach and not beside_objective(g, space):
                    yield space

    def _scout(self, view: View[HeroesState], unit: UnitId) -> int:
        """How far outside the zone a counter may be laid, as far as a view knows (R-87)."""
        if view.state.units[unit].blind:
            return scout_under(view, unit)
        return scout(view.state, unit)

    def _openly(self, view: View[HeroesState], unit: UnitId) -> Iterator[DeployOpen]:
        """A blind that its viewer knows, as the unit that it is."""
        g = view.state
        if not g.units[unit].blind:
            return
        card = g.card_under(unit)
        face = view.card(card)
        if face is not None and hidden_unit(face) != NO_UNIT:
            for space in self._places(view, unit):
                for up in g.units[hidden_unit(face)].piece.deploys:
                    yield DeployOpen(Played(card), space, Face(up))

    def _ways(self, g: HeroesState, unit: UnitId, space: Space) -> Iterator[Deploy | LayBlind]:
        if g.units[unit].blind:
            yield LayBlind(g.card_under(unit), space)
            return
        piece = g.units[unit].piece
        for face in piece.deploys:
            for facing in _facings(piece, face):
                yield Deploy(unit, space, Face(face), Heading(int(facing)))

    @DEPLOY.judges
    def why_not_deploy(self, view: View[HeroesState], answer: DeployPlay) -> Refusal | None:
        """HON-SET-03, HON-SET-04, HON-SET-09."""
        g = view.state
        if isinstance(answer, LayBlind):
            return self._why_not_laid(view, answer)
        if isinstance(answer, DeployOpen):
            return self._why_not_open(view, answer)
        unit = answer.unit
        if not g.known(unit) or not self._waits(g, unit) or g.units[unit].blind:
            return Refusal("HON-SET-03", say("choose a waiting counter"))
        space = answer.space
        if not is_space(g.ground, space):
            return Refusal("HON-SET-03", say("that is not in the deployment zone"))
        u, face, facing = g.units[unit], answer.face, answer.facing
        if face.__class__ is not int or face not in u.piece.deploys:
            return Refusal("HON-SET-04", say("it is deployed on a face with a white name"))
        if facing.__class__ is not int or int(facing) not in _facings(u.piece, face):
            return Refusal("HON-SET-09", say("a vehicle has a facing, an arc N, E, S or W"))
        if space in traffic(g, unit).carriers:
            if face or facing:
                return Refusal("HON-SET-08", say("in a vehicle it is on its first face"))
            if outside(g, self.seat, space) and not scout(g, unit):
                return Refusal("HON-AB-72", say("out there a vehicle carries Scouts alone"))
            return None
        if self._begins_aboard(g, unit):
            return ABOARD
        spaces = footprint(space, facing, u.piece.spaces)
        return self._why_not_there(g, u, spaces, self._scout(view, unit))

    def _begins_aboard(self, g: HeroesState, unit: UnitId) -> bool:
        """Return True if a unit has to, as a vehicle has room for it, or waits (G-11 S7)."""
        if not g.side(self.seat).aboard or g.units[unit].kind.vehicle:
            return False
        near = scout(g, unit)
        room = any(near or not outside(g, self.seat, space) for space in traffic(g, unit).carriers)
        return room or any(g.units[n].kind.vehicle for n in self.waiting(g))

    def blind_of(self, g: HeroesState, card: int) -> UnitId:
        """The blind of a card that waits; NO_UNIT for none."""
        found = [n for n in self.waiting(g) if g.units[n].blind and int(g.card_under(n)) == card]
        return found[0] if found and card.__class__ is int else NO_UNIT

    def _why_not_laid(self, view: View[HeroesState], answer: LayBlind) -> Refusal | None:
        g, unit = view.state, self.blind_of(view.state, answer.card)
        if unit == NO_UNIT:
            return Refusal("HON-AB-04", say("choose the card of a waiting blind"))
        if not is_space(g.ground, answer.space):
            return Refusal("HON-SET-03", say("that is not in the deployment zone"))
        return self._why_not_there(g, g.units[unit], (answer.space,), self._scout(view, unit))

    def _why_not_open(self, view: View[HeroesState], answer: DeployOpen) -> Refusal | None:
        """None if the unit under a blind may be deployed so. A seat that cannot know it judges the
        card alone."""
        g, card = view.state, answer.card
        if self.blind_of(g, card) == NO_UNIT:
            return Refusal("HON-AB-04", say("choose the card of a waiting blind"))
        face = view.card(card)
        if face is None:
            return None
        unit = hidden_unit(face)
        if unit == NO_UNIT:
            return NO_RUSE
        if not is_space(g.ground, answer.space):
            return Refusal("HON-SET-03", say("that is not in the deployment zone"))
        u = g.units[unit]
        if answer.face.__class__ is not int or answer.face not in u.piece.deploys:
            return Refusal("HON-SET-04", say("it is deployed on a face with a white name"))
        if self._begins_aboard(g, unit):
            return ABOARD
        return self._why_not_there(g, u, (answer.space,), scout(g, unit))

    def _why_not_there(
        self, g: HeroesState, u: Unit, spaces: Footprint, reach: int
    ) -> Refusal | None:
        """None if a counter may cover these spaces. reach: of a Scout."""
        side = g.side(self.seat)
        rows, clear = side.clear_of
        for number, space in enumerate(spaces):
            inside = space in side.area
            if not inside and not reach:
                if number:
                    return Refusal("HON-SET-09", say("all of it is in the deployment zone"))
                return Refusal("HON-SET-03", say("that is not in the deployment zone"))
            if outside(g, self.seat, space) > reach:
                return Refusal("HON-AB-70", say("that is too far outside the deployment zone"))
            if not inside and beside_objective(g, space):
                return Refusal("HON-AB-71", say("a Scout is not deployed beside an objective"))
            if not u.concealed and any(abs(space[1] - row) <= clear for row in rows):
                return Refusal("HON-SET-03", say("nobody begins openly so near to the road"))
            no = g.ground.why_not_enter(space, u.kind, u.has(Ability.AMPHIBIOUS))
            if no is not None:
                return no
            if g.standing_on(space, NO_UNIT):
                return Refusal("HON-MOVE-03", say("another unit stands there"))
        return None

    @DEPLOY.samples
    def sample_deploy(self, view: View[HeroesState], chance: Chance) -> DeployPlay:
        """Any counter anywhere in the zone, on any face that it may show."""
        g = view.state
        waiting = self.waiting(g)
        if g.side(self.seat).aboard:
            waiting = [n for n in waiting if g.units[n].kind.vehicle] or waiting
        unit = waiting[chance.below(len(waiting))]
        if g.units[unit].blind and chance.below(3) == 0:
            for openly in self._openly(view, unit):
                if chance.below(4) == 0 and self.why_not_deploy(view, openly) is None:
                    return openly
        for one in (unit, *waiting):
            answer = self._anywhere(view, one, chance)
            if answer is not None:
                return answer
        raise AssertionError("one of them has a place")

    def _anywhere(self, view: View[HeroesState], unit: UnitId, chance: Chance) -> DeployPlay | None:
        """A counter on any place that is left for it."""
        zone = list(self._places(view, unit))
        start = chance.below(len(zone))
        for n in range(len(zone)):
            ways = list(self._ways(view.state, unit, zone[(start + n) % len(zone)]))
            first = chance.below(len(ways))
            for answer in (*ways[first:], *ways[:first]):
                if self.why_not_deploy(view, answer) is None:
                    return answer
        return None

    def hear(self, g: HeroesState, answer: DeployPlay) -> Outcome[None]:
        """Place it."""
        if isinstance(answer, DeployOpen):
            return self._place_open(g, answer)
        if isinstance(answer, LayBlind):
            return self._lay(g, answer)
        vehicle = traffic(g, answer.unit).carriers.get(answer.space)
        if vehicle is not None:
            board(g, answer.unit, vehicle)
            return self.start
        g.change(answer.unit, at=answer.space, face=answer.face, facing=answer.facing)
        g.tell(Deployed(answer.unit, answer.space))
        return self.start

    def _lay(self, g: HeroesState, answer: LayBlind) -> Outcome[None]:
        """Lay the blind; its space may claim a Scout (R-87)."""
        unit = self.blind_of(g, answer.card)
        number = [b.unit for b in g.blinds].index(unit)
        far = outside(g, self.seat, answer.space)
        g.blinds[number] = g.blinds[number].with_(outside=far)
        g.change(unit, at=answer.space)
        g.tell(Deployed(unit, answer.space))
        return self.start

    def _place_open(self, g: HeroesState, answer: DeployOpen) -> Outcome[None]:
        """Its card is open, and its blind is not needed."""
        for blind in g.blinds:
            if blind.seat == self.seat and int(g.card_under(blind.unit)) == answer.card:
                g.change(blind.unit, at=answer.space)
                foul = uncover(g, blind.unit, answer.card)
                assert foul is None
        unit = hidden_unit(answer.card)
        g.change(unit, face=answer.face)
        g.tell(Deployed(unit, answer.space))
        return self.start


def outside(g: HeroesState, seat: Seat, space: Space) -> int:
    """How many spaces outside a seat's zone a space lies; 0 in it."""
    side = g.side(seat)
    return 0 if space in side.area else _outside(side.zone, space)


@lru_cache(maxsize=1 << 12)
def _outside(zone: tuple[Space, ...], space: Space) -> int:
    return min([distance(space, own) for own in zone])


def beside_objective(g: HeroesState, space: Space) -> bool:
    """Return True if a space is of an objective or next to one, of any kind (HON-AB-71)."""
    spaces = [s for o in g.battle.objectives for s in o.spaces]
    return any(distance(space, there) <= 1 for there in (*spaces, *g.battle.bonus))
