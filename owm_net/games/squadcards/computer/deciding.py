"""The computer player of Squad: one evaluation for every decision, from its own view only.

`values` has the worth of things; fire and moves have files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.agenda import Kind
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.cards.on_rolls import amount_of
from owm_net.games.squadcards.computer.fire import fire
from owm_net.games.squadcards.computer.moves import declare, move
from owm_net.games.squadcards.computer.values import (
    acting,
    card_value,
    fire_power,
    nearest,
    use_of,
)
from owm_net.games.squadcards.phases.covering import DECLARE
from owm_net.games.squadcards.phases.discarding import DISCARD, EXTRA, Discard, DrawExtra
from owm_net.games.squadcards.phases.movement import BLOCK_CARD, MOVE
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import NATION, TERRAIN_CARD, TakeNation
from owm_net.games.squadcards.state import SquadState, face
from owm_net.games.squadcards.terms import Effect, Moment, Nation, Phase
from owm_net.games.squadcards.windows.fire import FIRE_CARD
from owm_net.games.squadcards.windows.own import OWN_CARD
from owm_net.games.squadcards.windows.roll import ROLL_CARD, CardsOnRoll

STRONG = (Nation.GERMAN, Nation.JAPANESE, Nation.US)
"""The nationalities that win most (docs/balance.md)."""


def decide(view: View[SquadState], chance: Chance) -> Answer:
    """The best answer by this module's evaluation; chance picks among the strong nationalities
    only."""
    asked = agenda.kind_of(view)
    if asked is NATION:
        return TakeNation(STRONG[chance.below(len(STRONG))])
    return _DECISIONS.get(asked, first_option)(view)


def first_option(view: View[SquadState]) -> Answer:
    """Where nothing is to be weighed: the first that is allowed."""
    return agenda.options(view)[0]


def best(options: Iterable[Answer], value: Callable[[Answer], int]) -> Answer:
    """The option of the greatest value, the first of equals."""
    return max(options, key=value)


def discard(view: View[SquadState]) -> Answer:
    """The cards that are worth least to the squad go."""
    g = view.state
    squad = acting(g)
    hand = g.hands[squad]
    faces = [view.card(c) for c in hand]
    worth = [0 if card is None else card_value(view, squad, card) for card in faces]
    excess = len(hand) - g.squads[squad].hand_limit
    order = sorted(range(len(hand)), key=lambda i: (worth[i], i))
    return Discard(tuple([Played(hand[i]) for i in order[:excess]]))


def terrain(view: View[SquadState]) -> Answer:
    """The terrain with the best cover to start in."""

    def value(option: Answer) -> int:
        if not isinstance(option, Play):
            return 0
        card = view.card(option.card)
        return 2 * face(card).cover + face(card).attack_bonus if card is not None else 0

    return best(agenda.options(view), value)


def own(view: View[SquadState]) -> Answer:
    """Ingenuity and Reinforcements with a trait that has no better use now."""
    g = view.state
    squad = acting(g)
    mine = g.squads[squad]
    power = fire_power(view, squad, nearest(g, squad), False)
    for option in agenda.options(view):
        if isinstance(option, Play):
            use = use_of(view, squad, option)
            if use.effect is Effect.DRAW and (power < 120 or g.phase is Phase.DRAW):
                return option
            full = len(g.hands[squad]) > mine.hand_limit
            if use.effect is Effect.REINFORCE and g.phase is Phase.POSITION and full:
                return option
    return Pass()


def modifier(view: View[SquadState]) -> Answer:
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
            assert holder is not None
            use = use_of(view, holder, option)
            change = _high_faces(now + amount_of(g.options, use)) - _high_faces(now)
            gain = -change if wish_low else change
            if gain > choice[0]:
                choice = (gain, option)
    return choice[1]


def _high_faces(added: int) -> int:
    """How many faces of a die come to 5 or more."""
    return max(0, min(6, 2 + added))


def block(view: View[SquadState]) -> Answer:
    """It always blocks where it can: a minefield before a wire."""

    def value(option: Answer) -> int:
        if not isinstance(option, Play):
            return 0
        squad = view.state.holder(view.seat, option.card)
        assert squad is not None
        return 2 if use_of(view, squad, option).effect is Effect.MINEFIELD else 1

    return best(agenda.options(view), value)


def extra(view: View[SquadState]) -> Answer:
    """A card more is a choice more."""
    return DrawExtra(True)


_DECISIONS: dict[Kind[Any], Callable[[View[SquadState]], Answer]] = {
    TERRAIN_CARD: terrain,
    OWN_CARD: own,
    ROLL_CARD: modifier,
    DECLARE: declare,
    FIRE_CARD: fire,
    MOVE: move,
    BLOCK_CARD: block,
    EXTRA: extra,
    DISCARD: discard,
}
"""How each decision is made; all others take the first option offered."""
