"""The answers of Squad that are worth a thought: a veteran plays them out, a recruit blunders
among them.

What is left out is worse than another answer whatever the enemy holds, or does nothing: a second
card with the same face, a Mission Objective thrown away or kept back after a move, a card that
helps attacks where none can be made, and a look at the deck, for plans are played out as if nobody
had looked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.agenda import Kind
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.computer.values import SPARE, acting, attack_value, card_value, use_of
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import DISCARD, EXTRA, Discard, DrawExtra, excess_of
from owm_net.games.squadcards.phases.movement import MOVE, Move, bands_in_reach
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.state import SquadState, face
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.windows.after_move import AFTER_MOVE_CARD
from owm_net.games.squadcards.windows.fire import FIRE_CARD
from owm_net.games.squadcards.windows.own import OWN_CARD

HELPING = (Effect.FLANK, Effect.ENFILADE, Effect.AMBUSH)
BESIDES = 2
"""Of so many cards more than must go a discard is chosen, the ones that are worth least."""
MANY = 3
"""Where more than so many must go, of one more."""


def sensible(view: View[SquadState], *first: Answer) -> list[Answer]:
    """The answers worth a thought, at least one; `first` before all others, whatever it is."""
    narrowed = _NARROWED.get(agenda.kind_of(view))
    options = agenda.options(view) if narrowed is None else narrowed(view)
    return _distinct(view, [*first, *options])


def _distinct(view: View[SquadState], options: Iterable[Answer]) -> list[Answer]:
    """Of answers that differ only in which of two like cards they name, the first."""
    found: dict[Hashable, Answer] = {}
    for option in options:
        found.setdefault(_likeness(view, option), option)
    return list(found.values())


def _likeness(view: View[SquadState], answer: Answer) -> Hashable:
    if isinstance(answer, Fire):
        return _key(view, answer.card), answer.option, answer.target, answer.close_in
    if isinstance(answer, Play):
        return _key(view, answer.card), answer.option
    if isinstance(answer, Declare):
        return answer.move, answer.point_man, answer.smoke is not None
    if isinstance(answer, Move):
        return _key(view, answer.card), answer.to, answer.into_open
    if isinstance(answer, Discard):
        return tuple(sorted([_key(view, card) for card in answer.cards]))
    return answer


def _key(view: View[SquadState], held: int) -> str:
    card = view.card(held)
    return str(held) if card is None else face(card).key


def _fires(view: View[SquadState]) -> list[Answer]:
    """Attacks that bring something, and what helps them."""
    g = view.state
    squad = acting(g)
    options = agenda.options(view)
    attacks = any(isinstance(option, Fire) for option in options)

    def is_sensible(option: Answer) -> bool:
        if isinstance(option, Fire):
            use = use_of(view, squad, option)
            return attack_value(g, squad, option.target, use, option.close_in) >= SPARE
        if isinstance(option, Play):
            effect = use_of(view, squad, option).effect
            return effect is not Effect.PEEK and (attacks or effect not in HELPING)
        return True

    return [option for option in options if is_sensible(option)]


def _owns(view: View[SquadState]) -> list[Answer]:
    """Without looks at the deck."""
    squad = acting(view.state)
    return [
        option
        for option in agenda.options(view)
        if not isinstance(option, Play) or use_of(view, squad, option).effect is not Effect.PEEK
    ]


def _moves(view: View[SquadState]) -> list[Answer]:
    """Into each terrain of the hand, and into the open for the card that is worth least."""
    g = view.state
    if g.hex_map:
        return agenda.options(view)
    hand = _by_worth(view)
    terrains = [held for held in hand if face(_opened(view, held)).effect is Effect.TERRAIN]
    least = next((held for held in hand if held not in terrains), hand[0])
    return [
        Move(Played(held), band, into_open)
        for band in bands_in_reach(g)
        for held, into_open in [(least, True), *[(held, False) for held in terrains]]
    ]


def _discards(view: View[SquadState]) -> list[Answer]:
    """Of the cards that are worth least."""
    excess = excess_of(view.state, acting(view.state))
    least = _by_worth(view)[: excess + (BESIDES if excess <= MANY else 1)]
    return [Discard(tuple(map(Played, cards))) for cards in combinations(least, excess)]


def _by_worth(view: View[SquadState]) -> list[int]:
    """The hand of the squad that acts, what is worth least first."""
    squad = acting(view.state)
    hand = view.state.hands[squad]
    return sorted(hand, key=lambda held: card_value(view, squad, _opened(view, held)))


def _opened(view: View[SquadState], held: int) -> CardNumber:
    card = view.card(held)
    assert card is not None
    return card


def _after_moves(view: View[SquadState]) -> list[Answer]:
    """An objective is played before all else."""
    squad = acting(view.state)
    options = agenda.options(view)
    for option in options:
        if isinstance(option, Play) and use_of(view, squad, option).effect is Effect.OBJECTIVE:
            return [option]
    return options


def _extras(view: View[SquadState]) -> list[Answer]:
    return [DrawExtra(True)]


_NARROWED: dict[Kind[Any], Callable[[View[SquadState]], list[Answer]]] = {
    FIRE_CARD: _fires,
    OWN_CARD: _owns,
    MOVE: _moves,
    DISCARD: _discards,
    AFTER_MOVE_CARD: _after_moves,
    EXTRA: _extras,
}
"""What is worth a thought at each question; at all others every option."""
