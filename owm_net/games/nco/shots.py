"""Ranged attacks before a die is rolled: legal targets, soldiers in the circle, the face needed.
NCO-HIT, NCO-TER, NCO-WPN, D-8.
"""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import beside, within
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record
from owm_net.engine.text import say
from owm_net.games.nco.catalog import CATALOG, Weapon
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, WeaponKey
from owm_net.games.nco.paths import why_not_point
from owm_net.games.nco.places import told_place
from owm_net.games.nco.state import DOG, NcoState
from owm_net.games.nco.terms import (
    AIM_HEIGHT,
    BASE,
    BASES,
    BODY_HEIGHT,
    CIRCLE,
    EYE,
    FREE_TO_KILL,
    HIGH_GROUND,
    HIT,
    HIT_FLOOR,
    QUARTER,
    Focus,
    Half,
    Order,
    Shooting,
    Skill,
    Status,
)
from owm_net.games.nco.words import enemy_name, short_name, weapon_name


@record("nco.shot")
class Shot(Record):
    """A ranged attack as it is declared. target: of a weapon that aims at a man; aim: the point of
    one that fires at an area. how: by which order or action. response: in answer to an Assault.
    """

    shooter: SoldierId
    weapon: WeaponKey
    target: SoldierId | None
    aim: Spot | None
    how: Shooting = field(default=Shooting.FIRE)
    response: bool = False

    @property
    def row(self) -> Weapon:
        """The weapon as it is in this attack: a scope is not used on an Advance (R-32)."""
        row = CATALOG.weapons[self.weapon]
        if self.how is Shooting.ADVANCE and row.advance_as:
            return CATALOG.weapons[WeaponKey(row.advance_as)]
        return row

    @property
    def area(self) -> bool:
        """Return True if it is resolved as Cover Fire (NCO-WPN-09, NCO-SPC-11)."""
        return self.how is Shooting.COVER_FIRE or self.row.area

    def said(self, g: NcoState, seat: Seat) -> str:
        """Return weapon and target as the player says it."""
        return self._at(g, enemy_name(g, self.target, seat) if self.target is not None else "")

    def told(self, g: NcoState) -> str:
        """Return weapon and target for the log."""
        return self._at(g, short_name(g, self.target) if self.target is not None else "")

    def _at(self, g: NcoState, target: str) -> str:
        """Return the weapon and whom it is fired at, or the point by what is near it."""
        weapon = weapon_name(self.weapon)
        if target:
            return say("{weapon} at {target}", weapon=weapon, target=target)
        return say(
            "{weapon} at a point {place}", weapon=weapon, place=told_place(g.layout, self.aim)
        )


# ------------------------------------------------------------------ whether it can be fired


def why_not_shot(
    g: NcoState, shot: Shot, catch: SoldierId = NO_SOLDIER, at: Spot | None = None
) -> Refusal | None:
    """Return why this cannot be fired; None if it can. catch: a soldier it must hit or have in its
    circle, in counter-fire and Ambush (R-15, R-22). at: their place by then, if they have moved."""
    return why_not_weapon(g, shot) or _why_not_aimed(g, shot, catch, at)


def fits(g: NcoState, shot: Shot, catch: SoldierId = NO_SOLDIER) -> bool:
    """Return True if this can be fired; for an area weapon, perhaps at another point. A soldier
    with no such weapon is not asked."""
    if why_not_weapon(g, shot) is not None:
        return False
    return shot.area or _why_not_aimed(g, shot, catch, None) is None


def why_not_weapon(g: NcoState, shot: Shot) -> Refusal | None:
    """Judge the shooter and the weapon (NCO-ORD-05, -06, NCO-EVT-05, -06, NCO-HLT-02,
    NCO-SKL-08)."""
    s = g.soldiers[shot.shooter]
    if shot.weapon not in s.arms:
        return Refusal("NCO-ORD-06", say("they do not carry that weapon"))
    row = shot.row
    if s.peaceful and not shot.response:
        return Refusal("NCO-SKL-08 NCO-SKL-09", say("he attacks only an enemy who charges at him"))
    if s.jammed and shot.weapon == s.primary:
        return Refusal("NCO-EVT-06", say("his primary weapon does not work this turn"))
    if shot.response and not row.counters:
        return Refusal("NCO-WPN-07", say("the {row} does not answer an Assault", row=row.title))
    if shot.how is Shooting.ADVANCE and not row.advance:
        return Refusal(
            "NCO-WPN-04 NCO-WPN-07", say("the {row} is not fired on an Advance", row=row.title)
        )
    if shot.how is Shooting.COVER_FIRE:
        if not row.covers:
            return Refusal("NCO-ORD-05", say("a {row} gives no Cover Fire", row=row.title))
        if g.event == DOG:
            return Refusal(
                "NCO-EVT-05", say("there are noncombatants about: no Cover Fire this turn")
            )
        if s.wounded:
            return Refusal("NCO-HLT-02", say("the Walking Wounded give no Cover Fire"))
    return None


def _why_not_aimed(g: NcoState, shot: Shot, catch: SoldierId, at: Spot | None) -> Refusal | None:
    if not shot.area:
        if shot.target is None or shot.aim is not None:
            return Refusal("NCO-ORD-06", say("aim at one enemy"))
        if catch not in (NO_SOLDIER, shot.target):
            return Refusal(
                "NCO-INT-04 NCO-INT-07", say("only the soldier who is moving can be shot at")
            )
        return why_not_target(g, shot, shot.target, at)
    if shot.aim is None or shot.target is not None:
        return Refusal("NCO-ORD-03", say("aim at a point"))
    refusal = why_not_point(g, (shot.aim,), 1, "NCO-ORD-03") or why_not_aim(g, shot, shot.aim)
    if refusal is None and catch != NO_SOLDIER:
        where = g.soldiers[catch].spot if at is None else at
        if not in_circle(g, shot.aim, where):
            return Refusal(
                "NCO-INT-04 NCO-INT-07", say("the soldier who is moving is outside its circle")
            )
    return refusal


def why_not_target(
    g: NcoState, shot: Shot, target: SoldierId, at: Spot | None = None
) -> Refusal | None:
    """Return why a man cannot be aimed at (NCO-ORD-06, NCO-GEN-03, R-69): never at one's own side,
    except at a charger who has snapped (R-46)."""
    if g.pilot == target != NO_SOLDIER:
        refusal = why_not_killed(g, shot.shooter)
        if refusal is not None:
            return refusal
        if shot.how is not Shooting.FIRE:
            return Refusal("NCO-SCN-15", say("only a Fire or an Assault order kills the pilot"))
    elif not g.known(target) or not g.there(target):
        return Refusal("NCO-ORD-06", say("the target is not on the table"))
    s = g.soldiers[shot.shooter]
    if g.soldiers[target].seat == s.seat and not shot.response:
        return Refusal("NCO-ORD-06", say("nobody shoots at their own side"), misfit=True)
    spot = g.soldiers[target].spot if at is None else at
    if not within(g.ground.place(s.spot), g.ground.place(spot), g.reach(shot.row), BASES):
        return Refusal(
            "NCO-ORD-06", say("the target is out of range of the {row}", row=shot.row.title)
        )
    if not g.ground.sees(s.spot, spot):
        return Refusal("NCO-TER-01 NCO-GEN-03", say("neither sees the other"))
    return None


def why_not_killed(g: NcoState, soldier: SoldierId) -> Refusal | None:
    """Return why a soldier may not attack the pilot (NCO-SCN-15, R-56): only the captor's sergeant,
    from turn 3, while nobody carries him."""
    if not g.pilot_lies():
        return Refusal("NCO-SCN-15", say("no pilot lies there to be killed"))
    s = g.soldiers[soldier]
    if s.seat != g.lower or not s.sergeant:
        return Refusal("NCO-SCN-15", say("only the captor's sergeant may kill the pilot"))
    if g.turn < FREE_TO_KILL:
        return Refusal(
            "NCO-SCN-15",
            say("nobody kills the pilot before turn {free_to_kill}", free_to_kill=FREE_TO_KILL),
        )
    return None


def why_not_aim(g: NcoState, shot: Shot, aim: Spot) -> Refusal | None:
    """Why a point cannot be aimed at (NCO-ORD-03, G-13, G-14)."""
    s, row = g.soldiers[shot.shooter], shot.row
    if g.ground.surface_at(aim[:2]) != aim[2]:
        return Refusal("NCO-ORD-03", say("another surface is the highest there"))
    if not within(g.ground.place(s.spot), g.ground.place(aim), g.reach(row), BASE):
        rule = "NCO-WPN-08" if row.thrown else "NCO-ORD-03"
        return Refusal(rule, say("the point is out of range of the {row}", row=row.title))
    if row.thrown:
        if not g.ground.throws(s.spot, aim):
            return Refusal("NCO-WPN-08", say("something too tall to throw over is in the way"))
    elif row.sighted and not g.ground.sees_point(s.spot, aim):
        return Refusal("NCO-ORD-03", say("he does not see the point"))
    return None


# ------------------------------------------------------------------ whom it catches

WIDEST = (CIRCLE + BASE) ** 2
"""The square of the distance, in plan, beyond which no centre is caught."""


def in_circle(g: NcoState, aim: Spot, spot: Spot) -> bool:
    """Return True if a base is within reach of a point that is fired at (NCO-ORD-03)."""
    return within(g.ground.place(aim), g.ground.place(spot), CIRCLE, BASE)


def caught(g: NcoState, shot: Shot, aim: Spot) -> tuple[SoldierId, ...]:
    """Everybody around a point, friend or foe (R-24); the shooter only by what bursts. The pilot
    too, if a Fire of this soldier may kill him (R-105)."""
    there = g.on_field()
    if shot.how is Shooting.FIRE and why_not_killed(g, shot.shooter) is None:
        there.append(g.pilot)
    soldiers = g.soldiers
    return tuple(
        [
            s
            for s in there
            if gap2(aim, soldiers[s].spot) <= WIDEST  # most are far away, in plan already
            and in_circle(g, aim, soldiers[s].spot)
            and (s != shot.shooter or shot.row.catches_shooter)
        ]
    )


def can_react(g: NcoState, soldier: SoldierId, shot: Shot) -> bool:
    """Return True if a targeted soldier may go Down by their own die (NCO-INT-01, -02, -03,
    R-11)."""
    s = g.soldiers[soldier]
    return (
        s.seat != g.soldiers[shot.shooter].seat
        and soldier in g.unordered(s.seat)
        and not s.broken
        and not s.ambush
    )


# ------------------------------------------------------------------ which face it needs


def focused(g: NcoState, shot: Shot) -> bool:
    """Return True if cover and Down count for nothing: Focus Fire, and Deadeye's Fire (NCO-SPC-06,
    NCO-SKL-06, R-33)."""
    if shot.area or shot.row.focus is not Focus.FOCUS:
        return False
    deadeye = Skill.DEADEYE in g.soldiers[shot.shooter].skills
    return shot.how is Shooting.FOCUS or (deadeye and shot.how is Shooting.FIRE)


def modifiers(g: NcoState, shot: Shot, target: SoldierId) -> list[tuple[str, int]]:
    """Return the modifiers of the face needed, each with its name and the book's sign (D-8)."""
    row = shot.row
    cover = [(say("Cover Fire"), row.cover_fire)] if shot.area and row.cover_fire else []
    if not row.modified:
        return cover
    s, t = g.soldiers[shot.shooter], g.soldiers[target]
    found = list(cover)
    if not focused(g, shot):
        found.append((say("cover"), -1 if in_cover(g, shot.shooter, target) else 0))
        found.append((say("down"), -lying(g, target)))
    near = in_half_range(g, shot, t.spot)
    high = g.ground.height(s.spot[2]) - g.ground.height(t.spot[2]) >= HIGH_GROUND
    moved = row.moved if shot.how is Shooting.ADVANCE else -1
    found += [
        (say("moved"), moved if s.moved else 0),
        (say("wounded"), -1 if s.wounded else 0),
        (say("response"), row.response if shot.response else 0),
        (say("weapon"), row.hit),
        (say("far"), 0 if near else row.far),
        (say("full psyche"), 1 if s.psyche == s.psyche_max else 0),
        (say("half range"), 1 if near else 0),
        (say("high ground"), 1 if high else 0),
    ]
    return [(name, change) for name, change in found if change]


def needed(g: NcoState, shot: Shot, target: SoldierId) -> int:
    """The face that hits (NCO-HIT-02, -03, -04); 7 and more: see `hits`."""
    change = sum([change for _, change in modifiers(g, shot, target)])
    return max(HIT_FLOOR, HIT - change)


def lying(g: NcoState, target: SoldierId) -> int:
    """Return how much harder a target is to hit while Down (NCO-ORD-01); 2 for a Covert soldier
    with a Down order, not by an Ambush alone (NCO-SKL-05, R-106)."""
    t = g.soldiers[target]
    if not t.down:
        return 0
    ordered = t.order is Order.DOWN or not t.ambush
    return 2 if Skill.COVERT in t.skills and ordered else 1


def in_half_range(g: NcoState, shot: Shot, spot: Spot) -> bool:
    """NCO-HIT-08, R-31: half of the range as it is this turn; a scope is always near enough."""
    if shot.row.half is Half.ALWAYS:
        return True
    half = g.reach(shot.row) // 2
    a, b = g.ground.place(g.soldiers[shot.shooter].spot), g.ground.place(spot)
    return within(a, b, half, BASES)


def in_cover(g: NcoState, shooter: SoldierId, target: SoldierId) -> bool:
    """NCO-TER-04, -05, -06, G-04: inside something, a quarter obscured, or behind a man."""
    a, b = g.soldiers[shooter].spot, g.soldiers[target].spot
    return (
        g.ground.within_cover(b)
        or g.ground.obscured(a, b) >= QUARTER
        or any(
            _hides(g, a, b, s.spot)
            for n, s in enumerate(g.soldiers)
            if s.status is Status.FIELD and n not in (shooter, target)
        )
    )


def _hides(g: NcoState, a: Spot, b: Spot, c: Spot) -> bool:
    """Return True if a man at c stands in the line from a to b (NCO-TER-05)."""
    foot = beside(c[:2], a[:2], b[:2], BASE)
    if foot is None:
        return False
    n, d = foot
    eye, aim = g.ground.height(a[2]) + EYE, g.ground.height(b[2]) + AIM_HEIGHT
    z = g.ground.height(c[2])
    return z * d <= eye * (d - n) + aim * n <= (z + BODY_HEIGHT) * d
