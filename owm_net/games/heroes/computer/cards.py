"""When a card or a token is worth more than the hope of a better moment. Each play has a worth;
below `keep` it stays in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from owm_net.engine.agenda import options
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Assault, Clash
from owm_net.games.heroes.blast import covered, drifted, exposed
from owm_net.games.heroes.cards.aimed_shot import AIMED_SHOT, AimedShot
from owm_net.games.heroes.cards.artillery import DRIFT, Artillery
from owm_net.games.heroes.cards.aviation import Aviation
from owm_net.games.heroes.cards.battle_rage import BattleRage
from owm_net.games.heroes.cards.battlefield_promotion import BattlefieldPromotion
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.cards.card import CardPlay
from owm_net.games.heroes.cards.counterthrust import Counterthrust
from owm_net.games.heroes.cards.crossed_lines import CrossedLines
from owm_net.games.heroes.cards.dig_in import DIG_IN, DigIn
from owm_net.games.heroes.cards.elastic_defence import ElasticDefence
from owm_net.games.heroes.cards.field_repair import FieldRepair
from owm_net.games.heroes.cards.high_command import HighCommand
from owm_net.games.heroes.cards.lone_marksman import HURT, MARKED, LoneMarksman
from owm_net.games.heroes.cards.pin_down import PinDown
from owm_net.games.heroes.cards.rally import Rally
from owm_net.games.heroes.cards.riders import is_plain_infantry, ridden
from owm_net.games.heroes.cards.second_wind import SecondLook, SecondWind
from owm_net.games.heroes.cards.smoke_grenades import SMOKE_GRENADES
from owm_net.games.heroes.cards.spotter_plane import SpotterPlane, concealed_near
from owm_net.games.heroes.cards.strafing_run import StrafingRun, run
from owm_net.games.heroes.cards.stretcher_bearers import StretcherBearers
from owm_net.games.heroes.cards.wire_tap import WireTap
from owm_net.games.heroes.computer.firing import burst
from owm_net.games.heroes.computer.odds import SURE, reaches
from owm_net.games.heroes.computer.planning import best_deed
from owm_net.games.heroes.computer.plans import Plan
from owm_net.games.heroes.computer.smoking import grenade
from owm_net.games.heroes.computer.weighing import Outlook, supposing
from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.hardboiled import Steady
from owm_net.games.heroes.hidden import card_key
from owm_net.games.heroes.ids import NO_UNIT, CardKey, Hidden, UnitId
from owm_net.games.heroes.shooting import LENT, Frighten, Guarding, Shooting, shot, why_not_target
from owm_net.games.heroes.terms import DIE, Pattern, UnitType
from owm_net.games.heroes.veteran import Reroll
from owm_net.games.heroes.wounds import Substitute, Wounding

KEPT = 40
"""What a card may bring at a better moment, in the first rounds; less in the last ones."""
A_TOKEN = 20
"""Likewise a token of an option."""
AN_ORDER = 35
"""The worth of an order more in the next round."""
RAGED = 30
"""Percent of what is fought for in an assault that 2 more on the result are worth."""
REPAIRED = 25
"""Percent of a vehicle's worth that a Damage marker takes."""
FOUND = 40
"""The worth of knowing who a concealed enemy is, who may be fired at then."""
AGAINST_VEHICLES = tuple(map(CardKey, ("panzerfaust", "tank_hunters")))
FOR_TANKS = CardKey("field_repair")
NEVER_PLAYED = tuple(map(CardKey, ("speed_setup", "marching_fire", "forced_march", "rally")))
"""Cards that it never or hardly plays, so that any other is better."""


def keep(o: Outlook, play: Answer) -> int:
    """Return what a play must bring at least."""
    most = KEPT if isinstance(play, CardPlay) else A_TOKEN
    return 1 if not o.left else most * (o.left + 2) // (o.g.battle.rounds + 1)


def best_play(o: Outlook, offered: Iterable[Answer] | None = None) -> Answer | None:
    """The play at this question that brings most above what it must; None for none. offered: the
    answers to look at, by default all."""
    best: tuple[int, Answer] | None = None
    for answer in options(o.view) if offered is None else offered:
        weigh = WORTH.get(type(answer)) or next(
            (w for cls, w in FAMILIES.items() if isinstance(answer, cls)), None
        )
        if weigh is not None:
            value = weigh(o, answer) - keep(o, answer)
            if value > 0 and (best is None or value > best[0]):
                best = value, answer
    return None if best is None else best[1]


def play_or_pass(o: Outlook, chance: Chance) -> Answer:
    """The best play, or none."""
    return best_play(o) or Pass()


def ridden_by(o: Outlook, unit: UnitId, plan: Plan) -> Plan:
    """Return a deed with the card that makes most of it, or that gives it a weapon, if that is
    worth the card."""
    g, best = o.g, plan
    least = KEPT * (o.left + 2) // (g.battle.rounds + 1) if o.left else 1
    for key, card in ridden(o.view, o.seat):
        if key == AIMED_SHOT and len(plan.targets) == 1 and not plan.cards:
            target, suppressive = plan.targets[0], plan.suppressive
            laid = o.armed(unit, plan.weapon)
            plain = laid.fire_worth(unit, target, suppressive, spend=plan.spend)
            aimed = laid.fire_worth(unit, target, suppressive, spend=plan.spend, cards=(key,))
            value = plan.value + aimed - plain - least
            if value > best.value:
                best = evolve(plan, value=value, cards=(card,))
        if key in LENT and is_plain_infantry(g, unit):
            for enemy in o.theirs:
                if why_not_target(g, unit, enemy, False, None, (key,)) is None:
                    value = o.fire_worth(unit, enemy, False, cards=(key,)) - least
                    if value > best.value:
                        best = Plan(value=value, fires=True, targets=(enemy,), cards=(card,))
        if key == SMOKE_GRENADES and not (plan.cards or plan.emerges or plan.drives):
            value, vertex = grenade(o, unit, plan)
            value += plan.value - least
            if value > best.value and not (plan.weapons or plan.mark != NO_UNIT):
                best = evolve(plan, value=value, cards=(card,), smoke=vertex)
    return best


# -- what plays bring ----------------------------------------------------------------------


def _shooting(o: Outlook) -> Shooting | None:
    """The shot that is fired just now."""
    found = [f for f in o.g.agenda if isinstance(f, Shooting)]
    return found[-1] if found else None


def _guard(o: Outlook, extra: CardKey) -> int:
    """Return what a card changes in a shot."""
    f, guarding = _shooting(o), o.g.agenda[-1]
    assert f is not None and isinstance(guarding, Guarding)
    worth = []
    for cards in (guarding.cards, (*guarding.cards, extra)):
        made = shot(o.g, f.firer, f.target, f.suppressive, f.moving, f.share, f.spend, cards)
        need = made.defence - made.result(0)
        if f.suppressive:
            worth.append(reaches(need) * 30 // SURE)
        else:
            worth.append(o.worth_of(f.target, need, made.defence))
    return abs(worth[1] - worth[0])


def _again(o: Outlook, answer: Any) -> int:
    """Return what a new die brings to a shot, or to dice in an assault."""
    f, look = _shooting(o), o.g.agenda[-1]
    if f is None or isinstance(look, SecondLook):  # dice that a shot has led to are not the shot
        best = max(look.dice) if isinstance(look, SecondLook) else DIE
        return 15 * (4 - best)
    made = f.shot(o.g)
    need = made.defence - made.result(0)
    if f.suppressive:
        return reaches(need) * o.pinned(f.target, 1) // SURE if not f.effect(o.g) else 0
    now = f.effect(o.g)
    hit, end = o.harm(f.target)
    if not now:
        return o.worth_of(f.target, need, made.defence)
    return reaches(need + made.defence) * (end - hit) // SURE


def _pin(o: Outlook, answer: Any) -> int:
    f = _shooting(o)
    return 0 if f is None else o.pinned(f.target, 1)


def _substitute(o: Outlook, answer: Substitute) -> int:
    """Another takes the hit that loses less by it."""
    wound = o.g.agenda[-1]
    assert isinstance(wound, Wounding)
    return o.harm(wound.target)[0] - o.harm(answer.unit)[0] + A_TOKEN


def _fall_back(o: Outlook, answer: ElasticDefence) -> int:
    wound = o.g.agenda[-1]
    assert isinstance(wound, Wounding)
    return o.place(wound.struck, answer.to) - o.place(wound.struck, o.g.units[wound.struck].at)


def _rage(o: Outlook, answer: BattleRage) -> int:
    f = o.g.agenda[-1]
    assert isinstance(f, Clash)
    return sum([o.harm(unit)[0] for unit in f.fighting]) * RAGED // 100


def _steady(o: Outlook, answer: Steady) -> int:
    """A marker less on a unit that has an order still."""
    g, total = o.g, 0
    for unit in answer.units:
        u = g.units[unit]
        if o.ordered(unit) or isinstance(g.agenda[-1], Clash):
            total += o.best_of(unit, u.with_(suppressed=u.suppressed - 1)) - o.best_of(unit, u)
            total += 5
    return total


def _burst_in(o: Outlook, answer: BurstIntoAction) -> int:
    """Return what a unit does at once; its own order, if it has one, is lost."""
    deed = best_deed(o, answer.unit, orders=False).value
    return deed // 3 if o.ordered(answer.unit) else deed


def _snipe(o: Outlook, answer: LoneMarksman) -> int:
    g, unit = o.g, answer.target
    less = 1 if g.ground.cells[g.units[unit].at].defence else 0
    hits, marks = reaches(HURT + less), reaches(MARKED + less) - reaches(HURT + less)
    return (hits * o.harm(unit)[0] + marks * o.pinned(unit, 1)) // SURE


def _strike(o: Outlook, answer: Artillery) -> int:
    """A strike, wherever it drifts."""
    g, total = o.g, 0
    bonus = dict(answer.bonus)
    for die in range(1, DIE + 1):
        down = drifted(Pattern.BLACK, answer.vertex, die, DRIFT)
        for unit in exposed(g, covered(g, Pattern.BLACK, down)):
            if bonus:
                total += burst(o, unit, bonus, 0, inside=False)
            elif g.units[unit].kind is not UnitType.HEAVY:
                own = not g.hostile(g.units[unit].seat, o.seat)
                total += -20 if own else o.pinned(unit, 1)
    return total // DIE


def _sortie(o: Outlook, answer: Any) -> int:
    """An aircraft on those it aims at; a third of them is driven off."""
    g = o.g
    bonus = dict(answer.bonus)
    if isinstance(answer, StrafingRun):
        caught = exposed(g, [s for s in run(answer.start, answer.course) if s in g.ground.cells])
    else:
        target = getattr(answer, "target", NO_UNIT)
        caught = [UnitId(target)] if g.known(target) else []
    return sum([burst(o, unit, bonus, 0, inside=False) for unit in caught]) * 2 // 3


def _cross(o: Outlook, answer: CrossedLines) -> int:
    return o.threat(answer.unit)


def _repair(o: Outlook, answer: FieldRepair) -> int:
    return o.harm(answer.unit)[1] * REPAIRED // 100 if o.left else 0


def _spot(o: Outlook, answer: SpotterPlane) -> int:
    """A third of the planes is driven off."""
    return FOUND * len(concealed_near(o.g, o.seat, answer.space)) * 2 // 3 if o.left else 0


def _tap(o: Outlook, answer: WireTap) -> int:
    """The more one doubts, the more it is worth to know."""
    unit, odds = answer.unit, o.ordered(answer.unit)
    return o.best_of(unit, o.g.units[unit]) * odds * (SURE - odds) // (SURE * SURE)


def _rally(o: Outlook, answer: Rally) -> int:
    """Beyond the marker that goes anyway."""
    return 15 * (o.g.units[answer.unit].suppressed - 1) if o.left else 0


def _heal(o: Outlook, answer: StretcherBearers) -> int:
    g = o.g
    whole = supposing(g, answer.unit, face=g.units[answer.unit].piece.deploys[0])
    return (Outlook(View(whole, o.seat, o.view.known)).harm(answer.unit)[0]) + A_TOKEN


def _counter(o: Outlook, answer: Counterthrust) -> int:
    fight = o.g.agenda[-1]
    return o.pinned(fight.attacker, 2) + A_TOKEN if isinstance(fight, Assault) else 0


WORTH: dict[type, Callable[[Outlook, Any], int]] = {
    DigIn: lambda o, answer: _guard(o, DIG_IN),
    AimedShot: lambda o, answer: _guard(o, AIMED_SHOT),
    SecondWind: _again,
    Reroll: _again,
    PinDown: _pin,
    Frighten: lambda o, answer: KEPT + _pin(o, answer),
    Substitute: _substitute,
    ElasticDefence: _fall_back,
    BattleRage: _rage,
    Steady: _steady,
    BurstIntoAction: _burst_in,
    LoneMarksman: _snipe,
    CrossedLines: _cross,
    Rally: _rally,
    FieldRepair: _repair,
    SpotterPlane: _spot,
    WireTap: _tap,
    StretcherBearers: _heal,
    Counterthrust: _counter,
    HighCommand: lambda o, answer: AN_ORDER + KEPT // 2,
    BattlefieldPromotion: lambda o, answer: AN_ORDER + KEPT // 2,
}
FAMILIES: dict[type, Callable[[Outlook, Any], int]] = {Artillery: _strike, Aviation: _sortie}
"""What each play brings; those that are not listed stay in the hand."""


def discard(o: Outlook, chance: Chance) -> Discard:
    """Return what will not be of use goes; if one must go, the first."""
    hand = o.g.hands[o.seat]
    keys = {slot: card_key(c) for slot in hand if (c := o.view.card(slot)) is not None}
    bad = [
        Hidden(slot)
        for slot, key in keys.items()
        if key in NEVER_PLAYED or not is_of_use(o, key, o.seat)
    ]
    if getattr(o.g.agenda[-1], "over", False):
        return Discard((bad[0] if bad else Hidden(hand[0]),))
    return Discard(tuple(bad))


def is_of_use(o: Outlook, key: CardKey, seat: Seat) -> bool:
    """Return True if a seat of one's side may still play a card, by what is on the map."""
    g = o.g
    if key == FOR_TANKS:
        return any(g.units[n].kind is UnitType.HEAVY for n in g.on_map(seat))
    return key not in AGAINST_VEHICLES or any(g.units[e].kind.vehicle for e in o.theirs)
