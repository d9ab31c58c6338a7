"""What the search of `engine.search` is told of Of War and Men: the veteran's mind.

The veteran does what `veteran` says. A plan is what the Fireteams of a side are to do for two
rounds (`quick.Aim`), and the first action of it; the first is the veteran's own. Playing plans out
has not been shown to win more (docs/strength.md): the player does not, and hints do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.zones import deck_slots
from owm_net.games.owm.catalog import CORE_CARDS
from owm_net.games.owm.computer import quick, veteran
from owm_net.games.owm.computer.quick import Aim, Stance, Task
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import OTHER, OwmState
from owm_net.games.owm.terms import Side, Status
from owm_net.games.owm.turn import ACTION
from owm_net.games.owm.victory import rounds_left, soldier_points
from owm_net.games.owm.words import fireteam_name

HORIZON = 2
"""Rounds for which a plan is played out: the rest of this one, and the next."""
MOST_PLANS = 8
HELD = {Status.SUPPRESSED: 25, Status.WOUNDED: 55}
"""Percent of a soldier's points that count as lost while they are so."""
CARD = 30
"""The worth of a card in the hand, in hundredths of a point."""
EARLY, LONG = 50, 6
"""Percent that objectives count while more than so many rounds are left; they grow to the end."""
STANCES = (Stance.ADVANCE, Stance.FALL_BACK, Stance.HOLD, Stance.FIRE)
ALONE = {
    Stance.ADVANCE: say("this Fireteam makes for the objective"),
    Stance.FALL_BACK: say("this Fireteam falls back out of sight"),
    Stance.HOLD: say("this Fireteam holds where it is"),
    Stance.FIRE: say("this Fireteam fires as long as it can"),
}
TOGETHER = {
    Stance.ADVANCE: say("all make for the objective"),
    Stance.FALL_BACK: say("all fall back out of sight"),
    Stance.HOLD: say("all hold where they are"),
}


class OwmThinker(Thinker[OwmState]):
    """See `Thinker`."""

    won = 4000
    budget = 10000

    def hidden(self, view: View[OwmState]) -> Hidden:
        """All core cards that lie open nowhere are in the deck, in hands and in the fog."""
        g, known = view.state, view.known
        slots = [c for hand in (*g.hands, g.fog) for c in hand if c < 0]
        for deck in g.decks.values():
            slots += deck_slots(deck.number, deck.size)[deck.taken :]
        seen: list[int] = [*g.ground.cards, *g.discard, *g.event_pile, *g.held_terrain]
        seen += [c for hand in (*g.hands, g.fog) for c in hand if c >= 0]
        seen += [known[s] for s in slots if s in known]
        taken = frozenset(seen)
        closed = [s for s in slots if s not in known]
        cards = [c for c in range(1, CORE_CARDS + 1) if c not in taken] if closed else []
        learnt = {seat: [c for c in g.hands[seat] if c < 0] for seat in g.players}
        return Hidden(((closed, cards),), learnt)

    def plans(self, view: View[OwmState], chance: Chance) -> Sequence[Plan]:
        """The veteran's own answer; for an action, what each aim would begin with."""
        own = Plan(veteran.play(view, chance))
        if agenda.kind_of(view) is not ACTION:
            return [own]
        found = [own]
        for aim, words in _aims(view):
            first = quick.play(view, chance, aim)
            if all(_deed(first) != _deed(plan.first) for plan in found):
                found.append(Plan(first, aim, words))
        return found[:MOST_PLANS]

    def policy(self, view: View[OwmState], chance: Chance, aim: Aim | None) -> Answer:
        """Quick."""
        return quick.play(view, chance, aim)

    def is_far(self, start: OwmState, g: OwmState) -> bool:
        """When the next round is over."""
        return g.round_no >= start.round_no + HORIZON

    def worth(self, g: OwmState, seat: int) -> int:
        """The score as it stands, less what soldiers out of action are worth, in hundredths."""
        side = g.sides[seat]
        urgency = max(0, min(LONG, LONG + 1 - rounds_left(g)))
        stake = EARLY + (100 - EARLY) * urgency // LONG
        total = _side(g, side, stake) - _side(g, OTHER[side], stake)
        return max(-self.won, min(self.won, total))


def _deed(answer: Answer) -> tuple[object, ...]:
    """What is done, whichever card it is done with."""
    names = ("cell", "target", "soldier", "soldiers")
    return (type(answer), *[getattr(answer, name, None) for name in names])


def _side(g: OwmState, side: Side, stake: int) -> int:
    """A side's part of the worth. stake: percent that its objectives count now."""
    total = 100 * soldier_points(g, side) + stake * rules_of(g).objective_points(g, side)
    for seat in g.side_seats(side):
        total += CARD * len(g.hands[seat])
    for team in g.fireteams.values():
        if g.sides[team.seat] is side:
            for soldier in g.members(team.id):
                total -= HELD.get(soldier.status, 0) * soldier.card.points
    return total


def _aims(view: View[OwmState]) -> Iterator[tuple[Aim, str]]:
    """Yield what one's Fireteams might do, and its words: the active one alone, or all of them."""
    g = view.state
    own = [t for t in g.fireteams.values() if t.seat == view.seat]
    active = g.active
    yield Aim(), ""
    for stance in STANCES:
        yield Aim({active: Task(stance)}), ALONE[stance]
    for enemy in g.enemies(view.seat):
        if g.sees(g.fireteams[active].cell, enemy.cell):
            aim = Aim({t.id: Task(Stance.FIRE, target=enemy.id) for t in own})
            yield aim, say("everybody fires at {enemy}", enemy=fireteam_name(g, enemy.id))
    for stance, words in TOGETHER.items():
        yield Aim({t.id: Task(stance) for t in own}), words
    yield Aim({active: Task(Stance.SPARE)}), say("the cards are for the other Fireteams")
