"""What the search of `engine.search` is told of NCO: the veteran's mind.

A veteran takes one of the squads that win most (`musters`), and otherwise decides as regular does;
where several orders look about as good, it plays them out for the next few dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.games.nco.computer import decide
from owm_net.games.nco.computer.healing import standing_of
from owm_net.games.nco.computer.musters import WINNING
from owm_net.games.nco.computer.ordering import good_ideas
from owm_net.games.nco.computer.quick import Aim, quick
from owm_net.games.nco.ids import SEATS, SoldierId
from owm_net.games.nco.missions import FACES
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.command import ORDER, Command
from owm_net.games.nco.set_up import ROSTER
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import TURNS
from owm_net.games.nco.victory import scores

DICE = 7
"""Orders of both sides for which a plan is played out."""
LONGEST = 400
"""Questions, of dice too, after which it is played no further in any case."""
MOST_PLANS = 4
CLOSE = 60
"""An order that promises so much less than the best is played out only as the second plan."""


class NcoThinker(Thinker[NcoState]):
    """See `Thinker`. Worths are hundredths of victory points."""

    won = 15000
    budget = 1500
    doubt = 20

    def hidden(self, view: View[NcoState]) -> Hidden:
        """Each seat's mission is the top card of a deck of its own (NCO-SCN-18)."""
        g, known = view.state, view.known
        closed = []
        for seat in SEATS:
            deck = g.decks.get(f"mission {seat}")
            if deck is None:
                continue
            slots = [*deck.top(deck.left), *[c for c in g.hands[seat] if c < 0]]
            seen = [c for c in g.hands[seat] if c >= 0]
            seen += [known[s] for s in slots if s in known]
            cards = [c for c in range(FACES * seat, FACES * (seat + 1)) if c not in seen]
            closed.append(([s for s in slots if s not in known], cards))
        learnt = {seat: [c for c in g.hands[seat] if c < 0] for seat in SEATS}
        return Hidden(tuple(closed), learnt)

    def plans(self, view: View[NcoState], chance: Chance) -> Sequence[Plan]:
        """A squad that wins; regular's own answer; and for a die other orders about as good, one
        of them whatever it promises."""
        asked, frame = agenda.kind_of(view), view.state.agenda[-1]
        if asked is ROSTER:
            alike = WINNING[chance.below(len(WINNING))]
            return [Plan(alike[chance.below(len(alike))])]
        if asked is not ORDER or not isinstance(frame, Command):
            return [Plan(decide(view, chance))]
        found: dict[tuple[type[OrderAnswer], SoldierId], Plan] = {}
        least: int | None = None
        g = view.state
        able = frame.able(g)
        for value, order in good_ideas(view, able, chance, frame.shown(g)):
            least = value - CLOSE if least is None else least
            poor = value < least and len(found) > 1
            if poor or len(found) == MOST_PLANS or g.soldiers[able[0]].broken:
                break
            found.setdefault((type(order), order.soldier), Plan(order))
        return [*found.values()] or [Plan(decide(view, chance))]

    def policy(self, view: View[NcoState], chance: Chance, aim: Any) -> Answer:
        """Quick."""
        return quick(view, chance, Aim())

    def is_far(self, start: NcoState, g: NcoState) -> bool:
        """When so many more dice are out of the bag; the last turn is played to its end."""
        if g.answered >= start.answered + LONGEST:
            return True
        if start.turn == TURNS:
            return False
        gone = sum(start.bag()) - sum(g.bag())
        if g.turn > start.turn:
            gone += sum([s.present for s in g.soldiers])  # all are in the bag again
        return gone >= DICE

    def worth(self, g: NcoState, seat: int) -> int:
        """The score as it stands, and what wounds and fear have cost both sides."""
        points = scores(g)
        total = 100 * (points[seat] - points[1 - seat])
        for s in g.soldiers:
            if s.present:
                lost = s.worth * (1000 - standing_of(s, s.health, s.psyche)) // 10
                total += -lost if s.seat == seat else lost
        return max(-self.won, min(self.won, total))
