"""The score in words: objectives, breaking points, wins at once."""

from __future__ import annotations

from owm_net.client.language import tr, tr_n
from owm_net.engine.ids import Seat
from owm_net.games.heroes.state import Formation, HeroesState
from owm_net.games.heroes.terms import FIRST_WIN, Counts
from owm_net.games.heroes.victory import score
from owm_net.games.heroes.words import formation_name, objective_name, side_name


def objective_told(g: HeroesState, n: int, mine: Seat) -> str:
    """Say the points of an objective for a seat, when they count, and its holder."""
    objective = g.battle.objectives[n]
    counts = objective.counts.get(g.side(mine).name)
    when = {
        Counts.CHECK: tr("at every check"),
        Counts.END: tr("at the end only"),
        None: tr("not for you"),
    }[counts]
    holder = g.holders[n] if n < len(g.holders) else ""
    seats = [seat for seat in g.players if g.side(seat).name == holder]
    who = tr(side_name(g, seats[0])) if seats else tr("nobody")
    place, worth = tr(objective_name(g, n)), objective.points
    return tr("{place}: {n}, {when}; {who}", place=place, n=worth, when=when, who=who)


def points_of(g: HeroesState, seat: Seat) -> int:
    """The points of a side as they stand; none while armies are built."""
    begun = len(g.holders) == len(g.battle.objectives)
    return score(g, seat, last=False) if begun else 0


def tile_told(g: HeroesState, f: Formation) -> str:
    """How near something is to its breaking point, and what that gives the enemy."""
    lost = tr("{n} of {all} losses", n=f.losses, all=f.squares)
    gives = tr("{n} points for the enemy", n=f.points)
    told = f"{tr(formation_name(g, f))}: {lost}, {gives}"
    return f"{told}, {tr('turned over')}" if f.turned else told


def at_once_told(g: HeroesState) -> str:
    """Say the conditions that win at once, and the first round for them."""
    once = g.battle.at_once
    if once is None:
        return ""
    parts = []
    if once.tiles:
        parts.append(tr("all enemy tiles turned"))
    if once.score:
        ahead = tr("{n} points and more than the enemy", n=once.score)
        parts.append(ahead if once.ahead else tr_n("{n} point", "{n} points", once.score))
    if once.holds:
        place = next(o.title for o in g.battle.objectives if o.name == once.holds)
        parts.append(tr("{place} held", place=tr(place)))
    if once.exit_points:
        parts.append(tr("{n} exit points", n=once.exit_points))
    what = ", ".join(parts)
    return tr("Wins at once from round {n}: {what}", n=max(FIRST_WIN, once.since), what=what)
