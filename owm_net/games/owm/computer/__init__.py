"""The computer player of OWM at Private level. It sees nothing but its view.

Every action of a turn gets a value in hundredths of a soldier point, by the exact odds of `odds`:
what an attack removes, what a place is worth for the rounds to come (the fire from it, the fire
into it, the way to the objective), what a card in the hand is worth. The best action is begun, or
the best pair while two are left; the next request is thought out afresh. Integers only; what chance
decides comes from the stream it is handed.

Here is the door, and each small decision. `plans`: a turn's plans. `mind`: what shots, places and
cards are worth. `squads`: whom it takes. `temper`: how it weighs things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.agenda import Kind
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.actions import Heal, Recognise
from owm_net.games.owm.actions.attack import SHOOTER, AttackOrder, CeaseFire, Shoot
from owm_net.games.owm.actions.attack_truck import TRUCK_SHOOTER, TruckAttack
from owm_net.games.owm.actions.rally import RALLIED, Rallied, RallyOrder
from owm_net.games.owm.assault import (
    GO_BACK,
    LINE,
    SLIP_AWAY,
    STAND,
    Assault,
    AssaultLine,
    Retreat,
    Stand,
)
from owm_net.games.owm.computer.mind import Mind, best_commander
from owm_net.games.owm.computer.plans import Planner, truck_odds
from owm_net.games.owm.computer.squads import choose_soldiers, split_squad
from owm_net.games.owm.computer.temper import STANDARD, Temper
from owm_net.games.owm.directions import drifted
from owm_net.games.owm.firing import is_doubled, lethality, modifiers, valid_targets
from owm_net.games.owm.forced_retreat import RETREAT_TO, ForcedRetreat
from owm_net.games.owm.ids import NO_CELL, Cell, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.movement import COMMANDER, Arrive, TakeCommand
from owm_net.games.owm.operations.artillery import SHELL, Artillery
from owm_net.games.owm.rounds import REPAIR, TryRepair
from owm_net.games.owm.set_up import (
    AGREE,
    DIVISION,
    LEAST_POINTS,
    SPLIT,
    SPLIT_FIRETEAMS,
    SQUAD,
    START_AT,
    AgreeSplit,
    FormSquad,
    SetUp,
    SplitFireteams,
    SplitPoints,
    StartAt,
    start_cells,
)
from owm_net.games.owm.state import CATALOG, STANDS, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.turn import ACTION, Turn


def play(view: View[OwmState], chance: Chance, temper: Temper = STANDARD) -> Answer:
    """The answer of the view's seat to what is asked."""
    thought = ANSWERS.get(agenda.kind_of(view))
    return thought(view, chance, temper) if thought is not None else unthought(view, chance)


def unthought(view: View[OwmState], chance: Chance) -> Answer:
    """Where nothing is weighed: a pass if one is allowed, else any answer that is, by chance."""
    passes = agenda.kind_of(view).passes and agenda.why_not(view, Pass()) is None
    return Pass() if passes else agenda.sample(view, chance)


# -- set-up ----------------------------------------------------------------------------------


def _division(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Any that may be taken, by chance."""
    top = view.state.agenda[-1]
    assert isinstance(top, SetUp)
    allowed = [a for a in top.offers_division(view) if top.why_not_division(view, a) is None]
    return allowed[chance.below(len(allowed))]


def _split(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Half for each of the two, give or take two points."""
    total = view.state.card.squad_points
    wanted = total // 2 - 2 + chance.below(5)
    return SplitPoints(max(LEAST_POINTS, min(wanted, total - LEAST_POINTS)))


def _split_fireteams(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Half of the places for each of the two."""
    g = view.state
    places = len(start_cells(g, g.sides[view.seat]))
    return SplitFireteams(min(g.card.max_fireteams, places // 2))


def _agree(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Yes, unless the partner takes two thirds of the points."""
    top = view.state.agenda[-1]
    assert isinstance(top, SetUp)
    return AgreeSplit(3 * top.allowance[view.seat] >= view.state.card.squad_points)


def _squad(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """A squad in one of several styles; with two divisions half the points for each."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, SetUp)
    divisions = g.divisions[view.seat]
    lines: list[tuple[SoldierId, ...]] = []
    room = top.room[view.seat]
    for key in divisions:
        budget = top.allowance[view.seat] // len(divisions)
        style = temper.styles[chance.below(len(temper.styles))]
        parts = temper.teams[chance.below(len(temper.teams))]
        largest = g.largest(g.sides[view.seat])
        most = min(top.most_fireteams(g, view.seat), room // len(divisions))
        chosen = choose_soldiers(key, budget, style, chance, largest * most)
        led = [s for s in chosen if CATALOG.soldiers[s].is_leader]
        most = min(most, len(led))
        while len(chosen) > largest * most:  # the last of those whom nobody could lead stays away
            chosen.remove(next(s for s in reversed(chosen) if s not in led))
        fewest = -(-len(chosen) // largest)
        lines += split_squad(chosen, max(fewest, min(parts, most, len(chosen))))
    return FormSquad(tuple(lines))


def _start_at(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Near the objective, in cover, a fast way ahead."""
    g = view.state
    free = [c for c in start_cells(g, g.sides[view.seat]) if not g.fireteams_at(c)]
    goal, _ = rules_of(g).goal(g, g.sides[view.seat])

    def merit(cell: Cell) -> int:
        terrain = TERRAINS.at(g.ground, cell)
        near = -60 * g.ground.distance(cell, goal)
        return near + 10 * terrain.defense + 8 * terrain.attack + chance.below(25)

    return StartAt(max(free, key=merit))


# -- small decisions -------------------------------------------------------------------------


def _repair(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Always: it costs nothing but a card."""
    return TryRepair(True)


def _shooter(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best shot that is left; none where a jam is likelier than a hit."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, AttackOrder)
    team, target = g.fireteams[top.fireteam], g.fireteams[top.target]
    targets = odds.Targets.of([g.soldiers[s] for s in valid_targets(g, target)])
    plus = sum(n for _, n in modifiers(g, team, target, top.from_stealth))
    best: tuple[int, Answer] = (0, CeaseFire())
    if top.why_not_shooter(view, CeaseFire()) is not None:  # by a trait somebody must
        best = (-odds.SCALE, CeaseFire())
    for soldier in g.members(team.id):
        answer = Shoot(soldier.id)
        if top.why_not_shooter(view, answer) is not None:
            continue
        colours = lethality(g, soldier, team, target)
        flips = 2 if is_doubled(g, soldier, team, target) else 1
        gain = odds.shot_value(colours, soldier.card.discipline, flips, plus, targets)
        gain -= 2 * len(colours)  # a jam
        if gain > best[0]:
            best = (gain, answer)
    return best[1]


def _truck_shooter(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best shot that is left, as long as one can do something."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, TruckAttack)
    shots = truck_odds(g, g.fireteams[top.fireteam])
    left = [(p, -s) for s, p in shots if s not in top.fired and p > 0]
    return Shoot(SoldierId(-max(left)[1])) if left else CeaseFire()


def _go_back(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best of the places it may go to."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    mind, team = Mind(view, temper), g.fireteams[top.mover]
    away = [team.with_(cell=cell, dug_in=False) for cell in top.exits(g, team.id)]
    return Retreat(max(away, key=lambda there: mind.position(there, there.cell)).cell)


def _rallied(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Those with the most points, soldiers whose weapons work before all others."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, RallyOrder)
    members = g.members(top.fireteam)
    down = [s for s in members if s.status is Status.SUPPRESSED and s.id not in top.unmoved]
    down.sort(key=lambda s: (s.jammed, -s.card.points, s.id))
    return Rallied(tuple([s.id for s in down[: top.number]]))


def _commander(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Of those who may be in command, the one with the best Discipline."""
    top = view.state.agenda[-1]
    assert isinstance(top, Arrive)
    return TakeCommand(best_commander(view.state, top.fireteam))


def _assault_line(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best fighters first, the wounded last."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    own = g.fireteams[top.mover]
    if own.seat != view.seat:
        own = g.fireteams[top.other]
    return AssaultLine(tuple([s.id for s in odds.fighters(g.members(own.id))]))


def _stand(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Go if the next rounds cost more than the retreat."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    team = g.fireteams[top.asked[-1]]
    attacker = team.id == top.mover
    enemy = g.fireteams[top.other if attacker else top.mover]
    return _stay_or_go(view, temper, top, team, enemy, top.exits(g, team.id), suppressed=True)


def _slip_away(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The same question, but nobody is suppressed by going (OWM-ASLT-09)."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    team, enemy = g.fireteams[top.other], g.fireteams[top.mover]
    return _stay_or_go(view, temper, top, team, enemy, top.exits(g, team.id), suppressed=False)


def _stay_or_go(
    view: View[OwmState],
    temper: Temper,
    fight: Assault,
    team: Fireteam,
    enemy: Fireteam,
    exits: Sequence[Cell],
    suppressed: bool,
) -> Answer:
    g = view.state
    mind = Mind(view, temper)
    attacker = team.id == fight.mover
    established = int(fight.other_established)
    flanking = int(fight.mover_flanks)
    edges = (flanking, established) if attacker else (established, flanking)
    course = odds.melee(
        odds.fighters(g.members(team.id)),
        odds.fighters(g.members(enemy.id)),
        *edges,
        rounds=2,
        level=g.level,
    )
    place = mind.stake if team.cell == mind.goal else 100
    stay = course.gain + place * (course.wins - odds.SCALE // 2) * 2 // odds.SCALE
    best: tuple[int, Answer] = (stay, Stand())
    for cell in exits:
        left = team.with_(cell=cell, dug_in=False, heading=STANDS)
        go = mind.horizon * mind.position(left, cell) - place
        if suppressed:
            ready = [s for s in g.members(team.id) if s.status is Status.READY]
            go -= sum(odds.worth(s) for s in ready) * temper.pinned // 100
        if go > best[0]:
            best = (go, Retreat(cell))
    return best[1]


# -- an action -------------------------------------------------------------------------------


def _action(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Take free actions first: looks at hidden enemies, treatments; then the best plan's first
    step."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Turn)
    team = g.fireteams[top.fireteam]
    commander = best_commander(g, team.id)
    for enemy in g.enemies(view.seat):  # looking costs nothing
        look = Recognise(enemy.id, commander)
        if enemy.stealthed and top.why_not_action(view, look) is None:
            return look
    treatments = [a for a in Heal.offers(view, top) if top.why_not_action(view, a) is None]
    if treatments:  # nor does this
        return max(treatments, key=lambda a: g.soldiers[a.soldier].card.points)
    planner = Planner(Mind(view, temper), top, team)
    return planner.any(chance) if chance.below(100) < temper.whim else planner.best()


def _shell(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The Terrain where shells are worth most, wherever the wind may drive them."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Artillery)
    sides = g.card.wind.sides

    def gain(cell: Cell) -> int:
        falls = [drifted(g.ground, cell, n) for n in range(1, sides + 1)]
        there = [t for fall in falls for t in g.fireteams_at(fall) if fall != NO_CELL]
        own = g.sides[view.seat]
        return sum((-1 if g.sides[t.seat] is own else 1) * len(t.line) for t in there)

    targets = [a for a in top.offers_shell(view) if top.why_not_shell(view, a) is None]
    return max(targets, key=lambda answer: gain(answer.cell))


def _retreat_to(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """To the best cover."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, ForcedRetreat)
    ways = [a for a in top.offers_retreat_to(view) if top.why_not_retreat_to(view, a) is None]
    return max(ways, key=lambda answer: TERRAINS.at(g.ground, answer.cell).defense)


ANSWERS: dict[Kind[Any], Callable[[View[OwmState], Chance, Temper], Answer]] = {
    DIVISION: _division,
    SPLIT: _split,
    SPLIT_FIRETEAMS: _split_fireteams,
    AGREE: _agree,
    SQUAD: _squad,
    START_AT: _start_at,
    ACTION: _action,
    SHOOTER: _shooter,
    TRUCK_SHOOTER: _truck_shooter,
    GO_BACK: _go_back,
    RALLIED: _rallied,
    REPAIR: _repair,
    COMMANDER: _commander,
    LINE: _assault_line,
    STAND: _stand,
    SLIP_AWAY: _slip_away,
    SHELL: _shell,
    RETREAT_TO: _retreat_to,
}
"""The kinds of decision that are thought out; at all others, `unthought`."""
