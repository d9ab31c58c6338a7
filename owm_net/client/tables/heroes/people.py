"""Units in words: what they are, what they can do, how they are."""

from __future__ import annotations

from owm_net.client.language import tr, tr_n
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes.common import own_seat, sign_of, state_of, token_on, view_of
from owm_net.client.tables.heroes.faces import LETTERS, TYPES
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import NO_FORMATION, ElementKey, Heading, Space, UnitId
from owm_net.games.heroes.printed.counters import Weapon
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply import has_moved
from owm_net.games.heroes.terms import Ability, HitSymbol, NameColour, Outline, Phase, UnitType
from owm_net.games.heroes.words import (
    card_name,
    formation_name,
    heading_name,
    seat_name,
    unit_name,
)

ABILITIES: dict[Ability, str] = {
    Ability.AAA: say("Anti-aircraft"),
    Ability.AMBUSH: say("Ambush"),
    Ability.AMPHIBIOUS: say("Amphibious"),
    Ability.ARTILLERY_SPOTTER: say("Artillery Spotter"),
    Ability.ASSAULT: say("Assault"),
    Ability.AUTONOMOUS: say("Autonomous"),
    Ability.BARRAGE_ORDER: say("Barrage Order"),
    Ability.DESTRUCTION: say("Destruction"),
    Ability.DUAL_WEAPON: say("Dual Weapon"),
    Ability.FIRE_ON_THE_MOVE: say("Fire on the Move"),
    Ability.FRIGHTENING_SHOT: say("Frightening Shot"),
    Ability.HAWKEYE: say("Hawkeye"),
    Ability.HOWITZER: say("Howitzer"),
    Ability.INDIRECT_FIRE: say("Indirect Fire"),
    Ability.LIMITED_RANGE: say("Limited Range"),
    Ability.MACHINE_GUNNER: say("Machine Gunner"),
    Ability.OPPORTUNITY_FIRE: say("Opportunity Fire"),
    Ability.ORDER: say("Order"),
    Ability.PERFORATING: say("Perforating"),
    Ability.PERSONAL_ORDER: say("Personal Order"),
    Ability.POSITIVE_WAVES: say("Positive Waves"),
    Ability.SCOUT: say("Scout"),
    Ability.SNIPER: say("Sniper"),
    Ability.SUBSTITUTE: say("Substitute"),
    Ability.SUPPRESSIVE_FIRE: say("Suppressive Fire"),
    Ability.TERRIFYING: say("Terrifying"),
    Ability.TRANSPORT: say("Transport"),
    Ability.TRIPOD: say("Tripod"),
}
OUTLINES = {
    Outline.OFFICER: say("officer"),
    Outline.HEAVY_WEAPON: say("heavy weapon"),
    Outline.HERO: say("hero"),
}
TYPE_NAMES = {
    UnitType.INFANTRY: say("infantry"),
    UnitType.LIGHT: say("light vehicle"),
    UnitType.HEAVY: say("heavy vehicle"),
}


SIDES = (say("Front"), say("Back"))
"""The faces of a counter, for a narrow line."""


def name(g: HeroesState, unit: UnitId) -> str:
    """Its title, in the language of the window."""
    return tr(unit_name(g, unit))


def named(view: View[HeroesState], unit: UnitId) -> str:
    """Its title; of one's own concealed counter what is under it."""
    g = view.state
    card = view.card(g.card_under(unit)) if g.units[unit].blind else None
    return name(g, unit) if card is None else tr(card_name(g, card))


def bonuses(weapon: Weapon) -> str:
    """Return "I 2, L 1, H X"."""
    told = [
        f"{letter} {weapon.bonus.get(kind, 'X')}"
        for letter, kind in zip(LETTERS, TYPES, strict=True)
    ]
    return ", ".join(told)


def abilities(u: Unit) -> str:
    """The abilities of the face that is up, with their numbers."""
    has = dict(u.up.abilities)
    for weapon in u.up.weapons:
        has.update(weapon.abilities)
    return ", ".join([f"{tr(ABILITIES[a])}{f' {n}' if n else ''}" for a, n in has.items()])


def values(g: HeroesState, u: Unit) -> list[str]:
    """Movement, bonuses, defence, what a hit does; abilities. A smoke bomb has none of them."""
    if u.bomb:
        return []
    defence = "/".join(map(str, u.up.defence))
    hit = tr("a hit turns it over") if u.up.hit is HitSymbol.STEP else tr("a hit eliminates it")
    moves = tr("moves {n}", n=u.movement)
    if u.movement != u.up.move:
        moves = tr("moves {n} (of {printed})", n=u.movement, printed=u.up.move)
    found = [f"{moves}; {tr('defence {n}', n=defence)}; {hit}"]
    found += [tr("combat bonus {all}", all=bonuses(w)) for w in u.up.weapons]
    told = abilities(u)
    return [*found, told] if told else found


def other_face(u: Unit) -> list[str]:
    """The values of the face that is down."""
    if len(u.piece.faces) < 2 or u.concealed:
        return []
    return [face_told(u, 1 - u.face)]


def face_told(u: Unit, face: int) -> str:
    """Return what a unit can do on a face of its counter."""
    shown = u.piece.faces[face]
    return tr(
        "{side}: moves {n}, defence {defence}, {bonuses}",
        side=tr(SIDES[face]),
        n=shown.move,
        defence=shown.defence[0],
        bonuses=bonuses(shown.weapons[0]),
    )


def condition(view: View[HeroesState], unit: UnitId) -> list[str]:
    """List the condition of a unit, and its tokens."""
    g = view.state
    u = g.units[unit]
    found = []
    if u.up.name is NameColour.RED:
        found.append(tr("damaged"))
    if u.suppressed:
        found.append(tr_n("{n} Suppressed marker", "{n} Suppressed markers", u.suppressed))
    token = token_on(g, unit)
    if token is not None:
        sign = sign_of(view, token)
        what = {"": tr("a closed token"), "B": tr("a bluff"), "S": tr("a special order")}
        found.append(what.get(sign, tr("order {n}", n=sign)))
    found += _in_supply(view, unit)
    if u.up.weapons and u.weapon.arc:
        found.append(tr("fires to the {way}", way=tr(heading_name(g, Heading(u.facing)))))
    found += [tr("broken: {what}", what=tr(damage.word)) for damage in u.damage]
    if u.lost:
        found.append(tr("eliminated"))
    return found


def _in_supply(view: View[HeroesState], unit: UnitId) -> list[str]:
    """Whether it may move in Supply, as far as is known: HON-SUP-03, HON-SUP-04, HON-SUP-12."""
    g = view.state
    u, token = g.units[unit], token_on(g, unit)
    if g.phase is Phase.SET_UP or u.lost or u.bomb:
        return []
    if u.acted:
        return [tr("has acted: no move in Supply")]
    if has_moved(g, unit):
        return [tr("has moved in Supply")]
    if token is None or sign_of(view, token) == "B":
        return [tr("may move in Supply")]
    return [] if sign_of(view, token) else [tr("moves in Supply only if that is a bluff")]


def told(seen: SeenTable, unit: UnitId) -> str:
    """Return whose it is and how it is, for a note beside the pointer; its values stand in the
    panel."""
    g, u = state_of(seen), state_of(seen).units[unit]
    kinds = [tr(TYPE_NAMES[u.kind])]
    kinds += [tr(OUTLINES[u.piece.outline])] if u.piece.outline in OUTLINES else []
    side = tr(seat_name(g, u.seat))
    whose = f"{side}, {', '.join(kinds)}"
    if u.formation != NO_FORMATION:
        whose += f"; {tr(formation_name(g, g.formations[u.formation]))}"
    lines = [named(view_of(seen), unit), whose]
    state = condition(view_of(seen), unit)
    lines += [", ".join(state)] if state else []
    return "\n".join(lines)


def token_told(seen: SeenTable, unit: UnitId) -> str:
    """Say which token a unit bears, and how the other side sees it."""
    g, view = state_of(seen), view_of(seen)
    token = token_on(g, unit)
    if token is None:
        return ""
    sign = sign_of(view, token)
    if token >= 0:
        return tr("Order {n}, revealed", n=sign)
    if g.units[unit].seat != own_seat(seen) or not sign:
        return tr("A closed token: an order, a special order or a bluff")
    return f"{_own_token(sign)}\n{tr('The other side sees a closed block, as you do now.')}"


def lost_told(sign: str) -> str:
    """Say of a token that has left the map unseen what it was, for the seat that knows it."""
    what = _own_token(sign) if sign else tr("A closed token")
    return f"{what}\n{tr('Lost unseen with its unit; opened after the match.')}"


def _own_token(sign: str) -> str:
    known = {"B": tr("Your bluff"), "S": tr("Your special order")}
    return known.get(sign, tr("Your order {n}", n=sign))


def ground_told(g: HeroesState, space: Space) -> list[str]:
    """List the elements of a space, and their effects."""
    cell = g.ground.cells[space]
    titles = [tr(CATALOG.elements[ElementKey(key)].title) for key in cell.layers]
    found = [
        titles[-1] if len(titles) > 1 and titles[0] == tr("Open ground") else ", ".join(titles)
    ]
    if cell.defence:
        found.append(tr("defence +{n}", n=cell.defence))
    if cell.blocks:
        found.append(tr("blocks the line of sight"))
    elif cell.obscures:
        found.append(tr("obscures: -{n}", n=cell.obscures))
    for kind in UnitType:
        if kind in cell.closed:
            found.append(tr("closed to {type}", type=tr(TYPE_NAMES[kind])))
        elif kind in cell.difficult:
            found.append(tr("difficult for {type}: a move ends here", type=tr(TYPE_NAMES[kind])))
    if cell.water:
        found.append(tr("only amphibious units enter"))
    number = cell.overlay
    if number in g.ground.structures:
        value, dealt = g.ground.structures[number].value, g.demolition.get(number, 0)
        if dealt:
            found.append(tr("demolished: {n} of {all}", n=dealt, all=value))
        else:
            found.append(tr("undamaged, {n} to demolish", n=value))
    return found
