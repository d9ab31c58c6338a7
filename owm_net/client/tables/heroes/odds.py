"""The odds of shots and assaults, from the rules' own sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from owm_net.client.language import tr, tr_n
from owm_net.client.tables.heroes.people import name
from owm_net.client.words import because
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.heroes.assault import Parts, attack, defence, dice_of, retreats
from owm_net.games.heroes.barrage import batteries
from owm_net.games.heroes.blast import covered, exposed, standing
from owm_net.games.heroes.cards import artillery
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.cards.card import Cards
from owm_net.games.heroes.cards.lone_marksman import BOTH, HURT, MARKED
from owm_net.games.heroes.equipment import Spend
from owm_net.games.heroes.grid import FLANK
from owm_net.games.heroes.ids import NO_VERTEX, CounterKey, Space, UnitId, Vertex
from owm_net.games.heroes.looking import placed, retreat_ways
from owm_net.games.heroes.options import firm, shelter
from owm_net.games.heroes.patterns import aims, is_clear, ordnance
from owm_net.games.heroes.shooting import best_aim, shot, targets, weapon_of
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, HitSymbol, Pattern, UnitType
from owm_net.games.heroes.words import space_name

FACES = range(1, DIE + 1)


def percent(hits: int, of: int) -> str:
    """A chance as people read it."""
    return f"{round(100 * hits / of)}%"


def parts_line(parts: Parts) -> str:
    """A sum part by part: "die, combat bonus +2, range -2"."""
    return ", ".join([tr("die"), *[f"{tr(word)} {n:+}" for word, n in parts]])


def shot_lines(
    g: HeroesState,
    firer: UnitId,
    target: UnitId,
    suppressive: bool = False,
    moving: bool = False,
    share: int | None = None,
    spend: Spend = (),
    cards: Cards = (),
) -> list[str]:
    """Of a shot as things stand: how likely a hit is, what the die must show, and the sum."""
    made = shot(g, firer, target, suppressive, moving, share, spend, cards)
    weapon = weapon_of(g.units[firer], cards, spend)
    dual = Ability.DUAL_WEAPON in weapon.abilities
    rolls = list(product(FACES, repeat=2)) if dual else [(face,) for face in FACES]
    results = [made.result(max(roll)) for roll in rolls]
    once = sum([made.defence <= r < 2 * made.defence for r in results])
    twice = sum([r >= 2 * made.defence for r in results])
    need = made.defence - made.bonus + made.penalty
    printed, parts = best_aim(g, firer, target, cards, spend).defence, parts_line(made.parts)
    told = tr("{sum}; against defence {n}", sum=parts, n=made.defence)
    if cover := made.defence - printed:
        against = {"n": made.defence, "printed": printed, "cover": cover}
        told = tr("{sum}; against {n} = defence {printed} + cover {cover}", sum=parts, **against)
    why = [line for line in (told, _side(g, firer, target, cards, spend)) if line]
    if need > DIE:
        return [tr("no die can hit: no effect"), *why]
    total = len(rolls)
    if suppressive:
        text = tr(
            "1 marker {one}, 2 markers {two}", one=percent(once, total), two=percent(twice, total)
        )
    else:
        hit = _hit(g, target)
        text = tr(
            "hit {one} ({hit}), eliminated at once {two}",
            one=percent(once, total),
            hit=hit,
            two=percent(twice, total),
        )
    lines = [text, why[0], tr("needs a die of {n} or more", n=max(1, need)), *why[1:]]
    dice = weapon.abilities.get(Ability.DESTRUCTION, 0)
    if dice and g.ground.cells[g.units[target].at].overlay in g.ground.structures:
        lines.append(
            tr_n(
                "then {n} die against the structure: 4 and more counts",
                "then {n} dice against the structure: each 4 and more counts",
                dice,
            )
        )
    return lines


def snipe_lines(g: HeroesState, unit: UnitId, target: UnitId) -> list[str]:
    """Of a Sniper's die: what is taken off it, and how likely each row of the table is."""
    parts = [
        (say("suppressed"), -PRESSED * g.units[unit].suppressed),
        (say("obstacles"), -best_aim(g, unit, target).hidden),
    ]
    results = [face + sum([n for _, n in parts]) for face in FACES]
    hurt = sum(HURT <= r < BOTH for r in results)
    both = sum(r >= BOTH for r in results)
    marked = sum(MARKED <= r < HURT for r in results)
    return [
        parts_line(tuple([part for part in parts if part[1]])),
        tr(
            "marker {one}, hit {two}, hit and marker {three}",
            one=percent(marked, DIE),
            two=percent(hurt, DIE),
            three=percent(both, DIE),
        ),
        tr("a hit: {hit}", hit=_hit(g, target)),
    ]


def _hit(g: HeroesState, target: UnitId) -> str:
    t = g.units[target]
    if t.kind is UnitType.HEAVY:
        return tr("a location is rolled")
    return tr("turned over") if t.up.hit is HitSymbol.STEP else tr("eliminated")


def _side(g: HeroesState, firer: UnitId, target: UnitId, cards: Cards, spend: Spend) -> str:
    """Say which defence of a heavy vehicle counts, and why the aim is there."""
    printed = g.units[target].up.defence
    if len(printed) < 2:
        return ""
    aim = best_aim(g, firer, target, cards, spend)
    names = (tr("front"), tr("side"), tr("rear"))
    sides = [f"{names[n]} {value}" for n, value in enumerate(printed[:3])]
    counts = names[printed.index(aim.defence)] if aim.defence in printed else ""
    return tr("{all}: the {side} counts", all=", ".join(sides), side=counts)


def assault_odds(
    g: HeroesState, attacker: UnitId, defender: UnitId, start: Space
) -> tuple[int, int, int, int]:
    """In how many of all rolls the attacker wins, ties, loses; and how many there are. start: from
    where it assaults."""
    a, d = g.units[attacker], g.units[defender]
    plus = sum([n for _, n in attack(g, attacker, defender)])
    minus = sum([n for _, n in defence(g, defender, attacker, start)])
    own = [max(roll) for roll in product(FACES, repeat=dice_of(a, attacks=True))]
    theirs = [max(roll) for roll in product(FACES, repeat=dice_of(d, attacks=False))]
    margins = [x + plus - y - minus for x in own for y in theirs]
    won, tied = sum(m > 0 for m in margins), sum(m == 0 for m in margins)
    return won, tied, len(margins) - won - tied, len(margins)


def assault_lines(g: HeroesState, attacker: UnitId, defender: UnitId, start: Space) -> list[str]:
    """Of an assault as things stand: how likely each end is, what it means, where the defender
    retreats to, and both sums."""
    a, d = g.units[attacker], g.units[defender]
    *ends, total = assault_odds(g, attacker, defender, start)
    won, tied, lost = [percent(n, total) for n in ends]
    lines = [tr("wins {won}, ties {tied}, loses {lost}", won=won, tied=tied, lost=lost)]
    retreat: list[str] = []
    if d.kind is not UnitType.INFANTRY:
        means = tr("the vehicle is hit, you stay")
    elif d.up.hit is HitSymbol.LAST:
        means = tr("it is eliminated and you advance")
    else:
        means = tr("it is turned over, retreats and you advance")
        retreat = retreat_lines(placed(g, attacker, start), defender, start)
    lines.append(tr("won: {what}", what=means))
    hurt = tr("you are eliminated") if a.up.hit is HitSymbol.LAST else tr("you are turned over")
    lines += [tr("lost: {what}; tied: nothing", what=hurt), *retreat]
    return [*lines, *_sums(g, attacker, defender, start)]


def _sums(g: HeroesState, attacker: UnitId, defender: UnitId, start: Space) -> Iterator[str]:
    """The dice of each side, and what is added to them."""
    a, d = g.units[attacker], g.units[defender]
    for who, n, parts in (
        (attacker, dice_of(a, attacks=True), attack(g, attacker, defender)),
        (defender, dice_of(d, attacks=False), defence(g, defender, attacker, start)),
    ):
        said = {"who": name(g, who), "parts": _plus(parts)}
        if n > 1:
            yield tr("{who}: best of {n} dice{parts}", n=n, **said)
        else:
            yield tr("{who}: a die{parts}", **said)


def _plus(parts: Parts) -> str:
    return "".join([f", {tr(word)} {n:+}" for word, n in parts])


def retreat_lines(g: HeroesState, unit: UnitId, start: Space) -> list[str]:
    """Where a unit that is beaten from there may retreat to, and why not elsewhere."""
    free = [space_name(g, space) for space in retreats(g, unit, start)]
    none = tr("no space to retreat to: eliminated")
    lines = [tr("may retreat to {spaces}", spaces=", ".join(free)) if free else none]
    shut = {s: no for s, no in retreat_ways(g, unit, start).items() if no is not None}
    return [*lines, *[f"{space_name(g, s)}: {because(no.why, no.rule)}" for s, no in shut.items()]]


def blast_lines(g: HeroesState, unit: UnitId, spend: Spend, vertex: Vertex) -> list[str]:
    """Say which units an attack at an intersection hits, how likely, and where it drifts."""
    what = ordnance(g, unit, spend)
    if what is None:
        return [tr("Click a structure.")]
    if vertex == NO_VERTEX:
        return [tr("Click an intersection, or a room or position."), tr("Red: friends.")]
    less = PRESSED * g.units[unit].suppressed
    spaces = covered(g, what.pattern, vertex)
    lines = _struck(g, spaces, dict(what.bonus), less, g.units[unit].seat)
    if what.scatter and not is_clear(g, unit, vertex):
        lines.append(tr("drifts with 1-4 by {n}; 5 and 6 on target", n=what.scatter))
    else:
        lines.append(tr("clear: no scatter"))
    if what.destruction:
        lines.append(structure_line(what.destruction))
    return lines


def barrage_line(g: HeroesState, commander: UnitId, weapons: CounterKey) -> str:
    """Tell how many weapons of a barrage have a target."""
    ready = batteries(g, commander).get(weapons, [])
    able = [u for u in ready if next(targets(g, u), None) or next(aims(g, u, ()), None)]
    if not able:
        return tr("No weapon of it has a target: the order would do nothing.")
    return tr_n("{n} weapon has a target.", "{n} weapons have a target.", len(able))


def structure_line(dice: int) -> str:
    """How many dice demolish."""
    return tr_n("{n} die against each structure", "{n} dice against each structure", dice)


def strike_lines(g: HeroesState, card: type[Artillery], vertex: Vertex, seat: Seat) -> list[str]:
    """The same of a card of artillery, which a seat plays."""
    spaces = covered(g, Pattern.BLACK, vertex)
    if card.bonus:
        lines = _struck(g, spaces, card.bonus, 0, seat)
    else:
        light = [u for u in exposed(g, spaces) if g.units[u].kind is not UnitType.HEAVY]
        lines = [tr("{unit}: suppressed", unit=name(g, u)) for u in light]
    return [*lines, tr("drifts with 1-4 by {n}; 5 and 6 on target", n=artillery.DRIFT)]


def _struck(
    g: HeroesState, spaces: list[Space], bonus: Mapping[UnitType, int], less: int, seat: Seat
) -> list[str]:
    """Each unit under a pattern: how likely it is hit, or why it is not."""
    lines, reached = [], exposed(g, spaces)
    for target in standing(g, spaces):
        t = g.units[target]
        if target not in reached:
            lines.append(tr("{unit}: not reached in a building", unit=name(g, target)))
            continue
        if t.kind not in bonus:
            continue
        cell = 0 if t.kind.vehicle else g.ground.cells[t.at].defence
        printed = t.up.defence[FLANK if t.kind is UnitType.HEAVY else 0]
        need = printed + shelter(g, target, cell) + firm(g, target)
        hits = sum(face + bonus[t.kind] - less >= need for face in FACES)
        text = tr("{unit}: hit {chance}", unit=name(g, target), chance=percent(hits, DIE))
        lines.append(tr("Yours: {what}", what=text) if t.seat == seat else text)
    return lines
