"""How Teams, Units, seats and places are called in lines for people."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.engine.ids import Seat
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import ATTACKER, NO_TEAM, Spot, TeamId, UnitId
from owm_net.games.hailfire.state import HailfireState, Unit

NATIONS = {
    "us": "Americans",
    "ger": "Germans",
    "brit": "British",
    "sov": "Soviets",
}


def seat_name(g: HailfireState, seat: Seat) -> str:
    """The nation, once it is known."""
    for team in g.teams:
        if team.seat == seat:
            return NATIONS[team.row.nation]
    return "West" if g.battle.chosen and seat == ATTACKER else side_word(g, seat)


def side_word(g: HailfireState, seat: Seat) -> str:
    """What a side is in the scenario."""
    if g.battle.chosen:
        return "West" if seat == ATTACKER else "East"
    return "Attacker" if seat == ATTACKER else "Defender"


def team_name(g: HailfireState, team: TeamId) -> str:
    """What it is, its number where its Unit has several, and its Unit."""
    if team == NO_TEAM or not g.known(team):
        return "no Team"
    t = g.teams[team]
    alike = [n for n, o in enumerate(g.teams) if (o.unit, o.profile) == (t.unit, t.profile)]
    number = f" {alike.index(team) + 1}" if len(alike) > 1 else ""
    return f"{t.row.title}{number} of {unit_name(g, t.unit)}"


def team_names(g: HailfireState, teams: Iterable[TeamId]) -> str:
    """Several, with their Unit said once where it is the same."""
    listed = list(teams)
    units = dict.fromkeys([g.teams[t].unit for t in listed if g.known(t)])
    if len(listed) > 1 and len(units) == 1:
        counts: dict[str, int] = {}
        for team in listed:
            title = g.teams[team].row.title
            counts[title] = counts.get(title, 0) + 1
        said = ", ".join([t if n == 1 else f"{n} x {t}" for t, n in counts.items()])
        return f"{said} of {unit_name(g, next(iter(units)))}"
    return ", ".join([team_name(g, team) for team in listed]) or "nobody"


def unit_name(g: HailfireState, unit: UnitId) -> str:
    """As the scenario calls it."""
    return unit_title(g.units[unit])


def unit_title(unit: Unit) -> str:
    """As the scenario calls it."""
    battery = unit.off_board
    return battery.title if battery is not None else unit.title.replace("_", " ")


def inches(n: int) -> str:
    """Hundredths as inches."""
    whole, rest = divmod(abs(n), 100)
    sign = "-" if n < 0 else ""
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".") + '"'


def place_name(spot: Spot | None) -> str:
    """A place on the table."""
    if spot is None or len(spot) != 2:
        return "no place"
    return f"{inches(spot[0])} east, {inches(spot[1])} north"


def dice(faces: Iterable[int]) -> str:
    """Faces with blanks between."""
    return " ".join(map(str, faces))


def scenario_words(key: str) -> tuple[str, str]:
    """Its title and a line about it."""
    row = next(s for k, s in CATALOG.scenarios.items() if k == key)
    return row.title, row.about
