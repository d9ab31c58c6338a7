"""The part of an answer that a press on a Team or on the map adds."""

from __future__ import annotations

from typing import Any

from attrs import fields, frozen

from owm_net.client.answering.drafting import DraftAction, Drafting, Fill, Give, Pick, Set, Sketch
from owm_net.client.maps.chart import Point
from owm_net.client.maps.meanings import Adding, Setting, Stopping
from owm_net.client.maps.pointing import Meaning, Nothing
from owm_net.client.maps.pressing import field_of_many, field_of_one
from owm_net.client.scene.items import Action
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire import forming
from owm_net.client.tables.hailfire.common import FIRE, PATH, TEAM, own_seat, state_of
from owm_net.client.tables.hailfire.odds import reach_of
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.looking import (
    can_fire,
    declaring_of,
    farthest,
    move_order_of,
    uses_guns,
)
from owm_net.games.hailfire.moving import HALT, Halt
from owm_net.games.hailfire.orders import (
    ORDER,
    Board,
    FireAt,
    GetOff,
    Go,
    March,
    why_nobody_fires,
)
from owm_net.games.hailfire.paths import point, way_of
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import TeamClass
from owm_net.games.hailfire.turn import ACTIVATE, Activate, groups

MOVES = (Go, Board, GetOff)
"""Orders that a press on a Team begins. Any other begins with its button, and takes what is
pressed."""
EVERY = 25
"""A path is looked along in steps of a quarter of an inch."""

# ------------------------------------------------------------------ who is activated


def pays_hero(g: HailfireState, team: TeamId) -> bool:
    """Return True if only a Hero Point can activate a Team now."""
    t = g.teams[team]
    return t.seat != g.active or not g.order_points or t.activated


@frozen
class JoinActivation(DraftAction):
    """A Team is activated with those chosen; pressed again it is not. Of another Unit, or as the
    first, it brings all of its Unit that one point activates with it, if its Leader or its vehicles
    can."""

    team: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Judged as it comes together."""
        g: HailfireState = drafting.view.state
        chosen = sketch.all(FIRE.teams) if sketch is not None else ()
        if self.team in chosen:
            left = tuple([team for team in chosen if team != self.team])
            return sketch.with_(FIRE.teams, left) if left and sketch is not None else None
        if chosen and g.teams[chosen[0]].unit == g.teams[self.team].unit and sketch is not None:
            joined = sketch.with_(FIRE.teams, (*chosen, self.team))
            return drafting.desk.checked(joined)
        hero = pays_hero(g, self.team)
        teams = _with_its_unit(g, self.team, hero)
        begun = Draft(Activate).with_(FIRE.teams, teams).with_(fields(Activate).hero, hero)
        return drafting.desk.checked(begun)


def _with_its_unit(g: HailfireState, team: TeamId, hero: bool) -> tuple[TeamId, ...]:
    row = g.teams[team].row
    if row.leader or row.vehicle:
        for group in groups(g, g.teams[team].seat, hero):
            if len(group) > 1 and team in group:
                return group
    return (team,)


# ------------------------------------------------------------------ who fires


@frozen
class FireOn(DraftAction):
    """An enemy as the Target of a Fire order, by every Team that can fire at it and has no order
    yet."""

    target: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Chosen Teams stay chosen, if there are any."""
        g: HailfireState = drafting.view.state
        declaring = declaring_of(g)
        if declaring is None:
            return sketch
        teams = tuple([t for t in declaring.left() if can_fire(g, t, self.target)])
        teams = teams or tuple([t for t in declaring.left() if may_rally(g, t, self.target)])
        if not teams:
            return why_nobody_fires(g, declaring, self.target)
        guns = tuple([t for t in teams if uses_guns(g, t, self.target)])
        begun = Draft(FireAt).with_(FIRE.target, self.target)
        begun = begun.with_(FIRE.teams, teams).with_(FIRE.guns, guns)
        return drafting.desk.checked(begun)


@frozen
class Fires(DraftAction):
    """A Team joins a Fire order, or leaves it."""

    team: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """With the weapon that reaches."""
        if sketch is None:
            return None
        teams, guns = sketch.all(FIRE.teams), sketch.all(FIRE.guns)
        target = sketch.get(FIRE.target, NO_TEAM)
        g: HailfireState = drafting.view.state
        if self.team in teams:
            teams = tuple([t for t in teams if t != self.team])
            guns = tuple([t for t in guns if t != self.team])
        else:
            teams = (*teams, self.team)
            if target != NO_TEAM and uses_guns(g, self.team, target):
                guns = (*guns, self.team)
        changed = sketch.with_(FIRE.teams, teams).with_(FIRE.guns, guns)
        return drafting.desk.checked(changed)


@frozen
class OtherWeapon(DraftAction):
    """A Team of a Fire order takes its machine guns, or its gun again."""

    team: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """If it has them."""
        if sketch is None:
            return None
        guns = sketch.all(FIRE.guns)
        changed = tuple([t for t in guns if t != self.team])
        if self.team not in guns:
            changed = (*guns, self.team)
        return Set(FIRE.guns, changed).on(drafting, sketch)


def may_rally(g: HailfireState, team: TeamId, target: TeamId) -> bool:
    """Return True if it is suppressed and could fire, if it rallies first."""
    reaches = g.teams[team].suppressed and reach_of(g, team, target) is not None
    return reaches and g.sees(team, target)


# ------------------------------------------------------------------ presses on the map


def meaning(seen: SeenTable) -> Meaning:
    """Return the current meaning of presses on the map."""
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch
    if not answering.is_open:
        return Nothing()
    if answering.kind is HALT:
        halt = fields(Halt)
        found = [(at, Fill((Set(TEAM, n), Set(halt.walked, far)))) for at, n, far in stops(g)]
        return Stopping(tuple(found)) if found and sketch is not None else Nothing()
    whole = forming.meaning(seen)
    if whole is not None:
        return whole
    if sketch is None:
        return Nothing()
    many = field_of_many(sketch, Spot)
    if many is not None:
        apart = fields(Go).apart
        begun = not sketch.has(apart) or sketch.holds(apart)
        return Adding(many, Spot, () if begun else (Set(apart, False),))
    one = field_of_one(sketch, Spot)
    return Nothing() if one is None else Setting(one, Spot)


def stops(g: HailfireState) -> list[tuple[Point, TeamId, int]]:
    """The points of all paths of a Move order at which a Team can stop."""
    order = move_order_of(g)
    found: list[tuple[Point, TeamId, int]] = []
    for move in order.moves if order is not None else ():
        assert order is not None
        if move.path and move.team not in order.halts:
            most = farthest(g, order, move)
            way = way_of(g, move.team, move.path)
            found += [(point(way, n), move.team, n) for n in (*range(0, most, EVERY), most)]
    return found


# ------------------------------------------------------------------ presses on a Team


def means_of(seen: SeenTable, team: TeamId) -> Action | None:
    """Return what a press on a Team adds to the answer, None where it has no use for it."""
    answering = seen.answering
    if not answering.is_open:
        return None
    g, sketch = state_of(seen), answering.sketch
    own = g.teams[team].seat == own_seat(seen)
    if answering.kind is ACTIVATE:
        return JoinActivation(team) if own else None
    if team in [one for one, _ in forming.formed(seen)]:
        return None
    if answering.kind is ORDER:
        return _ordered(g, sketch, team, own)
    return Pick(TeamId, team) if answering.drafting.takes(sketch, TeamId) else None


def _ordered(g: HailfireState, sketch: Sketch, team: TeamId, own: bool) -> Action | None:
    declaring = declaring_of(g)
    if sketch is not None and sketch.cls is FireAt:
        return Fires(team) if own else FireOn(team)
    if sketch is not None and sketch.cls is March:
        return _Begin(team) if own else FireOn(team)
    if sketch is not None and sketch.cls not in MOVES:
        return Pick(TeamId, team, gives=False)  # its odds are read first; CONFIRM gives it
    if not own:
        return FireOn(team)
    if may_board(g, sketch, team):
        return BoardOn(team)
    if declaring is None or team not in declaring.teams:
        return None
    return _Begin(team)


@frozen
class _Begin(DraftAction):
    """Begin the Move of a Team; a passenger gets off."""

    team: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Anew, for one Team at a time."""
        g: HailfireState = drafting.view.state
        rides = g.teams[self.team].aboard != NO_TEAM
        begun: Draft[Any] = Draft(GetOff if rides else Go).with_(TEAM, self.team)
        begun = begun if rides else begun.with_(fields(Go).apart, False)
        return drafting.desk.checked(begun)


def may_board(g: HailfireState, sketch: Sketch, carrier: TeamId) -> bool:
    """Return True if a press on a carrier means that the infantry whose Move is made boards it."""
    if sketch is None or sketch.cls not in (Go, Board) or not g.options.transport:
        return False
    mover = sketch.get(TEAM, NO_TEAM)
    infantry = g.known(mover) and g.teams[mover].row.team_class is TeamClass.INFANTRY
    return infantry and g.teams[carrier].row.carrier


@frozen
class BoardOn(DraftAction):
    """The Team whose Move is being made is to board a carrier; its path stays as it is drawn."""

    carrier: TeamId

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """If there is room in it."""
        if sketch is None:
            return None
        begun = Draft(Board).with_(TEAM, sketch.get(TEAM, NO_TEAM))
        begun = begun.with_(fields(Board).carrier, self.carrier).with_(PATH, sketch.all(PATH))
        return drafting.desk.checked(begun)


def route_of(seen: SeenTable) -> tuple[TeamId, tuple[Spot, ...]] | None:
    """The path that is drawn, with where it begins."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    if sketch is None or not sketch.has(PATH):
        return None
    g, team = state_of(seen), sketch.get(TEAM, NO_TEAM)
    if not g.known(team) or not g.teams[team].there:
        return None
    return team, (g.teams[team].spot, *sketch.all(PATH))
