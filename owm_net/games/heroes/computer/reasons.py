"""What speaks most for an answer of the computer player: one reason, in one sentence, with its odds
where there are any.

The numbers are those that the computer player decides by; of several only the one that counts most
is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActBarrage, ActFire, OrderBarrage
from owm_net.games.heroes.cards.card import CardPlay, Cards
from owm_net.games.heroes.cards.lone_marksman import HURT
from owm_net.games.heroes.cards.riders import keys_of
from owm_net.games.heroes.computer.marching import approaches
from owm_net.games.heroes.computer.odds import reaches
from owm_net.games.heroes.computer.planning import best_deed
from owm_net.games.heroes.computer.plans import Plan
from owm_net.games.heroes.computer.weighing import COVER, OPENED, Outlook, Stand
from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.driving import ActDrive, Drive, Driving, OrderDrive
from owm_net.games.heroes.equipment import Spend
from owm_net.games.heroes.fire import holds
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.hidden import is_bluff
from owm_net.games.heroes.ids import KEEP, NO_UNIT, OFF_MAP, CounterKey, Space, UnitId
from owm_net.games.heroes.looking import retreating_of
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Moving, Stop, faced
from owm_net.games.heroes.orders import ActMove, NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.reacting import REACT, React, Reacting, reactions
from owm_net.games.heroes.set_up import Deploy, Deploying, DeployOpen
from owm_net.games.heroes.shooting import Frighten, best_aim, shot, weapon_of
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations
from owm_net.games.heroes.supply import SUPPLY_MOVE, SupplyDrive, SupplyMove
from owm_net.games.heroes.supply_effects import KeepInitiative
from owm_net.games.heroes.terms import PRESSED, Ability, Flip, HitSymbol
from owm_net.games.heroes.tokens import Lay
from owm_net.games.heroes.vehicles import way_of
from owm_net.games.heroes.words import counter_name, unit_name

BLUFF = say("With a bluff on it they must fear this unit, though it has no order.")
BLAST = say("Of all that it can fire at, a blast there costs them most.")
WAITS = say("Nothing is in reach of it yet, but it may be before its order comes.")
STAYS = say("No place that it can still reach is better than this one.")
"""Also where it turns, or moves, and nothing of what counts becomes better by it."""


def reason(view: View[HeroesState], answer: Answer) -> str:
    """Return what speaks most for an answer; "" where it speaks for itself."""
    if isinstance(answer, Pass):
        passes = _PASSES.get(agenda.kind_of(view).word)
        return "" if passes is None else passes(view)
    speaks = _REASONS.get(type(answer))
    if speaks is not None:
        return speaks(view, answer)
    if isinstance(answer, CardPlay):
        return say("The card brings more now than it is likely to bring later.")
    return ""


def percent(thousandths: int) -> str:
    """A chance as people read it."""
    return f"{(thousandths + 5) // 10}%"


# -- shots ---------------------------------------------------------------------------------


def _shot(
    o: Outlook,
    unit: UnitId,
    target: UnitId,
    suppressive: bool,
    *,
    moving: bool = False,
    share: int | None = None,
    spend: Spend = (),
    cards: Cards = (),
) -> str:
    """Return what counts most of a shot: the loss, the enemy's order, or the objective."""
    g, whom = o.g, unit_name(o.g, target)
    made = shot(g, unit, target, suppressive, moving, share, spend, cards)
    dice = 2 if Ability.DUAL_WEAPON in weapon_of(g.units[unit], cards, spend).abilities else 1
    need = made.defence - made.result(0)
    hits, twice = reaches(need, dice), reaches(need + made.defence, dice)
    told = {"target": whom, "chance": percent(hits)}
    threat = o.threat(target)
    if suppressive and threat:
        return say("{target} may still act: this suppresses it first, at {chance}.", **told)
    if suppressive:
        return say("This suppresses {target} with a chance of {chance}.", **told)
    lasts = g.units[target].up.hit is HitSymbol.LAST
    hit, end = o.harm(target)
    ended = hits if lasts else twice
    loss = (hits - twice) * hit + twice * end
    stops = (hits - twice) * (threat if lasts else threat // 3) + twice * threat
    clears = ended * o.cleared(target) * OPENED // 100
    place = _held(o, target)
    if place and clears > max(loss, stops):
        told["chance"] = percent(ended)
        return say("It drives {target} off {place} with a chance of {chance}.", place=place, **told)
    if stops > loss:
        return say("{target} may still act: a hit before that is {chance} likely.", **told)
    if lasts:
        return say("It eliminates {target} with a chance of {chance}.", **told)
    return say("A hit on {target} is {chance} likely.", **told)


def _held(o: Outlook, enemy: UnitId) -> str:
    """Return the objective that an enemy stands on; "" for none."""
    at = o.g.units[enemy].at
    return next((place.title for place in o.g.battle.objectives if at in place.spaces), "")


def _fire(
    view: View[HeroesState], unit: UnitId, answer: OrderFire | ActFire | FireOnTheMove, moving: bool
) -> str:
    o = Outlook(view)
    if holds(answer):
        return STAYS
    if not answer.targets:
        return BLAST
    best = max(answer.targets, key=lambda target: o.harm(target)[1])
    shares = dict(zip(answer.targets, answer.shares, strict=False))
    return _shot(
        o,
        unit,
        best,
        answer.suppressive,
        moving=moving,
        share=shares.get(best),
        spend=answer.spend,
        cards=keys_of(view, answer.cards),
    )


def _imagined(o: Outlook, there: Stand, target: UnitId, moving: bool = False) -> str:
    """Return how likely a plain shot is to hit."""
    return percent(o.hit_odds(there, o.stand(target), there.number, moving))


# -- places --------------------------------------------------------------------------------


def _place(o: Outlook, unit: UnitId, space: Space, face: int = -1, facing: int = -1) -> str:
    """Return what a place has most before the one where a unit is."""
    u = o.units[unit]
    here = _parts(o, Stand(unit, u, u.at)) if u.at != OFF_MAP else {}
    return _better(o, _stand(o, unit, space, face, facing), here)


def _stand(o: Outlook, unit: UnitId, space: Space, face: int = -1, facing: int = -1) -> Stand:
    u = o.units[unit]
    turned = o.turned(unit, u.face if face < 0 else face, u.facing if facing < 0 else facing)
    return Stand(unit, turned, space)


GOAL, SHELTER, SHOTS, DANGER, FIELD = "goal", "cover", "shots", "danger", "field"


def _parts(o: Outlook, there: Stand) -> dict[str, int]:
    """Return what a place is worth, part by part."""
    return {
        GOAL: o.goal(there.number, there.space),
        SHELTER: COVER * o.ground.cells[there.space].defence,
        SHOTS: o.chances(there),
        FIELD: o.field(there),
        DANGER: -o.danger(there),
    }


def _better(o: Outlook, there: Stand, other: dict[str, int]) -> str:
    """Return what a place has most before another, of which these are the parts."""
    parts = _parts(o, there)
    gained = {what: n - other.get(what, 0) for what, n in parts.items()}
    what = max(gained, key=lambda one: gained[one])
    if gained[what] <= 0:
        return STAYS
    told = _SAID[what](o, there)
    return told or STAYS


def _goal(o: Outlook, there: Stand) -> str:
    """Return the objective that it stands on, or comes near to."""
    g = o.g
    for place in g.battle.objectives:
        if there.space in place.spaces:
            return say_n(
                "There it stands on {place}, worth {n} point.",
                "There it stands on {place}, worth {n} points.",
                place.points,
                place=place.title,
            )
    if o.leaving(there.number):
        return say("It comes nearer to the exit.")
    far = [
        (min([distance(there.space, space) for space in place.spaces]), n)
        for n, place in enumerate(g.battle.objectives)
    ]
    if not far:
        return ""
    steps, number = min(far)
    return say_n(
        "It is on its way to {place}: {n} space is left.",
        "It is on its way to {place}: {n} spaces are left.",
        steps,
        place=g.battle.objectives[number].title,
    )


def _shelter(o: Outlook, there: Stand) -> str:
    n = o.ground.cells[there.space].defence
    return say("It has cover there, {n} more on its defence.", n=n)


def _chances(o: Outlook, there: Stand) -> str:
    """Return whom it can hit from there."""
    found = max(o.theirs, key=lambda e: o.shot_worth(there, o.stand(e), there.number), default=None)
    if found is None:
        return ""
    chance = _imagined(o, there, found)
    whom = unit_name(o.g, found)
    return say("From there its shot at {target} hits at {chance}.", target=whom, chance=chance)


def _field(o: Outlook, there: Stand) -> str:
    """Return what its weapon commands from there."""
    places = [
        place
        for place in o.g.battle.objectives
        if any(o.commands(there, space) for space in place.spaces)
    ]
    return say("From there it fires at {place}.", place=places[0].title) if places else ""


def _danger(o: Outlook, there: Stand) -> str:
    """Return the enemy that threatens it less there."""
    unit = there.number
    here = Stand(unit, o.units[unit], o.units[unit].at)

    def odds(enemy: UnitId, at: Stand) -> int:
        return 0 if at.space == OFF_MAP else o.hit_odds(o.stand(enemy), at, unit)

    enemy = max(o.theirs, key=lambda e: odds(e, here) - odds(e, there), default=None)
    if enemy is None:
        return ""
    told = {"enemy": unit_name(o.g, enemy), "now": percent(odds(enemy, here))}
    then = odds(enemy, there)
    if odds(enemy, here) <= then:
        return say("Their fire reaches it less there than elsewhere.")
    if not then:
        return say("{enemy} cannot hit it there; here its chance is {now}.", **told)
    return say("There {enemy} hits it at {then}, here at {now}.", then=percent(then), **told)


_SAID: dict[str, Callable[[Outlook, Stand], str]] = {
    GOAL: _goal,
    SHELTER: _shelter,
    SHOTS: _chances,
    FIELD: _field,
    DANGER: _danger,
}


# -- deeds ---------------------------------------------------------------------------------


def _move(
    o: Outlook,
    unit: UnitId,
    path: tuple[Space, ...],
    facing: int = KEEP,
    flip: Flip = Flip.NONE,
    target: UnitId = NO_UNIT,
    goes_on: bool = False,
) -> str:
    """Return what speaks for a move, to an assault or to where it fires."""
    u = o.g.units[unit]
    end = path[-1] if path else u.at
    if target != NO_UNIT:
        return _assault(o, unit, end, target)
    then = faced(u, flip, False).face
    heading = -1 if facing == KEEP else facing
    if goes_on:
        there = _stand(o, unit, end)
        prey = _prey(o, there)
        if prey != NO_UNIT:
            chance = _imagined(o, there, prey, moving=True)
            whom = unit_name(o.g, prey)
            return say("It can hit {target} on the way, at {chance}.", target=whom, chance=chance)
        if o.leaving(unit):
            return say("It leaves the map, for points.")
    return _place(o, unit, end, then, heading)


def _prey(o: Outlook, there: Stand) -> UnitId:
    """Return whom it would fire at on the move."""
    worth = {e: o.shot_worth(there, o.stand(e), there.number, moving=True) for e in o.theirs}
    best = max(worth, key=lambda e: worth[e], default=NO_UNIT)
    return best if best != NO_UNIT and worth[best] > 0 else NO_UNIT


def _assault(o: Outlook, unit: UnitId, start: Space, target: UnitId) -> str:
    won, lost = o.assault_odds(unit, start, target)
    told = {"target": unit_name(o.g, target), "won": percent(won), "lost": percent(lost)}
    return say("The assault on {target} is won at {won}, and lost at {lost}.", **told)


def _plan(o: Outlook, unit: UnitId, plan: Plan) -> str:
    """Return what speaks for a deed that is still to come."""
    if plan.null or plan.value <= 0:
        return WAITS
    if plan.weapons:
        return _salvo(o, plan.weapons)
    if plan.fires and not plan.targets:
        return BLAST
    if plan.fires:
        return _shot(o, unit, plan.targets[0], plan.suppressive, spend=plan.spend)
    if plan.drives:
        return say("The vehicle is worth more elsewhere, and drives there by its order.")
    return _move(o, unit, plan.path, plan.facing, plan.flip, plan.target, plan.then_fires)


def _order_fire(view: View[HeroesState], answer: OrderFire) -> str:
    return _fire(view, _bearer(view, answer), answer, False)


def _act_fire(view: View[HeroesState], answer: ActFire) -> str:
    return _fire(view, answer.unit, answer, False)


def _fire_on(view: View[HeroesState], answer: FireOnTheMove) -> str:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Moving | Driving)
    return _fire(view, frame.unit, answer, True)


def _bearer(view: View[HeroesState], answer: Any) -> UnitId:
    return view.state.bearer(view.seat, answer.token)


def _order_move(view: View[HeroesState], answer: OrderMove) -> str:
    a = answer
    told = (a.path, a.facing, a.flip, a.target, a.goes_on)
    return _move(Outlook(view), _bearer(view, answer), *told)


def _act_move(view: View[HeroesState], answer: ActMove) -> str:
    a = answer
    return _move(Outlook(view), a.unit, a.path, a.facing, a.flip, a.target, a.goes_on)


def _supply_move(view: View[HeroesState], answer: SupplyMove) -> str:
    if answer.leaves:
        return say("It leaves the map, for points.")
    return _move(Outlook(view), answer.unit, answer.path, answer.facing, answer.flip)


def _leg(view: View[HeroesState], answer: Leg) -> str:
    frame, o = view.state.agenda[-1], Outlook(view)
    assert isinstance(frame, Moving)
    target = frame.target if frame.can_assault(view.state) else NO_UNIT
    return _move(o, frame.unit, answer.path, answer.facing, Flip.NONE, target, answer.goes_on)


def _stop(view: View[HeroesState], answer: Stop) -> str:
    frame = view.state.agenda[-1]
    if isinstance(frame, Moving) and frame.can_assault(view.state):
        o = Outlook(view)
        if not any(value > 0 for value, _ in approaches(o, frame.unit, frame.target, frame.left)):
            return say("The assault is no longer worth it.")
        return _assault(o, frame.unit, o.g.units[frame.unit].at, frame.target)
    return STAYS


def _drive(view: View[HeroesState], answer: Any) -> str:
    """Return what speaks for where a vehicle goes."""
    g, o = view.state, Outlook(view)
    if isinstance(answer, Drive):
        frame = g.agenda[-1]
        assert isinstance(frame, Driving)
        unit = frame.unit
    else:
        unit = _bearer(view, answer) if isinstance(answer, OrderDrive) else answer.unit
    if getattr(answer, "leaves", False):
        return say("It leaves the map, for points.")
    u = g.units[unit]
    way = way_of(u, answer.manoeuvres)
    space, facing = way[-1] if way else u.pose
    if getattr(answer, "goes_on", False):
        there = _stand(o, unit, space, -1, facing)
        prey = _prey(o, there)
        if prey != NO_UNIT:
            chance = _imagined(o, there, prey, moving=True)
            whom = unit_name(g, prey)
            return say("It can hit {target} on the way, at {chance}.", target=whom, chance=chance)
    return _place(o, unit, space, -1, facing)


def _snipe(view: View[HeroesState], answer: OrderSnipe | ActSnipe) -> str:
    o = Outlook(view)
    unit = _bearer(view, answer) if isinstance(answer, OrderSnipe) else answer.unit
    less = PRESSED * o.g.units[unit].suppressed + best_aim(o.g, unit, answer.target).hidden
    told = {"target": unit_name(o.g, answer.target), "chance": percent(reaches(HURT + less))}
    return say("A hit on {target} is {chance} likely.", **told)


def _barrage(view: View[HeroesState], answer: OrderBarrage | ActBarrage) -> str:
    return _salvo(Outlook(view), answer.weapons)


def _salvo(o: Outlook, weapons: CounterKey) -> str:
    return say(
        "By its order each {weapon} fires, without one of its own.",
        weapon=counter_name(o.g, weapons),
    )


def _react(view: View[HeroesState], answer: React) -> str:
    """Return the odds of the shot at the mover where it comes by."""
    frame, o = view.state.agenda[-1], Outlook(view)
    assert isinstance(frame, Reacting)
    return say(
        "The mover is hit there at {chance}, before it gets any further.",
        chance=percent(_best_reaction(o, frame, ((answer.units[0], int(answer.step)),))),
    )


def _best_reaction(o: Outlook, frame: Reacting, shots: Iterable[tuple[UnitId, int]]) -> int:
    places = {step: pose[0] for step, pose in stations(frame.way)}
    mover = o.g.units[frame.mover]
    found = [
        o.hit_odds(o.stand(unit), Stand(frame.mover, mover, places[step]), frame.mover)
        for unit, step in shots
        if places.get(step, OFF_MAP) != OFF_MAP
    ]
    return max(found, default=0)


def _no_reaction(view: View[HeroesState]) -> str:
    """Return the odds of the best shot that is not fired."""
    frame, o = view.state.agenda[-1], Outlook(view)
    assert isinstance(frame, Reacting)
    shots = [(unit, step) for unit, step, _ in reactions(o.g, o.seat, frame.mover, frame.way)]
    best = _best_reaction(o, frame, shots)
    if not best:
        return ""
    return say(
        "A shot now hits at {chance}; the unit does more by its order.", chance=percent(best)
    )


def _lay(view: View[HeroesState], answer: Lay) -> str:
    card = view.card(answer.token)
    if card is not None and is_bluff(card):
        return BLUFF
    o = Outlook(view)
    return _plan(o, answer.unit, best_deed(o, answer.unit))


def _no_more(view: View[HeroesState], answer: NoMoreOrders) -> str:
    cards = [view.card(slot) for slot in view.state.closed(view.seat)]
    if all(card is not None and is_bluff(card) for card in cards):
        return say("Only bluffs are left.")
    return say("No unit with an order left does better by it than it stands now.")


def _deploy(view: View[HeroesState], answer: Deploy) -> str:
    """Return what a place has before the other places of the zone, in the mean."""
    o, frame = Outlook(view), view.state.agenda[-1]
    assert isinstance(frame, Deploying)
    unit = answer.unit
    spaces = {a.space for a in frame.anywhere(view, unit) if not isinstance(a, DeployOpen)}
    there = _stand(o, unit, answer.space, answer.face, answer.facing)
    others = [
        _parts(o, Stand(unit, there.unit, space)) for space in sorted(spaces) if space != OFF_MAP
    ]
    if not others:
        return ""
    mean = {what: sum([one[what] for one in others]) // len(others) for what in others[0]}
    return _better(o, there, mean)


def _where(view: View[HeroesState], answer: Any) -> str:
    frame, o = retreating_of(view.state), Outlook(view)
    return "" if frame is None else _place(o, frame.unit, answer.space)


def _plain(text: str) -> Callable[[View[HeroesState], Any], str]:
    return lambda view, answer: text


_REASONS: dict[type[Answer], Callable[[View[HeroesState], Any], str]] = {
    OrderFire: _order_fire,
    ActFire: _act_fire,
    FireOnTheMove: _fire_on,
    OrderMove: _order_move,
    ActMove: _act_move,
    SupplyMove: _supply_move,
    Leg: _leg,
    Stop: _stop,
    OrderDrive: _drive,
    ActDrive: _drive,
    Drive: _drive,
    SupplyDrive: _drive,
    OrderSnipe: _snipe,
    ActSnipe: _snipe,
    OrderBarrage: _barrage,
    ActBarrage: _barrage,
    React: _react,
    Lay: _lay,
    NoMoreOrders: _no_more,
    Deploy: _deploy,
    Discard: _plain(say("These cards are of the least use as the battle stands.")),
    Frighten: _plain(say("Even missed it is suppressed, and that costs you nothing.")),
    KeepInitiative: _plain(say("So late in the battle it counts most to go first.")),
}
_PASSES: dict[str, Callable[[View[HeroesState]], str]] = {
    REACT.word: _no_reaction,
    SUPPLY_MOVE.word: lambda view: say("No unit that may move stands better elsewhere."),
}
"""Kind of question -> why it passes."""
