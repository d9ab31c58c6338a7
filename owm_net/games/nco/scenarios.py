"""The points of the battles of 2.15."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SOLDIER, ScenarioKey, SoldierId, Spot, opponent
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BOARD, Status

SECTORS = ScenarioKey("secure-the-sectors")
CENTER = ScenarioKey("fight-to-the-center")
EXTERMINATION = ScenarioKey("extermination-order")
DESTROY = ScenarioKey("search-and-destroy")
RETRIEVAL = ScenarioKey("intel-retrieval")
RESCUE = ScenarioKey("rescue-mission")
THIRD = BOARD // 3
MIDDLE = Spot((BOARD // 2, BOARD // 2, 0))
"""NCO-SCN-07."""
OWN_EDGE, SIDES, HEART, ENEMY_EDGE = 10, 15, 25, 30
"""NCO-SCN-04."""
SERGEANT_NEARER, REGULARS, SPECIALISTS = 50, (5, 10), (10, 20)
"""NCO-SCN-08, NCO-SCN-09: for each, and at most."""
DROP_DESTROYED = 75
"""NCO-SCN-24."""
MOST_PIECES, PIECE_OFF, CENTRE_OFF = 45, 15, 30
"""NCO-SCN-27: for three pieces in hand, for each that is off the table, for that of the centre."""
RESCUED, CAPTURED, KILLED = 75, 60, 15
"""NCO-SCN-16."""


def bonus(g: NcoState, seat: Seat) -> int:
    """Points beside those for casualties, as the battle stands."""
    return sum([points for _, points in parts(g, seat)])


def parts(g: NcoState, seat: Seat) -> list[tuple[str, int]]:
    """Return the sources of points, in words, each with its points; with 0 those that have brought
    none so far."""
    if g.scenario == SECTORS:
        sectors = held(g, seat)
        worth = sum([sector_worth(g, seat, sector) for sector in sectors])
        return [(say("sectors held: {n}", n=len(sectors)), worth)]
    if g.scenario == CENTER:
        return _for_nearness(g, seat)
    if g.scenario == DESTROY:
        destroyed = any(token.taken == seat for token in g.tokens)
        return [(say("the enemy's supply drop destroyed"), DROP_DESTROYED * destroyed)]
    if g.scenario == RETRIEVAL:
        return _for_pieces(g, seat)
    if g.scenario == RESCUE:
        return _for_the_pilot(g, seat)
    if g.scenario == EXTERMINATION:
        return [(say("secret mission and guess"), g.earned[seat])]
    return []


# ------------------------------------------------------------------ Secure the Sectors


def sector_of(spot: Spot) -> tuple[int, int]:
    """Column and row of a sector, 0 to 2 from the south-west (NCO-SCN-02); the middle ones have
    their lines (R-54)."""
    return _third(spot[0]), _third(spot[1])


def _third(n: int) -> int:
    return (n >= THIRD) + (n > 2 * THIRD)


def held(g: NcoState, seat: Seat) -> list[tuple[int, int]]:
    """The sectors in which a seat has more soldiers (NCO-SCN-03)."""
    count: dict[tuple[int, int], int] = {}
    for s in g.on_field():
        soldier = g.soldiers[s]
        sector = sector_of(soldier.spot)
        count[sector] = count.get(sector, 0) + (1 if soldier.seat == seat else -1)
    return [sector for sector, lead in sorted(count.items()) if lead > 0]


def sector_worth(g: NcoState, seat: Seat, sector: tuple[int, int]) -> int:
    """NCO-SCN-04."""
    column, row = sector
    if row == 1:
        return HEART if column == 1 else SIDES
    own = 0 if seat == g.south else 2
    return OWN_EDGE if row == own else ENEMY_EDGE


# ------------------------------------------------------------------ Fight to the Center


def _for_nearness(g: NcoState, seat: Seat) -> list[tuple[str, int]]:
    """NCO-SCN-08, NCO-SCN-09, R-53, R-55."""
    sergeant = nearer(g, seat, "sergeant")
    regulars = nearer(g, seat, "regular")
    specialists = nearer(g, seat, "specialist")
    return [
        (say("sergeants nearer to the centre: {n}", n=sergeant), SERGEANT_NEARER * sergeant),
        (
            say("regulars nearer to the centre: {n}", n=regulars),
            min(REGULARS[1], REGULARS[0] * regulars),
        ),
        (
            say("specialists nearer to the centre: {n}", n=specialists),
            min(SPECIALISTS[1], SPECIALISTS[0] * specialists),
        ),
    ]


def class_of(g: NcoState, soldier: SoldierId) -> str:
    """Return a soldier's class in this scenario (R-53)."""
    s = g.soldiers[soldier]
    if s.sergeant:
        return "sergeant"
    return "specialist" if s.row.specialist else "regular"


def nearer(g: NcoState, seat: Seat, kind: str) -> int:
    """How many of a class are nearer to the centre than every enemy of it (R-55)."""
    enemies = [
        gap2(g.soldiers[s].spot, MIDDLE)
        for s in g.on_field(opponent(seat))
        if class_of(g, s) == kind
    ]
    own = [gap2(g.soldiers[s].spot, MIDDLE) for s in g.on_field(seat) if class_of(g, s) == kind]
    if not enemies:
        return len(own)
    least = min(enemies)
    return len([far for far in own if far < least])


# ------------------------------------------------------------------ Intel Retrieval


def _for_pieces(g: NcoState, seat: Seat) -> list[tuple[str, int]]:
    """NCO-SCN-27. The first piece is that of the centre; nobody has any before it is placed."""
    if not g.tokens:
        return []
    off = [token.taken == seat for token in g.tokens]
    carried = [
        token.carrier != NO_SOLDIER and g.soldiers[token.carrier].seat == seat for token in g.tokens
    ]
    n, every = sum(off) + sum(carried), len(g.tokens)
    return [
        (
            say("pieces of intel secured: {n} of {every}", n=n, every=every),
            MOST_PIECES * (2 * n > every),
        ),
        (say("the piece of the centre off the table: {n}", n=int(off[0])), CENTRE_OFF * off[0]),
        (say("other pieces off the table: {n}", n=sum(off[1:])), PIECE_OFF * sum(off[1:])),
    ]


# ------------------------------------------------------------------ Rescue Mission


def _for_the_pilot(g: NcoState, seat: Seat) -> list[tuple[str, int]]:
    """Return the points for the pilot (NCO-SCN-16): the side that deployed second is the rescuer
    (NCO-SCN-10)."""
    if g.pilot == NO_SOLDIER:
        return []
    pilot = g.soldiers[g.pilot]
    home = pilot.status is Status.LEFT and g.soldiers[g.bearer].seat == seat
    if seat == g.higher:
        return [(say("the pilot rescued"), RESCUED * home)]
    return [
        (say("the pilot captured"), CAPTURED * home),
        (say("the pilot killed"), KILLED * (pilot.status is Status.DEAD)),
    ]
