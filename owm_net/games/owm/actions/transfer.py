"""Transfer (000:1478-1485, section 2.19): soldiers change over to a Fireteam beside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    hand_of,
    laid,
    void,
    why_not_in_hand,
    why_nothing_to_pay,
)
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.placing import joined
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.stealth import Seen
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.moves import stays_home
from owm_net.games.owm.windows import Order

MOST = 3
"""Soldiers that one Transfer can move (OWM-TRANS-01)."""


@record("owm.transfer")
class Transfer(Action):
    """Discard as many cards as soldiers go to a Fireteam of their squad beside (OWM-TRANS-01)."""

    title = say("Transfer")
    help = say("1 to 3 soldiers to a Fireteam of the squad beside, a card for each (OWM-TRANS-01)")
    words = say("transfer {soldiers} to {to}, discard {cards}")
    by_name = True

    cards: tuple[Played, ...]
    soldiers: tuple[SoldierId, ...]
    to: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Transfer]:
        g = view.state
        team = g.fireteams[turn.fireteam]
        hand = hand_of(view, turn)
        for other in _beside(g, team):
            for n in range(1, min(MOST, len(hand)) + 1):
                for soldiers in combinations(team.line, n):
                    yield Transfer(tuple(hand[:n]), soldiers, other.id)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge by OWM-TRANS-01, OWM-TRANS-02: who may go, where to, and as many cards."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        if next(_beside(g, team), None) is None:
            return Refusal("OWM-TRANS-01", say("no Fireteam of its squad is beside it"))
        if team.on_the_move:
            return Refusal("OWM-TRANS-02", say("neither Fireteam may be on the move (A-40)"))
        if _most(team) == 0:
            return Refusal("OWM-TRANS-02", say("one soldier must stay (A-40)"))
        problem = (
            _why_all_stay(g, team)
            or why_nothing_to_pay(view, turn)
            or why_not_in_hand(view, *self.cards)
            or self._why_not_these(g, team)
            or self._why_not_there(g, team)
        )
        if problem is not None:
            return problem
        if not len(self.cards) == len(self.soldiers) > 0:
            few = len(self.cards) <= MOST
            return Refusal(
                "OWM-TRANS-01", say("1 to {most} soldiers, one card for each", most=MOST), more=few
            )
        return None

    def _why_not_these(self, g: OwmState, team: Fireteam) -> Refusal | None:
        n = len(self.soldiers)
        if n > MOST:
            return Refusal(
                "OWM-TRANS-01", say("1 to {most} soldiers, one card for each", most=MOST)
            )
        if len(dict.fromkeys(self.soldiers)) != n:
            return Refusal("OWM-TRANS-01", say("a soldier is named twice"))
        if n > _most(team):
            return Refusal("OWM-TRANS-02", say("one soldier must stay (A-40)"))
        for one in self.soldiers:
            if one not in team.line:
                return Refusal("OWM-TRANS-02", say("only soldiers of the active Fireteam can go"))
            problem = _why_he_stays(g, one)
            if problem is not None:
                return problem
        return None

    def _why_not_there(self, g: OwmState, team: Fireteam) -> Refusal | None:
        other = g.fireteams.get(self.to)
        if other is None or not other.on_map or other.id == team.id or g.is_enemy(team, other):
            why = say("it must be another friendly Fireteam")
            return Refusal("OWM-TRANS-01", why, misfit=True)
        if not g.same_squad(team, other):
            return Refusal("OWM-TRANS-01", say("they are of another squad (A-122)"), misfit=True)
        if not g.ground.adjacent(team.cell, other.cell):
            return Refusal("OWM-TRANS-01", say("that Fireteam is not adjacent"))
        if other.on_the_move:
            return Refusal("OWM-TRANS-02", say("neither Fireteam may be on the move (A-40)"))
        most = g.largest(g.sides[other.seat])
        if len(other.line) + max(1, len(self.soldiers)) > most:
            return Refusal(
                "OWM-TRANS-02", say("they would be more than {most} soldiers", most=most)
            )
        return None

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        seat = g.fireteams[turn.fireteam].seat
        cards = tuple([g.spend(seat, card) for card in self.cards])
        g.tell(Transfers(turn.fireteam, cards, self.soldiers, self.to))
        return laid(Transfer, g, turn)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """They stand at the right end of their new line (OWM-TRANS-01)."""
        team = g.fireteams[turn.fireteam]
        problem = self._why_not_these(g, team) or self._why_not_there(g, team)
        if problem is not None:
            return void(g, turn, problem)
        other = g.fireteams[self.to]
        staying = tuple([s for s in team.line if s not in self.soldiers])
        g.change_fireteam(team.id, line=staying)
        hidden = team.stealthed and other.stealthed  # as in a merge: both or none
        g.change_fireteam(other.id, line=joined(other.line, self.soldiers), stealthed=hidden)
        if other.stealthed and not hidden:
            g.tell(Seen(other.id, rule="OWM-TRANS-01"))
        for soldier in self.soldiers:
            g.change_soldier(soldier, transferred_in=g.round_no)
        return turn.acted


def _beside(g: OwmState, team: Fireteam) -> Iterator[Fireteam]:
    """The Fireteams of its squad beside it (A-122)."""
    for other in g.friends(team.seat):
        beside = g.ground.adjacent(team.cell, other.cell)
        if other.id != team.id and beside and g.same_squad(team, other):
            yield other


def _most(team: Fireteam) -> int:
    """How many can go at most: one stays, and Lu does not count for one (A-64)."""
    return sum(soldier != LU for soldier in team.line) - 1


def _why_all_stay(g: OwmState, team: Fireteam) -> Refusal | None:
    """Why none of a Fireteam can go: what keeps the first of them."""
    first: Refusal | None = None
    for one in team.line:
        problem = _why_he_stays(g, one)
        if problem is None:
            return None
        first = first or problem
    return first


def _why_he_stays(g: OwmState, one: SoldierId) -> Refusal | None:
    """Why a soldier of the Fireteam cannot go, whoever else does."""
    soldier = g.soldiers[one]
    if soldier.transferred_in == g.round_no:
        return Refusal("OWM-TRANS-02", say("he has been transferred in this round"))
    if soldier.status is Status.UNARMED:
        return Refusal("OWM-MX-07", say("she stays with the Fireteam that took her along (A-117)"))
    if soldier.status is Status.SUPPRESSED:
        return Refusal("OWM-TRANS-02", say("a suppressed soldier cannot go (A-40)"))
    if soldier.crewed_in or soldier.assists:
        return Refusal("OWM-TRANS-02", say("a soldier at a crewed gun or scope cannot go"))
    if stays_home(g, one):
        return Refusal("OWM-LVL-04", say("by a trait he cannot be transferred"))
    return None


@record("owm.event.transfer")
class Transfers(Ordered):
    """Soldiers are in another Fireteam now."""

    rule = "OWM-STD-02"

    soldiers: tuple[SoldierId, ...]
    to: FireteamId

    def deed(self, g: OwmState) -> str:
        to = words.fireteam_name(g, self.to)
        return say(
            "transfers {names} to {to}",
            names=words.soldier_names(self.soldiers),
            to=to,
        )
