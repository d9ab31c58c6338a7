"""What the search of `engine.search` is told of Squad: the veteran's mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.deciding import decide
from owm_net.games.squadcards.computer.sensible import sensible
from owm_net.games.squadcards.computer.values import acting, use_of
from owm_net.games.squadcards.ids import SEATS, opponent
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import NATION, TakeNation
from owm_net.games.squadcards.state import CATALOG, DECK, OBJECTIVES_TO_WIN, SquadState, face
from owm_net.games.squadcards.terms import Effect, Nation
from owm_net.games.squadcards.windows.own import OWN_CARD

HORIZON = 4
"""Player turns for which a plan is played out."""
MOST_PLANS = 12
LOOK_FROM = 4
"""With so many cards in the hand one to look at the deck is not kept for a move."""

# What things are worth, measured: by how much they told at the ends of 27,500 player turns of
# regular against itself who would win, 1000 for certainly (docs/strength.md).
OBJECTIVES = (0, 210, 440, 900)
"""The worth of so many Mission Objectives."""
HELD = (0, 110, 180)
"""Of so many in the hand, as far as they are wanted."""
LAST_HELD = 120
"""More, if they are all that is wanted."""
MEN, LAST = 100, 540
"""All men a side began with are worth the sum; of so much of it the second half of them more."""
CARD = 10
COVER = 35
PINNED = 110
ENCIRCLED = 100
COMMANDER = 40
IN_HAND = {Effect.MINEFIELD: 120, Effect.WIRE: 40, Effect.ENGINEER: 30}
"""More than any card."""


BEST = Nation.GERMAN
"""The nationality that wins most (docs/balance.md)."""
SECOND = Nation.JAPANESE
"""What wins most against that one in the card game."""


class SquadThinker(Thinker[SquadState]):
    """See `Thinker`."""

    won = 1000
    budget = 6000

    def hidden(self, view: View[SquadState]) -> Hidden:
        """All cards that nobody has seen lie in the deck and in hands."""
        g, known = view.state, view.known
        slots = list(g.decks[DECK].top(g.decks[DECK].left)) if DECK in g.decks else []
        slots += [c for hand in g.hands for c in hand if c < 0]
        seen = [*g.discard, *g.aside, *(c for hand in g.hands for c in hand if c >= 0)]
        for squad in g.squads:
            seen += [squad.terrain, *squad.attached, *squad.flanking]
        for cards in g.objectives:
            seen += cards
        seen += [known[s] for s in slots if s in known]
        taken = frozenset(seen)
        closed = [s for s in slots if s not in known]
        deck = CATALOG.deck(g.options.flanking_variant, g.hex_map)
        cards = [c for c in deck if c not in taken] if closed else []
        learnt = {seat: [s for n in g.all_of(seat) for s in g.hands[n] if s < 0] for seat in SEATS}
        return Hidden(((closed, cards),), learnt)

    def plans(self, view: View[SquadState], chance: Chance) -> Sequence[Plan]:
        """The policy's own answer, and others that are allowed."""
        asked = agenda.kind_of(view)
        if asked is NATION:
            return [Plan(TakeNation(_nation(view.state)))]
        if asked is OWN_CARD and (look := _look(view)) is not None:
            return [Plan(look)]
        options = sensible(view, decide(view, chance))
        if len(options) > MOST_PLANS:
            others = options[1:]
            chance.shuffle(others)
            options = [options[0], *others[: MOST_PLANS - 1]]
        return [Plan(a) for a in options]

    def policy(self, view: View[SquadState], chance: Chance, aim: Any) -> Answer:
        """The regular player."""
        return decide(view, chance)

    def is_far(self, start: SquadState, g: SquadState) -> bool:
        """Some player turns later."""
        return g.turn >= start.turn + HORIZON

    def worth(self, g: SquadState, seat: int) -> int:
        """Objectives, men, cover and marks of both sides."""
        return _side(g, Seat(seat)) - _side(g, opponent(Seat(seat)))

    def in_hand(self, g: SquadState, seat: int, faces: Mapping[int, int]) -> int:
        """The cards in the hands of both sides."""
        return _hands(g, Seat(seat), faces) - _hands(g, opponent(Seat(seat)), faces)


def _side(g: SquadState, seat: Seat) -> int:
    total = OBJECTIVES[len(g.objectives[seat])]
    for n in g.all_of(seat):
        squad = g.squads[n]
        began = squad.row.men
        lost = began - squad.men
        total -= (MEN * lost + LAST * lost * lost // began) // began
        if squad.men:
            total += COVER * squad.cover - PINNED * squad.pinned - ENCIRCLED * squad.encircled
            total -= COMMANDER * squad.commander_lost
    return total


def _hands(g: SquadState, seat: Seat, faces: Mapping[int, int]) -> int:
    wanted = OBJECTIVES_TO_WIN - len(g.objectives[seat])
    total = held = 0
    for n in g.living(seat):
        for card in g.hands[n]:
            effect = face(CardNumber(faces.get(card, card))).effect
            held += effect is Effect.OBJECTIVE
            total += CARD + IN_HAND.get(effect, 0)
    return total + HELD[min(held, len(HELD) - 1)] + LAST_HELD * (held >= wanted)


def _look(view: View[SquadState]) -> Answer | None:
    """A card to look at the deck with, None where it is worth more in the hand.

    What is seen helps every thought until it is drawn, by whomever.
    """
    squad = acting(view.state)
    if len(view.state.hands[squad]) < LOOK_FROM:
        return None
    return next(
        (
            option
            for option in agenda.options(view)
            if isinstance(option, Play)
            and not option.option
            and use_of(view, squad, option).effect is Effect.PEEK
        ),
        None,
    )


def _nation(g: SquadState) -> Nation:
    """The one that wins most against what the other player has taken, if they have."""
    taken = [squad.nation for squad in g.squads]
    return SECOND if BEST in taken and not g.hex_map else BEST
