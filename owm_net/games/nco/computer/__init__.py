"""A computer player: it shoots where that is worth most, walks around obstacles to the battle's
goals, preferably where few enemies see it, and avoids fights it is likely to lose.

It asks the rules what is allowed and which face a shot needs, and knows no rule a second time. It
looks at a few of its soldiers at a time, so that a decision takes some hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.ambush import SPRING, Spring, ambush_shot
from owm_net.games.nco.attack import REACT, GoDownAtOnce
from owm_net.games.nco.chart import FIELD_MAP, UseMap
from owm_net.games.nco.computer.errands import errand
from owm_net.games.nco.computer.ordering import HELPED, charges, choose_followers, choose_order
from owm_net.games.nco.computer.weighing import (
    Prizes,
    best_shot,
    gain,
    prizes,
    supposing,
)
from owm_net.games.nco.counter_fire import COUNTER
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, opponent
from owm_net.games.nco.interrupts import GO_ON, GoOn, Moving
from owm_net.games.nco.items import ITEM, UseItem
from owm_net.games.nco.missions import GROUPS, GUESSES, Guess, fulfilled
from owm_net.games.nco.orders.advance import SHOT, Shoot
from owm_net.games.nco.orders.command import LEAD, ORDER
from owm_net.games.nco.paths import point_on, stop_at
from owm_net.games.nco.placing import BOMBER, NameBomber
from owm_net.games.nco.reloading import RELOAD
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
    NEAR,
    Gait,
    Item,
    Shooting,
)
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import END_EARLY, INTEL, OPEN_CHOICE, CallIntel, ChooseDie, EndEarly

IN_AMBUSH = 30
"""Worth of waiting for somebody to come."""
WHILE_DOWN = 3
"""So often is fired at who lies there until the turn is over."""


def decide(view: View[NcoState], chance: Chance) -> Answer:
    """An allowed answer to what is asked; by chance where there is nothing to think about."""
    request = view.state.pending
    assert isinstance(request, Decision)
    thinks = THOUGHTS.get(request.kind)
    answer = thinks(view, chance) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


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
    for value, enemy, path in charges(g, soldier, prized, Gait.SPECIAL):
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
    ORDER.word: choose_order,
    LEAD.word: choose_followers,
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
