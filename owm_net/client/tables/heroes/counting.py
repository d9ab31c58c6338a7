"""The score in words: objectives, breaking points, wins at once."""

from __future__ import annotations

from owm_net.client.language import tr, tr_n
from owm_net.engine.ids import Seat
from owm_net.games.heroes import briefing
from owm_net.games.heroes.state import Formation, HeroesState
from owm_net.games.heroes.terms import Counts
from owm_net.games.heroes.victory import score
from owm_net.games.heroes.words import formation_name, objective_name, side_name


def objective_told(g: HeroesState, n: int) -> str:
    """Say who controls an objective, and what that brings them, now or at the end."""
    objective = g.battle.objectives[n]
    holder = g.holders[n] if n < len(g.holders) else ""
    seats = [seat for seat in g.players if g.side(seat).name == holder]
    place, worth = tr(objective_name(g, n)), objective.points
    if not seats:
        return tr_n("{place}: nobody, {n} point", "{place}: nobody, {n} points", worth, place=place)
    said = {"place": place, "who": tr(side_name(g, seats[0]))}
    counts = objective.counts.get(holder)
    if counts is Counts.CHECK:
        return tr_n(
            "{place}: {who}, {n} point now", "{place}: {who}, {n} points now", worth, **said
        )
    if counts is Counts.END:
        return tr_n(
            "{place}: {who}, {n} point at the end",
            "{place}: {who}, {n} points at the end",
            worth,
            **said,
        )
    return tr("{place}: {who}, no points for them", **said)


def objective_scores(g: HeroesState, n: int) -> str:
    """Say for whom an objective counts, and when: a line for each."""
    return "\n".join(map(tr, briefing.objective(g.battle, g.battle.objectives[n])))


def points_of(g: HeroesState, seat: Seat) -> int:
    """The points of a side as they stand; none while armies are built."""
    begun = len(g.holders) == len(g.battle.objectives)
    return score(g, seat, last=False) if begun else 0


def tile_told(g: HeroesState, f: Formation) -> str:
    """How near something is to its breaking point, and what that gives the enemy."""
    lost = tr("{n} of {all} lost", n=f.losses, all=f.squares)
    gives = tr_n("{n} point for the enemy", "{n} points for the enemy", f.points)
    told = f"{tr(formation_name(g, f))}: {lost}, {gives}"
    return f"{told}, {tr('turned over')}" if f.turned else told


def at_once_told(g: HeroesState) -> tuple[str, str]:
    """Say what wins before the last round, and for whom, in a line and in a sentence; "" for
    nothing."""
    once = g.battle.at_once
    if once is None:
        return "", ""
    whole = tr(briefing.at_once(g.battle, once))
    return tr(briefing.at_once_in_short(g.battle, once)), whole
