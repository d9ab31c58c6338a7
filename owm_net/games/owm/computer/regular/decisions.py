"""When regular plays a Command Decision: a short valuation for each.

What a play is worth is counted in hundredths of a soldier point, and compared with what its card
is worth in the hand. Three of the Combat Operations have a readiness instead: in so many of a
hundred windows in which one could be played, it is.
"""

from __future__ import annotations

from collections.abc import Callable

from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.hand import Hand
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.computer.temper import STANDARD as TEMPER
from owm_net.games.owm.computer.temper import Temper
from owm_net.games.owm.decisions import (
    ActOfValor,
    Attention,
    ChainOfCommand,
    CoveringFire,
    DoubleTime,
    Evade,
    FieldDressing,
    FieldRepairs,
    Fubar,
    Grenade,
    Intelligence,
    LastStand,
    LuckyShot,
    MarchingOrder,
    Marksman,
    OnTheRun,
    Recon,
    Regroup,
    Reinforcements,
    Smoke,
)
from owm_net.games.owm.decisions.intelligence import LeaveHand, LookAtHand, ThrowAway
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_FIRETEAM, Cell
from owm_net.games.owm.operations.satchel_charge import SatchelCharge
from owm_net.games.owm.state import (
    CATALOG,
    HAND_LIMIT,
    TERRAINS,
    Fireteam,
    OwmState,
    Soldier,
    order_of,
)
from owm_net.games.owm.terms import Colour, StandingOrder, Status
from owm_net.games.owm.windows import (
    AnyWindow,
    Decision,
    DecisionWindow,
    Number,
    Order,
    Target,
    Total,
    decision_strength,
)

READINESS = 30
"""In how many of a hundred windows a decision is played whose worth is not counted."""
CHECKS = (Purpose.JAM, Purpose.TRENCH, Purpose.RECOGNITION, Purpose.MEDIC)
"""Discipline Checks, in which 1 and 2 succeed (OWM-DISC-03)."""
ENEMY_CARD = 160
"""What it is worth that a Command Decision of the enemy does nothing."""


def decide(view: View[OwmState], chance: Chance, weights: Weights, temper: Temper) -> Answer:
    """The play that is worth most beyond its card, or a pass."""
    window = view.state.agenda[-1]
    assert isinstance(window, DecisionWindow)
    hand: Hand | None = None
    best: tuple[int, Answer] = (0, Pass())
    for answer in window.offers_decision(view):
        if not isinstance(answer, Decision) or answer.why_not(view, window) is not None:
            continue
        hand = hand or Hand(Mind(view, temper), weights)
        value = worth(view, window, answer, chance) - max(0, hand.worth[answer.card]) // 2
        if value > best[0]:
            best = (value, answer)
    return best[1]


def worth(view: View[OwmState], window: AnyWindow, answer: Decision, chance: Chance) -> int:
    """Return the worth of a play, in hundredths of a point."""
    weighed = WEIGHED.get(type(answer))
    if weighed is not None:
        return weighed(view, window, answer)
    if isinstance(answer, SatchelCharge) and _is_to_stand(view, answer.cell):
        return 0
    return 100 + chance.below(50) if chance.below(100) < READINESS else 0


def _is_to_stand(view: View[OwmState], cell: Cell) -> bool:
    """Return True if a Terrain is a bridge that counts for this side as long as it stands: nobody
    helps the enemy to blow it up."""
    g = view.state
    bridges = [g.ground.cell(o.cell) for o in g.card.objectives if o.kind == "bridge"]
    return cell in bridges and g.sides[view.seat].value != g.card.lead


# -- totals ----------------------------------------------------------------------------------


def loss(soldier: Soldier, total: int) -> int:
    """Return the cost of a total to the soldier it is compared with (OWM-RES-01 to 05)."""
    card = soldier.card
    if total >= card.vitality:
        return odds.worth(soldier)
    if total < card.resolve or soldier.status is Status.WOUNDED:
        return 0
    if soldier.status is Status.SUPPRESSED:
        return odds.worth(soldier)
    return odds.worth(soldier) * odds.DOWN_PARTS // 100


def _mean_loss(soldier: Soldier, total: int, colour: Colour, sign: int) -> int:
    """Return the average cost when a flip of this colour is still to be counted."""
    sides = colour.sides
    return sum(loss(soldier, total + sign * n) for n in range(1, sides + 1)) // sides


def _is_own(view: View[OwmState], soldier: Soldier) -> bool:
    g = view.state
    return g.sides[g.fireteam_of(soldier.id).seat] is g.sides[view.seat]


def _evade(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """By how much it lowers the loss."""
    soldier = view.state.soldiers.get(window.subject.soldier)
    total = window.subject.total
    face = view.card(answer.card)
    if soldier is None or face is None:
        return 0
    return loss(soldier, total) - _mean_loss(soldier, total, decision_strength(face), -1)


def _total_without(view: View[OwmState], subject: Total, again: bool) -> int:
    """Return the worth of repeating the last flip of a total, or of counting it 0."""
    newest = subject.newest
    soldier = view.state.soldiers.get(subject.soldier)
    if newest is None or soldier is None:  # a total can stand against what is no soldier
        return 0
    rest = subject.total - newest.sign * newest.value
    then = _mean_loss(soldier, rest, newest.colour, newest.sign) if again else loss(soldier, rest)
    gain = loss(soldier, subject.total) - then
    return gain if _is_own(view, soldier) else -gain


# -- numbers and orders ----------------------------------------------------------------------


def _number_again(view: View[OwmState], subject: Number) -> int:
    """Return the worth of flipping a number again: low is good in checks, high where it counts
    men."""
    g = view.state
    team = g.fireteams.get(subject.fireteam)
    if team is None:
        return 0
    ours = g.sides[team.seat] is g.sides[view.seat]
    sides = subject.colour.sides
    if subject.purpose in CHECKS:
        failed = subject.value > 2
        return 90 * 2 // sides + 60 if failed is ours else 0
    if subject.purpose not in (Purpose.SHOTS, Purpose.RALLY):
        return 0
    most = min(sides, len(team.line))
    mean2 = sum(min(n, most) for n in range(1, sides + 1)) * 2 // sides
    more = mean2 - 2 * min(subject.value, most)
    return 45 * (more if ours else -more)


def _chain(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of replacing a bad number of this side, or a good one of the enemy."""
    subject = window.subject
    if isinstance(subject, Total):
        return _total_without(view, subject, again=True)
    if isinstance(subject, Number):
        return _number_again(view, subject)
    if isinstance(subject, Target):
        return _other_target(view, subject)
    return 0


def _other_target(view: View[OwmState], subject: Target) -> int:
    """Return the worth of having another soldier aimed at: the best one is spared."""
    g = view.state
    soldier = g.soldiers.get(subject.soldier)
    if soldier is None:
        return 0
    team = g.fireteam_of(soldier.id)
    mean = sum(odds.worth(s) for s in g.members(team.id)) // len(team.line)
    more = odds.worth(soldier) - mean
    return more // 2 if _is_own(view, soldier) else -more // 2


def _fubar(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Whatever is the newest card, if it is the enemy's and counts."""
    g = view.state
    side = g.sides[view.seat]
    if window.stack:
        return ENEMY_CARD if g.sides[window.stack[-1].seat] is not side else 0
    subject = window.subject
    if isinstance(subject, Total):
        return _total_without(view, subject, again=False)
    if isinstance(subject, Number):
        return _number_again(view, subject)
    if isinstance(subject, Target):
        return _other_target(view, subject)
    if not isinstance(subject, Order) or g.sides[subject.seat] is side:
        return 0
    if subject.standing is StandingOrder.ATTACK:
        team, target = g.fireteams.get(subject.fireteam), g.fireteams.get(subject.enemy)
        if team is None or target is None:
            return 0
        return odds.attack_value(g, team, target, Colour.GREEN)
    if subject.standing is StandingOrder.MANEUVER:
        here = g.fireteams_at(subject.cell)
        return 260 if any(g.sides[t.seat] is side for t in here) else 60
    return 0


def _double_time(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Off the open, and where it wants to be sooner."""
    g = view.state
    assert isinstance(answer, DoubleTime)
    team = g.fireteams[answer.fireteam]
    seen = any(g.sees(e.cell, team.cell) for e in g.enemies(view.seat))
    more = any(
        (order := order_of(view.card(c))) is not None
        and order.standing_order is StandingOrder.MANEUVER
        for c in g.hands[view.seat]
    )
    return 60 + (90 if seen else 0) + (0 if more else 30)


# -- soldiers ---------------------------------------------------------------------------------


def _down(g: OwmState, team: Fireteam) -> int:
    """Return the worth of rallying everybody suppressed: little while the enemy still shoots in
    this round, because they are safe where they lie (OWM-TGT-02)."""
    down = [s for s in g.members(team.id) if s.status is Status.SUPPRESSED]
    up = sum(odds.worth(s) for s in down) * odds.DOWN_PARTS // 100
    if g.phase != "combat" or team.activated_in != g.round_no:
        return up
    return up // 3


def _is_to_act(g: OwmState, team: Fireteam) -> bool:
    """Return True if its turn of this round is still to come."""
    return team.activated_in != g.round_no or g.phase == "assessment"


def _attention(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of rallied soldiers, and of the enemies it overtakes."""
    assert isinstance(answer, Attention)
    g = view.state
    team = g.fireteams[answer.fireteam]
    if not team.on_map:
        return 0
    value = _down(g, team) if answer.rallies else 0
    return value + _overtaken(view, team, 0)


def _overtaken(view: View[OwmState], team: Fireteam, place: int) -> int:
    """Return the worth of a Fireteam's acting before the enemies from this place of the track
    on."""
    g = view.state
    if not team.on_map or not _is_to_act(g, team) or team.id not in g.initiative:
        return 0
    passed = g.initiative[place : g.initiative.index(team.id)]
    enemies = [g.fireteams[t] for t in passed if g.is_enemy(team, g.fireteams[t])]
    seen = [e for e in enemies if e.on_map and _is_to_act(g, e) and g.sees(team.cell, e.cell)]
    return 40 * len(seen)


def _last_stand(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of rallied soldiers, and a third of the fire that is still to come in this
    round."""
    assert isinstance(answer, LastStand)
    g = view.state
    team = g.fireteams[answer.fireteam]
    return _down(g, team) + (0 if g.phase == "debrief" else _threat(view, team) // 3)


def _threat(view: View[OwmState], team: Fireteam) -> int:
    """Return the worth of an Attack order on a Fireteam by each enemy that sees it and is still to
    act."""
    g = view.state
    return sum(
        odds.attack_value(g, e, team, Colour.GREEN)
        for e in g.enemies(view.seat)
        if e.on_map and _is_to_act(g, e) and g.sees(e.cell, team.cell)
    )


def _dressing(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """He shoots again, as long as there is time for it."""
    assert isinstance(answer, FieldDressing)
    return odds.worth(view.state.soldiers[answer.soldier]) * odds.DOWN_PARTS // 100


def _repairs(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of the repair; in the Assessment a check could do the same for nothing."""
    assert isinstance(answer, FieldRepairs)
    soldier = view.state.soldiers[answer.soldier]
    return odds.worth(soldier) * (20 if soldier.status is Status.READY else 8) // 100


# -- shots ------------------------------------------------------------------------------------


def _shot(g: OwmState, team: Fireteam, target: Fireteam, soldier: Soldier) -> int:
    """Return the worth of one Firing Sequence of a soldier."""
    found = odds.shot_odds(g, team, target, soldier, team.stealthed)
    members = g.members(target.id)
    mean = sum(odds.worth(s) for s in members) // len(members)
    return mean * (100 * found.kill + odds.DOWN_PARTS * found.down) // (100 * odds.SCALE)


def _valor(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of two shots and a half, by a soldier who is on their feet."""
    assert isinstance(answer, ActOfValor)
    g = view.state
    soldier = g.soldiers[answer.soldier]
    team = g.fireteam_of(soldier.id)
    up = soldier.with_(status=Status.READY, suppressed_in=0)
    again = 0
    if soldier.status is Status.SUPPRESSED:
        again = odds.worth(soldier) * odds.DOWN_PARTS // 200
    if answer.target == NO_FIRETEAM:
        return again
    return again + 5 * _shot(g, team, g.fireteams[answer.target], up) // 2


def _lucky(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of suppressing a soldier, who is no target any more in this round."""
    assert isinstance(answer, LuckyShot)
    g = view.state
    target = g.fireteams[answer.target]
    up = [s for s in g.members(target.id) if s.status is Status.READY]
    mean = sum(odds.worth(s) for s in up) // max(1, len(up))
    return mean * odds.DOWN_PARTS // (100 if _is_to_act(g, target) else 130)


def _marksman(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return how much better the soldier's shot at this target is one Terrain nearer."""
    assert isinstance(answer, Marksman)
    g, subject = view.state, window.subject
    soldier = g.soldiers[answer.soldier]
    target = g.fireteams.get(subject.enemy)
    team = g.fireteam_of(soldier.id)
    if not isinstance(subject, Target) or target is None:
        return 0
    near = soldier.with_(is_marksman=True)
    return _shot(g, team, target, near) - _shot(g, team, target, soldier)


def _on_the_run(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """A red number of shots with Double Discipline."""
    assert isinstance(answer, OnTheRun)
    g = view.state
    team, target = g.fireteams[g.active], g.fireteams[answer.target]
    return odds.attack_value(g, team, target, Colour.RED) * 2 // 3


def _covering(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Two thirds of the fire at a Fireteam on the move: what Double Discipline takes off it."""
    g = view.state
    team = g.fireteams.get(window.subject.fireteam)
    return 0 if team is None else _threat(view, team) * 2 // 3


def _grenade(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return the worth of the mean damage to half of the soldiers there; a throw back also spares
    its own."""
    assert isinstance(answer, Grenade)
    g = view.state
    face = view.card(answer.card)
    if face is None:
        return 0
    team, target = g.fireteams[answer.fireteam], g.fireteams[answer.target]
    plus = TERRAINS.at(g.ground, team.cell).attack
    sides = decision_strength(face).sides
    members = g.members(target.id)
    harm = sum(loss(s, n + plus) for s in members for n in range(1, sides + 1)) // sides
    return harm * 3 // 5 + (ENEMY_CARD // 2 if answer.back else 0)


def _smoke(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Return how much more it takes off the enemy's shots than off its own."""
    assert isinstance(answer, Smoke)
    g = view.state
    if g.phase != "combat":
        return 0
    team = g.fireteams[answer.fireteam]
    own = 0
    for friend in g.friends(view.seat):
        for enemy in g.enemies(view.seat):
            smoked = answer.cell in (friend.cell, enemy.cell)
            if smoked and friend.on_map and enemy.on_map and g.sees(friend.cell, enemy.cell):
                if _is_to_act(g, enemy):
                    own += odds.attack_value(g, enemy, friend, Colour.GREEN)
                if _is_to_act(g, friend) and friend.id != g.active:
                    own -= odds.attack_value(g, friend, enemy, Colour.GREEN)
    if team.stealthed:
        own -= 60
    return own * 2 // 5


# -- cards and the track ----------------------------------------------------------------------


def _intelligence(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """The best card of a hand; the more there are, the better it is."""
    assert isinstance(answer, Intelligence)
    g = view.state
    friend = g.sides[answer.seat] is g.sides[view.seat]
    return 0 if friend else 22 * len(g.hands[answer.seat])


def _reinforced(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Half a useful card for each one that is drawn."""
    return 35 * (HAND_LIMIT - len(view.state.hands[view.seat]) + 1)


def _regroup(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """An own Fireteam acts before enemies it sees."""
    assert isinstance(answer, Regroup)
    g = view.state
    team, other = g.fireteams[answer.fireteam], g.fireteams[answer.other]
    track = g.initiative
    if team.id not in track or other.id not in track or not g.is_enemy(team, other):
        return 0
    place = track.index(other.id)
    if not _is_to_act(g, other) or place > track.index(team.id):
        return 0
    return 30 + _overtaken(view, team, place)


def _marching(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """How far the own Fireteams stand behind the enemy's on the track."""
    g = view.state
    places = {t: n for n, t in enumerate(g.initiative)}
    own, theirs = (
        [places[t.id] for t in teams if t.id in places]
        for teams in (list(g.friends(view.seat)), list(g.enemies(view.seat)))
    )
    if not own or not theirs:
        return 0
    behind = 100 * sum(own) // len(own) - 100 * sum(theirs) // len(theirs)
    return behind


def _recon(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """A stop on the way to the objective, or something between an enemy and who is not to shoot.

    Worked out before the round begins, when there is time for it, and only there."""
    assert isinstance(answer, Recon)
    g = view.state
    if g.phase == "combat":
        return 0
    mind = Mind(view, TEMPER)
    face = FIELD if answer.terrain is None else view.card(answer.terrain)
    if face is None or CATALOG.terrain[face].no_movement:
        return 0
    ground = g.ground.with_card(answer.cell, face, answer.turned)
    value = -10 if answer.terrain is None else -30
    for team in mind.friends:
        if team.on_map:
            where = mind.whereabouts(team)
            after = mind.position(team, where, team.dug_in, ground)
            value += mind.horizon * (after - mind.position(team, where, team.dug_in))
            nearer = g.ground.distance(answer.cell, mind.goal) < g.ground.distance(where, mind.goal)
            if team.id == mind.lead and nearer and g.ground.adjacent(answer.cell, where):
                value += 50 + 20 * TERRAINS.at(ground, answer.cell).defense
    return value


def throw_away(view: View[OwmState]) -> Answer:
    """The card of the hand that is looked at with which its owner could do most."""
    frame = view.state.agenda[-1]
    assert isinstance(frame, LookAtHand)
    found = [a for a in frame.offers_throw_away(view) if isinstance(a, ThrowAway)]
    return max(found, key=lambda a: _harm(view, a.card), default=LeaveHand())


def _harm(view: View[OwmState], slot: int) -> tuple[int, int]:
    """Return the worth of a card in an enemy's hand."""
    face = view.card(slot)
    order = None if face is None else order_of(face)
    if order is None:
        return 0, slot
    strength = 0 if order.strength is None else order.strength.sides
    return _ORDERS[order.standing_order] + 8 * strength, slot


_ORDERS = {
    StandingOrder.ATTACK: 100,
    StandingOrder.MANEUVER: 60,
    StandingOrder.RALLY: 40,
    StandingOrder.ENTRENCH: 30,
}


WEIGHED: dict[type[Decision], Callable[[View[OwmState], AnyWindow, Decision], int]] = {
    ActOfValor: _valor,
    Attention: _attention,
    ChainOfCommand: _chain,
    CoveringFire: _covering,
    DoubleTime: _double_time,
    Evade: _evade,
    FieldDressing: _dressing,
    FieldRepairs: _repairs,
    Fubar: _fubar,
    Grenade: _grenade,
    Intelligence: _intelligence,
    LastStand: _last_stand,
    LuckyShot: _lucky,
    MarchingOrder: _marching,
    Marksman: _marksman,
    OnTheRun: _on_the_run,
    Recon: _recon,
    Regroup: _regroup,
    Reinforcements: _reinforced,
    Smoke: _smoke,
}
"""The decisions whose worth is counted."""
