"""A computer player: it shoots where that is worth most, walks around obstacles to the battle's
goals, preferably where few enemies see it, and avoids fights it is likely to lose.

It asks the rules what is allowed and which face a shot needs, and knows no rule a second time. It
looks at a few of its soldiers at a time, so that a decision takes some hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import length
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.ambush import SPRING, Spring, ambush_shot
from owm_net.games.nco.attack import REACT, GoDownAtOnce
from owm_net.games.nco.chart import FIELD_MAP, UseMap
from owm_net.games.nco.counter_fire import COUNTER, can_counter
from owm_net.games.nco.errands import allowed, errand, errands, step_to
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.interrupts import GO_ON, GoOn, Moving
from owm_net.games.nco.items import ITEM, UseItem
from owm_net.games.nco.missions import GROUPS, GUESSES, Guess, fulfilled
from owm_net.games.nco.orders.advance import SHOT, Advance, Shoot
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.command import LEAD, ORDER, Command, Lead
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.orders.trying import entry
from owm_net.games.nco.paths import Path, allowance, point_on, stop_at, straight_charge
from owm_net.games.nco.placing import BOMBER, NameBomber
from owm_net.games.nco.reloading import RELOAD
from owm_net.games.nco.scenarios import MIDDLE, SECTORS
from owm_net.games.nco.set_up import DEPLOY, Deploy
from owm_net.games.nco.shots import Shot
from owm_net.games.nco.specials import (
    SPECIAL,
    FocusFire,
    LieInAmbush,
    Mend,
    SpecialAnswer,
    SpecialAssault,
    why_not_special,
)
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import (
    BASE,
    BOARD,
    NEAR,
    TURNS,
    Gait,
    Item,
    Order,
    Shooting,
    Skill,
    Status,
)
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import END_EARLY, INTEL, OPEN_CHOICE, CallIntel, ChooseDie, EndEarly
from owm_net.games.nco.weighing import (
    Prizes,
    best_shot,
    charge_worth,
    danger,
    gain,
    prizes,
    supposing,
)

LOOKED_AT = 6
"""Soldiers who are thought about for one die."""
WORTH_A_SHOT = 60
"""Below this a shot is not worth an order: see `gain`."""
COUNTERED = 60
"""What it costs to be shot at before a charge."""
HELPED = 25
"""Worth of a point of health or psyche that comes back."""
IN_AMBUSH = 30
"""Worth of waiting for somebody to come."""
WHILE_DOWN = 3
"""So often is fired at who lies there until the turn is over."""
STRIDES = (
    (Gait.ADVANCE, (4, 3, 2), WORTH_A_SHOT),
    (Gait.ADVANCE, (2,), WORTH_A_SHOT // 2),
    (Gait.RUN, (4, 3, 2), WORTH_A_SHOT - 20),
)
"""How he may walk, the quarters of his way that are tried, and what it is worth to come nearer."""
CLOSE = 600
"""Nearer one does not walk up to an enemy without a charge."""


def decide(view: View[NcoState], chance: Chance) -> Answer:
    """An allowed answer to what is asked; by chance where there is nothing to think about."""
    request = view.state.pending
    assert isinstance(request, Decision)
    thinks = THOUGHTS.get(request.kind)
    answer = thinks(view, chance) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


# ------------------------------------------------------------------ orders


def _order(view: View[NcoState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    able = frame.able(g)
    if g.soldiers[able[0]].broken:
        return Rally(able[0], psyche=True)
    best = _best_idea(view, able, chance, frame.shown(g))
    return best[1] if best is not None else GoDown(able[0])


def _best_idea(
    view: View[NcoState], able: list[SoldierId], chance: Chance, shown: Order = Order.NONE
) -> tuple[int, OrderAnswer] | None:
    """Return the best that a few of these soldiers can do. shown: what the die must show."""
    g, prized = view.state, prizes(view)
    chance.shuffle(able)
    able.sort(key=lambda soldier: errand(g, soldier) is None)
    best: tuple[int, OrderAnswer] | None = None
    for soldier in able[:LOOKED_AT]:
        for value, order in _ideas(g, soldier, prized, chance):
            if shown not in (Order.NONE, order.face):
                continue
            if (best is None or value > best[0]) and allowed(g, order):
                best = value, order
    return best


def _lead(view: View[NcoState], chance: Chance) -> Answer | None:
    """A friend who has something better to do than to lie down, after the leader."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    best = _best_idea(view, frame.followers(g), chance)
    if best is None or best[0] <= 0:
        return Pass()
    return Lead(best[1].soldier, best[1].face, before=False)


def _ideas(
    g: NcoState, soldier: SoldierId, prized: Prizes, chance: Chance
) -> Iterator[tuple[int, OrderAnswer]]:
    """Orders for a soldier with what each may bring."""
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        x = BASE + chance.below(BOARD - 2 * BASE)
        yield 1, Advance(soldier, entry(g, soldier, x, allowance(g, soldier, Gait.ADVANCE)))
        return
    yield 0, GoDown(soldier)
    yield from _rallies(g, soldier)
    if not s.peaceful:
        found = best_shot(g, shots_of(g, soldier, Shooting.FIRE), prized)
        if found is not None:
            yield found[0], Fire(soldier, found[1].weapon, found[1].target, found[1].aim)
        for value, enemy, path in _charges(g, soldier, prized, Gait.ASSAULT):
            yield value, Assault(soldier, enemy, path)
    yield from errands(g, soldier)
    yield from _walks(g, soldier, prized)


def _rallies(g: NcoState, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield rallies: a soldier who is half done recovers; a medic and a chaplain help those in
    reach."""
    s = g.soldiers[soldier]
    if s.psyche * 2 < s.psyche_max:
        yield WORTH_A_SHOT, Rally(soldier, psyche=True)
    if s.health * 2 < s.health_max:
        yield WORTH_A_SHOT // 2, Rally(soldier, psyche=False)
    if Skill.FIELD_MEDICINE in s.skills:
        for friend in g.friends(soldier, NEAR):
            hurt = g.soldiers[friend].health_max - g.soldiers[friend].health
            yield HELPED * min(3, hurt), Rally(soldier, False, friend)
    if Skill.RELIGIOUS_RITES in s.skills:
        around = [g.soldiers[friend] for friend in (soldier, *g.friends(soldier, NEAR))]
        shaken = sum([min(2, f.psyche_max - f.psyche) for f in around])
        yield HELPED * shaken // 2, Rally(soldier, True, aloud=True)


def _charges(
    g: NcoState, soldier: SoldierId, prized: Prizes, gait: Gait
) -> Iterator[tuple[int, SoldierId, Path]]:
    """Assaults that are likely to be won."""
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        path = straight_charge(g, soldier, enemy, gait)
        if path is not None:
            risk = COUNTERED if can_counter(g, enemy, soldier) else 0
            yield charge_worth(g, soldier, enemy, prized) - risk, enemy, path


def _walks(g: NcoState, soldier: SoldierId, prized: Prizes) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield walks towards a soldier's goal: as far as possible, or half of it where that is safer
    or leaves a shot."""
    s = g.soldiers[soldier]
    goal, near = _goal(g, soldier)
    if length(s.spot[:2], goal[:2]) <= near:
        return
    here = danger(g, soldier, s.spot, prized)
    for gait, parts, worth in STRIDES:
        step = step_to(g, soldier, goal, gait, parts)
        if step is None:
            continue
        end = step.path[-1]
        value = worth + here - danger(g, soldier, end, prized)
        if gait is Gait.ADVANCE and not s.peaceful:
            then = supposing(g, soldier, spot=end, moved=True)
            found = best_shot(then, shots_of(then, soldier, Shooting.ADVANCE), prized)
            value += max(0, found[0]) if found is not None else 0
        yield value, step


def _goal(g: NcoState, soldier: SoldierId) -> tuple[Spot, int]:
    """Return a soldier's goal, and how near is near enough: the middle, the enemy's side, the
    nearest enemy; a soldier who attacks nobody goes to someone they can help."""
    s = g.soldiers[soldier]
    if g.battle.two_edges:
        return MIDDLE, BASE
    if g.scenario == SECTORS and g.turn >= TURNS - 3:
        return Spot((s.spot[0], 2500 if s.seat == g.south else BOARD - 2500, 0)), BASE
    if s.peaceful:
        hurt = [f for f in g.on_field(s.seat) if f != soldier and _hurt(g.soldiers[f])]
        spots = [g.soldiers[f].spot for f in hurt]
        return min(spots, key=lambda spot: gap2(spot, s.spot), default=s.spot), NEAR
    enemies = [g.soldiers[e].spot for e in g.on_field(opponent(s.seat))]
    return min(enemies, key=lambda spot: gap2(spot, s.spot), default=MIDDLE), CLOSE


def _hurt(s: Soldier) -> bool:
    return s.health < s.health_max - 1 or s.psyche < s.psyche_max - 1


# ------------------------------------------------------------------ everything else


def _shot(view: View[NcoState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    soldier: SoldierId = frame.soldier  # type: ignore[attr-defined]
    found = best_shot(g, shots_of(g, soldier, Shooting.ADVANCE), prizes(view))
    if found is None or found[0] <= 0:
        return Pass()
    return Shoot(found[1].weapon, found[1].target, found[1].aim)


def _special(view: View[NcoState], chance: Chance) -> Answer | None:
    """Return the best special action of all soldiers who can act."""
    g, prized = view.state, prizes(view)
    best: tuple[int, SpecialAnswer] | None = None
    for soldier in g.on_field(view.seat):
        if g.qualifies(soldier):
            for value, action in _deeds(g, soldier, prized):
                if (best is None or value > best[0]) and why_not_special(g, action) is None:
                    best = value, action
    return best[1] if best is not None else None


def _deeds(g: NcoState, soldier: SoldierId, prized: Prizes) -> Iterator[tuple[int, SpecialAnswer]]:
    """Special actions of a soldier with what each may bring."""
    s = g.soldiers[soldier]
    yield HELPED * (_missing(s, 1) if s.health < s.health_max else 0), Mend(soldier)
    for friend in g.friends(soldier, NEAR):
        f = g.soldiers[friend]
        yield HELPED * (_missing(s, 0) + min(2, f.psyche_max - f.psyche)), Mend(soldier, friend)
    if s.peaceful:
        return
    yield IN_AMBUSH, LieInAmbush(soldier)
    found = best_shot(g, shots_of(g, soldier, Shooting.FOCUS), prized)
    if found is not None:
        yield found[0], FocusFire(soldier, found[1].weapon, found[1].target, found[1].aim)
    for value, enemy, path in _charges(g, soldier, prized, Gait.SPECIAL):
        yield value, SpecialAssault(soldier, enemy, path)


def _missing(s: Soldier, health: int) -> int:
    return min(health, s.health_max - s.health) + min(1, s.psyche_max - s.psyche)


def _spring(view: View[NcoState], chance: Chance) -> Answer | None:
    """Return the ambush with the best shot; of equal places the later one, where the mover has been
    longest in the open."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Moving)
    prized = prizes(view)
    best: tuple[int, Answer] = 0, Pass()
    for answer in agenda.options(view):
        if isinstance(answer, Spring):
            done = (frame.leg, frame.walked)
            stop = stop_at(g, frame.mover, frame.way, done, (answer.leg, answer.walked), frame.gait)
            at = point_on(g, frame.way, *stop, frame.gait)
            then = supposing(g, frame.mover, spot=at)
            value = gain(then, ambush_shot(answer, frame.mover), prized)
            if value >= max(1, best[0]):
                best = value, answer
    return best[1]


def _first_option(view: View[NcoState], chance: Chance) -> Answer | None:
    """The first thing that is allowed, if it is not to pass."""
    return next(iter(agenda.options(view)), None)


def _deploy(view: View[NcoState], chance: Chance) -> Answer | None:
    """Deploy anywhere, but a soldier with an errand takes the place nearest to it."""
    g = view.state
    answer = agenda.sample(view, chance)
    assert isinstance(answer, Deploy)
    spots = list(answer.spots)
    for number, soldier in enumerate(g.squad(view.seat)):
        goal = errand(g, soldier)
        if goal is not None:
            best = min(range(len(spots)), key=lambda n: gap2(spots[n], goal))
            spots[number], spots[best] = spots[best], spots[number]
            break
    return Deploy(tuple(spots))


def _bomber(view: View[NcoState], chance: Chance) -> Answer | None:
    """Name the toughest soldier; not the sergeant, whose death costs too much."""
    g = view.state
    able = [a for a in agenda.options(view) if isinstance(a, NameBomber)]
    return max(
        able,
        key=lambda a: (not (s := g.soldiers[a.soldier]).sergeant, s.health + s.psyche),
        default=None,
    )


def _end_early(view: View[NcoState], chance: Chance) -> Answer | None:
    """Not as long as somebody still has something to do."""
    g = view.state
    return EndEarly(all(errand(g, s) is None for s in g.on_field(view.seat)))


def _react(view: View[NcoState], chance: Chance) -> Answer | None:
    """Go Down if safety is worth more than the die; a soldier who has reached an objective drops
    whatever is fired."""
    g, frame = view.state, view.state.agenda[-1]
    shot: Shot = frame.shot  # type: ignore[attr-defined]
    able: list[SoldierId] = frame.able(g)  # type: ignore[attr-defined]
    prized = prizes(view)
    going = [s for s in able if at_goal(g, s) or _safer_down(g, s, shot, prized)]
    return GoDownAtOnce(tuple(going))


def _safer_down(g: NcoState, soldier: SoldierId, shot: Shot, prized: Prizes) -> bool:
    if not shot.row.modified or errand(g, soldier) is not None:
        return False
    lying = supposing(g, soldier, down=True)
    at_him = Shot(shot.shooter, shot.weapon, soldier, None, shot.how, shot.response)
    less = gain(g, at_him, prized) - gain(lying, at_him, prized)
    own = best_shot(g, shots_of(g, soldier, Shooting.FIRE), prized)
    return less * WHILE_DOWN > (own[0] if own is not None else 0)


def _item(view: View[NcoState], chance: Chance) -> Answer | None:
    """Use a healing item on a soldier who needs it."""
    g = view.state
    for answer in agenda.options(view):
        if isinstance(answer, UseItem) and answer.item in (Item.TOBACCO, Item.LETTERS):
            s = g.soldiers[answer.to]
            if 1 < s.psyche < s.psyche_max:
                return answer
    return Pass()


def _guess(view: View[NcoState], chance: Chance) -> Answer | None:
    """Guess the enemy's mission if only one fits; else one of those at random."""
    g = view.state
    done = [n for n in range(GROUPS) if fulfilled(g, opponent(view.seat), n)] or [*range(GROUPS)]
    return Guess(done[chance.below(len(done))])


THOUGHTS: dict[str, Callable[[View[NcoState], Chance], Answer | None]] = {
    ORDER.word: _order,
    LEAD.word: _lead,
    SHOT.word: _shot,
    SPECIAL.word: _special,
    SPRING.word: _spring,
    COUNTER.word: _first_option,
    RELOAD.word: _first_option,
    REACT.word: _react,
    ITEM.word: _item,
    GO_ON.word: lambda view, chance: GoOn(),
    INTEL.word: lambda view, chance: CallIntel(True),
    FIELD_MAP.word: lambda view, chance: UseMap(view.state.turn > 1),
    BOMBER.word: _bomber,
    DEPLOY.word: _deploy,
    END_EARLY.word: _end_early,
    GUESSES.word: _guess,
    OPEN_CHOICE.word: lambda view, chance: ChooseDie(view.seat),
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
