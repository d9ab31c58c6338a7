"""Fire orders. Section 2.4; how they are carried out: `shooting`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from owm_net.engine.agenda import Call, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.ids import NO_TEAM, TeamId
from owm_net.games.hailfire.orders.order import (
    CarriedOut,
    CarriesOut,
    Declared,
    Declaring,
    Order,
)
from owm_net.games.hailfire.shooting import (
    Fire,
    FireOrder,
    near_target,
    weapon_of,
    why_holds_fire,
    why_not_fire,
)
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.words import team_name

SELDOM = 8
"""Once in so many fires chance looks at enemies that the Team does not see."""


@record("hailfire.fire_at")
class FireAt(Order):
    """A Fire order: some of the Teams at one Target (HAIL-FIRE-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Fire")
    help: ClassVar[str] = say(
        "All these Teams at one Target; enemies near it may be hit (HAIL-FIRE-01)"
    )
    words = say("{teams}: Fire at {target}")

    target: TeamId
    teams: tuple[TeamId, ...]
    guns: tuple[TeamId, ...]

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """All who can at each enemy in reach; once more with their machine guns."""
        firing = [t for t in declaring.left() if why_holds_fire(g, t, guns=False) is None]
        second = [t for t in firing if g.teams[t].row.rof and g.teams[t].row.machine_guns]
        for enemy in g.enemies(declaring.teams[0]) if firing else ():
            around = near_target(g, enemy)
            main = _who_fires(g, declaring, firing, enemy, around, guns=False)
            if main:
                yield FireAt(enemy, main, ())
            guns = () if g.teams[enemy].vehicle else second
            sprayed = _who_fires(g, declaring, guns, enemy, around, guns=True)
            if sprayed:
                yield FireAt(enemy, sprayed, sprayed)

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """At an enemy that it sees, alone or with all who can."""
        row = g.teams[team].row
        guns = bool(row.rof and row.machine_guns and chance.below(2))
        enemies = g.enemies(team)
        if why_holds_fire(g, team, guns) is not None or not enemies:  # they are all under blinds
            return None
        seen = [enemy for enemy in enemies if g.sees(team, enemy)]
        if not seen or chance.below(SELDOM) == 0:
            seen = enemies  # one that it does not see may stand near one that it sees
        enemy = seen[chance.below(len(seen))]
        if chance.below(3) == 0:
            return FireAt(enemy, (team,), (team,) if guns else ())
        around = near_target(g, enemy)
        friends = [t for t in declaring.left() if not guns or g.teams[t].row.machine_guns]
        teams = _who_fires(g, declaring, friends, enemy, around, guns=guns)
        return FireAt(enemy, teams, teams if guns else ())

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_unarmed(g, declaring.teams) or why_no_target(g, self.target, declaring.seat)
        if refusal is not None:
            return refusal
        if not self.teams:
            return Refusal("HAIL-ACT-03", say("choose who fires"), more=True)
        refusal = declaring.why_not_ordered(g, self.teams)
        if refusal is not None:
            return refusal
        if len(self.guns) > len(self.teams) or len(dict.fromkeys(self.guns)) < len(self.guns):
            return Refusal(
                "HAIL-FIRE-02", say("machine guns are for a Team that fires"), misfit=True
            )
        for team in self.teams:
            if g.teams[team].pledged:
                return Refusal(
                    "HAIL-ART-02", say("{team} takes part in a barrage", team=team_name(g, team))
                )
            if weapon_of(g, team, team in self.guns) is None:
                return Refusal(
                    "HAIL-FIRE-02", say("{team} has no such weapon", team=team_name(g, team))
                )
            if not declaring.sees(g, team, g.teams[self.target].spot):
                why = say(
                    "{team} does not see the Target; activate it alone", team=team_name(g, team)
                )
                return Refusal("HAIL-ACT-02", why)
        if any(team not in self.teams for team in self.guns):
            return Refusal(
                "HAIL-FIRE-02", say("machine guns are for a Team that fires"), misfit=True
            )
        return declaring.why_no_more_orders()

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        fire = Fire(teams=self.teams, target=self.target, guns=self.guns)
        declaring.orders.append(Declared(fires=fire))

    @classmethod
    def carry_out(cls, g: HailfireState, by: CarriesOut, order: Declared) -> CarriedOut:
        """See `shooting`."""
        if order.fires is None:
            return None
        fire = FireOrder(order.fires, by.directed, list(by.struck))
        return Call(fire, then=by.fired)


def why_unarmed(g: HailfireState, teams: list[TeamId]) -> Refusal | None:
    """Why none of these can fire, at whomever."""
    if all(g.teams[team].aboard != NO_TEAM for team in teams):
        return Refusal("HAIL-PORG-06", say("a Team that rides can only get off"))
    if any(weapon_of(g, team, guns) for team in teams for guns in (False, True)):
        return None
    return Refusal("HAIL-FIRE-02", say("none of these Teams has a weapon to fire with"))


def why_no_target(g: HailfireState, target: TeamId, seat: Seat) -> Refusal | None:
    """Why nobody of a seat fires at this Team (HAIL-FIRE-01)."""
    if not g.known(target) or not g.teams[target].there:
        return Refusal("HAIL-FIRE-01", say("choose a Target on the table"), misfit=True)
    if g.teams[target].seat == seat:
        return Refusal("HAIL-FIRE-01", say("choose an enemy as the Target"), misfit=True)
    if g.engaged(target):
        return Refusal("HAIL-PASL-10", say("nobody fires into an assault"))
    return None


def why_nobody_fires(g: HailfireState, declaring: Declaring, target: TeamId) -> Refusal | None:
    """Why none of those without an order would fire at an enemy: what speaks against the first of
    them; None if nothing does."""
    left = declaring.left()
    if not left:
        return Refusal("HAIL-ACT-03", say("each Team has its order"))
    found = None
    for team in left:
        refusal = why_not_fire(g, team, target, guns=False)
        if refusal is None and not declaring.sees(g, team, g.teams[target].spot):
            refusal = Refusal("HAIL-ACT-02", say("it does not see the Target"))
        if refusal is None:
            return None
        found = found or refusal
    return found


def _who_fires(
    g: HailfireState,
    declaring: Declaring,
    teams: Sequence[TeamId],
    enemy: TeamId,
    around: list[TeamId],
    *,
    guns: bool,
) -> tuple[TeamId, ...]:
    """Return which of these Teams could fire at an enemy. around: the Teams near it."""
    spot = g.teams[enemy].spot
    return tuple(
        t
        for t in teams
        if why_not_fire(g, t, enemy, guns, around) is None and declaring.sees(g, t, spot)
    )
