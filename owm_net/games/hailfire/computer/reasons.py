"""What speaks most for an answer of the computer player: one reason, in one sentence, with its odds
where there are any.

The numbers are those that the computer player decides by; of several only the one that counts most
is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.geometry import distance2, length
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import PICKED_BY_CHANCE
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import (
    AIM,
    Aim,
    Barrages,
    Effect,
    barrage_radius,
    firing_mortars,
    weight_of,
)
from owm_net.games.hailfire.assault import (
    FIGHT,
    SHIFTING,
    MoveOff,
    Shift,
    Spray,
    Strike,
    assault_at,
)
from owm_net.games.hailfire.blinds import Hide, LayBlinds, hidden_unit
from owm_net.games.hailfire.chits import SayBroken, known_total
from owm_net.games.hailfire.computer.choosing import winning_forces
from owm_net.games.hailfire.computer.marching import leaving, posts
from owm_net.games.hailfire.computer.mustering import aims
from owm_net.games.hailfire.computer.planning import best_aim, best_call, plan
from owm_net.games.hailfire.computer.weighing import SURE, Outlook, tails
from owm_net.games.hailfire.forces import Force
from owm_net.games.hailfire.formation import middle_of
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.hero import known_points
from owm_net.games.hailfire.ids import NO_UNIT, Spot, TeamId, UnitId
from owm_net.games.hailfire.leading import LEAD, Ability, Lead
from owm_net.games.hailfire.looking import placed_now
from owm_net.games.hailfire.moving import HALT
from owm_net.games.hailfire.orders import (
    ORDER,
    Board,
    CallBarrage,
    ChargeAt,
    Declaring,
    FireAt,
    GetOff,
    Go,
    March,
    Order,
)
from owm_net.games.hailfire.paths import Path
from owm_net.games.hailfire.routes import way_length
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.shooting import ALLOT, Allot, to_hit, veiled, weapon_of
from owm_net.games.hailfire.state import BLINDS, HailfireState, near
from owm_net.games.hailfire.terms import CONTACT, HIGH, HIT, INCH, TAKES, TeamClass
from owm_net.games.hailfire.turn import ACTIVATE, Activate, HeroWindow, PlayerTurn, Unveil
from owm_net.games.hailfire.words import percent, team_name, unit_name


def reason(view: View[HailfireState], answer: Answer) -> str:
    """Return what speaks most for an answer; "" where it speaks for itself."""
    if isinstance(answer, Pass):
        passes = _PASSES.get(agenda.kind_of(view).word)
        return passes(view) if passes is not None else ""
    speaks = _REASONS.get(type(answer))
    return speaks(view, answer) if speaks is not None else ""


# ------------------------------------------------------------------ who is activated


def _activate(view: View[HailfireState], answer: Activate) -> str:
    """Return what the Teams can do with their first order."""
    frame = view.state.agenda[-1]
    if isinstance(frame, PlayerTurn | HeroWindow) and frame.unveiled != NO_UNIT:
        return say("Its blind has been opened for that.")
    o = Outlook(view.state, view.seat)
    orders = plan(o, answer.teams, exact=True).orders
    team = answer.teams[0]
    if len(answer.teams) == 1 and not answer.hero and not o.g.acted:
        call = best_call(o, o.g.teams[team].unit)
        if call.teams == answer.teams:
            orders = call.orders
    return _first(o, orders[0], orders) if orders else _rallies(o, answer.teams)


def _force(view: View[HailfireState], answer: Force) -> str:
    if answer in winning_forces(view):
        return say("It is one of the two forces with which computer players have won most.")
    return PICKED_BY_CHANCE


def _first(o: Outlook, order: Order, orders: Sequence[Order]) -> str:
    if isinstance(order, FireAt):
        chance, whom = percent(_hits(o, order)), team_name(o.g, order.target)
        return say(
            "They can fire at {target}: a Hit is {chance} likely.", target=whom, chance=chance
        )
    if isinstance(order, ChargeAt):
        return _assault(o, order, [c for c in orders if isinstance(c, ChargeAt)], [])
    if isinstance(order, CallBarrage):
        return _barrage(o, order)
    return _moved(o, orders)


def _rallies(o: Outlook, teams: Sequence[TeamId]) -> str:
    """Return how likely it is that a Team shakes off what it suffered."""
    chance = percent(max([o.steady(team) for team in teams]))
    return say("Fire has shaken them: they recover with a chance of {chance}.", chance=chance)


def _no_activation(view: View[HailfireState]) -> str:
    g, left = view.state, known_points(view, view.seat)
    if g.active == view.seat and g.order_points:
        return say("No order brings you more now than staying as you are.")
    if not left:
        return say("Your Hero Die has no points left.")
    return say_n(
        "Nothing is worth a Hero Point now: you keep {n} for a better moment.",
        "Nothing is worth a Hero Point now: you keep {n} for better moments.",
        left,
    )


def _unveil(view: View[HailfireState], answer: Unveil) -> str:
    """Return whom the hidden Unit sees."""
    g, o = view.state, Outlook(view.state, view.seat)
    hand = g.hands[BLINDS + view.seat]
    card = view.card(answer.blind)
    if card is None or hidden_unit(card) == NO_UNIT:
        return ""
    place = Stand(g.blinds[hand.index(answer.blind)], 0)
    close = [e for e in o.theirs if near(place, g.teams[e].stand, HIGH)]
    seen = [e for e in close if g.ground.sees(place, g.teams[e].stand)]
    seen.sort(key=lambda e: distance2(place.spot, g.teams[e].spot))
    if not seen:
        return ""
    return say(
        "{unit} has {enemy} in sight.",
        unit=unit_name(g, hidden_unit(card)),
        enemy=team_name(g, seen[0]),
    )


# ------------------------------------------------------------------ fire


def _fire(view: View[HailfireState], answer: FireAt) -> str:
    o = Outlook(view.state, view.seat)
    return say(
        "No enemy in reach would lose more by this fire: a Hit is {chance} likely.",
        chance=percent(_hits(o, answer)),
    )


def _hits(o: Outlook, order: FireAt) -> int:
    """Return thousandths of at least one Hit."""
    hidden = veiled(o.g, list(order.teams), order.target)
    dice: dict[int, int] = {}
    for team in order.teams:
        weapon = weapon_of(o.g, team, team in order.guns)
        if weapon is not None:
            need = to_hit(o.g, team, order.target, weapon, hidden)
            dice[need] = dice.get(need, 0) + weapon.rof
    return next(iter(tails(tuple(sorted(dice.items())))), 0)


def _allot(view: View[HailfireState], answer: Allot) -> str:
    o = Outlook(view.state, view.seat)
    points = o.g.teams[answer.team].points + 1
    killed, shaken = o.check(answer.team, points)
    return say(
        "Of all who may take this Hit it loses least: killed {killed}, suppressed {shaken}.",
        killed=percent(killed),
        shaken=percent(shaken),
    )


def _lead(view: View[HailfireState], answer: Lead) -> str:
    g = view.state
    if answer.ability is Ability.RALLY:
        chance = SURE * (7 - g.number(answer.team)) // 6
        return say("It recovers with a chance of {chance}.", chance=percent(chance))
    frame = g.agenda[-1]
    if isinstance(frame, Activation):
        for fires in [order.fires for order in frame.orders if order.fires is not None]:
            weapon = weapon_of(g, answer.team, answer.team in fires.guns)
            if answer.team in fires.teams and weapon is not None:
                hidden = veiled(g, list(fires.teams), fires.target)
                need = to_hit(g, answer.team, fires.target, weapon, hidden)
                return say("That die hits with a chance of {chance}.", chance=percent(_die(need)))
    return ""


def _die(need: int) -> int:
    """Return thousandths of one die that must show a number."""
    return SURE * max(0, min(6, 7 - need)) // 6


# ------------------------------------------------------------------ barrages


def _call(view: View[HailfireState], answer: CallBarrage) -> str:
    return _barrage(Outlook(view.state, view.seat), answer)


def _barrage(o: Outlook, order: CallBarrage) -> str:
    unit = o.g.teams[order.observer].unit
    direct = o.g.teams[order.observer].row.barrage is not None
    found = best_aim(o, unit, order.observer, exact=direct)
    theirs = _under(o, unit, found[1])[0] if found is not None else 0
    return say_n(
        "A barrage can reach {n} enemy Team.",
        "A barrage can reach {n} enemy Teams at once.",
        theirs,
    )


def _under(o: Outlook, unit: UnitId, spot: Spot) -> tuple[int, int]:
    """Return how many enemy and own Teams a barrage of a Unit would hit."""
    weight = weight_of(o.g, unit)
    if weight is None:
        return 0, 0
    radius = barrage_radius(o.g, unit, weight, len(firing_mortars(o.g, unit, spot)))
    place = Stand(spot, 0)
    theirs, mine = (
        sum([near(o.g.teams[t].stand, place, radius) for t in some]) for some in (o.theirs, o.mine)
    )
    return theirs, mine


def _aim(view: View[HailfireState], answer: Aim) -> str:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Barrages)
    return _reached(view, frame.calls[0].unit, answer.spot)


def _effect(view: View[HailfireState], answer: Effect) -> str:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Barrages)
    unit = frame.calls[0].unit
    if answer.fires:
        return _reached(view, unit, frame.spot)
    mine = _under(Outlook(view.state, view.seat), unit, frame.spot)[1]
    if not mine:
        return say("No enemy Team would be hit there.")
    return say_n(
        "It would hit {n} Team of your own there.",
        "It would hit {n} Teams of your own there.",
        mine,
    )


def _reached(view: View[HailfireState], unit: UnitId, spot: Spot) -> str:
    theirs = _under(Outlook(view.state, view.seat), unit, spot)[0]
    return say_n(
        "On that point it hits {n} enemy Team; no other promises more.",
        "On that point it hits {n} enemy Teams; no other promises more.",
        theirs,
    )


# ------------------------------------------------------------------ moves


def _go(view: View[HailfireState], answer: Order) -> str:
    return _moved(Outlook(view.state, view.seat), [answer])


def _moved(o: Outlook, orders: Sequence[Order]) -> str:
    """Return what Moves lead to: an exit or an objective, less danger, or inches nearer to one."""
    g, legs = o.g, list(_legs(orders))
    riding = [order for order in orders if isinstance(order, Board)]
    if riding and not legs:
        carrier = team_name(g, riding[0].carrier)
        return say("{carrier} brings it to the fight sooner than its feet.", carrier=carrier)
    off = [order for order in orders if isinstance(order, GetOff)]
    if off:
        post = posts(o)[g.teams[g.teams[off[0].team].aboard].unit]
        return say(
            "It is {n} inches from {objective} and fights better on foot.",
            n=_inches(length(off[0].spot, g.battle.objectives[post].at)),
            objective=_objective(g, post),
        )
    if not legs:
        return ""
    post = posts(o)[g.teams[legs[0][0]].unit]
    at = Spot(g.battle.objectives[post].at)
    where = _objective(g, post)
    arrive = [t for t, path in legs if length(path[-1], at) <= TAKES < length(g.teams[t].spot, at)]
    arrive = [t for t in arrive if leaving(o, post) or not g.teams[t].vehicle]
    if arrive and leaving(o, post):
        return say("From there they leave the table by {exit}.", exit=where)
    if arrive and g.holders[post] != o.seat:
        return say("From there they take {objective}.", objective=where)
    led = [leg for leg in legs if not g.teams[leg[0]].row.leader]
    if not led:
        return say("The Leader stays close to their Teams.")
    gained = sum([_gain(o, team, path, at) for team, path in led])
    less = sum([_threats(o, t, g.teams[t].spot) - _threats(o, t, path[-1]) for t, path in led])
    if gained >= len(led) * INCH:
        return say_n(
            "It leads {n} inch nearer to {objective}.",
            "It leads {n} inches nearer to {objective}.",
            _inches(gained // len(led)),
            objective=where,
        )
    hard = [t for t, path in led if _covered(g, t, path[-1]) and not g.hard_cover(t)]
    if hard or less <= 0:
        return say("It stands in cover there.")
    return say("Fewer enemies can fire at it there.")


def _legs(orders: Sequence[Order]) -> list[tuple[TeamId, Path]]:
    found: list[tuple[TeamId, Path]] = []
    for order in orders:
        if isinstance(order, March):
            found += [(leg.team, leg.path) for leg in order.legs if leg.path]
        elif isinstance(order, Go) and order.path:
            found.append((order.team, order.path))
    return found


def _gain(o: Outlook, team: TeamId, path: Path, at: Spot) -> int:
    """Return how much nearer to a place a path ends, on the way that the Team would take."""
    t, scenario = o.g.teams[team], o.g.scenario
    kind = t.row.team_class
    return way_length(scenario, kind, t.spot, at) - way_length(scenario, kind, path[-1], at)


def _threats(o: Outlook, team: TeamId, spot: Spot) -> int:
    """Return how many enemies could fire at a Team there."""
    g = o.g
    stand = Stand(spot, g.teams[team].row.team_class.radius)
    found = 0
    for enemy in o.theirs:
        weapon = weapon_of(g, enemy, False)
        if weapon is not None and near(g.teams[enemy].stand, stand, weapon.range):
            found += g.ground.sees(g.teams[enemy].stand, stand)
    return found


def _covered(g: HailfireState, team: TeamId, spot: Spot) -> bool:
    return g.ground.hard_cover(Stand(spot, g.teams[team].row.team_class.radius))


def _objective(g: HailfireState, n: int) -> str:
    objective = g.battle.objectives[n]
    if objective.exit:
        return say("exit {name}", name=objective.name)
    return say("objective {name}", name=objective.name)


def _inches(n: int) -> int:
    return (n + INCH // 2) // INCH


# ------------------------------------------------------------------ assaults


def _charge(view: View[HailfireState], answer: ChargeAt) -> str:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Activation)
    return _assault(Outlook(view.state, view.seat), answer, [answer], _fired(frame.declaring))


def _fired(declaring: Declaring) -> list[TeamId]:
    return [order.fires.target for order in declaring.orders if order.fires is not None]


def _assault(
    o: Outlook, order: ChargeAt, charges: Sequence[ChargeAt], fired_at: Sequence[TeamId]
) -> str:
    enemy = order.enemy
    teams = list(dict.fromkeys([c.team for c in charges if c.enemy == enemy]))
    return say(
        "They can assault {enemy} and win with a chance of {chance}.",
        enemy=team_name(o.g, enemy),
        chance=percent(o.wins(teams, enemy, enemy in fired_at)),
    )


def _strike(view: View[HailfireState], answer: Strike) -> str:
    """Return how likely the blow is to succeed; armour has its own dice after that."""
    g = view.state
    number = g.teams[answer.team].row.assault
    if answer.supported:
        number -= len([t for t in g.touching(answer.enemy) if t != answer.team])
    chance = percent(_die(number))
    if g.teams[answer.enemy].vehicle:
        return say(
            "It hits with a chance of {chance}, and armour must stop it then.", chance=chance
        )
    return say("It destroys that Team with a chance of {chance}.", chance=chance)


def _spray(view: View[HailfireState], answer: Spray) -> str:
    guns = view.state.teams[answer.team].row.machine_guns
    chance = percent(tails(((HIT, guns.rof),))[0]) if guns is not None else percent(0)
    return say("They hit with a chance of {chance}.", chance=chance)


def _move_off(view: View[HailfireState], answer: MoveOff) -> str:
    g, t = view.state, view.state.teams[answer.team]
    blows = [e for e in g.touching(answer.team) if not g.teams[e].row.small]
    blows = [e for e in blows if not t.vehicle or assault_at(g, e)[0]]
    if not blows:
        return say("It is out of the fight there, and can fire again.")
    chance = percent(max([_die(g.teams[e].row.assault) for e in blows]))
    return say("If it stays, the enemy hits it with a chance of {chance}.", chance=chance)


def _shift(view: View[HailfireState], answer: Shift) -> str:
    g = view.state
    o = Outlook(g, view.seat)
    stand = Stand(answer.spot, g.teams[answer.team].row.team_class.radius)
    touched = [e for e in o.theirs if near(stand, g.teams[e].stand, CONTACT)]
    if not touched:
        return ""
    enemy = max(touched, key=lambda e: o.charge((answer.team,), e))
    return say(
        "There it fights {enemy} and wins with a chance of {chance}.",
        enemy=team_name(g, enemy),
        chance=percent(o.wins((answer.team,), enemy)),
    )


# ------------------------------------------------------------------ setting up


def _set_up(view: View[HailfireState], answer: SetUpUnit) -> str:
    """Return the view of guns and vehicles, the cover of most Teams, or how near it begins."""
    g, teams = view.state, placed_now(view.state)
    if not teams:
        return ""
    middle = middle_of(answer.spots)
    at = min(aims(g, view.seat), key=lambda at: distance2(at, middle))
    objectives = g.battle.objectives
    n = min(range(len(objectives)), key=lambda n: distance2(objectives[n].at, at))
    where = _objective(g, n)
    rows = [g.teams[team].row for team in teams]
    stands = [
        Stand(spot, row.team_class.radius) for spot, row in zip(answer.spots, rows, strict=True)
    ]
    looks = [
        stand
        for stand, row in zip(stands, rows, strict=True)
        if row.vehicle or row.team_class is TeamClass.GUN or row.observer
    ]
    seeing = [stand for stand in looks if g.ground.sees(stand, Stand(at, 0))]
    if seeing and 2 * len(looks) >= len(teams):
        return say("It sees {objective} from there.", objective=where)
    hard = [stand for stand in stands if g.ground.hard_cover(stand)]
    if 2 * len(hard) >= len(stands):
        return say("It begins in Hard Cover there.")
    gaps = [length(stand.spot, objectives[n].at) for stand in stands]
    return say_n(
        "From there it is {n} inch to {objective}.",
        "From there it is {n} inches to {objective}.",
        _inches(min(gaps)),
        objective=where,
    )


# ------------------------------------------------------------------ everything


def _broken(view: View[HailfireState], answer: SayBroken) -> str:
    total, limit = known_total(view, view.seat), view.state.limits[view.seat]
    return say(
        "Your chits come to {total}, and your breaking point is {limit}: the rules ask for the"
        " truth.",
        total=total or 0,
        limit=limit,
    )


_REASONS: dict[type[Answer], Callable[[View[HailfireState], Any], str]] = {
    Activate: _activate,
    Force: _force,
    Unveil: _unveil,
    FireAt: _fire,
    ChargeAt: _charge,
    CallBarrage: _call,
    Go: _go,
    March: _go,
    Board: _go,
    GetOff: _go,
    Allot: _allot,
    Lead: _lead,
    Aim: _aim,
    Effect: _effect,
    Strike: _strike,
    Spray: _spray,
    MoveOff: _move_off,
    Shift: _shift,
    SayBroken: _broken,
    Hide: lambda view, answer: say("Guns and small Units fire first, from where nobody looks."),
    SetUpUnit: _set_up,
    LayBlinds: lambda view, answer: say("Nobody can tell there which blinds are dummies."),
}
_PASSES: dict[str, Callable[[View[HailfireState]], str]] = {
    ACTIVATE.word: _no_activation,
    ORDER.word: lambda view: say("Those without an order gain nothing by one."),
    LEAD.word: lambda view: say("No Team in reach of the Leader gains by it."),
    HALT.word: lambda view: say("Their paths end where they are wanted."),
    FIGHT.word: lambda view: say("Nobody in contact can do more than wait."),
    ALLOT.word: lambda view: say("Those who may take this Hit are alike."),
    AIM.word: lambda view: say("No enemy in sight is worth the barrage."),
    SHIFTING.word: lambda view: say("Nobody can reach an enemy whom they are likely to beat."),
}
