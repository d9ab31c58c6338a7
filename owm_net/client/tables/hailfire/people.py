"""Teams in words: what they are, what they carry, how they are."""

from __future__ import annotations

from owm_net.client.language import tr, tr_n
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire.common import state_of
from owm_net.games.hailfire.ids import NO_TEAM, TeamId
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.transport import passengers
from owm_net.games.hailfire.words import arms_of, kinds_of, team_name, team_names


def arms(g: HailfireState, n: TeamId) -> list[str]:
    """Return its weapons and its armour."""
    return [tr(words) for words in arms_of(g.teams[n].row)]


def condition(g: HailfireState, n: TeamId) -> list[str]:
    """How it is."""
    t = g.teams[n]
    found = []
    if t.aboard != NO_TEAM and not t.lost:
        found.append(tr("rides in {carrier}", carrier=tr(team_name(g, t.aboard))))
    riders = passengers(g, n) if t.there else []
    if riders:
        found.append(tr("carries {teams}", teams=tr(team_names(g, riders))))
    if t.points:
        found.append(tr_n("{n} Received Fire Point", "{n} Received Fire Points", t.points))
    said = [
        (tr("suppressed"), t.suppressed),
        (tr("in contact with an enemy"), t.there and g.engaged(n)),
        (tr("in Hard Cover"), t.there and g.hard_cover(n)),
        (tr("activated by a Hero Point"), t.done),
        (tr("activated this turn"), t.activated and not t.done),
        (tr("takes part in a barrage"), t.pledged),
        (tr("destroyed"), t.lost),
    ]
    return found + [words for words, on in said if on]


def kinds(g: HailfireState, n: TeamId) -> list[str]:
    """Return what it is."""
    row = g.teams[n].row
    carries = [tr("carries infantry")] if row.carrier and g.options.transport else []
    return [*[tr(words) for words in kinds_of(row)], *carries]


def name(seen: SeenTable, n: TeamId) -> str:
    """Return its name, looked up once for each state."""
    found: str = seen.cached(("name", n), lambda: team_name(state_of(seen), n))
    return found


def told(seen: SeenTable, n: TeamId) -> str:
    """All of it, where one points at it, put together once for each state."""
    found: str = seen.cached(("told", n), lambda: _told(state_of(seen), n))
    return found


def _told(g: HailfireState, n: TeamId) -> str:
    quality = tr("Quality Check {n}+", n=g.number(n))
    lines = [
        tr(team_name(g, n)),
        ", ".join([*kinds(g, n), quality]),
        ", ".join(arms(g, n)),
        ", ".join(condition(g, n)),
    ]
    return "\n".join([line for line in lines if line])
