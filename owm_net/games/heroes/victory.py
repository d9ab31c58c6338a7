"""Control, points, and the winner. Ledger 2.27, G-10, R-60, R-93, R-94, R-113, R-114."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.agenda import Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import listed, say, say_n
from owm_net.games.heroes.concealing import ambushers
from owm_net.games.heroes.ids import Space
from owm_net.games.heroes.options import PLANNING, common
from owm_net.games.heroes.printed.scenarios import AtOnce, Scenario
from owm_net.games.heroes.reserves import reserve
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import FIRST_WIN, Counts, UnitType
from owm_net.games.heroes.words import objective_name, seat_name, side_name


@frozen
class Verdict:
    """How a match ends: for which seats, and why."""

    winners: tuple[Seat, ...]
    why: str


@record("heroes.control")
class ControlTaken(Event):
    """An objective has another holder."""

    rule = "HON-VIC-03"
    headline = True

    objective: int
    seat: Seat

    def sentence(self, g: HeroesState) -> str:
        return say(
            "{seat} control {objective}",
            seat=side_name(g, self.seat),
            objective=objective_name(g, self.objective),
        )


@record("heroes.score")
class Scored(Event):
    """The points at a check."""

    rule = "HON-VIC-07"
    in_log = InLog.HEADING

    points: tuple[int, ...]

    def sentence(self, g: HeroesState) -> str:
        each = [
            say("{seat} {points}", seat=seat_name(g, seat), points=points)
            for seat, points in zip(g.players, self.points, strict=True)
        ]
        return say("points: {each}", each=listed(each))


def take_control(g: HeroesState) -> None:
    """A side alone on an objective controls it; nobody else loses it (R-93, R-113)."""
    for number, objective in enumerate(g.battle.objectives):
        sides = sides_on(g, objective.spaces)
        if len(sides) == 1 and g.holders[number] != sides[0]:
            g.holders[number] = sides[0]
            seat = [s.name for s in g.battle.sides].index(sides[0])
            g.tell(ControlTaken(number, Seat(seat)))


def sides_on(g: HeroesState, spaces: tuple[Space, ...]) -> list[str]:
    """The sides with infantry on these spaces; none where no open one is among it (R-93)."""
    found = [u for u in g.units if u.there and u.kind is UnitType.INFANTRY and u.at in spaces]
    if all(u.concealed for u in found):
        return []
    return list(dict.fromkeys([g.side(u.seat).name for u in found]))


def is_last(g: HeroesState) -> bool:
    """Return True if the check of this round is the last one, after which nothing is played."""
    return g.round >= g.battle.rounds


def score(g: HeroesState, seat: Seat, last: bool) -> int:
    """Points of a seat's side at a check: breaking points, exits, and objectives that count then
    (HON-VIC-03, HON-VIC-10, G-10)."""
    name = g.side(seat).name
    points = sum([g.gained[s] + g.exited[s] for s in g.members(seat)])
    for objective, holder in zip(g.battle.objectives, g.holders, strict=True):
        counts = objective.counts.get(name)
        if holder == name and (counts is Counts.CHECK or (last and counts is Counts.END)):
            points += objective.points
    return points


def scores(g: HeroesState, last: bool) -> tuple[int, ...]:
    """The points of each seat."""
    return tuple([score(g, seat, last) for seat in g.players])


def lost_cost(g: HeroesState, seat: Seat) -> int:
    """Return what a side's losses have cost: of each tile, option and hero, the share of the units
    that it has lost (R-114)."""
    name = g.side(seat).name
    return sum(
        [
            f.cost * f.losses // f.units
            for f in g.formations
            if f.units and g.side(f.seat).name == name
        ]
    )


def check(g: HeroesState) -> Verdict | None:
    """Supply step 7 (HON-VIC-07): None if nobody has won yet."""
    last = is_last(g)
    points = scores(g, last)
    g.tell(Scored(points))
    once = g.battle.at_once
    if once is not None and g.round >= max(once.since, FIRST_WIN):
        won = [seat for seat in g.players if _at_once(g, seat, once, points)]
        if len({g.side(seat).name for seat in won}) > 1:
            return by_points(g, points)
        if won:
            what = needed(g.battle, once)
            who = side_name(g, won[0])
            return Verdict(tuple(won), say("the {who} have won with {what}", who=who, what=what))
    if last and g.battle.otherwise:
        left = [seat for seat in g.players if g.side(seat).name == g.battle.otherwise]
        why = say("the enemy of the {who} was too late", who=side_name(g, left[0]))
        return Verdict(tuple(left), why)
    return by_points(g, points) if last else None


def _at_once(g: HeroesState, seat: Seat, once: AtOnce, points: tuple[int, ...]) -> bool:
    """Return True if a seat has everything that wins at once (G-10)."""
    name = g.side(seat).name
    if once.who not in ("", name):
        return False
    others = [points[s] for s in g.players if g.hostile(s, seat)]
    if points[seat] < once.score or (once.ahead and points[seat] <= max(others)):
        return False
    if once.holds and not _has_it(g, once, name):
        return False
    if once.exit_points and sum([g.exited[s] for s in g.members(seat)]) < once.exit_points:
        return False
    tiles = [f for f in g.formations if f.tile and f.squares and g.hostile(f.seat, seat)]
    return not (once.tiles and not all(f.turned for f in tiles))


def needed(scenario: Scenario, once: AtOnce) -> str:
    """All that it takes to win at once, in words (G-10)."""
    needs = []
    if once.score:
        needs.append(say("{n} points", n=once.score))
    if once.ahead:
        needs.append(say("more points than the enemy"))
    if once.holds:
        place = next(o.title for o in scenario.objectives if o.name == once.holds)
        held = say("the {place} held or in ruins", place=place)
        needs.append(held if once.ruin else say("the {place} held", place=place))
    if once.exit_points:
        needs.append(
            say_n(
                "{n} point of units that have left by the exit",
                "{n} points of units that have left by the exit",
                once.exit_points,
            )
        )
    if once.tiles:
        needs.append(say("all enemy tiles turned over"))
    return listed(needs, say(" and "))


def _has_it(g: HeroesState, once: AtOnce, name: str) -> bool:
    """Return True if a side holds the objective that wins at once, or has made it a ruin."""
    for objective, holder in zip(g.battle.objectives, g.holders, strict=True):
        if objective.name == once.holds:
            ruined = all(g.ground.cells[space].ruin for space in objective.spaces)
            return holder == name or (once.ruin and ruined)
    return False


def by_points(g: HeroesState, points: tuple[int, ...]) -> Verdict:
    """The higher score; then the side that has lost less; else nobody (HON-VIC-08, G-10)."""
    best = [seat for seat in g.players if points[seat] == max(points)]
    if len({g.side(seat).name for seat in best}) == 1:
        told = listed([str(points[seat]) for seat in (*best[:1], *_others(g, best[0]))], " : ")
        return Verdict(
            tuple(best),
            say("the {who} have more points, {points}", who=side_name(g, best[0]), points=told),
        )
    least = min([lost_cost(g, seat) for seat in best])
    fewer = [seat for seat in best if lost_cost(g, seat) == least]
    if len({g.side(seat).name for seat in fewer}) == 1:
        return Verdict(
            tuple(fewer),
            say("as many points, and the {who} have lost less", who=side_name(g, fewer[0])),
        )
    return Verdict((), say("as many points, and as many losses"))


def _others(g: HeroesState, seat: Seat) -> list[Seat]:
    """The first seat of each other side."""
    found = {g.side(s).name: s for s in reversed(g.players) if g.hostile(s, seat)}
    return list(found.values())


def has_units(g: HeroesState, seat: Seat) -> bool:
    """Return True if a seat has units left, as everybody knows: a Ruse is none (R-223), but a
    reserve that is still to come is (R-229)."""
    open_ones = any(not g.units[unit].blind for unit in g.in_play(seat))
    return open_ones or bool(ambushers(g, seat) or reserve(g, seat))


def beaten(g: HeroesState) -> Verdict | None:
    """Supply step 8: a side without units or without orders has lost (HON-RND-04, HON-MP-03, R-60,
    R-70)."""
    able = [s for s in g.players if has_units(g, s) and (g.due[s] or common(g, s, PLANNING))]
    left = [seat for seat in g.players if any(s in able for s in g.members(seat))]
    if len(left) == g.seats:
        return None
    if not left:
        return by_points(g, scores(g, is_last(g)))
    who = side_name(g, left[0])
    why = say("the enemy of the {who} has no units or no orders left", who=who)
    return Verdict(tuple(left), why)
