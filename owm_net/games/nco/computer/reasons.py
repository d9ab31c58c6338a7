"""What speaks most for an answer of the computer player: one reason, in one sentence, with its odds
where there are any.

The numbers are those that the computer player decides by; of several only the one that counts most
is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.geometry import length
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import PICKED_BY_CHANCE
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.ambush import SPRING, Spring, ambush_shot
from owm_net.games.nco.attack import Attack, GoDownAtOnce
from owm_net.games.nco.chart import UseMap
from owm_net.games.nco.computer.errands import errand
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.computer.ordering import goal_of
from owm_net.games.nco.computer.weighing import (
    best_shot,
    hit_odds,
    prizes,
    supposing,
    wins,
)
from owm_net.games.nco.counter_fire import COUNTER, Counter, counter_shot
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, opponent
from owm_net.games.nco.interrupts import CounterFire, Firing, GoOn, Moving
from owm_net.games.nco.items import ITEM, UseItem
from owm_net.games.nco.looking import asked_about
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.missions import GROUPS, Guess, fulfilled
from owm_net.games.nco.orders.advance import SHOT, Advance, Shoot
from owm_net.games.nco.orders.command import LEAD, Lead
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.paths import point_on, stop_at
from owm_net.games.nco.placing import NameBomber
from owm_net.games.nco.reloading import RELOAD, Reload
from owm_net.games.nco.scenarios import DESTROY, ENEMY_EDGE, RESCUE, SECTORS
from owm_net.games.nco.set_up import Deploy, TakeSide
from owm_net.games.nco.shots import Shot, caught, why_not_shot
from owm_net.games.nco.specials import SPECIAL, FocusFire, LieInAmbush, Mend, SpecialAssault
from owm_net.games.nco.squads import SUGGESTED, Roster
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import SPECIAL_COURAGE, TURNS, Item, Shooting, Status
from owm_net.games.nco.tokens import at_goal, laden
from owm_net.games.nco.turn import CallIntel, ChooseDie, EndEarly
from owm_net.games.nco.words import enemy_name, percent, short_name

Seen = View[NcoState]
LITTLE = 60
"""What a shot or safety must be worth to be the reason for a way."""


def reason(view: Seen, answer: Answer) -> str:
    """Return what speaks most for an answer; "" where it speaks for itself."""
    if isinstance(answer, Pass):
        return _PASSES.get(agenda.kind_of(view).word, "")
    speaks = _REASONS.get(type(answer))
    return speaks(view, answer) if speaks is not None else ""


# ------------------------------------------------------------------ before the battle


def _roster(view: Seen, answer: Roster) -> str:
    if answer != SUGGESTED.roster:
        return ""
    return say("It is strong in fire, and easy to play.")


def _deploy(view: Seen, answer: Deploy) -> str:
    """Return who begins near an errand; else what speaks for a squad that is spread out."""
    g = view.state
    for soldier in g.squad(view.seat):
        if errand(g, soldier) is not None:
            return say(
                "{soldier} begins as near as can be to {goal}.",
                soldier=short_name(g, soldier),
                goal=_errand_name(g, soldier),
            )
    return say("Soldiers who stand apart are not caught by the same grenade.")


def _bomber(view: Seen, answer: NameBomber) -> str:
    s = view.state.soldiers[answer.soldier]
    return say(
        "Nobody but the sergeant bears more: health {health}, psyche {psyche}.",
        health=s.health,
        psyche=s.psyche,
    )


# ------------------------------------------------------------------ ways


def _walk(view: Seen, answer: Advance | Run) -> str:
    """Return what counts most of where a way ends: the errand, a shot, safety, the goal."""
    g, soldier = view.state, answer.soldier
    s = g.soldiers[soldier]
    if s.status is Status.WAITING or not answer.path:
        return say("Every soldier who waits must come onto the table.")
    end, name = answer.path[-1], short_name(g, soldier)
    if (goal := errand(g, soldier)) is not None:
        return _nearer(g, soldier, end, goal, _errand_name(g, soldier))
    prized = prizes(view)
    front = Front(g, view.seat, prized)
    safer = front.danger(soldier, s.spot, lying=s.down) - front.danger(soldier, end)
    then = supposing(g, soldier, spot=end, moved=True)
    found = None
    if isinstance(answer, Advance) and not s.peaceful:
        found = best_shot(then, shots_of(then, soldier, Shooting.ADVANCE), prized)
    if found is not None and found[0] >= max(LITTLE, safer):
        whom = _likeliest(then, found[1])
        return say(
            "From there {soldier} can shoot at {target}: a hit is {chance} likely.",
            soldier=name,
            target=enemy_name(g, whom, view.seat),
            chance=percent(*hit_odds(then, found[1], whom)),
        )
    if safer > LITTLE:
        return say("Fewer enemies can shoot at {soldier} there.", soldier=name)
    return _towards(g, soldier, end)


def _towards(g: NcoState, soldier: SoldierId, end: Spot) -> str:
    """Return to what a way leads nearer."""
    s, (goal, _) = g.soldiers[soldier], goal_of(g, soldier)
    if g.battle.two_edges:
        return _nearer(g, soldier, end, goal, say("the centre, which brings points"))
    if g.scenario == SECTORS and g.turn >= TURNS - 3:
        return say(
            "A sector at the enemy's edge brings {n} points, and this way leads there.",
            n=ENEMY_EDGE,
        )
    others = g.on_field(s.seat if s.peaceful else opponent(s.seat))
    there = [other for other in others if g.soldiers[other].spot == goal and other != soldier]
    if not there:
        return say("It leads on towards the enemy.")
    who = enemy_name(g, there[0], s.seat)
    if s.peaceful:
        return _nearer(g, soldier, end, goal, say("{soldier}, who needs help", soldier=who))
    return _nearer(g, soldier, end, goal, who)


def _nearer(g: NcoState, soldier: SoldierId, end: Spot, goal: Spot, name: str) -> str:
    """Return how near a way leads to something."""
    n = (length(end[:2], goal[:2]) + 50) // 100
    return say_n(
        "It brings {soldier} nearer to {goal}: {n} inch is left.",
        "It brings {soldier} nearer to {goal}: {n} inches are left.",
        n,
        soldier=short_name(g, soldier),
        goal=name,
    )


def _errand_name(g: NcoState, soldier: SoldierId) -> str:
    """Return what the battle sends a soldier to."""
    if laden(g, soldier):
        return say("your own edge")
    if g.scenario == DESTROY:
        return say("the enemy's supply drop")
    return say("the pilot who lies there") if g.scenario == RESCUE else say("the intel")


# ------------------------------------------------------------------ shots


def _fire(view: Seen, answer: CoverFire | Fire | FocusFire) -> str:
    return _shot(view, answer.shot())


def _shoot(view: Seen, answer: Shoot) -> str:
    return _shot(view, answer.shot(asked_about(view.state)))


def _reload(view: Seen, answer: Reload) -> str:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Firing)
    shot = Shot(frame.shot.shooter, frame.shot.weapon, answer.target, answer.aim)
    return _chance(view.state, shot, say("The same weapon fires again at once"))


def _shot(view: Seen, shot: Shot) -> str:
    """Return whether it is the likeliest shot of the soldier, or the target that is worth more."""
    g = view.state
    whom = _likeliest(g, shot)
    part, whole = hit_odds(g, shot, whom)
    chance = percent(part, whole)
    if shot.target is None:
        n = len([s for s in caught(g, shot, shot.aim) if _hostile(g, shot, s)]) if shot.aim else 0
        return say_n(
            "It catches {n} enemy: a hit is {chance} likely.",
            "It catches {n} enemies: a hit on the likeliest is {chance} likely.",
            n,
            chance=chance,
        )
    others = [
        hit_odds(g, other, other.target)
        for other in shots_of(g, shot.shooter, shot.how)
        if other.target is not None and other != shot and why_not_shot(g, other) is None
    ]
    if not others:
        return say("It is the only shot there is: a hit is {chance} likely.", chance=chance)
    if all(part * w >= p * whole for p, w in others):
        return say("No other shot is more likely to hit: {chance}.", chance=chance)
    return say(
        "{target} is worth {n} points to you, and a hit is {chance} likely.",
        target=enemy_name(g, whom, view.seat),
        n=g.soldiers[whom].worth,
        chance=chance,
    )


def _likeliest(g: NcoState, shot: Shot) -> SoldierId:
    """Return the target, or who of those in the circle costs the enemy most."""
    if shot.target is not None or shot.aim is None:
        return shot.target if shot.target is not None else NO_SOLDIER
    hostile = [s for s in caught(g, shot, shot.aim) if _hostile(g, shot, s)]
    return max(hostile, key=lambda s: hit_odds(g, shot, s)[0], default=NO_SOLDIER)


def _hostile(g: NcoState, shot: Shot, target: SoldierId) -> bool:
    return g.soldiers[target].seat != g.soldiers[shot.shooter].seat


def _chance(g: NcoState, shot: Shot, what: str) -> str:
    """Return a fact about a shot with its odds."""
    whom = _likeliest(g, shot)
    if whom == NO_SOLDIER:
        return say("{what}.", what=what)
    chance = percent(*hit_odds(g, shot, whom))
    return say("{what}: a hit is {chance} likely.", what=what, chance=chance)


def _spring(view: Seen, answer: Spring) -> str:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Moving)
    done = (frame.leg, frame.walked)
    stop = stop_at(g, frame.mover, frame.way, done, (answer.leg, answer.walked), frame.gait)
    then = supposing(g, frame.mover, spot=point_on(g, frame.way, *stop, frame.gait))
    shot = ambush_shot(answer, frame.mover)
    return _chance(then, shot, say("No other place of their way gives a better shot"))


def _counter(view: Seen, answer: Counter) -> str:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, CounterFire)
    shot = counter_shot(frame.target, frame.charger, answer)
    return _chance(g, shot, say("It may stop the charger before the fight"))


# ------------------------------------------------------------------ fights, nerve, safety


def _assault(view: Seen, answer: Assault | SpecialAssault) -> str:
    g = view.state
    s, t = g.soldiers[answer.soldier], g.soldiers[answer.target]
    mine, theirs = fighting_courage(g, answer.soldier), fighting_courage(g, answer.target)
    return say(
        "{soldier} wins the fight with a chance of {chance}.",
        soldier=short_name(g, answer.soldier),
        chance=percent(*wins(mine, s.health, theirs, t.health)),
    )


def _rally(view: Seen, answer: Rally) -> str:
    g = view.state
    if g.soldiers[answer.soldier].broken:
        return say("Whoever has broken down must rally before others are given orders.")
    if answer.aloud:
        return say("Everybody near gets psyche back at the same time.")
    whom = answer.soldier if answer.to == NO_SOLDIER else answer.to
    return _in_need(g, whom, psyche=answer.psyche)


def _in_need(g: NcoState, soldier: SoldierId, *, psyche: bool) -> str:
    """Return how much health or psyche a soldier has left."""
    s, name = g.soldiers[soldier], short_name(g, soldier)
    if psyche and not s.psyche:
        return say("{soldier} has broken down.", soldier=name)
    if psyche:
        return say(
            "{soldier} has {n} of {most} psyche left, and breaks down at 0.",
            soldier=name,
            n=s.psyche,
            most=s.psyche_max,
        )
    return say(
        "{soldier} has {n} of {most} health left, and is dead at 0.",
        soldier=name,
        n=s.health,
        most=s.health_max,
    )


def _mend(view: Seen, answer: Mend) -> str:
    g = view.state
    whom = answer.soldier if answer.friend == NO_SOLDIER else answer.friend
    s = g.soldiers[whom]
    if s.health < s.health_max:
        return _in_need(g, whom, psyche=False)
    if s.psyche < s.psyche_max:
        return _in_need(g, whom, psyche=True)
    name = short_name(g, answer.soldier)
    return say("{soldier} has nothing better to do.", soldier=name)


def _ambush(view: Seen, answer: LieInAmbush) -> str:
    g, name = view.state, short_name(view.state, answer.soldier)
    if best_shot(g, shots_of(g, answer.soldier, Shooting.FOCUS), prizes(view)) is None:
        return say(
            "{soldier} can shoot at nobody now, but then at whoever comes into sight.",
            soldier=name,
        )
    return say(
        "A shot at somebody on the move brings {soldier} more than any shot now.", soldier=name
    )


def _down(view: Seen, answer: GoDown) -> str:
    g, soldier = view.state, answer.soldier
    if at_goal(g, soldier):
        return say("Going Down here does what the battle is about.")
    return _lying(view, soldier) or say(
        "{soldier} has no shot, and no way that is worth the danger.",
        soldier=short_name(g, soldier),
    )


def _lying(view: Seen, soldier: SoldierId) -> str:
    """Return how much less likely the enemy's best shot is to hit who lies; "" if there is none."""
    g, prized = view.state, prizes(view)
    shots = [
        shot
        for enemy in g.on_field(opponent(view.seat))
        for shot in shots_of(g, enemy, Shooting.FIRE)
        if shot.target == soldier
    ]
    found = best_shot(g, shots, prized)
    return "" if found is None else _less(g, found[1], soldier)


def _less(g: NcoState, shot: Shot, soldier: SoldierId) -> str:
    """Return how much less likely a shot is to hit who lies."""
    return say(
        "Lying, {soldier} is hit with a chance of {less}; standing, of {more}.",
        soldier=short_name(g, soldier),
        less=percent(*hit_odds(supposing(g, soldier, down=True), shot, soldier)),
        more=percent(*hit_odds(g, shot, soldier)),
    )


def _react(view: Seen, answer: GoDownAtOnce) -> str:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Attack)
    shot, able = frame.shot, frame.able(g)
    if not answer.soldiers:
        return say(
            "An order is worth more to {soldier} than to lie down: a hit is {chance} likely.",
            soldier=short_name(g, able[0]),
            chance=percent(*hit_odds(g, shot, able[0])),
        )
    soldier = answer.soldiers[0]
    if at_goal(g, soldier):
        return say("Going Down here does what the battle is about.")
    return _less(g, shot, soldier)


# ------------------------------------------------------------------ the rest


def _item(view: Seen, answer: UseItem) -> str:
    g, s = view.state, view.state.soldiers[answer.to]
    brave = {Item.FLASK: 2, Item.TOBACCO: 1}.get(answer.item, 0)
    if g.courage(answer.to) < SPECIAL_COURAGE <= g.courage(answer.to) + brave:
        return say(
            "{soldier} is brave enough for a special action then.", soldier=short_name(g, answer.to)
        )
    return _in_need(g, answer.to, psyche=s.psyche < s.psyche_max)


def _lead(view: Seen, answer: Lead) -> str:
    return say("Two of your soldiers act before the enemy can answer.")


def _end_early(view: Seen, answer: EndEarly) -> str:
    if answer.ends:
        return say("Nobody of yours has anything left to do.")
    return say("Somebody of yours still has something to do.")


def _guess(view: Seen, answer: Guess) -> str:
    them = opponent(view.seat)
    if [n for n in range(GROUPS) if fulfilled(view.state, them, n)] == [answer.group]:
        return say("No other mission fits what the enemy has done.")
    return PICKED_BY_CHANCE


_REASONS: dict[type[Answer], Callable[[Seen, Any], str]] = {
    Roster: _roster,
    TakeSide: lambda view, answer: say("The ground is the same from either edge."),
    Deploy: _deploy,
    NameBomber: _bomber,
    Advance: _walk,
    Run: _walk,
    CoverFire: _fire,
    Fire: _fire,
    FocusFire: _fire,
    Shoot: _shoot,
    Reload: _reload,
    Spring: _spring,
    Counter: _counter,
    Assault: _assault,
    SpecialAssault: _assault,
    Rally: _rally,
    Mend: _mend,
    LieInAmbush: _ambush,
    GoDown: _down,
    GoDownAtOnce: _react,
    UseItem: _item,
    Lead: _lead,
    EndEarly: _end_early,
    Guess: _guess,
    GoOn: lambda view, answer: say("The way still leads to where it was to go."),
    CallIntel: lambda view, answer: say("Two of your soldiers act in a row."),
    UseMap: lambda view, answer: (
        say("All your soldiers move 1 inch farther in this turn.")
        if answer.use
        else say("The inch that it gives brings more in a later turn.")
    ),
    ChooseDie: lambda view, answer: say("Your soldiers act first then."),
}
"""All others speak for themselves."""
_PASSES = {
    SHOT.word: say("No shot from here is worth firing."),
    SPECIAL.word: say("No special action is worth anything now."),
    LEAD.word: say("No friend near has anything better to do than to lie down."),
    SPRING.word: say("No place of their way gives a good shot."),
    COUNTER.word: say("No weapon can answer."),
    RELOAD.word: say("The magazine is worth more later."),
    ITEM.word: say("No item is worth more now than later."),
}
"""Why it passes, by the question."""
