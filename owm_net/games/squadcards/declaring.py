"""Phase 3: a move is declared, with smoke and point man; covering fire goes before it (2.5)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Outcome, Refusal, frame
from owm_net.engine.hands import why_not_held
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.squadcards.answers import Declare
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.fire import FireWindow
from owm_net.games.squadcards.movement import can_move
from owm_net.games.squadcards.plays import OWN_HAND, plays_in, wrong_answer
from owm_net.games.squadcards.state import Table, face
from owm_net.games.squadcards.terms import Effect, Moment


@frame("squadcards.covering_phase")
@define
class CoveringPhase(BySquad):
    """Phase 3: the declaration (SQD-WIN-03), then covering fire."""

    def act(self, g: Table) -> Outcome[None]:
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
            return Refusal("SQD-COVER-01", "a card must be left for the move itself (R-45)")
        card = view.card(answer.smoke)
        if card is not None and face(card).effect is not Effect.SMOKE:
            return Refusal("SQD-COVER-02", f"{face(card).title} is no Smoke card")
        return None

    def hear(self, g: Table, answer: Declare) -> Outcome[None]:
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
    if can_move(g, squad):
        return None
    if g.hex_map:
        return Refusal("SQD-VHX-04", "there is no hex it could move to (R-48)")
    return Refusal("SQD-COVER-01", "without a card no move can be attempted (R-13)")
