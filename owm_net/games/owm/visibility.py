"""How far one sees: sun, moon and snowflake, and what lights the night (000:792-807, section 2.8).

Line of sight and the reach of weapons are other matters: `ground`, `firing`.
"""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.ids import Cell
from owm_net.games.owm.state import TERRAINS, Fireteam, OwmState
from owm_net.games.owm.tokens import Border, TokenKind

NIGHT = "moon"
BLIZZARD = "snowflake"


def is_night(g: OwmState) -> bool:
    """The Mission card has a moon (OWM-VIS-03)."""
    return g.card.visibility.kind == NIGHT


def is_blizzard(g: OwmState) -> bool:
    """The Mission card has a snowflake (OWM-VIS-04)."""
    return g.card.visibility.kind == BLIZZARD


def sight_limit(g: OwmState) -> int:
    """The number on the moon or the snowflake (OWM-VIS-02), 0 under the sun (OWM-VIS-01)."""
    return g.card.visibility.range if is_night(g) or is_blizzard(g) else 0


def is_lit(g: OwmState, cell: Cell) -> bool:
    """Return True if a Star Shell lights a Terrain: yellow its own and all neighbours, red its own
    (OWM-TOK-09, OWM-COP-SS-04). In a Blizzard it lights nothing (OWM-VIS-04)."""
    if is_blizzard(g):
        return False
    return any(
        g.ground.distance(shell.cell, cell) <= (1 if shell.border is Border.YELLOW else 0)
        for shell in g.tokens_of(TokenKind.STAR_SHELL)
    )


def is_beyond_sight(g: OwmState, team: Fireteam, target: Fireteam, reach: int = 0) -> bool:
    """Return True if a shot goes beyond the visibility (OWM-VIS-02, OWM-TERR-11). Light over the
    target's Terrain cancels the night (OWM-VIS-03, A-22). reach: what the shooter sees farther than
    others.
    """
    limit = sight_limit(g)
    if not limit or g.ground.distance(team.cell, target.cell) <= limit + reach:
        return False
    return not is_lit(g, target.cell)


def is_fast(g: OwmState, cell: Cell) -> bool:
    """Return True if one Maneuver is enough to enter (OWM-TERR-07); never in a Blizzard
    (OWM-VIS-04)."""
    return TERRAINS.at(g.ground, cell).fast_move and not is_blizzard(g)


def facts(g: OwmState) -> str:
    """The visibility of the mission as people read it."""
    limit = sight_limit(g)
    if not limit:
        return say("Sun: one sees as far as the weapon reaches (OWM-VIS-01)")
    kind = say("Night") if is_night(g) else say("Blizzard")
    more = "" if is_night(g) else say("; no fast move, and no Double Time")
    rule = "OWM-VIS-02" if is_night(g) else "OWM-VIS-04"
    return say(
        "{kind} {limit}: shots farther than {limit} have Double Discipline{more} ({rule})",
        kind=kind,
        limit=limit,
        more=more,
        rule=rule,
    )
