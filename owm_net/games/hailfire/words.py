"""How Teams, Units, seats and places are called in lines for people."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say, say_n
from owm_net.games.hailfire.ids import ATTACKER, NO_TEAM, SEATS, NationKey, Spot, TeamId, UnitId
from owm_net.games.hailfire.places import named
from owm_net.games.hailfire.reading import Profile
from owm_net.games.hailfire.state import HailfireState, Unit

NATIONS = {
    "us": say("Americans"),
    "ger": say("Germans"),
    "brit": say("British"),
    "sov": say("Soviets"),
}
UNITS = {
    "assault": say("Assault Platoon"),
    "at": say("Anti-tank Section"),
    "carriers": say("Carrier Section"),
    "fieldguns": say("Field Gun Section"),
    "flak": say("Flak Section"),
    "gren": say("Grenadier Platoon"),
    "guns": say("Gun Section"),
    "halftracks": say("Half-track Section"),
    "heavies": say("Heavy Tank Section"),
    "jagd": say("Assault Gun Section"),
    "marder": say("Marder Section"),
    "maxim": say("Maxim Section"),
    "mg": say("Machine-gun Section"),
    "mortars": say("Mortar Section"),
    "pak": say("PaK Section"),
    "panzer": say("Panzer Platoon"),
    "pzgren": say("Panzergrenadier Platoon"),
    "recon": say("Recon Section"),
    "rifle": say("Rifle Platoon"),
    "smg": say("SMG Platoon"),
    "stug": say("StuG Section"),
    "tanks": say("Tank Platoon"),
    "td": say("Tank Destroyer Section"),
    "vickers": say("Vickers Section"),
}
"""Units as the scenarios name them, without the number that follows where there are several."""


def seat_name(g: HailfireState, seat: Seat) -> str:
    """The nation, once it is known; with the side if both are of one."""
    nations = [nation_of(g, each) for each in SEATS]
    if not nations[seat]:
        return side_word(g, seat)
    title = nation_name(nations[seat])
    if nations[0] == nations[1]:
        return say("{title} ({side})", title=title, side=side_word(g, seat))
    return title


def nation_of(g: HailfireState, seat: Seat) -> str:
    """Return the nation of a side's Teams; "" before it has any."""
    return next((team.row.nation for team in g.teams if team.seat == seat), "")


def nation_name(nation: str) -> str:
    """Return the name of a nation's side."""
    return NATIONS.get(nation, nation)


def side_word(g: HailfireState, seat: Seat) -> str:
    """Return the part of a side in the scenario."""
    if g.battle.chosen:
        return say("West") if seat == ATTACKER else say("East")
    return say("Attacker") if seat == ATTACKER else say("Defender")


def team_name(g: HailfireState, team: TeamId) -> str:
    """Return its kind, its number where its Unit has several, and its Unit."""
    if team == NO_TEAM or not g.known(team):
        return say("no Team")
    t = g.teams[team]
    alike = [n for n, o in enumerate(g.teams) if (o.unit, o.profile) == (t.unit, t.profile)]
    number = [str(alike.index(team) + 1)] if len(alike) > 1 else []
    return _of_unit(g, listed([t.row.title, *number], " "), t.unit)


def _of_unit(g: HailfireState, what: str, unit: UnitId) -> str:
    return say("{what} of {unit}", what=what, unit=unit_name(g, unit))


def team_names(g: HailfireState, teams: Iterable[TeamId]) -> str:
    """Several, with their Unit said once where it is the same."""
    named = list(teams)
    units = dict.fromkeys([g.teams[t].unit for t in named if g.known(t)])
    if len(named) > 1 and len(units) == 1 and all(map(g.known, named)):
        counts: dict[str, int] = {}
        for team in named:
            title = g.teams[team].row.title
            counts[title] = counts.get(title, 0) + 1
        said = [t if n == 1 else listed([f"{n} x", t], " ") for t, n in counts.items()]
        return _of_unit(g, listed(said), next(iter(units)))
    return listed([team_name(g, team) for team in named]) or say("nobody")


def group_name(g: HailfireState, teams: Iterable[TeamId]) -> str:
    """Teams that act together: their Unit, and how many they are; one by its own name."""
    named = list(teams)
    units = dict.fromkeys([g.teams[t].unit for t in named if g.known(t)])
    if len(named) == 1 or len(units) != 1:
        return team_names(g, named)
    unit = unit_name(g, next(iter(units)))
    return say_n("{unit} ({n} Team)", "{unit} ({n} Teams)", len(named), unit=unit)


def unit_name(g: HailfireState, unit: UnitId) -> str:
    """As the scenario calls it; with its side where both are of one nation."""
    title = unit_title(g.units[unit])
    if nation_of(g, SEATS[0]) == nation_of(g, SEATS[1]):
        return say("{unit} {side}", unit=title, side=side_word(g, g.units[unit].seat))
    return title


def unit_title(unit: Unit) -> str:
    """As the scenario calls it."""
    battery = unit.off_board
    return title_of_unit(unit.title) if battery is None else battery.title


def title_of_unit(word: str) -> str:
    """Return the words for a Unit's name in a scenario or a force."""
    name, _, number = word.partition("_")
    return listed([UNITS.get(name, name), *([number] if number else [])], " ")


def arms_of(row: Profile) -> list[str]:
    """Return the weapons and the armour of a profile."""
    found = []
    if row.rof:
        found.append(
            say_n(
                "{n} die, range {range}",
                "{n} dice, range {range}",
                row.rof,
                range=inches(row.range),
            )
        )
    if row.at:
        found.append(say("anti-tank {n}", n=row.at))
    guns = row.machine_guns
    if guns is not None:
        found.append(
            say_n(
                "machine guns {n} die, {range}",
                "machine guns {n} dice, {range}",
                guns.rof,
                range=inches(guns.range),
            )
        )
    if row.armoured:
        found.append(
            say("armour {front} in front, {flank} else", front=row.armour, flank=row.flank)
        )
    if row.barrage is not None:
        found.append(say("fires barrages"))
    return [*found, say("Assault Check {n}+", n=row.assault)]


def kinds_of(row: Profile) -> list[str]:
    """Return what a Team of a profile is."""
    said = [
        (row.team_class.one, True),
        (say("Leader"), row.leader),
        (say("observes for artillery"), row.observer),
        (say("small"), row.small),
        (say("gun in the hull"), row.hull),
        (say("open-topped"), row.open_topped),
        (say("too heavy to be moved"), row.heavy),
    ]
    return [words for words, on in said if on]


def inches(n: int) -> str:
    """Hundredths as inches."""
    whole, rest = divmod(abs(n), 100)
    sign = "-" if n < 0 else ""
    if not rest:
        return f'{sign}{whole}"'
    return say('{whole}.{rest}"', whole=f"{sign}{whole}", rest=f"{rest:02d}".rstrip("0"))


def about_inches(n: int) -> str:
    """Hundredths as inches, to the nearest half: what a person sees on a table."""
    return inches(max(50, (n + 25) // 50 * 50))


def percent(thousandths: int) -> str:
    """A chance as people read it."""
    if 0 < thousandths < 10:
        return "<1%"
    if 995 <= thousandths < 1000:
        return ">99%"
    return f"{(thousandths + 5) // 10}%"


def place_name(g: HailfireState, spot: Spot | None) -> str:
    """A place on the table, in words that follow a deed: "2 inches east of the bridge"."""
    return named(g.scenario, spot)


def dice(faces: Iterable[int]) -> str:
    """Faces with blanks between."""
    return " ".join(map(str, faces))


TELLING = HailfireState.telling
TELLING.of(Seat, seat_name)
TELLING.of(TeamId, team_name)
TELLING.of(tuple[TeamId, ...], team_names)
TELLING.of(UnitId, unit_name)
TELLING.of(NationKey, lambda g, nation: nation_name(nation))
TELLING.of(Spot, lambda g, spot: place_name(g, spot))
TELLING.of(tuple[int, ...], lambda g, faces: dice(faces))
