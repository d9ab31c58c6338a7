"""Fire: at units, at two of them, at intersections, by a barrage."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.games.heroes.barrage import batteries
from owm_net.games.heroes.blast import covered, drifted, exposed
from owm_net.games.heroes.cards.lone_marksman import BOTH, HURT, MARKED
from owm_net.games.heroes.computer.odds import SURE, reaches
from owm_net.games.heroes.computer.plans import Plan, best
from owm_net.games.heroes.computer.weighing import OWN_LOSS, Outlook
from owm_net.games.heroes.equipment import AMMO, BELT, SHELLS, Spend, why_not_spend
from owm_net.games.heroes.grid import FLANK
from owm_net.games.heroes.ids import (
    NO_UNIT,
    OFF_MAP,
    Share,
    Space,
    StructureId,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.options import firm, shelter
from owm_net.games.heroes.patterns import contained, destruction, is_clear, ordnance, throws
from owm_net.games.heroes.shooting import (
    best_aim,
    launches,
    shot,
    targets,
    why_not_volley,
)
from owm_net.games.heroes.sniper import marks
from owm_net.games.heroes.structures import BREAKS
from owm_net.games.heroes.terms import DIE, PRESSED, SPLIT_REACH, Ability, UnitType

TOKEN = 25
"""What a token of equipment must bring to be spent."""

# -- fire ----------------------------------------------------------------------------------


def fire(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Every shot from where it stands."""
    g = o.g
    found = list(targets(g, unit))
    for target, suppressive in found:
        value = o.fire_worth(unit, target, suppressive)
        yield Plan(value=value, fires=True, targets=(target,), suppressive=suppressive)
        for spend in _tokens(o, unit, target):
            more = o.fire_worth(unit, target, suppressive, spend=spend) - TOKEN * len(spend)
            yield Plan(
                value=more, fires=True, targets=(target,), suppressive=suppressive, spend=spend
            )
    for target, spend in launches(g, unit):
        value = o.fire_worth(unit, target, False, spend=spend) - TOKEN
        yield Plan(value=value, fires=True, targets=(target,), spend=spend)
    for target in marks(g, unit):
        yield Plan(value=snipe_worth(o, unit, target), fires=True, mark=target)
    yield from _split(o, unit, found)
    for spend, vertex, into in throws(g, unit):
        value = blast_worth(o, unit, spend, vertex, into) - TOKEN * len(spend)
        yield Plan(value=value, fires=True, spend=spend, vertex=vertex, into=into)


def snipe_worth(o: Outlook, unit: UnitId, target: UnitId) -> int:
    """Return what a Sniper's die brings (HON-AB-75)."""
    less = PRESSED * o.g.units[unit].suppressed + best_aim(o.g, unit, target).hidden
    hurt, both = reaches(HURT + less), reaches(BOTH + less)
    marked = reaches(MARKED + less) - hurt + both
    hit, _ = o.harm(target)
    return (hurt * (hit + o.threat(target) // 3) + marked * o.pinned(target, 1)) // SURE


def _tokens(o: Outlook, unit: UnitId, target: UnitId) -> Iterator[Spend]:
    """Return what may be added to a shot."""
    kind = o.g.units[target].kind
    for spend in ((AMMO,), (AMMO, AMMO), (BELT,), (SHELLS,)):
        if why_not_spend(o.g, unit, spend, kind) is None:
            yield spend


def _split(o: Outlook, unit: UnitId, found: list[tuple[UnitId, bool]]) -> Iterator[Plan]:
    """A machine gunner's fire at two who are near each other."""
    g = o.g
    if Ability.MACHINE_GUNNER not in g.units[unit].weapon.abilities:
        return
    for n, (one, suppressive) in enumerate(found):
        for other, likewise in found[n + 1 :]:
            a, b = g.units[one].at, g.units[other].at
            if likewise is not suppressive or max(abs(a[0] - b[0]), abs(a[1] - b[1])) > SPLIT_REACH:
                continue
            bonus = shot(g, unit, one, suppressive, moving=False).bonus
            shares = (Share(bonus - bonus // 2), Share(bonus // 2))
            if why_not_volley(g, unit, (one, other), shares, suppressive, ()) is not None:
                continue
            value = sum(
                [
                    o.fire_worth(unit, target, suppressive, share=share)
                    for target, share in zip((one, other), shares, strict=True)
                ]
            )
            yield Plan(
                value=value,
                fires=True,
                targets=(one, other),
                suppressive=suppressive,
                shares=shares,
            )


def barrages(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Heavy weapons fire on the order of their commander, all of one name."""
    for weapons, units in batteries(o.g, unit).items():
        value = sum([best(fire(o, weapon)).value for weapon in units])
        yield Plan(value=value * 9 // 10, fires=True, weapons=weapons)


# -- blasts --------------------------------------------------------------------------------


def blast_worth(o: Outlook, unit: UnitId, spend: Spend, vertex: Vertex, into: Space) -> int:
    """Return what a blast brings, wherever it comes down; friends count more."""
    g = o.g
    if into != OFF_MAP and not spend:  # at a structure itself
        odds = reaches(BREAKS + PRESSED * g.units[unit].suppressed)
        number = StructureId(g.ground.cells[into].overlay)
        return o.breach(number, destruction(g.units[unit]), odds)
    what = ordnance(g, unit, spend)
    if what is None:
        return 0
    bonus = dict(what.bonus)
    less = PRESSED * g.units[unit].suppressed
    if into != OFF_MAP:
        spaces = list(contained(g.ground, into))
        caught = [u for space in spaces for u in g.standing_on(space, NO_UNIT)]
        return sum([burst(o, u, bonus, less, inside=True) for u in caught])
    if not what.scatter or is_clear(g, unit, vertex):
        return sum(
            [
                burst(o, u, bonus, less, inside=False)
                for u in exposed(g, covered(g, what.pattern, vertex))
            ]
        )
    total = 0
    for die in range(1, DIE + 1):
        down = drifted(what.pattern, vertex, die, what.scatter)
        for u in exposed(g, covered(g, what.pattern, down)):
            total += burst(o, u, bonus, less, inside=False)
    return total // DIE


def burst(o: Outlook, unit: UnitId, bonus: dict[UnitType, int], less: int, *, inside: bool) -> int:
    """Return what a die against a unit in a blast brings: a loss for a friend."""
    g = o.g
    u = g.units[unit]
    if u.kind not in bonus:
        return 0
    printed = u.up.defence[FLANK if len(u.up.defence) > 1 else 0]
    cover = 0 if inside or u.kind.vehicle else g.ground.cells[u.at].defence
    defence = printed + shelter(g, unit, cover) + firm(g, unit)
    need = defence - bonus[u.kind] + less
    if u.seat == o.seat or not g.hostile(u.seat, o.seat):
        return -OWN_LOSS * o.worth_of(unit, need, defence)
    return o.worth_of(unit, need, defence) + reaches(need) * o.threat(unit) // (2 * SURE)
