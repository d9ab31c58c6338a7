"""What the search of `engine.search` is told of Squad: the veteran's mind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.deciding import decide
from owm_net.games.squadcards.ids import SEATS, opponent
from owm_net.games.squadcards.phases.discarding import DISCARD
from owm_net.games.squadcards.set_up import NATION, TakeNation
from owm_net.games.squadcards.state import CATALOG, DECK, SquadState
from owm_net.games.squadcards.terms import Nation

HORIZON = 4
"""Player turns for which a plan is played out."""
MOST_PLANS = 12
OBJECTIVES = (0, 90, 240, 900)
"""The worth of so many Mission Objectives."""
MEN = 360
"""The worth of all men a side began with."""
LAST = 180
"""Of the first half of them lost, the second counts so much more."""
CARD = 8


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
        own = Plan(decide(view, chance))
        if asked is DISCARD:
            return [own]
        options = [a for a in agenda.options(view) if a != own.first]
        if len(options) > MOST_PLANS:
            chance.shuffle(options)
            options = options[:MOST_PLANS]
        return [own, *[Plan(a) for a in options]]

    def policy(self, view: View[SquadState], chance: Chance, aim: Any) -> Answer:
        """The regular player."""
        return decide(view, chance)

    def is_far(self, start: SquadState, g: SquadState) -> bool:
        """Some player turns later."""
        return g.turn >= start.turn + HORIZON

    def worth(self, g: SquadState, seat: int) -> int:
        """Objectives, men, cards and marks of both sides."""
        return self._side(g, Seat(seat)) - self._side(g, opponent(Seat(seat)))

    def _side(self, g: SquadState, seat: Seat) -> int:
        total = OBJECTIVES[len(g.objectives[seat])]
        for n in g.all_of(seat):
            squad = g.squads[n]
            began = squad.row.men
            lost = began - squad.men
            total -= (MEN * lost + LAST * lost * lost // began) // began
            total += CARD * len(g.hands[n]) - 12 * squad.pinned - 10 * squad.encircled
        return total


def _nation(g: SquadState) -> Nation:
    """The one that wins most against what the other player has taken, if they have."""
    taken = [squad.nation for squad in g.squads]
    return SECOND if BEST in taken and not g.hex_map else BEST
