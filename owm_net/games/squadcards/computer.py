"""The computer player of Squad: one evaluation for every decision, from its own view only.

Values are in 36ths of an enemy soldier: `expected` is the exact sum of kills over the 36 rolls
(the table of 2.2), and everything else was weighed against it by letting players with other
weights play each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, ChooseSecretly
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.squadcards.answers import (
    Declare,
    Discard,
    DrawExtra,
    Encircle,
    Fire,
    March,
    Move,
    Play,
)
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.fire import ENCIRCLED, is_gun, kills, net_modifier
from owm_net.games.squadcards.movement import destinations
from owm_net.games.squadcards.plays import find_use, uses_of
from owm_net.games.squadcards.state import (
    CATALOG,
    HEXES,
    OBJECTIVES_TO_WIN,
    Squad,
    Table,
    face,
)
from owm_net.games.squadcards.terms import Effect, Moment, Phase, RangeBand
from owm_net.games.squadcards.windows import CardsOnRoll, amount_of

OBJECTIVE = 150
"""A Mission Objective face up, or the way to one; the first of three."""
OBJECTIVE_ON_MAP = 300
"""The same on the hex map, where a move costs no card and objectives come faster."""
WIN = 10_000
COVER = 12
"""One point of cover, for each card in the enemy's hands."""
EXPOSED = 16
"""Being fired at on the move, for each card in the enemy's hands; half behind smoke."""
PINNING = 14
"""The first attack on a squad since its last check makes it check."""
KEEP = 14
"""What an attack must bring for its card to be spent."""
SPARE = 3
"""The same where the card would be discarded soon."""
COVERING = 60
COVERING_FREE = 30
"""The same in the Covering Fire Phase, with and without a penalty for it."""
PREPARE = 30
"""What a card that helps attacks must bring in all."""
EAGER = 30
"""Moving outflanks, turns up objectives and shakes markers off: a move may be worse by this."""
LASTING = 40
"""Encircled stays when this turn is over."""
FLANKING_MOVE = 25
"""A lateral move of the Flanking Fire variant."""
DUSTY_CARD = 20
"""Any card that is given up for a move."""

BAND_DANGER = {RangeBand.PB: 5, RangeBand.S: 10, RangeBand.M: 10, RangeBand.L: 6}
"""How much the deck can do at a range, for each card in the enemy's hands."""

CARD_VALUES = {
    Effect.OBJECTIVE: 300,
    Effect.ENCIRCLE: 24,
    Effect.ENFILADE: 34,
    Effect.FLANK: 30,
    Effect.AMBUSH: 34,
    Effect.MINEFIELD: 46,
    Effect.WIRE: 30,
    Effect.ENGINEER: 26,
    Effect.COMMANDER: 20,
    Effect.SMOKE: 18,
    Effect.CONCEAL: 20,
    Effect.MORALE: 22,
    Effect.RALLY: 16,
    Effect.PEEK: 2,
    Effect.DRAW: 30,
    Effect.REINFORCE: 34,
}
"""What cards are kept for that are neither attacks nor terrain."""


def decide(view: View[Any], chance: Chance) -> Answer:
    """The best answer by this module's evaluation; chance picks among nationalities only."""
    request = view.state.pending
    if isinstance(request, ChooseSecretly):
        return agenda.sample(view, chance)
    if not isinstance(request, Choose):
        raise EngineBug("no decision is asked")
    return _DECISIONS.get(request.kind, first_option)(view)


def first_option(view: View[Table]) -> Answer:
    """Where nothing is to be weighed: the first that is allowed."""
    return agenda.options(view)[0]


def best(options: Iterable[Answer], value: Callable[[Any], int]) -> Answer:
    """The option of the greatest value, the first of equals."""
    return max(options, key=value)


# ------------------------------------------------------------------ attacks


def expected(net: int, use: Use, men: int) -> int:
    """Kills over the 36 rolls (the table of 2.2)."""
    return sum((6 - abs(d)) * kills(d + net, use, men) for d in range(-5, 6))


def attack_value(g: Table, squad: int, target: int, use: Use, close_in: bool, more: int = 0) -> int:
    """What an attack brings; the last men are worth the game. more: added to its modifier."""
    theirs = g.squads[target]
    net = net_modifier(g, squad, target, use, close_in) + more
    value = expected(net, use, theirs.men)
    if theirs.men <= 4 and len(g.living(theirs.seat)) == 1:
        value += 4 * expected(net - theirs.men + 1, use, 1)
    if g.phase is Phase.OPPORTUNITY and theirs.point_man:
        value = 0 if theirs.halted else expected(net, use, 1)
    return value + (0 if theirs.fired_upon else PINNING)


def hand_of(view: View[Table], squad: int) -> list[int]:
    """The opened faces of one's own hand."""
    return [c for c in view.cards(view.state.hands[squad]) if c is not None]


def foes(g: Table, seat: int) -> list[int]:
    """The enemy's squads."""
    return g.living(1 - seat)


def foe_cards(g: Table, seat: int) -> int:
    """How many cards the enemy holds."""
    return sum(len(g.hands[s]) for s in foes(g, seat))


def fire(view: View[Table]) -> Answer:
    """The best attack, after the cards that help it; nothing if it brings too little."""
    g = view.state
    squad: int = getattr(g.agenda[-1], "squad", 0)
    mine = g.squads[squad]
    options = agenda.options(view)
    attacks: list[tuple[int, Fire, Use]] = []
    for option in options:
        if isinstance(option, Fire):
            use = _use(view, squad, option)
            value = attack_value(g, squad, option.target, use, option.close_in)
            attacks.append((value, option, use))
    if not attacks:
        return Pass()
    helped = _preparation(view, squad, options, attacks)
    if helped is not None:
        return helped
    value, answer, _ = max(attacks, key=lambda a: a[0])
    spare = len(g.hands[squad]) - mine.hand_limit - (0 if g.active == mine.seat else mine.row.draw)
    last_chance = g.active == mine.seat and g.phase is Phase.POSITION
    least = SPARE if spare > 0 and last_chance else KEEP
    if g.phase is Phase.COVERING:
        least = _covering_least(view, squad, answer)
    return answer if value >= least else Pass()


def _covering_least(view: View[Table], squad: int, answer: Fire) -> int:
    """Covering fire only where the position afterwards would not be better for it."""
    g = view.state
    if g.squads[squad].smoke or not g.squads[squad].row.covering_free:
        return COVERING
    left = len(g.hands[squad])
    return COVERING_FREE if left > 2 else WIN


def _use(view: View[Table], squad: int, answer: Fire | Play) -> Use:
    card = view.card(answer.card)
    assert card is not None
    use = find_use(card, answer.option, view.state.squads[squad].nation)
    assert isinstance(use, Use)
    return use


def _preparation(
    view: View[Table],
    squad: int,
    options: Sequence[Answer],
    attacks: Sequence[tuple[int, Fire, Use]],
) -> Answer | None:
    """A card that makes the attacks of this hand worth more than it costs."""
    g = view.state
    by_card: dict[int, tuple[int, Fire, Use]] = {}
    for attack in attacks:
        known = by_card.get(attack[1].card)
        if known is None or attack[0] > known[0]:
            by_card[attack[1].card] = attack
    choice: tuple[int, Answer] | None = None
    for option in options:
        if isinstance(option, Encircle):
            gain = sum(_gain(g, squad, a, ENCIRCLED) for a in by_card.values()) + LASTING
        elif isinstance(option, Play):
            use = _use(view, squad, option)
            if use.effect not in (Effect.ENFILADE, Effect.FLANK, Effect.AMBUSH):
                continue
            guns = use.effect is Effect.ENFILADE
            able = [
                a
                for card, a in by_card.items()
                if card != option.card and (not guns or is_gun(g, a[2]))
            ]
            gain = sum(_gain(g, squad, a, use.amount) for a in able)
        else:
            continue
        if gain > PREPARE and (choice is None or gain > choice[0]):
            choice = (gain, option)
    return choice[1] if choice else None


def _gain(g: Table, squad: int, attack: tuple[int, Fire, Use], more: int) -> int:
    value, answer, use = attack
    better = attack_value(g, squad, answer.target, use, answer.close_in, more)
    return better - value if better >= KEEP else 0


# ------------------------------------------------------------------ moves


def fire_power(view: View[Table], squad: int, band: RangeBand | None, moved: bool) -> int:
    """What the attacks of a hand bring at a range in the coming Position Fire Phase."""
    g = view.state
    mine = g.squads[squad]
    if band is None:
        return 0
    targets = foes(g, mine.seat)
    if not targets:
        return 0
    theirs = min([g.squads[t] for t in targets], key=lambda s: s.men)
    total = 0
    for card in hand_of(view, squad):
        values = [
            expected(_later_net(g, mine, theirs, use, band), use, theirs.men)
            for use in uses_of(card, mine.nation)
            if use.effect is Effect.ATTACK
            and use.modifier(band) is not None
            and use.only is not Phase.COVERING
            and not (use.heavy and moved)
            and (theirs.pinned or not use.needs_pinned)
        ]
        total += max(values, default=0)
    return total


def _later_net(g: Table, mine: Squad, theirs: Squad, use: Use, band: RangeBand) -> int:
    cover = 0 if use.negates_cover else theirs.cover
    return (use.modifier(band) or 0) - cover - mine.pinned + len(mine.flanking)


def position_value(
    view: View[Table], squad: int, band: RangeBand | None, ground: Use | None, moved: bool
) -> int:
    """A place: what can be done from it, and what the enemy can do to it."""
    g = view.state
    mine = g.squads[squad]
    cards = foe_cards(g, mine.seat)
    value = fire_power(view, squad, band, moved)
    if ground is not None:
        value += (COVER * ground.cover + 8 * ground.attack_bonus) * min(cards, 8)
    if band is not None:
        value -= BAND_DANGER[band] * cards
    return value


def objective_value(view: View[Table], squad: int) -> int:
    """What a move is worth for a Mission Objective in the hand."""
    g = view.state
    effects = [face(c).effect for c in hand_of(view, squad)]
    if Effect.OBJECTIVE not in effects:
        return 0
    have = len(g.objectives[g.squads[squad].seat])
    one = OBJECTIVE_ON_MAP if g.hex_map else OBJECTIVE
    return WIN if have + 1 >= OBJECTIVES_TO_WIN else one * (1 + have)


def move_value(view: View[Table], squad: int, option: Answer) -> int:
    """A place to move to, and the card it costs."""
    g = view.state
    mine = g.squads[squad]
    if isinstance(option, March):
        bands = [HEXES.band(option.cell, g.squads[t].cell) for t in foes(g, mine.seat)]
        near = min([b for b in bands if b is not None], key=lambda b: b.value, default=None)
        ground = CATALOG.uses.get(HEXES.kinds[option.cell])
        return position_value(view, squad, near, ground, True)
    assert isinstance(option, Move)
    card = view.card(option.card)
    assert card is not None
    place = None if option.into_open else face(card)
    value = position_value(view, squad, option.to, place, True)
    if g.options.flanking_variant and place is not None and option.to is g.band:
        value += FLANKING_MOVE
    if option.into_open:
        value -= DUSTY_CARD + card_value(view, squad, card)
    return value


def best_move(view: View[Table], squad: int) -> tuple[int, Answer]:
    """The best attempt and its value."""
    g = view.state
    if g.hex_map:
        options: list[Answer] = [March(c) for c in destinations(g, squad)]
    else:
        options = []
        for held in g.hands[squad]:
            card = view.card(held)
            assert card is not None
            terrain = face(card).effect is Effect.TERRAIN
            bands = [b for b in RangeBand if abs(b.value - g.band.value) <= 1]
            options += [Move(Played(held), b, not terrain) for b in bands]
    values = [(move_value(view, squad, o), o) for o in options]
    return max(values, key=lambda v: v[0])


def declare(view: View[Table]) -> Answer:
    """To move where that is better than to stay, by more than the way there costs."""
    g = view.state
    squad: int = getattr(g.agenda[-1], "squad", 0)
    mine = g.squads[squad]
    stay = position_value(view, squad, _near(g, squad), mine.ground, False)
    stay += mine.concealed * COVER * min(foe_cards(g, mine.seat), 8)
    gain, _ = best_move(view, squad)
    wanted = objective_value(view, squad)
    smokes = [
        o for o in agenda.options(view) if isinstance(o, Declare) and o.smoke is not None
    ]
    cards = foe_cards(g, mine.seat)
    danger = EXPOSED * cards // (2 if smokes else 1) // (1 + mine.cover)
    if gain + wanted - danger + EAGER <= stay:
        return Declare(False)
    return smokes[0] if smokes else Declare(True)


def move(view: View[Table]) -> Answer:
    """The best attempt."""
    squad: int = getattr(view.state.agenda[-1], "squad", 0)
    return best_move(view, squad)[1]


# ------------------------------------------------------------------ other windows


def card_value(view: View[Table], squad: int, card: int) -> int:
    """What a card is kept for."""
    g = view.state
    mine = g.squads[squad]
    return max(_use_value(view, g, mine, squad, use) for use in uses_of(card, mine.nation))


def _use_value(view: View[Table], g: Table, mine: Squad, squad: int, use: Use) -> int:
    if use.effect is Effect.TERRAIN:
        ground = mine.ground
        here = ground.cover if ground else 0
        return 8 + 8 * use.cover + (12 if use.cover > here else 0)
    if use.effect is not Effect.ATTACK:
        return CARD_VALUES.get(use.effect, 10)
    targets = foes(g, mine.seat)
    if not targets:
        return 0
    theirs = g.squads[targets[0]]
    bands = [g.range_of(squad, t) for t in targets]
    at = next((b for b in bands if b is not None), RangeBand.L)
    cover = 0 if use.negates_cover else theirs.cover
    value = 0
    for band in RangeBand:
        built_in = use.modifier(band)
        if built_in is not None:
            away = abs(band.value - at.value)
            reach = expected(built_in - cover, use, theirs.men) + 10
            value = max(value, reach * (3, 2, 1, 1)[away] // 3)
    if use.needs_pinned:
        value //= 2
    return value


def discard(view: View[Table]) -> Answer:
    """The cards of least value."""
    g = view.state
    squad: int = getattr(g.agenda[-1], "squad", 0)
    hand = g.hands[squad]
    worth = [card_value(view, squad, view.card(c) or 0) for c in hand]
    excess = len(hand) - g.squads[squad].hand_limit
    order = sorted(range(len(hand)), key=lambda i: (worth[i], i))
    return Discard(tuple([Played(hand[i]) for i in order[:excess]]))


def terrain(view: View[Table]) -> Answer:
    """The best cover to start in."""

    def value(option: Answer) -> int:
        if not isinstance(option, Play):
            return 0
        card = view.card(option.card)
        return 2 * face(card).cover + face(card).attack_bonus if card is not None else 0

    return best(agenda.options(view), value)


def own(view: View[Table]) -> Answer:
    """Ingenuity and Reinforcements with a trait that has no better use now."""
    g = view.state
    squad: int = getattr(g.agenda[-1], "squad", 0)
    mine = g.squads[squad]
    power = fire_power(view, squad, _near(g, squad), False)
    for option in agenda.options(view):
        if isinstance(option, Play):
            use = _use(view, squad, option)
            if use.effect is Effect.DRAW and (power < 120 or g.phase is Phase.DRAW):
                return option
            full = len(g.hands[squad]) > mine.hand_limit
            if use.effect is Effect.REINFORCE and g.phase is Phase.POSITION and full:
                return option
    return Pass()


def _near(g: Table, squad: int) -> RangeBand | None:
    bands = [g.range_of(squad, t) for t in foes(g, g.squads[squad].seat)]
    return min([b for b in bands if b is not None], key=lambda b: b.value, default=None)


def modifier(view: View[Table]) -> Answer:
    """A morale or rally card if it changes for how many faces of the die the roll is good."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, CardsOnRoll)
    squad = g.squads[top.squad]
    mine = squad.seat == view.seat
    if top.moment is Moment.MORALE:
        now = squad.row.morale + squad.men_lost + top.total
    else:
        now = squad.row.rally + top.total
    wish_low = mine == (top.moment is Moment.MORALE)
    choice: tuple[int, Answer] = (0, Pass())
    for option in agenda.options(view):
        if isinstance(option, Play):
            holder = g.holder(view.seat, option.card)
            use = _use(view, holder, option)
            change = _high_faces(now + amount_of(g, use)) - _high_faces(now)
            gain = -change if wish_low else change
            if gain > choice[0]:
                choice = (gain, option)
    return choice[1]


def _high_faces(added: int) -> int:
    """How many faces of a die come to 5 or more."""
    return max(0, min(6, 2 + added))


def block(view: View[Table]) -> Answer:
    """Always: a mine before a wire."""

    def value(option: Answer) -> int:
        if not isinstance(option, Play):
            return 0
        squad = view.state.holder(view.seat, option.card)
        return 2 if _use(view, squad, option).effect is Effect.MINEFIELD else 1

    return best(agenda.options(view), value)


def extra(view: View[Table]) -> Answer:
    """A card more is a choice more."""
    return DrawExtra(True)


_DECISIONS: dict[str, Callable[[View[Table]], Answer]] = {
    "terrain": terrain,
    "own": own,
    "modifier": modifier,
    "declare": declare,
    "fire": fire,
    "move": move,
    "block": block,
    "extra": extra,
    "discard": discard,
}
"""Kind of a decision -> how it is made; all others take the first option offered."""
