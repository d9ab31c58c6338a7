"""Assaults, from the charge to the last contact broken. Sections 2.10 and 3.6."""

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
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.geometry import distance2, length, scaled
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.hailfire.checks import FireChecks, try_rally
from owm_net.games.hailfire.damage import armour_hit, destroy, dice_on_armour, receive
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_SEAT, Spot, TeamId, opponent
from owm_net.games.hailfire.moving import Move, MoveOrder, why_not_move
from owm_net.games.hailfire.paths import Path, has_room, why_not_place, why_not_suppressed
from owm_net.games.hailfire.shooting import counted
from owm_net.games.hailfire.state import HailfireState, near, overlap
from owm_net.games.hailfire.terms import (
    ASSAULT_AT,
    ASSAULT_REACH,
    ASSAULT_ROUNDS,
    CONTACT,
    DIRECTIONS,
    HIT,
    SHIFT,
    SPOT_GAP,
    TOUCHING,
    TeamClass,
)
from owm_net.games.hailfire.words import dice, place_name, team_name, team_names


@record("hailfire.charge")
class Charge(Record):
    """One Team that goes for an enemy."""

    team: TeamId
    enemy: TeamId


@record("hailfire.faced")
class Faced(Record):
    """One Team that touched an enemy, and the enemy's place then (HAIL-ASLT-08)."""

    team: TeamId
    enemy: TeamId
    spot: Spot


# ------------------------------------------------------------------ answers


class Fight(Answer):
    """The choice of a Team in contact. Subclasses have the Team first."""

    __slots__ = ()
    team: TeamId

    def why_not(self, g: HailfireState) -> Refusal | None:
        """Why it cannot."""
        return None


@record("hailfire.strike")
class Strike(Fight):
    """An Assault Check (HAIL-ASLT-05, -06)."""

    title: ClassVar[str] = say("Assault Check")
    help: ClassVar[str] = say(
        "Its number destroys an enemy it touches; a friend on the same enemy can support it with 1"
        " (HAIL-ASLT-05, HAIL-ASLT-06)"
    )

    team: TeamId
    enemy: TeamId
    supported: bool

    def sentence(self, view: View[HailfireState]) -> str:
        g = view.state
        how = say(" with support") if self.supported else ""
        return say(
            "{team} strikes at {enemy}{how}",
            team=team_name(g, self.team),
            enemy=team_name(g, self.enemy),
            how=how,
        )

    def why_not(self, g: HailfireState) -> Refusal | None:
        if g.teams[self.team].row.small:
            return Refusal("HAIL-ASLT-07", say("Small Teams only support"), misfit=True)
        if not g.known(self.enemy) or self.enemy not in g.touching(self.team):
            return Refusal("HAIL-ASLT-05", say("it does not touch that enemy"), misfit=True)
        return None


@record("hailfire.move_off")
class MoveOff(Fight):
    """A defender leaves contact (HAIL-PASL-05)."""

    title: ClassVar[str] = say("Move off")
    help: ClassVar[str] = say("Out of all contact, and nearer to no enemy it sees (HAIL-PASL-05)")

    team: TeamId
    path: Path

    def sentence(self, view: View[HailfireState]) -> str:
        team = team_name(view.state, self.team)
        if not self.path:
            return say("{team} moves off", team=team)
        place = place_name(view.state, self.path[-1])
        return say("{team} moves off, ends {place}", team=team, place=place)

    def why_not(self, g: HailfireState) -> Refusal | None:
        if not self.path:
            return Refusal("HAIL-PASL-05", say("choose a path that leaves contact"), more=True)
        refusal = why_not_move(g, Move(team=self.team, path=self.path))
        if refusal is not None:
            return refusal
        if why_not_suppressed(g, self.team, self.path) is not None:
            return Refusal("HAIL-PASL-05", say("it goes nearer to no enemy that it sees"))
        return None


@record("hailfire.spray")
class Spray(Fight):
    """A vehicle fires its machine guns at who touches it (HAIL-PASL-05)."""

    title: ClassVar[str] = say("Machine guns")
    help: ClassVar[str] = say("A vehicle fires at a Team in contact (HAIL-PASL-05)")
    words = say("{team} fires its machine guns at {enemy}")

    team: TeamId
    enemy: TeamId

    def why_not(self, g: HailfireState) -> Refusal | None:
        if g.teams[self.team].row.machine_guns is None:
            return Refusal("HAIL-PASL-05", say("it has no machine guns"), misfit=True)
        if not g.known(self.enemy) or self.enemy not in g.touching(self.team):
            return Refusal("HAIL-PASL-05", say("it does not touch that enemy"), misfit=True)
        if g.teams[self.enemy].vehicle:
            return Refusal("HAIL-ARM-01", say("machine guns do nothing to armour"), misfit=True)
        return None


FIGHT: Kind[Fight] = Kind(
    "fight",
    Strike,
    MoveOff,
    Spray,
    rule="HAIL-ASLT-03",
    why=say("choose what the Team in contact does"),
    deed=say("fight at close quarters"),
    passes=say("nobody else acts"),
)


@record("hailfire.shift")
class Shift(Answer):
    """HAIL-ASLT-08: 3 inches, onto the place of who is gone or into touch with another enemy."""

    title: ClassVar[str] = say("Close up")
    help: ClassVar[str] = say('Up to 3" for a Team whose enemy is gone (HAIL-ASLT-08)')

    team: TeamId
    spot: Spot

    def sentence(self, view: View[HailfireState]) -> str:
        g = view.state
        who, enemies = team_name(g, self.team), self._touched(g)
        if enemies:
            return say("{team} closes up on {enemies}", team=who, enemies=team_names(g, enemies))
        return say("{team} closes up, ends {place}", team=who, place=place_name(g, self.spot))

    def _touched(self, g: HailfireState) -> list[TeamId]:
        """Return the enemies whom it touches there."""
        if not g.known(self.team) or len(self.spot) != 2:
            return []
        stand = Stand(self.spot, g.teams[self.team].row.team_class.radius)
        return [e for e in g.enemies(self.team) if near(stand, g.teams[e].stand, CONTACT)]


SHIFTING = Kind(
    "shift",
    Shift,
    rule="HAIL-ASLT-08",
    why=say("choose who shifts"),
    deed=say("move Teams that have nobody left to fight"),
    passes=say("nobody closes up"),
)


# ------------------------------------------------------------------ events


@record("hailfire.assault_begun")
class AssaultBegun(Event):
    """Teams are set against their enemies."""

    rule = "HAIL-ASLT-01"
    headline = True
    in_log = InLog.LEAD

    teams: tuple[TeamId, ...]

    def sentence(self, g: HailfireState) -> str:
        return say("Assault: {teams}", teams=listed([team_name(g, team) for team in self.teams]))


@record("hailfire.set_against")
class SetAgainst(Event):
    """One of them has reached its enemy, or found no room (HAIL-PASL-02)."""

    rule = "HAIL-PASL-02"

    team: TeamId
    enemy: TeamId
    placed: bool

    def sentence(self, g: HailfireState) -> str:
        who, whom = team_name(g, self.team), team_name(g, self.enemy)
        return (
            say("{who} reaches {whom}", who=who, whom=whom)
            if self.placed
            else say("{who} finds no room beside {whom}", who=who, whom=whom)
        )


@record("hailfire.assault_check")
class AssaultCheck(Event):
    """HAIL-ASLT-05."""

    rule = "HAIL-ASLT-05"

    team: TeamId
    enemy: TeamId
    die: int
    number: int

    def sentence(self, g: HailfireState) -> str:
        verdict = say("succeeds") if self.die >= self.number else say("fails")
        who, whom = team_name(g, self.team), team_name(g, self.enemy)
        return say(
            "{who} strikes at {whom}: {die} ({number}+) {verdict}",
            who=who,
            whom=whom,
            die=self.die,
            number=self.number,
            verdict=verdict,
        )


@record("hailfire.close_fire")
class CloseFire(Event):
    """Fire in contact: machine guns (HAIL-PASL-05), or infantry from concealment (HAIL-ASLT-11)."""

    team: TeamId
    enemy: TeamId
    faces: tuple[int, ...]
    rule: str = field(default="HAIL-PASL-05", kw_only=True)

    def sentence(self, g: HailfireState) -> str:
        hits = sum([face >= HIT for face in self.faces])
        who, whom = team_name(g, self.team), team_name(g, self.enemy)
        return say(
            "{who} fires at {whom} in contact: {dice}: {hits}",
            who=who,
            whom=whom,
            dice=dice(self.faces),
            hits=counted(hits),
        )


@record("hailfire.nerve")
class Nerve(Event):
    """A suppressed Team in contact rallies or is destroyed (HAIL-ASLT-04)."""

    rule = "HAIL-ASLT-04"

    team: TeamId
    rallied: bool

    def sentence(self, g: HailfireState) -> str:
        who = team_name(g, self.team)
        if self.rallied:
            return say("{who} holds in contact", who=who)
        return say("{who} breaks in contact", who=who)


@record("hailfire.shifted")
class Shifted(Event):
    """A Team has taken another place after its enemy was gone."""

    words = say("{team} shifts, ends {spot}")

    team: TeamId
    spot: Spot
    rule: str = field(default="HAIL-ASLT-08", kw_only=True)


@record("hailfire.winded")
class Winded(Event):
    """Suppressed after an assault (HAIL-ASLT-12)."""

    words = say("{team} is suppressed after the assault")
    rule = "HAIL-ASLT-12"

    team: TeamId


# ------------------------------------------------------------------ who may charge


def why_not_charge(g: HailfireState, charges: list[Charge], charge: Charge) -> Refusal | None:
    """Why a Team cannot go for an enemy. charges: of the order so far (HAIL-ASLT-01, -02,
    HAIL-PASL-01)."""
    t = g.teams[charge.team]
    if t.row.heavy:
        return Refusal("HAIL-MOVE-03", say("it is too heavy to be moved"), misfit=True)
    if t.pledged:
        return Refusal("HAIL-ART-02", say("it takes part in a barrage"))
    if t.suppressed:
        return Refusal("HAIL-PASL-01", say("a suppressed Team cannot start an assault"))
    if not g.known(charge.enemy) or not g.teams[charge.enemy].there:
        return Refusal("HAIL-ASLT-01", say("there is no such enemy"), misfit=True)
    if g.teams[charge.enemy].seat == t.seat:
        return Refusal("HAIL-ASLT-01", say("it goes for an enemy"), misfit=True)
    if not g.within(charge.team, charge.enemy, ASSAULT_REACH):
        return Refusal("HAIL-ASLT-01", say('the enemy is farther than 8"'))
    if not g.sees(charge.team, charge.enemy):
        return Refusal("HAIL-PASL-01", say("it does not see that enemy"))
    if sum([other.enemy == charge.enemy for other in charges]) >= TOUCHING:
        return Refusal("HAIL-ASLT-02", say("two Teams already assault that enemy"))
    if t.row.small and not _led(g, charges, charge):
        return Refusal("HAIL-PASL-01", say("a Small Team can only join one that is not Small"))
    return None


def place_beside(g: HailfireState, team: TeamId, enemy: TeamId) -> Spot | None:
    """Where a Team is set against an enemy: the free one of twelve spots that is nearest to where
    it starts (HAIL-PASL-02)."""
    t, e = g.teams[team], g.teams[enemy]
    reach = t.row.team_class.radius + e.row.team_class.radius + SPOT_GAP
    best: tuple[int, int, Spot] | None = None
    for index, direction in enumerate(DIRECTIONS):
        dx, dy = scaled(*direction, reach, 1000)
        spot = Spot((e.spot[0] + dx, e.spot[1] + dy))
        far = distance2(t.spot, spot)
        if (best is None or (far, index) < best[:2]) and _fits(g, team, spot):
            best = far, index, spot
    return None if best is None else best[2]


def _fits(g: HailfireState, team: TeamId, spot: Spot) -> bool:
    """Return True if a Team can be set there in an assault: ground, no base overlaps, and no enemy
    is touched by more than two (HAIL-ASLT-02)."""
    t = g.teams[team]
    stand = Stand(spot, t.row.team_class.radius)
    if g.ground.why_not_spot(stand, t.row.team_class, "") is not None:
        return False
    if g.ground.why_not_leg(t.spot, spot, t.row.team_class) is not None:
        return False
    if any(other != team and overlap(stand, g.teams[other].stand) for other in g.on_table()):
        return False
    return not any(_crowded(g, team, enemy) for enemy in _touched(g, team, stand))


def _touched(g: HailfireState, team: TeamId, stand: Stand) -> list[TeamId]:
    """Enemies that a Team would touch there."""
    return [e for e in g.enemies(team) if near(stand, g.teams[e].stand, CONTACT)]


def _crowded(g: HailfireState, team: TeamId, enemy: TeamId) -> bool:
    """Return True if two others touch an enemy already (HAIL-ASLT-02)."""
    return len([other for other in g.touching(enemy) if other != team]) >= TOUCHING


def _led(g: HailfireState, charges: list[Charge], charge: Charge) -> bool:
    """Return True if a Team that is not small charges the same enemy (HAIL-PASL-01)."""
    return any(o.enemy == charge.enemy and not g.teams[o.team].row.small for o in charges)


def why_not_carried_out(g: HailfireState, charge: Charge) -> Refusal | None:
    """Why a charge that was declared does not come about (HAIL-PASL-01, H-63)."""
    if not g.teams[charge.team].ready:
        return Refusal("HAIL-PASL-01", say("it is not Ready"))
    if not g.teams[charge.enemy].there:
        return Refusal("HAIL-ASLT-01", say("its enemy is gone"))
    if not g.within(charge.team, charge.enemy, ASSAULT_REACH):
        return Refusal("HAIL-ASLT-01", say('its enemy is farther than 8"'))
    if not g.sees(charge.team, charge.enemy):
        return Refusal("HAIL-PASL-01", say("it does not see its enemy"))
    return None


# ------------------------------------------------------------------ the assault


@frame("hailfire.assault")
@define
class Assault(Frame[None]):
    """An assault, once its Move order is carried out.

    charges: as declared. ambushers: infantry that began concealed from the vehicle it charges.
    round: of 3.6. side: whose Teams in contact act now. acting: those still to be looked at; ready:
    those that have still to fight; used: those of them that have fought. struck: Teams that have
    had their Hit in this step. faced: who touched whom when the step began. acted: Teams that have
    acted in this round. met: defenders that have because they were newly touched. shifting: Teams
    that may shift. slayers, leavers: Teams suppressed at the end. blow: the strike being carried
    out.
    """

    seat: Seat
    charges: list[Charge]
    ambushers: list[Charge] = field(factory=list)
    round: int = 0
    side: Seat = NO_SEAT
    acting: list[TeamId] = field(factory=list)
    ready: list[TeamId] = field(factory=list)
    used: list[TeamId] = field(factory=list)
    struck: list[TeamId] = field(factory=list)
    faced: list[Faced] = field(factory=list)
    acted: list[TeamId] = field(factory=list)
    met: list[TeamId] = field(factory=list)
    shifting: list[TeamId] = field(factory=list)
    slayers: list[TeamId] = field(factory=list)
    leavers: list[TeamId] = field(factory=list)
    blow: Fight | None = None

    @property
    def defender(self) -> Seat:
        """The other side."""
        return opponent(self.seat)

    # -- the charge

    def start(self, g: HailfireState) -> Outcome[None]:
        """Nearest pairs first (HAIL-ASLT-01, HAIL-PASL-02)."""
        able = [c for c in self.charges if why_not_carried_out(g, c) is None]
        able = [c for c in able if not g.teams[c.team].row.small or _led(g, able, c)]
        able.sort(key=lambda c: (self._far(g, c), c.team))
        if not able:
            return Done()
        g.tell(AssaultBegun(tuple([c.team for c in able])))
        for charge in able:
            concealed = g.concealed(charge.team, charge.enemy)
            spot = place_beside(g, charge.team, charge.enemy)
            g.tell(SetAgainst(charge.team, charge.enemy, spot is not None))
            if spot is None:
                continue
            self._set_against(g, charge, spot)
            infantry = g.teams[charge.team].row.team_class is TeamClass.INFANTRY
            if g.teams[charge.enemy].vehicle and concealed and infantry:
                self.ambushers.append(charge)
        self.charges = able
        self.faced = self._facing(g)
        return self.ambush

    def _set_against(self, g: HailfireState, charge: Charge, spot: Spot) -> None:
        """Set a Team there; a vehicle faces along the way it has come (HAIL-PGEO-06)."""
        t = g.teams[charge.team]
        way = Spot((spot[0] - t.spot[0], spot[1] - t.spot[1]))
        g.change(charge.team, spot=spot, facing=way if t.vehicle and any(way) else t.facing)

    def _far(self, g: HailfireState, charge: Charge) -> int:
        return distance2(g.teams[charge.team].spot, g.teams[charge.enemy].spot)

    def ambush(self, g: HailfireState) -> Outcome[None]:
        """Infantry that began concealed fires at the vehicle at once (HAIL-ASLT-11, H-32)."""
        while self.ambushers:
            charge = self.ambushers[0]
            row = g.teams[charge.team].row
            if g.teams[charge.enemy].there and row.rof and row.at:
                return Ask(Roll(6, row.rof, say("to hit")), then=self.ambushed)
            self.ambushers.pop(0)
        return self.look_for_shifts

    def ambushed(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """Its hits on the Flank AR."""
        charge = self.ambushers[0]
        g.tell(CloseFire(charge.team, charge.enemy, faces, rule="HAIL-ASLT-11"))
        hits = sum([face >= HIT for face in faces])
        rolled = dice_on_armour(g.teams[charge.team].row.at, g.teams[charge.enemy].row.flank)
        if hits * rolled.number:
            return Ask(Roll(6, hits * rolled.number, say("armour")), then=self.ambush_pierces)
        self.ambushers.pop(0)
        return self.ambush

    def ambush_pierces(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """Ping or Pen dice."""
        charge = self.ambushers.pop(0)
        at, flank = g.teams[charge.team].row.at, g.teams[charge.enemy].row.flank
        armour_hit(g, charge.enemy, at, flank, dice_on_armour(at, flank).pen, faces)
        if g.teams[charge.enemy].lost:
            self.slayers.append(charge.team)
        return self.ambush

    # -- both sides in turn

    def defend(self, g: HailfireState) -> Outcome[None]:
        """Defenders in contact, free (HAIL-PASL-04)."""
        self.round += 1
        if self.round > ASSAULT_ROUNDS:
            return self.part
        self.side = self.defender
        self.acting = self._in_contact(g, self.defender)
        self.acted, self.met = list(self.acting), []
        return self.steady

    def attack(self, g: HailfireState) -> Outcome[None]:
        """Attackers still in contact (HAIL-PASL-07); in the same round again only who touches a
        defender newly met (H-70)."""
        self.side = self.seat
        self.acting = [
            team
            for team in self._in_contact(g, self.seat)
            if team not in self.acted or any(foe in self.met for foe in g.touching(team))
        ]
        self.acted += self.acting
        self.met = []
        return self.steady

    def _in_contact(self, g: HailfireState, seat: Seat) -> list[TeamId]:
        return [team for team in g.on_table(seat) if g.engaged(team)]

    def _facing(self, g: HailfireState) -> list[Faced]:
        """Return which Teams touch now, the attackers first."""
        teams = [*self._in_contact(g, self.seat), *self._in_contact(g, self.defender)]
        return [Faced(t, enemy, g.teams[enemy].spot) for t in teams for enemy in g.touching(t)]

    def steady(self, g: HailfireState) -> Outcome[None]:
        """RFCs first, then the nerve of who is suppressed (HAIL-PASL-04, H-30)."""
        self.ready = list(self.acting)
        self.struck = []
        self.faced = self._facing(g)
        return Call(FireChecks(list(self.acting)), then=self.brace)

    def brace(self, g: HailfireState) -> Outcome[None]:
        """HAIL-ASLT-04."""
        while self.acting:
            t = g.teams[self.acting[0]]
            if t.there and t.suppressed:
                return Ask(Roll(6, 1, say("nerve")), then=self.braced)
            self.acting.pop(0)
        self.ready = [team for team in self.ready if g.teams[team].ready and g.engaged(team)]
        self.used = []
        return self.ask_fight

    def braced(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """Rallied, or destroyed."""
        team = self.acting.pop(0)
        rallied = try_rally(g, team, faces[0])
        g.tell(Nerve(team, rallied))
        if not rallied:
            destroy(g, team, "HAIL-ASLT-04")
        return self.brace

    def _able(self, g: HailfireState) -> list[TeamId]:
        """Return the Teams that have still to fight. Small Teams that attack only support
        (HAIL-ASLT-07)."""
        return [
            team
            for team in self.ready
            if team not in self.used
            and g.teams[team].ready
            and g.engaged(team)
            and (self.side == self.defender or not g.teams[team].row.small)
        ]

    def ask_fight(self, g: HailfireState) -> Outcome[None]:
        """The owner says who acts, and how, until all have."""
        if not self._able(g):
            return self.look_for_shifts
        return Ask(FIGHT.of(self.side), then=self.hear_fight)

    @FIGHT.tells
    def about_fight(self, view: View[HailfireState]) -> About:
        """Each of them once."""
        names = listed([team_name(view.state, team) for team in self._able(view.state)])
        return About(
            say("choose what a Team in contact does"),
            say("still to act: {names}", names=names),
            "HAIL-ASLT-03",
        )

    @FIGHT.offers
    def offers_fight(self, view: View[HailfireState]) -> Iterator[Fight]:
        """Checks at each enemy, machine guns, a way out."""
        g = view.state
        for team in self._able(g):
            for enemy in g.touching(team):
                if not g.teams[team].row.small:
                    yield Strike(team, enemy, supported=bool(self._supporters(g, team, enemy)))
                if g.teams[team].row.machine_guns and not g.teams[enemy].vehicle:
                    yield Spray(team, enemy)
            if self.side == self.defender:
                yield from self._ways_out(g, team)

    def _ways_out(self, g: HailfireState, team: TeamId) -> Iterator[MoveOff]:
        """Straight away from each enemy it touches."""
        x, y = g.teams[team].spot
        for enemy in g.touching(team):
            ex, ey = g.teams[enemy].spot
            whole = max(1, length((ex, ey), (x, y)))
            dx, dy = scaled(x - ex, y - ey, 2 * SHIFT, whole)
            yield MoveOff(team, (Spot((x + dx, y + dy)),))

    def _supporters(self, g: HailfireState, team: TeamId, enemy: TeamId) -> list[TeamId]:
        """Friends on the same enemy who have not struck and could support (HAIL-ASLT-06, H-31)."""
        return [
            other
            for other in self.ready
            if other != team
            and g.touch(other, enemy)
            and g.teams[other].ready
            and other not in self.used
        ]

    @FIGHT.judges
    def why_not_fight(self, view: View[HailfireState], answer: Fight) -> Refusal | None:
        """Refuse unless it is one of the player's Teams that has still to act."""
        g = view.state
        if not g.known(answer.team) or answer.team not in self._able(g):
            return Refusal("HAIL-ASLT-03", say("it has already acted"), misfit=True)
        if isinstance(answer, Strike) and answer.supported:
            refusal = answer.why_not(g)
            if refusal is None and not self._supporters(g, answer.team, answer.enemy):
                refusal = Refusal("HAIL-ASLT-06", say("nobody can support it"), misfit=True)
            return refusal
        if not isinstance(answer, Strike) and self.side == self.seat:
            return Refusal("HAIL-PASL-07", say("attackers make their Assault Checks"), misfit=True)
        return answer.why_not(g)

    def hear_fight(self, g: HailfireState, answer: Fight) -> Outcome[None]:
        """A blow, or a way out."""
        self.blow = answer
        self.used.append(answer.team)
        if isinstance(answer, MoveOff):
            moves = [Move(team=answer.team, path=answer.path)]
            return Call(MoveOrder(self.side, moves), then=self.moved_off)
        if isinstance(answer, Spray):
            guns = g.teams[answer.team].row.machine_guns
            assert guns is not None  # `Spray.why_not` has looked
            return Ask(Roll(6, guns.rof, say("machine guns")), then=self.sprayed)
        return Ask(Roll(6, 1, say("assault")), then=self.checked)

    def passed_fight(self, g: HailfireState) -> Outcome[None]:
        return self.look_for_shifts

    def moved_off(self, g: HailfireState) -> Outcome[None]:
        """Suppress a Team that has left contact, at the end (HAIL-ASLT-12)."""
        assert self.blow is not None  # `hear_fight` has set it
        team = self.blow.team
        if g.teams[team].there and not g.engaged(team):
            self.leavers.append(team)
            self.faced = [faced for faced in self.faced if faced.team != team]
        return self.ask_fight

    def sprayed(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """One Hit at most (HAIL-ALLOC-03)."""
        blow = self.blow
        assert isinstance(blow, Spray)  # `hear_fight` has set it
        g.tell(CloseFire(blow.team, blow.enemy, faces))
        if any(face >= HIT for face in faces) and blow.enemy not in self.struck:
            self.struck.append(blow.enemy)
            receive(g, blow.enemy, 1)
        return self.ask_fight

    def checked(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-ASLT-05, -06."""
        blow = self.blow
        assert isinstance(blow, Strike)  # `hear_fight` has set it
        helpers = self._supporters(g, blow.team, blow.enemy) if blow.supported else []
        self.used += helpers
        number = g.teams[blow.team].row.assault - len(helpers)
        g.tell(AssaultCheck(blow.team, blow.enemy, faces[0], number))
        if faces[0] < number:
            return self.ask_fight
        if not g.teams[blow.enemy].vehicle:
            destroy(g, blow.enemy, "HAIL-ASLT-05")
            self.slayers.append(blow.team)
            return self.ask_fight
        at, least = assault_at(g, blow.team)
        rolled = dice_on_armour(at, g.teams[blow.enemy].row.flank, least=least)
        if not rolled.number:
            return self.ask_fight
        return Ask(Roll(6, rolled.number, say("armour")), then=self.pierced)

    def pierced(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-ASLT-09, HAIL-PASL-09."""
        blow = self.blow
        assert isinstance(blow, Strike)  # `hear_fight` has set it
        at, least = assault_at(g, blow.team)
        flank = g.teams[blow.enemy].row.flank
        armour_hit(g, blow.enemy, at, flank, dice_on_armour(at, flank, least=least).pen, faces)
        if g.teams[blow.enemy].lost:
            self.slayers.append(blow.team)
        return self.ask_fight

    # -- shifting

    def look_for_shifts(self, g: HailfireState) -> Outcome[None]:
        """Find the Teams that touched an enemy now gone (HAIL-ASLT-08, HAIL-PASL-06, H-47)."""
        self.blow = None
        teams = dict.fromkeys([faced.team for faced in self.faced])
        self.shifting = [
            team
            for team in teams
            if g.teams[team].ready and not g.engaged(team) and self._left_behind(g, team)
        ]
        return self.ask_shift

    def ask_shift(self, g: HailfireState) -> Outcome[None]:
        """The owner of the first that is left says."""
        if not self.shifting:
            return self.after_shifts
        return Ask(SHIFTING.of(g.teams[self.shifting[0]].seat), then=self.hear_shift)

    def _left_behind(self, g: HailfireState, team: TeamId) -> list[Spot]:
        """The places of enemies it touched who are dead or have gone from there."""
        mine = [faced for faced in self.faced if faced.team == team]
        return [faced.spot for faced in mine if g.teams[faced.enemy].spot != faced.spot]

    def _movers(self, g: HailfireState) -> list[TeamId]:
        seat = g.teams[self.shifting[0]].seat
        return [team for team in self.shifting if g.teams[team].seat == seat]

    @SHIFTING.tells
    def about_shift(self, view: View[HailfireState]) -> About:
        """Those of one side."""
        names = listed([team_name(view.state, team) for team in self._movers(view.state)])
        return About(say('shift a Team by up to 3", or leave it'), names, "HAIL-ASLT-08")

    @SHIFTING.offers
    def offers_shift(self, view: View[HailfireState]) -> Iterator[Shift]:
        """Into touch with each enemy near enough, or onto the place of who is gone."""
        g = view.state
        for team in self._movers(g):
            yield from (Shift(team, spot) for spot in self._left_behind(g, team))
            for enemy in g.enemies(team):
                if g.within(team, enemy, SHIFT):
                    spot = place_beside(g, team, enemy)
                    if spot is not None:
                        yield Shift(team, spot)

    @SHIFTING.judges
    def why_not_shift(self, view: View[HailfireState], answer: Shift) -> Refusal | None:
        """3 inches, over free ground, to where there is room: into touch with an enemy whom at most
        one other touches, or onto the place of who is gone (H-64)."""
        g = view.state
        refusal = why_not_place((answer.spot,), 1, "HAIL-ASLT-08")
        if refusal is not None:
            return refusal
        if not g.known(answer.team) or answer.team not in self._movers(g):
            return Refusal("HAIL-ASLT-08", say("it has lost no enemy"), misfit=True)
        t = g.teams[answer.team]
        if length(t.spot, answer.spot) > SHIFT:
            return Refusal("HAIL-ASLT-08", say('it shifts 3" at most'))
        stand = Stand(answer.spot, t.row.team_class.radius)
        touched = _touched(g, answer.team, stand)
        if any(_crowded(g, answer.team, enemy) for enemy in touched):
            return Refusal("HAIL-ASLT-02", say("two touch that enemy already"))
        if not _fits(g, answer.team, answer.spot):
            return Refusal("HAIL-ASLT-08", say("there is no room"))
        places = self._left_behind(g, answer.team)
        if not touched and not any(near(stand, Stand(place, 0), 0) for place in places):
            why = say(
                "it shifts into touch with an enemy or onto the place of the one that is gone"
            )
            return Refusal("HAIL-ASLT-08", why)
        return None

    def hear_shift(self, g: HailfireState, answer: Shift) -> Outcome[None]:
        """Shift one more Team."""
        g.change(answer.team, spot=answer.spot)
        g.tell(Shifted(answer.team, answer.spot))
        self.shifting.remove(answer.team)
        return self.ask_shift

    def passed_shift(self, g: HailfireState) -> Outcome[None]:
        movers = self._movers(g)
        self.shifting = [team for team in self.shifting if team not in movers]
        return self.ask_shift

    def after_shifts(self, g: HailfireState) -> Outcome[None]:
        """Defenders that are newly touched come first (HAIL-PASL-06), each once in a round (H-65):
        or one could move off and be followed without end. Then the other side, or the next
        round."""
        if not self.round:  # an enemy has gone before anybody could act
            return self.defend
        new = [team for team in self._in_contact(g, self.defender) if team not in self.acted]
        if new:
            self.side, self.acting = self.defender, new
            self.acted += new
            self.met += new
            return self.steady
        if not self._in_contact(g, self.seat):
            return self.close
        return self.attack if self.side == self.defender else self.defend

    # -- the end

    def part(self, g: HailfireState) -> Outcome[None]:
        """After six rounds the attackers move off, suppressed (HAIL-PASL-08)."""
        for team in self._in_contact(g, self.seat):
            spot = self._away(g, team)
            if spot is None:
                destroy(g, team, "HAIL-PASL-08")
                continue
            g.change(team, spot=spot)
            g.tell(Shifted(team, spot, rule="HAIL-PASL-08"))
            self.leavers.append(team)
        return self.close

    def _away(self, g: HailfireState, team: TeamId) -> Spot | None:
        """A free place 3 inches away: that which is farthest from the enemies it touches."""
        t = g.teams[team]
        enemies = [g.teams[enemy].spot for enemy in g.touching(team)]
        best: tuple[int, Spot] | None = None
        for direction in DIRECTIONS:
            dx, dy = scaled(*direction, SHIFT, 1000)
            spot = Spot((t.spot[0] + dx, t.spot[1] + dy))
            far = min([distance2(spot, enemy) for enemy in enemies])
            if best is not None and far <= best[0]:
                continue
            if _fits(g, team, spot) and has_room(g, team, spot):
                best = far, spot
        return None if best is None else best[1]

    def close(self, g: HailfireState) -> Outcome[None]:
        """Suppress each Team that destroyed an enemy itself, or left by moving (HAIL-ASLT-12,
        H-33)."""
        for team in dict.fromkeys([*self.slayers, *self.leavers]):
            if g.teams[team].ready:
                g.change(team, suppressed=True)
                g.tell(Winded(team))
        return Done()


def assault_at(g: HailfireState, team: TeamId) -> tuple[int, bool]:
    """The AT of a Team in an assault, and whether it keeps its die against any armour
    (HAIL-ASLT-09)."""
    row = g.teams[team].row
    at = max(row.at, row.assault_at)
    return (at + ASSAULT_AT, False) if at else (ASSAULT_AT, True)
