"""Phase 9, Discard: an extra card for a quiet squad, then down to the hand limit (2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Call, Done, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held, why_not_held
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.drawing import DrawCards
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.state import SquadState


@record("squadcards.draw_extra")
class DrawExtra(Answer):
    """SQD-DISC-01: whether a squad that kept still takes one more card."""

    title: ClassVar[str] = say("Extra card")
    help: ClassVar[str] = say("Afterwards the squad discards down to its limit (SQD-DISC-01)")

    take: bool

    def sentence(self, view: View[SquadState]) -> str:
        return say("draw an extra card") if self.take else say("draw no extra card")


@record("squadcards.discard")
class Discard(Answer):
    """SQD-DISC-02: the cards above the hand limit of a squad, as its owner chooses."""

    title: ClassVar[str] = say("Discard")
    help: ClassVar[str] = say("Discards are face up (SQD-DISC-02)")
    words = say("discard {cards}")

    cards: tuple[Played, ...]


EXTRA = Kind(
    "extra",
    DrawExtra,
    rule="SQD-DISC-01",
    why=say("choose whether to draw one more card"),
    deed=say("draw an extra card or not"),
)
DISCARD = Kind(
    "discard",
    Discard,
    rule="SQD-DISC-02",
    why=say("choose the cards above the hand limit"),
    deed=say("discard down to the limit"),
)


@record("squadcards.extra")
class ExtraCard(SquadEvent):
    """SQD-DISC-01: a squad takes one more card; it is drawn next."""

    words = say("{squad} kept still: an extra card")
    rule = "SQD-DISC-01"

    squad: SquadId


@record("squadcards.discarded")
class Discarded(SquadEvent):
    """A squad has discarded down to its hand limit (SQD-DISC-02). cards: face up on the discard
    pile."""

    words = say("{squad} discard {cards}")
    rule = "SQD-DISC-02"

    squad: SquadId
    cards: tuple[CardNumber, ...]


@frame("squadcards.discard_phase")
@define
class DiscardPhase(BySquad):
    """Each squad of the active player: one more card if it kept still, chosen before anything is
    discarded (R-59), then down to the limit."""

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """An extra card may be drawn, or cards are too many."""
        return self._may_draw(g, squad) or excess_of(g, squad) > 0

    def _may_draw(self, g: SquadState, squad: SquadId) -> bool:
        """SQD-DISC-01, R-25: it has neither completed a move nor attacked in this player turn."""
        mine = g.squads[squad]
        return not (mine.moved or mine.attacked)

    def act(self, g: SquadState) -> Outcome[None]:
        """The extra card, if the squad kept still, comes before the discards (R-59)."""
        if self._may_draw(g, self.squad):
            return Ask(EXTRA.of(g.active), then=self.hear_extra)
        return self.discard

    @EXTRA.tells
    def about_extra(self, view: View[SquadState]) -> About:
        """One card more, or not."""
        why = say("afterwards you discard down to your limit")
        return About(
            say("draw one more card, having neither moved nor attacked?"), why, "SQD-DISC-01"
        )

    @EXTRA.offers
    def offers_extra(self, view: View[SquadState]) -> Iterator[DrawExtra]:
        """The owner takes the card or leaves it (SQD-DISC-01)."""
        yield DrawExtra(True)
        yield DrawExtra(False)

    def hear_extra(self, g: SquadState, answer: DrawExtra) -> Outcome[None]:
        """One card from the deck, if its owner wants it."""
        if not answer.take:
            return self.discard
        g.tell(ExtraCard(self.squad))
        return Call(DrawCards(self.squad, 1), then=self.discard)

    def discard(self, g: SquadState) -> Outcome[None]:
        """Down to the hand limit."""
        if excess_of(g, self.squad) > 0:
            return Ask(DISCARD.of(g.active), then=self.hear_discard)
        return self.next_squad

    @DISCARD.tells
    def about_discard(self, view: View[SquadState]) -> About:
        """How many cards are above the hand limit."""
        excess = excess_of(view.state, self.squad)
        cards = say("1 card") if excess == 1 else say("{excess} cards", excess=excess)
        return About(
            say("choose {cards} to discard", cards=cards),
            say("discards are face up"),
            "SQD-DISC-02",
        )

    @DISCARD.offers
    def offers_discard(self, view: View[SquadState]) -> Iterator[Discard]:
        """Every way to choose as many cards as are too many."""
        excess = excess_of(view.state, self.squad)
        yield from map(Discard, combinations(held(view, self.squad), excess))

    @DISCARD.samples
    def sample_discard(self, view: View[SquadState], chance: Chance) -> Discard:
        """Any of these choices, by chance."""
        hand = held(view, self.squad)
        chance.shuffle(hand)
        return Discard(tuple(hand[: excess_of(view.state, self.squad)]))

    @DISCARD.judges
    def why_not_discard(self, view: View[SquadState], answer: Discard) -> Refusal | None:
        """Exactly the cards above the limit (SQD-DISC-02)."""
        given, excess = len(answer.cards), excess_of(view.state, self.squad)
        why = say("choose cards of your own hand")
        refusal = why_not_held(view, answer.cards, "SQD-DISC-02", why, self.squad)
        if refusal is None and given != excess:
            why = say_n(
                "{n} card must go, not {given}",
                "discard {n} cards, not {given}",
                excess,
                given=given,
            )
            return Refusal("SQD-DISC-02", why, more=given < excess)
        return refusal

    def hear_discard(self, g: SquadState, answer: Discard) -> Outcome[None]:
        """The cards go face up to the discard pile (SQD-DISC-02)."""
        for card in answer.cards:
            g.spend(self.squad, card)
        g.tell(Discarded(self.squad, tuple([CardNumber(card) for card in answer.cards])))
        return self.next_squad

    def close(self, g: SquadState) -> Outcome[None]:
        """Remove outflanked markers, which last through their owner's player turn (SQD-POS-04)."""
        for squad in g.all_of(g.active):
            g.squads[squad].outflanked = False
        return Done()


def excess_of(g: SquadState, squad: SquadId) -> int:
    """How many cards a squad has above its hand limit (SQD-DISC-02); 0 or less: none."""
    return len(g.hands[squad]) - g.squads[squad].hand_limit
