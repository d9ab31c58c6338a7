"""How the computer player of Squad moves: whether, and where to."""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.values import (
    COVER,
    DUSTY_CARD,
    EAGER,
    EXPOSED,
    FLANKING_MOVE,
    acting,
    card_value,
    foe_cards,
    foes,
    nearest,
    objective_value,
    position_value,
)
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.movement import March, Move, bands_in_reach, destinations
from owm_net.games.squadcards.state import CATALOG, HEXES, SquadState, face
from owm_net.games.squadcards.terms import Effect


def move_value(view: View[SquadState], squad: SquadId, option: Answer) -> int:
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


def best_move(view: View[SquadState], squad: SquadId) -> tuple[int, Answer]:
    """The attempt that is worth most, with its value."""
    g = view.state
    if g.hex_map:
        options: list[Answer] = [March(c) for c in destinations(g, squad)]
    else:
        options = []
        for held in g.hands[squad]:
            card = view.card(held)
            assert card is not None
            terrain = face(card).effect is Effect.TERRAIN
            options += [Move(Played(held), b, not terrain) for b in bands_in_reach(g)]
    values = [(move_value(view, squad, o), o) for o in options]
    return max(values, key=lambda v: v[0])


def declare(view: View[SquadState]) -> Answer:
    """To move where that is better than to stay, by more than the way there costs."""
    g = view.state
    squad = acting(g)
    mine = g.squads[squad]
    stay = position_value(view, squad, nearest(g, squad), mine.ground, False)
    stay += mine.concealed * COVER * min(foe_cards(g, mine.seat), 8)
    gain, _ = best_move(view, squad)
    wanted = objective_value(view, squad)
    smokes = [o for o in agenda.options(view) if isinstance(o, Declare) and o.smoke is not None]
    cards = foe_cards(g, mine.seat)
    danger = EXPOSED * cards // (2 if smokes else 1) // (1 + mine.cover)
    if gain + wanted - danger + EAGER <= stay:
        return Declare(False)
    return smokes[0] if smokes else Declare(True)


def move(view: View[SquadState]) -> Answer:
    """The attempt that is worth most."""
    return best_move(view, acting(view.state))[1]
