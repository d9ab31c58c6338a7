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
from owm_net.games.nco.ambush import SPRING, Spring, ambush_shot
from owm_net.games.nco.attack import REACT, Attack, GoDownAtOnce
from owm_net.games.nco.chart import FIELD_MAP, UseMap
from owm_net.games.nco.computer.bursts import all_shots
from owm_net.games.nco.computer.deploying import deploy
from owm_net.games.nco.computer.errands import errand
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.computer.healing import best_item, worth_of
from owm_net.games.nco.computer.ordering import (
    IN_AMBUSH,
    charges,
    choose_followers,
    choose_order,
)
from owm_net.games.nco.computer.weighing import (
    A_SOLDIER,
    Prizes,
    best_shot,
    gain,
    prizes,
    supposing,
)
from owm_net.games.nco.counter_fire import COUNTER
from owm_net.games.nco.ids import SoldierId, opponent
from owm_net.games.nco.interrupts import GO_ON, GoOn, Moving
from owm_net.games.nco.items import ITEM, UseItem, UsingItems
from owm_net.games.nco.missions import GROUPS, GUESSES, Guess, fulfilled
from owm_net.games.nco.orders.advance import SHOT, Advancing, Shoot
from owm_net.games.nco.orders.command import LEAD, ORDER
from owm_net.games.nco.paths import point_on, stop_at
from owm_net.games.nco.placing import BOMBER, NameBomber
from owm_net.games.nco.reloading import RELOAD
from owm_net.games.nco.set_up import DEPLOY
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
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import NEAR, TURNS, Gait, Shooting
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import END_EARLY, INTEL, OPEN_CHOICE, CallIntel, ChooseDie, EndEarly

SPRUNG = 60
"""A shot from an Ambush that is worth less is kept for another."""
A_DIE = 60
"""What an order is worth at least to who may go Down at once instead."""
A_TURN = 200
"""A best shot that is worth as much makes two orders in a row worth an Intel."""


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
    assert isinstance(frame, Advancing)
    found = best_shot(g, all_shots(g, frame.soldier, Shooting.ADVANCE), prizes(view))
    if found is None or found[0] <= 0:
        return Pass()
    return Shoot(found[1].weapon, found[1].target, found[1].aim)


def _special(view: View[NcoState], chance: Chance) -> Answer | None:
    """Return the best special action of all soldiers who can act."""
    g, prized = view.state, prizes(view)
    front = Front(g, view.seat, prized)
    best: tuple[int, SpecialAnswer] | None = None
    for soldier in g.on_field(view.seat):
        if g.qualifies(soldier):
            for value, action in _deeds(g, soldier, prized, front):
                if (best is None or value > best[0]) and why_not_special(g, action) is None:
                    best = value, action
    return best[1] if best is not None else None


def _deeds(
    g: NcoState, soldier: SoldierId, prized: Prizes, front: Front
) -> Iterator[tuple[int, SpecialAnswer]]:
    """Special actions of a soldier with what each may bring."""
    s = g.soldiers[soldier]
    yield worth_of(g, soldier, 1, 1), Mend(soldier)
    for friend in g.friends(soldier, NEAR):
        yield worth_of(g, soldier, 0, 1) + worth_of(g, friend, 0, 2), Mend(soldier, friend)
    if s.peaceful:
        return
    safer = front.danger(soldier, s.spot, lying=s.down)
    safer -= front.danger(soldier, s.spot, lying=True)
    waits = IN_AMBUSH if g.turn < TURNS and front.foes else 0
    yield waits + safer // 2, LieInAmbush(soldier)
    found = best_shot(g, all_shots(g, soldier, Shooting.FOCUS), prized)
    if found is not None:
        rise = front.danger(soldier, s.spot) - front.danger(soldier, s.spot, lying=s.down)
        yield (
            found[0] - rise // 2,
            FocusFire(soldier, found[1].weapon, found[1].target, found[1].aim),
        )
    for value, enemy, path in charges(g, soldier, prized, Gait.SPECIAL):
        after = front.danger(soldier, g.soldiers[enemy].spot)
        yield value + safer - after // 2, SpecialAssault(soldier, enemy, path)


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
            if value >= max(SPRUNG, best[0]):
                best = value, answer
    return best[1]


def _first_option(view: View[NcoState], chance: Chance) -> Answer | None:
    """The first thing that is allowed, if it is not to pass."""
    return next(iter(agenda.options(view)), None)


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
    assert isinstance(frame, Attack)
    front = Front(g, view.seat, prizes(view))
    going = [s for s in frame.able(g) if at_goal(g, s) or _safer_down(g, s, frame.shot, front)]
    return GoDownAtOnce(tuple(going))


def _safer_down(g: NcoState, soldier: SoldierId, shot: Shot, front: Front) -> bool:
    """Return True if it pays to lie down: against this shot, and those that may follow. As far as
    this one hurts, their own fire would come to nothing."""
    if errand(g, soldier) is not None:
        return False
    s = g.soldiers[soldier]
    lying = supposing(g, soldier, down=True)
    at_him = Shot(shot.shooter, shot.weapon, soldier, None, shot.how, shot.response)
    standing = gain(g, at_him, front.prized)
    less = standing - gain(lying, at_him, front.prized)
    less += front.danger(soldier, s.spot) - front.danger(soldier, s.spot, lying=True)
    whole = 100 * (s.worth + front.prized.get(soldier, 0) + A_SOLDIER)
    fire = front.fire(soldier, s.spot) * max(0, whole - standing) // whole
    return less > max(A_DIE, fire)


def _item(view: View[NcoState], chance: Chance) -> Answer | None:
    """Use an item on a soldier whom it helps."""
    frame = view.state.agenda[-1]
    assert isinstance(frame, UsingItems)
    found = best_item(view.state, frame.soldier)
    return UseItem(found[1], found[2]) if found is not None else Pass()


def _intel(view: View[NcoState], chance: Chance) -> Answer | None:
    """Two orders at once are for two good shots."""
    g = view.state
    if g.turn == TURNS:
        return CallIntel(True)
    front = Front(g, view.seat, prizes(view))
    shots = [front.fire(s, g.soldiers[s].spot) for s in g.unordered(view.seat) if g.there(s)]
    return CallIntel(len([value for value in shots if value >= A_TURN]) > 1)


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
    INTEL.word: _intel,
    FIELD_MAP.word: lambda view, chance: UseMap(view.state.turn > 1),
    BOMBER.word: _bomber,
    DEPLOY.word: deploy,
    END_EARLY.word: _end_early,
    GUESSES.word: _guess,
    OPEN_CHOICE.word: lambda view, chance: ChooseDie(view.seat),
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
