"""Names in NCO: seats, soldiers, weapons, places, orders.

Events and answers have their own words: `Event.words`, `Answer.words` beside the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from owm_net.engine.ids import Seat
from owm_net.engine.landmarks import way
from owm_net.engine.text import listed, say, seat_called
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NO_SEAT, SEATS, LayoutKey, NationKey, SoldierId, Spot, WeaponKey
from owm_net.games.nco.places import told_place
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Item, Order

ORDER_WORDS = {
    Order.NONE: say("no order"),
    Order.DOWN: say("Down"),
    Order.RALLY: say("Rally"),
    Order.COVER_FIRE: say("Cover Fire"),
    Order.FIRE: say("Fire"),
    Order.ADVANCE: say("Advance"),
    Order.RUN: say("Run"),
}


def seat_name(g: NcoState, seat: Seat) -> str:
    """The nation, once the rosters are open; with the seat, counted from 1, if both are of one."""
    if not g.nations:
        return seat_called(seat)
    title = CATALOG.nations[g.nations[seat]].title
    return (
        say("{title} ({seat})", title=title, seat=seat_called(seat))
        if g.nations[0] == g.nations[1]
        else title
    )


def for_each_seat(g: NcoState, numbers: Sequence[int]) -> str:
    """A number of each seat with its name: dice, points."""
    return listed([listed([seat_name(g, seat), str(numbers[seat])], " ") for seat in SEATS])


def edge_name(g: NcoState, seat: Seat) -> str:
    """Where a side comes from."""
    if g.south == NO_SEAT:
        return say("its edge")
    return say("the south") if seat == g.south else say("the north")


def short_name(g: NcoState, soldier: SoldierId) -> str:
    """Return a soldier by profile and number within the squad, for a reader who knows the squad."""
    if not g.known(soldier):
        return say("nobody")
    if soldier == g.pilot:
        return say("the pilot")
    s = g.soldiers[soldier]
    number = sum([other.seat == s.seat for other in g.soldiers[: soldier + 1]])
    return listed([s.row.title, str(number)], " ")


def soldier_name(g: NcoState, soldier: SoldierId) -> str:
    """Return a soldier by side, profile and number."""
    if not g.known(soldier):
        return say("nobody")
    if soldier == g.pilot:
        return say("the pilot")
    return listed([seat_name(g, g.soldiers[soldier].seat), short_name(g, soldier)], " ")


def enemy_name(g: NcoState, soldier: SoldierId, seat: Seat) -> str:
    """Return a soldier as one of a seat says it to themselves: an enemy as such."""
    name = short_name(g, soldier)
    if not g.known(soldier) or soldier == g.pilot or g.soldiers[soldier].seat == seat:
        return name
    return say("the enemy's {soldier}", soldier=name)


def walk_name(g: NcoState, soldier: SoldierId, end: Spot) -> str:
    """Return where a walk leads: how far from here, and what it ends at."""
    place = told_place(g.layout, end)
    if not g.there(soldier):
        return say("onto the table, ending {place}", place=place)
    far = way(g.soldiers[soldier].spot[:2], end[:2])
    return say("{far}, ending {place}", far=far, place=place)


def percent(part: int, whole: int) -> str:
    """Return a chance as people read it, halves to the even number."""
    n, rest = divmod(200 * part + whole, 2 * whole)
    n -= not rest and n % 2
    if part and not n:
        return "<1%"
    return ">99%" if n == 100 and part < whole else f"{n}%"


def named(g: NcoState, soldiers: Iterable[SoldierId]) -> str:
    """Several soldiers by their names; "nobody" for none."""
    return listed([short_name(g, s) for s in soldiers]) or say("nobody")


def weapon_name(weapon: WeaponKey) -> str:
    return CATALOG.weapons[weapon].title if weapon in CATALOG.weapons else say("no weapon")


def inches(length: int) -> str:
    """A length in inches, hundredths only where there are any."""
    whole, rest = divmod(length, 100)
    if not rest:
        return f'{whole}"'
    return say('{whole}.{rest}"', whole=whole, rest=f"{rest:02}".rstrip("0"))


def place_name(spot: Spot | None) -> str:
    """A point of the table in inches from its south-western corner, with its surface if it is not
    the table's own."""
    if spot is None or len(spot) != 3:
        return say("no point")
    raised = say(", on top") if spot[2] else ""
    return say(
        "{east} east, {north} north{raised}",
        east=inches(spot[0]),
        north=inches(spot[1]),
        raised=raised,
    )


def dice(faces: Iterable[int]) -> str:
    """Faces of dice with blanks between."""
    return " ".join(map(str, faces))


TELLING = NcoState.telling
TELLING.of(Seat, seat_name)
TELLING.of(SoldierId, soldier_name)
TELLING.of(SoldierId, short_name, "short")
TELLING.of(tuple[SoldierId, ...], named)
TELLING.of(WeaponKey, lambda g, weapon: weapon_name(weapon))
TELLING.of(NationKey, lambda g, nation: CATALOG.nations[nation].title)
TELLING.of(LayoutKey, lambda g, layout: CATALOG.layouts[layout].title)
TELLING.of(Item, lambda g, item: CATALOG.items[item].title)
TELLING.of(Order, lambda g, order: ORDER_WORDS[order])
TELLING.of(Spot, lambda g, spot: told_place(g.layout, spot))
TELLING.of(Spot, lambda g, spot: place_name(spot), "point")
TELLING.of(tuple[int, ...], lambda g, faces: dice(faces))
TELLING.of(tuple[int, ...], for_each_seat, "each")
