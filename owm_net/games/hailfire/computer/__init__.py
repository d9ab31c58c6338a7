"""A computer player: of all Units it activates the one that does most for a point, fires where that
is worth most, goes for the objectives from cover to cover, and assaults where that pays.

It asks the rules what is allowed and what dice must show, and knows no rule a second time.
"""

from __future__ import annotations

from collections.abc import Callable

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import (
    AIM,
    EFFECT,
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
from owm_net.games.hailfire.blinds import (
    HIDE,
    LAY,
    Hide,
    LayBlinds,
    hidden_unit,
    most_hidden,
    teams_of,
)
from owm_net.games.hailfire.computer.mustering import candidates, lay_blinds, set_up
from owm_net.games.hailfire.computer.planning import (
    NOTHING,
    Plan,
    best_aim,
    best_call,
    next_order,
    plan,
)
from owm_net.games.hailfire.computer.weighing import SURE, Outlook, tails
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.hero import known_points
from owm_net.games.hailfire.ids import NO_UNIT, TeamId, UnitId
from owm_net.games.hailfire.leading import LEAD, Ability, Lead
from owm_net.games.hailfire.moving import ALL_THE_WAY, HALT
from owm_net.games.hailfire.opening import Emerging
from owm_net.games.hailfire.orders import ORDER
from owm_net.games.hailfire.set_up import PLACE, SetUp, SetUpUnit
from owm_net.games.hailfire.shooting import ALLOT, Allot
from owm_net.games.hailfire.state import BLINDS, HailfireState, near
from owm_net.games.hailfire.terms import CONTACT, HIGH, HIT
from owm_net.games.hailfire.turn import (
    ACTIVATE,
    THIS_TURN,
    Activate,
    HeroWindow,
    PlayerTurn,
    Unveil,
    blinds_of,
    why_not_group,
)

HEROIC = (0, 1800, 1400, 1100, 900, 700, 500)
"""What an activation must bring for a Hero Point, by how many are left."""

MISSION = 300
"""What a barrage must bring that would be missed later; who holds it ranges in again for nothing
(H-76)."""


def decide(view: View[HailfireState], chance: Chance) -> Answer:
    """An allowed answer to what is asked; by chance where there is nothing to think about."""
    request = view.state.pending
    assert isinstance(request, Decision)
    if request.kind in BEGINNINGS:
        answer = BEGINNINGS[request.kind](view, chance)
    else:
        thinks = THOUGHTS.get(request.kind)
        answer = thinks(view) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


# ------------------------------------------------------------------ who is activated


def _activate(view: View[HailfireState]) -> Answer | None:
    g, seat = view.state, view.seat
    o = Outlook(g, seat)
    own = g.active == seat
    heroes = known_points(view, seat) or 0
    frame = g.agenda[-1]
    assert isinstance(frame, PlayerTurn | HeroWindow)
    if frame.unveiled != NO_UNIT:
        found = [p for p in plans_of(o, not own) if g.teams[p.teams[0]].unit == frame.unveiled]
        return Activate(max(found, key=lambda p: p.value).teams, not own) if found else None
    if own and g.order_points:
        opened = _unveiling(view)
        if opened is not None:
            return opened
        found = plans_of(o, hero=False)
        if not g.acted:
            call = _best_call(o)
            if call.value > _last_worth(found, g.order_points):
                return Activate(call.teams, hero=False)
        best = _best(o, found, 0)
        if best.teams:
            return Activate(best.teams, hero=False)
    if heroes and g.spent[seat] < len(HEROIC):
        best = _best(o, plans_of(o, hero=True), HEROIC[heroes])
        if best.teams:
            return Activate(best.teams, hero=True)
    return Pass() if own or heroes else Pass(THIS_TURN)


def _best(o: Outlook, plans: list[Plan], least: int) -> Plan:
    """The first of the best that brings more than that, if one looks at it closely."""
    for rough in sorted(plans, key=lambda p: -p.value):
        if rough.value <= least:
            break
        close = plan(o, rough.group, exact=True)
        if close.value > least:
            return close
    return NOTHING


def plans_of(o: Outlook, hero: bool) -> list[Plan]:
    """Return the options of each Unit, and of Teams out of their Leader's sight."""
    g, found = o.g, []
    for number, unit in enumerate(g.units):
        if unit.seat != o.seat:
            continue
        able = [
            t for t in g.members(UnitId(number)) if why_not_group(g, o.seat, (t,), hero) is None
        ]
        while able:
            group = _together(o, able, hero)
            found.append(plan(o, group))
            able = [t for t in able if t not in group]
    for team in g.riding(o.seat):
        if why_not_group(g, o.seat, (team,), hero) is None:
            found.append(plan(o, [team]))
    return [p for p in found if p.teams]


def _together(o: Outlook, able: list[TeamId], hero: bool) -> list[TeamId]:
    """As many as one point activates, the Leader or the first among them."""
    able = sorted(able, key=lambda t: (not o.g.teams[t].row.leader, t))
    group: list[TeamId] = []
    for team in able:
        if why_not_group(o.g, o.seat, (*group, team), hero) is None:
            group.append(team)
    return group


def _best_call(o: Outlook) -> Plan:
    """The barrage that brings most."""
    units = [UnitId(n) for n, unit in enumerate(o.g.units) if unit.seat == o.seat]
    return max([best_call(o, unit) for unit in units], key=lambda p: p.value)


def _last_worth(plans: list[Plan], points: int) -> int:
    """Return the value of the last Order Point."""
    values = sorted([p.value for p in plans], reverse=True)
    return values[points - 1] if len(values) >= points else 0


def _order(view: View[HailfireState]) -> Answer | None:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Activation)
    order = next_order(Outlook(view.state, view.seat), frame.declaring)
    if order is None or order.why_not(view.state, frame.declaring) is not None:
        return Pass()
    return order


def _lead(view: View[HailfireState]) -> Answer | None:
    """Rallies who counts most, or directs who fires most."""
    g = view.state
    o = Outlook(g, view.seat)
    best: tuple[int, Lead] | None = None
    for lead in agenda.options(view):
        if isinstance(lead, Lead):
            value = _led(o, lead)
            if best is None or value > best[0]:
                best = value, lead
    return best[1] if best is not None and best[0] > 0 else Pass()


def _led(o: Outlook, lead: Lead) -> int:
    row = o.g.teams[lead.team].row
    if lead.ability is Ability.RALLY:
        return o.worth(lead.team) * (7 - o.g.number(lead.team)) // 6
    if lead.ability is Ability.DIRECT:
        return 100 * (1 + row.at)
    return 0


# ------------------------------------------------------------------ fire and barrages


def _allot(view: View[HailfireState]) -> Answer | None:
    """Give the Hit to the Team that loses least by it."""
    o = Outlook(view.state, view.seat)
    able = [a for a in agenda.options(view) if isinstance(a, Allot)]
    return min(able, key=lambda a: (o.harm(a.team), a.team), default=None)


def _aim(view: View[HailfireState]) -> Answer | None:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Barrages)
    call = frame.calls[0]
    found = best_aim(Outlook(view.state, view.seat), call.unit, call.observer, frame.at_once)
    return Aim(found[1]) if found is not None else Pass()


def _effect(view: View[HailfireState]) -> Answer | None:
    """Where it brings more than it costs."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Barrages)
    unit = frame.calls[0].unit
    weight = weight_of(g, unit)
    if weight is None:
        return Effect(False)
    radius = barrage_radius(g, unit, weight, len(firing_mortars(g, unit, frame.spot)))
    spare = g.units[unit].missions > g.battle.rounds - g.round
    worth = Outlook(g, view.seat).shelled(frame.spot, radius, weight.points)
    return Effect(worth > (0 if spare else MISSION))


# ------------------------------------------------------------------ assaults


def _fight(view: View[HailfireState]) -> Answer | None:
    """The blow that brings most; a vehicle that is worth more than its blows drives off."""
    o = Outlook(view.state, view.seat)
    best: tuple[int, Answer] | None = None
    for answer in agenda.options(view):
        value = _blow(o, answer)
        if best is None or value > best[0]:
            best = value, answer
    return best[1] if best is not None else None


def _blow(o: Outlook, answer: Answer) -> int:
    g = o.g
    if isinstance(answer, Strike):
        row, e = g.teams[answer.team].row, g.teams[answer.enemy]
        number = row.assault
        if answer.supported:
            helpers = [t for t in g.touching(answer.enemy) if t != answer.team]
            if not all(g.teams[t].row.small for t in helpers):
                return 0
            number -= len(helpers)
        odds = SURE * min(6, 7 - number) // 6
        if not e.vehicle:
            return odds * o.prize(answer.enemy) // SURE
        at, least = assault_at(g, answer.team)
        return odds * o.pierced(answer.enemy, at, e.row.flank, least=least) // SURE + 1
    if isinstance(answer, Spray):
        guns = g.teams[answer.team].row.machine_guns
        hit = tails(((HIT, guns.rof),))[0] if guns is not None else 0
        return 2 * hit * o.harm(answer.enemy) // SURE
    if isinstance(answer, MoveOff):
        t = g.teams[answer.team]
        risk = 0
        for enemy in g.touching(answer.team) if t.vehicle else ():
            at, least = assault_at(g, enemy)
            hurt = o.pierced(answer.team, at, t.row.flank, least=least)
            risk += hurt * (7 - g.teams[enemy].row.assault) // 6
        return risk
    return 0


def _shift(view: View[HailfireState]) -> Answer | None:
    """Into touch with an enemy whom it is likely to beat; else it stays."""
    g = view.state
    o = Outlook(g, view.seat)
    best: tuple[int, Answer] = 0, Pass()
    for answer in agenda.options(view):
        if isinstance(answer, Shift):
            radius = g.teams[answer.team].row.team_class.radius
            stand = Stand(answer.spot, radius)
            touched = [e for e in o.theirs if near(stand, g.teams[e].stand, CONTACT)]
            value = sum([o.charge((answer.team,), enemy) for enemy in touched])
            if value > best[0]:
                best = value, answer
    return best[1]


# ------------------------------------------------------------------ everything else


def _place(view: View[HailfireState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    if isinstance(frame, Emerging):
        return _come_out(view, frame, chance)
    assert isinstance(frame, SetUp)
    unit = frame.placing[0]
    spots = set_up(g, unit, teams_of(g, unit), chance)
    return SetUpUnit(spots) if spots is not None else None


def _come_out(view: View[HailfireState], frame: Emerging, chance: Chance) -> Answer | None:
    """The best places about the blind."""
    g, most = view.state, frame.reach * frame.reach
    seat = g.units[frame.unit].seat
    near_it = [s for s in candidates(g.scenario, seat) if distance2(s, frame.spot) <= most]
    among = [*frame.places, *[spot for spot in near_it if spot not in frame.places]]
    teams = [team for team in teams_of(g, frame.unit) if not g.teams[team].lost]
    spots = set_up(g, frame.unit, teams, chance, among, frame.why_not)
    return SetUpUnit(spots) if spots is not None else None


def _hide(view: View[HailfireState]) -> Answer | None:
    """Guns and what has few Teams: they fire first, from where nobody expects them."""
    g = view.state
    units = [UnitId(n) for n, unit in enumerate(g.units) if unit.seat == view.seat]
    units.sort(key=lambda u: (len(teams_of(g, u)), u))
    return Hide(tuple(sorted(units[: most_hidden(g, view.seat)])))


def _lay_blinds(view: View[HailfireState], chance: Chance) -> Answer | None:
    cards = [view.card(slot) for slot in view.state.hands[BLINDS + view.seat]]
    units = [hidden_unit(card) for card in cards if card is not None]
    return LayBlinds(lay_blinds(view.state, view.seat, units, chance))


def _unveiling(view: View[HailfireState]) -> Unveil | None:
    """The first blind whose Unit could fire from its place, or observe."""
    g, o = view.state, Outlook(view.state, view.seat)
    for answer in blinds_of(g, view.seat):
        card = view.card(answer.blind)
        unit = NO_UNIT if card is None else hidden_unit(card)
        if unit == NO_UNIT:
            continue
        place = Stand(g.blinds[g.hands[BLINDS + view.seat].index(answer.blind)], 0)
        rows = [g.teams[team].row for team in teams_of(g, unit)]
        reach = max([HIGH if row.observer else row.range for row in rows])
        for enemy in o.theirs:
            stand = g.teams[enemy].stand
            if near(place, stand, reach) and g.ground.sees(place, stand):
                return answer
    return None


THOUGHTS: dict[str, Callable[[View[HailfireState]], Answer | None]] = {
    ACTIVATE.word: _activate,
    ORDER.word: _order,
    LEAD.word: _lead,
    HALT.word: lambda view: Pass(ALL_THE_WAY),
    ALLOT.word: _allot,
    AIM.word: _aim,
    EFFECT.word: _effect,
    FIGHT.word: _fight,
    SHIFTING.word: _shift,
    HIDE.word: _hide,
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
BEGINNINGS: dict[str, Callable[[View[HailfireState], Chance], Answer | None]] = {
    PLACE.word: _place,
    LAY.word: _lay_blinds,
}
"""The same where it takes one of several good places by chance."""
