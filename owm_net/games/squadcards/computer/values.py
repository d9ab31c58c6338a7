"""The computer player's values of attacks, places and cards in Squad.

Values are in 36ths of an enemy soldier: `expected` is the exact sum of kills over the 36 rolls
(the table of 2.2), and everything else was weighed against it by letting players with other
weights play each other.
"""

from __future__ import annotations

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire, kills, net_modifier
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import SquadId, opponent
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.state import OBJECTIVES_TO_WIN, OfSquad, Squad, SquadState, face
from owm_net.games.squadcards.terms import Effect, Phase, RangeBand
from owm_net.games.squadcards.uses import find_use, uses_of

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


def acting(g: SquadState) -> SquadId:
    """The squad that the open question is about."""
    top = g.agenda[-1]
    assert isinstance(top, OfSquad)
    return top.squad


def expected(net: int, use: Use, men: int) -> int:
    """Kills over the 36 rolls (the table of 2.2)."""
    return sum((6 - abs(d)) * kills(d + net, use, men) for d in range(-5, 6))


def attack_value(
    g: SquadState, squad: SquadId, target: SquadId, use: Use, close_in: bool, more: int = 0
) -> int:
    """Return the value of an attack; the last men are worth the game. more: added to its
    modifier."""
    theirs = g.squads[target]
    net = net_modifier(g, squad, target, use, close_in) + more
    value = expected(net, use, theirs.men)
    if theirs.men <= 4 and len(g.living(theirs.seat)) == 1:
        value += 4 * expected(net - theirs.men + 1, use, 1)
    if g.phase is Phase.OPPORTUNITY and theirs.point_man:
        value = 0 if theirs.halted else expected(net, use, 1)
    return value + (0 if theirs.fired_upon else PINNING)


def hand_of(view: View[SquadState], squad: SquadId) -> list[CardNumber]:
    """Return the opened faces of the seat's own hand."""
    return [CardNumber(c) for c in view.cards(view.state.hands[squad]) if c is not None]


def foes(g: SquadState, seat: Seat) -> list[SquadId]:
    """The enemy's squads that have men left."""
    return g.living(opponent(seat))


def foe_cards(g: SquadState, seat: Seat) -> int:
    """How many cards the enemy holds."""
    return sum(len(g.hands[s]) for s in foes(g, seat))


def use_of(view: View[SquadState], squad: SquadId, answer: Fire | Play) -> Use:
    """Return the use of the card in the seat's own answer."""
    card = view.card(answer.card)
    assert card is not None
    use = find_use(card, answer.option, view.state.squads[squad].nation)
    assert isinstance(use, Use)
    return use


def nearest(g: SquadState, squad: SquadId) -> RangeBand | None:
    """The range to the nearest enemy, None if all are too far."""
    bands = [g.range_of(squad, t) for t in foes(g, g.squads[squad].seat)]
    return min([b for b in bands if b is not None], key=lambda b: b.value, default=None)


# ------------------------------------------------------------------ places


def fire_power(view: View[SquadState], squad: SquadId, band: RangeBand | None, moved: bool) -> int:
    """Return the value of a hand's attacks at a range in the coming Position Fire Phase."""
    g = view.state
    mine = g.squads[squad]
    if band is None:
        return 0
    theirs = min([g.squads[t] for t in foes(g, mine.seat)], key=lambda s: s.men)
    total = 0
    for card in hand_of(view, squad):
        values = [
            expected(_later_net(mine, theirs, use, band), use, theirs.men)
            for use in uses_of(card, mine.nation)
            if use.effect is Effect.ATTACK
            and use.modifier(band) is not None
            and use.only is not Phase.COVERING
            and not (use.heavy and moved)
            and (theirs.pinned or not use.needs_pinned)
        ]
        total += max(values, default=0)
    return total


def _later_net(mine: Squad, theirs: Squad, use: Use, band: RangeBand) -> int:
    cover = 0 if use.negates_cover else theirs.cover
    return (use.modifier(band) or 0) - cover - mine.pinned + len(mine.flanking)


def position_value(
    view: View[SquadState], squad: SquadId, band: RangeBand | None, ground: Use | None, moved: bool
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


def objective_value(view: View[SquadState], squad: SquadId) -> int:
    """Return the value of a move for a Mission Objective in the hand."""
    g = view.state
    effects = [face(c).effect for c in hand_of(view, squad)]
    if Effect.OBJECTIVE not in effects:
        return 0
    have = len(g.objectives[g.squads[squad].seat])
    one = OBJECTIVE_ON_MAP if g.hex_map else OBJECTIVE
    return WIN if have + 1 >= OBJECTIVES_TO_WIN else one * (1 + have)


# ------------------------------------------------------------------ cards


def card_value(view: View[SquadState], squad: SquadId, card: CardNumber) -> int:
    """Return the value of a card in the hand, by the best of its uses."""
    g = view.state
    mine = g.squads[squad]
    return max(_use_value(g, mine, squad, use) for use in uses_of(card, mine.nation))


def _use_value(g: SquadState, mine: Squad, squad: SquadId, use: Use) -> int:
    if use.effect is Effect.TERRAIN:
        ground = mine.ground
        here = ground.cover if ground else 0
        return 8 + 8 * use.cover + (12 if use.cover > here else 0)
    if use.effect is not Effect.ATTACK:
        return CARD_VALUES.get(use.effect, 10)
    targets = foes(g, mine.seat)
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
