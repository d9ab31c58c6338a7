"""Player turns and their nine phases (2.3 to 2.9). With several squads each phase is done squad
by squad, in an order the owner chooses (SQD-GAP-11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import why_not_held
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.squadcards.answers import Declare, Discard, DrawExtra, NextSquad
from owm_net.games.squadcards.draws import DrawCards
from owm_net.games.squadcards.fire import FireWindow
from owm_net.games.squadcards.morale import MoraleCheck, RallyRoll
from owm_net.games.squadcards.movement import MoveAttempt, destinations
from owm_net.games.squadcards.plays import OWN_HAND, plays_in, wrong_answer
from owm_net.games.squadcards.state import Table, face
from owm_net.games.squadcards.terms import PHASES, Effect, Moment, Phase
from owm_net.games.squadcards.victory import out_of_turns
from owm_net.games.squadcards.windows import OwnWindow


@frame("squadcards.turns")
@define
class Turns(Frame):
    """SQD-SET-07, SQD-TURN-01: player turns alternate until somebody has won. left: phases of
    this player turn still to come."""

    left: list[Phase] = field(factory=list)

    def start(self, g: Table) -> Any:
        """The next phase, or the next player turn."""
        if self.left:
            return self.next_phase
        limit = g.options.turn_limit
        if limit and g.turn >= limit:
            return out_of_turns(g)
        g.turn += 1
        g.active = 1 - g.active
        for squad in g.squads:
            squad.begin_turn()
        self.left = list(PHASES)
        g.tell("turn", "SQD-TURN-01", seat=g.active, n=g.turn)
        return self.next_phase

    def next_phase(self, g: Table) -> Any:
        """Phases with nothing to do are passed through, never reordered."""
        g.phase = self.left.pop(0)
        g.tell("phase", "SQD-TURN-01", seat=g.active, phase=g.phase.value)
        return Call(PHASE_FRAMES[g.phase](), then=self.start)


@define
class BySquad(Frame):
    """A phase that is done squad by squad. waiting: squads still to come; squad: who acts."""

    waiting: list[int] = field(factory=list)
    squad: int = -1

    def start(self, g: Table) -> Any:
        """All squads of the side whose phase it is."""
        self.waiting = g.living(self.seat(g))
        return self.next_squad

    def seat(self, g: Table) -> int:
        """Whose phase it is."""
        return g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """Whether a squad has anything to do in this phase; public facts only."""
        return True

    def next_squad(self, g: Table) -> Any:
        """The owner says which, where there is a choice."""
        squads = g.squads
        self.waiting = [s for s in self.waiting if squads[s].men and self.concerns(g, s)]
        if not self.waiting:
            return self.close
        if len(self.waiting) == 1:
            self.squad = self.waiting.pop()
            return self.act
        return Ask(Choose(self.seat(g), "squad"), then=self.hear_squad)

    def offers_squad(self, view: View[Table]) -> Iterator[Answer]:
        """Those that have not acted."""
        yield from (NextSquad(s) for s in self.waiting)

    def why_not_squad(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-VHX-07."""
        if isinstance(answer, NextSquad) and answer.squad in self.waiting:
            return None
        return Refusal("SQD-VHX-07", "one of the squads that have not acted is asked for")

    def hear_squad(self, g: Table, answer: NextSquad) -> Any:
        """It acts."""
        self.waiting.remove(answer.squad)
        self.squad = answer.squad
        return self.act

    def act(self, g: Table) -> Any:
        """What the squad does; then `next_squad`."""
        return self.next_squad

    def close(self, g: Table) -> Any:
        """All have acted."""
        return Done()


@frame("squadcards.draw_phase")
@define
class DrawPhase(BySquad):
    """Phase 1."""

    def act(self, g: Table) -> Any:
        """SQD-DRAW-01; SQD-GAP-13."""
        squad = g.squads[self.squad]
        n = squad.row.draw
        foe = squad.row.handicap_foe
        if g.options.handicap and foe and any(s.nation is foe for s in g.squads):
            n += squad.row.handicap_draw
        return Call(DrawCards(self.squad, n), then=self.own)

    def own(self, g: Table) -> Any:
        """SQD-WIN-01."""
        return Call(OwnWindow(self.squad), then=self.next_squad)


@frame("squadcards.morale_phase")
@define
class MoralePhase(BySquad):
    """Phase 2."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-MORALE-01."""
        return g.squads[squad].fired_upon

    def act(self, g: Table) -> Any:
        """SQD-MORALE-02."""
        return Call(MoraleCheck(self.squad), then=self.next_squad)

    def close(self, g: Table) -> Any:
        """SQD-MORALE-09: the fire log is cleared."""
        for squad in g.all_of(g.active):
            g.squads[squad].fired_upon = False
            g.squads[squad].men_lost = 0
        return Done()


@frame("squadcards.covering_phase")
@define
class CoveringPhase(BySquad):
    """Phase 3: the declaration (SQD-WIN-03), then covering fire."""

    def act(self, g: Table) -> Any:
        """SQD-COVER-01: where only "no" is legal nothing is asked."""
        if why_not_moving(g, self.squad) is not None:
            g.tell_seat("declared", "SQD-COVER-01", self.squad, move=False, point_man=False)
            return self.next_squad
        return Ask(Choose(g.active, "declare"), then=self.hear)

    def offers_declare(self, view: View[Table]) -> Iterator[Answer]:
        """To stay, or to move: with or without point man and smoke."""
        yield Declare(False)
        smokes = [Played(c) for _, c, _ in plays_in(view, (self.squad,), (Moment.DECLARE,))]
        for point_man in (False, True):
            yield from (Declare(True, point_man, smoke) for smoke in [None, *smokes])

    def why_not_declare(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-COVER-01 to -03."""
        g = view.state
        if not isinstance(answer, Declare):
            return wrong_answer(view, answer, Moment.DECLARE)
        if not answer.move:
            if answer.smoke is not None:
                return Refusal("SQD-COVER-02", "smoke is laid for a squad that moves")
            if answer.point_man:
                return Refusal("SQD-COVER-03", "a point man leads a squad that moves")
            return None
        refusal = why_not_moving(g, self.squad)
        if refusal is not None or answer.smoke is None:
            return refusal
        refusal = why_not_held(view, (answer.smoke,), "SQD-COVER-02", OWN_HAND, self.squad)
        if refusal is not None:
            return refusal
        if not g.hex_map and len(g.hands[self.squad]) < 2:
            return Refusal("SQD-COVER-01", "a card must be left for the move itself (R-13)")
        card = view.card(answer.smoke)
        if card is not None and face(card).effect is not Effect.SMOKE:
            return Refusal("SQD-COVER-02", f"{face(card).title} is no Smoke card")
        return None

    def hear(self, g: Table, answer: Declare) -> Any:
        """Public from now on."""
        squad = g.squads[self.squad]
        squad.will_move, squad.point_man = answer.move, answer.point_man
        rule = "SQD-COVER-01 SQD-COVER-03" if answer.point_man else "SQD-COVER-01"
        g.tell_seat("declared", rule, self.squad, move=answer.move, point_man=answer.point_man)
        if answer.smoke is not None:
            squad.smoke = True
            g.spend(self.squad, answer.smoke)
            g.tell_seat("smoke", "SQD-COVER-02", self.squad, card=answer.smoke)
        if not answer.move:
            return self.next_squad
        return Call(FireWindow(self.squad), then=self.next_squad)


def why_not_moving(g: Table, squad: int) -> Refusal | None:
    """SQD-COVER-01: who must declare that it stays."""
    if g.squads[squad].pinned:
        return Refusal("SQD-MORALE-06", "a pinned squad cannot move")
    if g.hex_map:
        if destinations(g, squad):
            return None
        return Refusal("SQD-VHX-04", "there is no hex it could move to")
    if g.hands[squad]:
        return None
    return Refusal("SQD-COVER-01", "without a card no move can be attempted (R-13)")


@frame("squadcards.opportunity_phase")
@define
class OpportunityPhase(BySquad):
    """Phase 4: only if somebody will move (SQD-OPF-01)."""

    def seat(self, g: Table) -> int:
        """The passive player."""
        return 1 - g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """Somebody will move, and there is a card to play."""
        return bool(g.hands[squad]) and any(g.squads[s].will_move for s in g.living(g.active))

    def act(self, g: Table) -> Any:
        """SQD-WIN-04, SQD-WIN-05."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.movement_phase")
@define
class MovementPhase(BySquad):
    """Phase 5."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-MOVE-01, SQD-OPF-07."""
        return g.squads[squad].will_move and not g.squads[squad].halted

    def act(self, g: Table) -> Any:
        """One attempt."""
        return Call(MoveAttempt(self.squad), then=self.next_squad)


@frame("squadcards.position_phase")
@define
class PositionPhase(BySquad):
    """Phase 6."""

    def concerns(self, g: Table, squad: int) -> bool:
        """There is a card to play."""
        return bool(g.hands[squad])

    def act(self, g: Table) -> Any:
        """SQD-WIN-01."""
        return Call(OwnWindow(self.squad), then=self.fire)

    def fire(self, g: Table) -> Any:
        """SQD-POS-01."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.return_phase")
@define
class ReturnPhase(BySquad):
    """Phase 7."""

    def seat(self, g: Table) -> int:
        """The passive player."""
        return 1 - g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """There is a card to play."""
        return bool(g.hands[squad])

    def act(self, g: Table) -> Any:
        """SQD-RET-01."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.rally_phase")
@define
class RallyPhase(BySquad):
    """Phase 8: the active player's squads only (R-24)."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-RALLY-01."""
        return g.squads[squad].pinned

    def act(self, g: Table) -> Any:
        """One roll."""
        return Call(RallyRoll(self.squad), then=self.next_squad)


@frame("squadcards.discard_phase")
@define
class DiscardPhase(BySquad):
    """Phase 9."""

    def concerns(self, g: Table, squad: int) -> bool:
        """An extra card may be drawn, or cards are too many."""
        return self._may_draw(g, squad) or self._excess(g, squad) > 0

    def _may_draw(self, g: Table, squad: int) -> bool:
        """SQD-DISC-01, R-25."""
        mine = g.squads[squad]
        return not (mine.moved or mine.attacked)

    def _excess(self, g: Table, squad: int) -> int:
        """SQD-DISC-02."""
        return len(g.hands[squad]) - g.squads[squad].hand_limit

    def act(self, g: Table) -> Any:
        """First the extra card."""
        if self._may_draw(g, self.squad):
            return Ask(Choose(g.active, "extra"), then=self.hear_extra)
        return self.discard

    def offers_extra(self, view: View[Table]) -> Iterator[Answer]:
        """Yes or no."""
        yield DrawExtra(True)
        yield DrawExtra(False)

    def why_not_extra(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-DISC-01."""
        if isinstance(answer, DrawExtra):
            return None
        return Refusal("SQD-DISC-01", "whether to draw one more card is asked for")

    def hear_extra(self, g: Table, answer: DrawExtra) -> Any:
        """One card from the deck."""
        if not answer.take:
            return self.discard
        g.tell_seat("extra", "SQD-DISC-01", self.squad)
        return Call(DrawCards(self.squad, 1), then=self.discard)

    def discard(self, g: Table) -> Any:
        """SQD-DISC-02."""
        if self._excess(g, self.squad) > 0:
            return Ask(Choose(g.active, "discard"), then=self.hear_discard)
        return self.next_squad

    def offers_discard(self, view: View[Table]) -> Iterator[Answer]:
        """Every choice of cards."""
        g = view.state
        hand = [Played(c) for c in g.hands[self.squad]]
        yield from (Discard(cards) for cards in combinations(hand, self._excess(g, self.squad)))

    def sample_discard(self, view: View[Table], chance: Chance) -> Answer:
        """One of them."""
        g = view.state
        hand = [Played(c) for c in g.hands[self.squad]]
        chance.shuffle(hand)
        return Discard(tuple(hand[: self._excess(g, self.squad)]))

    def why_not_discard(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-DISC-02: exactly the cards above the limit."""
        g = view.state
        if not isinstance(answer, Discard):
            return Refusal("SQD-DISC-02", "the cards above the hand limit are asked for")
        cards, why = answer.cards, "different cards of one's own hand must be named"
        if len(dict.fromkeys(cards)) != len(cards):
            return Refusal("SQD-DISC-02", why)
        excess = self._excess(g, self.squad)
        refusal = why_not_held(view, cards, "SQD-DISC-02", why, self.squad)
        if refusal is None and len(cards) != excess:
            return Refusal("SQD-DISC-02", f"{excess} cards must go, not {len(cards)}")
        return refusal

    def hear_discard(self, g: Table, answer: Discard) -> Any:
        """Face up."""
        for card in answer.cards:
            g.spend(self.squad, card)
        g.tell_seat("discarded", "SQD-DISC-02", self.squad, cards=answer.cards)
        return self.next_squad

    def close(self, g: Table) -> Any:
        """SQD-POS-04: an outflanked marker lasts through one's own player turn."""
        for squad in g.all_of(g.active):
            g.squads[squad].outflanked = False
        return Done()


PHASE_FRAMES: dict[Phase, type[BySquad]] = {
    Phase.DRAW: DrawPhase,
    Phase.MORALE: MoralePhase,
    Phase.COVERING: CoveringPhase,
    Phase.OPPORTUNITY: OpportunityPhase,
    Phase.MOVEMENT: MovementPhase,
    Phase.POSITION: PositionPhase,
    Phase.RETURN: ReturnPhase,
    Phase.RALLY: RallyPhase,
    Phase.DISCARD: DiscardPhase,
}
