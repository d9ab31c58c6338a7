"""The Discard Phase: an extra card for a quiet squad, then down to the hand limit (2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held, why_not_held
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.squadcards.answers import Discard, DrawExtra
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.draws import DrawCards
from owm_net.games.squadcards.state import Table


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

    def act(self, g: Table) -> Outcome[None]:
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

    def hear_extra(self, g: Table, answer: DrawExtra) -> Outcome[None]:
        """One card from the deck."""
        if not answer.take:
            return self.discard
        g.tell_seat("extra", "SQD-DISC-01", self.squad)
        return Call(DrawCards(self.squad, 1), then=self.discard)

    def discard(self, g: Table) -> Outcome[None]:
        """SQD-DISC-02."""
        if self._excess(g, self.squad) > 0:
            return Ask(Choose(g.active, "discard"), then=self.hear_discard)
        return self.next_squad

    def offers_discard(self, view: View[Table]) -> Iterator[Answer]:
        """Every choice of cards."""
        excess = self._excess(view.state, self.squad)
        yield from map(Discard, combinations(held(view, self.squad), excess))

    def sample_discard(self, view: View[Table], chance: Chance) -> Answer:
        """One of them."""
        hand = held(view, self.squad)
        chance.shuffle(hand)
        return Discard(tuple(hand[: self._excess(view.state, self.squad)]))

    def why_not_discard(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-DISC-02: exactly the cards above the limit."""
        g = view.state
        if not isinstance(answer, Discard):
            return Refusal("SQD-DISC-02", "the cards above the hand limit are asked for")
        given, excess = len(answer.cards), self._excess(g, self.squad)
        why = "cards of one's own hand must be named"
        refusal = why_not_held(view, answer.cards, "SQD-DISC-02", why, self.squad)
        if refusal is None and given != excess:
            return Refusal("SQD-DISC-02", f"{excess} cards must go, not {given}")
        return refusal

    def hear_discard(self, g: Table, answer: Discard) -> Outcome[None]:
        """Face up."""
        for card in answer.cards:
            g.spend(self.squad, card)
        g.tell_seat("discarded", "SQD-DISC-02", self.squad, cards=answer.cards)
        return self.next_squad

    def close(self, g: Table) -> Outcome[None]:
        """SQD-POS-04: an outflanked marker lasts through one's own player turn."""
        for squad in g.all_of(g.active):
            g.squads[squad].outflanked = False
        return Done()
