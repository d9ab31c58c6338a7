"""How the computer player of Squad fires: the best attack, after the cards that help it."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import ENCIRCLED, Fire, is_gun
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.computer.values import (
    COVERING,
    COVERING_FREE,
    KEEP,
    LASTING,
    PREPARE,
    SPARE,
    WIN,
    acting,
    attack_value,
    use_of,
)
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Effect, Phase


def fire(view: View[SquadState]) -> Answer:
    """The best attack, after the cards that help it; nothing if it brings too little."""
    g = view.state
    squad = acting(g)
    mine = g.squads[squad]
    options = agenda.options(view)
    attacks: list[tuple[int, Fire, Use]] = []
    for option in options:
        if isinstance(option, Fire):
            use = use_of(view, squad, option)
            value = attack_value(g, squad, option.target, use, option.close_in)
            attacks.append((value, option, use))
    if not attacks:
        return Pass()
    helped = _preparation(view, squad, options, attacks)
    if helped is not None:
        return helped
    value, answer, _ = max(attacks, key=lambda a: a[0])
    spare = len(g.hands[squad]) - mine.hand_limit
    last_chance = g.active == mine.seat and g.phase is Phase.POSITION
    least = SPARE if spare > 0 and last_chance else KEEP
    if g.phase is Phase.COVERING:
        least = _covering_least(g, squad)
    return answer if value >= least else Pass()


def _covering_least(g: SquadState, squad: SquadId) -> int:
    """Covering fire only where the position afterwards would not be better for it."""
    if g.squads[squad].smoke or not g.squads[squad].row.covering_free:
        return COVERING
    left = len(g.hands[squad])
    return COVERING_FREE if left > 2 else WIN


def _preparation(
    view: View[SquadState],
    squad: SquadId,
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
            use = use_of(view, squad, option)
            if use.effect not in (Effect.ENFILADE, Effect.FLANK, Effect.AMBUSH):
                continue
            guns = use.effect is Effect.ENFILADE
            able = [
                a
                for card, a in by_card.items()
                if card != option.card and (not guns or is_gun(g.options, a[2]))
            ]
            gain = sum(_gain(g, squad, a, use.amount) for a in able)
        else:
            continue
        if gain > PREPARE and (choice is None or gain > choice[0]):
            choice = (gain, option)
    return choice[1] if choice else None


def _gain(g: SquadState, squad: SquadId, attack: tuple[int, Fire, Use], more: int) -> int:
    value, answer, use = attack
    better = attack_value(g, squad, answer.target, use, answer.close_in, more)
    return better - value if better >= KEEP else 0
