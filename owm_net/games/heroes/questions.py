"""Questions that cards alone answer, between the parts of a round. G-06, HON-CARD-04, HON-CARD-09.

Initiative first; each play is executed at once, and the other seat is asked, until both have passed
in a row. Of one step of Supply cards come before options (R-107).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import About, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.silence import NO_CARDS
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Question

HUSH: Kind[CardPlay] = Kind(
    "hush",
    rule="HON-CARD-01",
    why=say("choose a card of the Orders phase, or pass"),
    deed=say("play cards on laid orders"),
    passes=say("play no card"),
    until=(NO_CARDS,),
    pass_first=True,
)
START_CARDS: Kind[CardPlay] = Kind(
    "start_cards",
    rule="HON-SUP-01",
    why=say("choose a card for the beginning of Supply, or pass"),
    deed=say("play cards at the beginning of Supply"),
    passes=say("play no card"),
    until=(NO_CARDS,),
    pass_first=True,
)
END_CARDS: Kind[CardPlay] = Kind(
    "end_cards",
    rule="HON-SUP-08",
    why=say("choose a card for the end of Supply, or pass"),
    deed=say("play cards at the end of Supply"),
    passes=say("play no card"),
    until=(NO_CARDS,),
    pass_first=True,
)

_KINDS = {
    Question.HUSH: HUSH,
    Question.SUPPLY_START: START_CARDS,
    Question.SUPPLY_END: END_CARDS,
}
_WORDS = {
    Question.HUSH: say("play a card on the orders that lie there"),
    Question.SUPPLY_START: say("play a card at the beginning of Supply"),
    Question.SUPPLY_END: say("play a card at the end of Supply"),
}


@frame("heroes.exchanging")
@define
class Exchanging(Exchange[HeroesState, CardPlay, None]):
    """One of those questions. A seat is asked where everybody sees that it may have an answer."""

    question: Question = field(kw_only=True)

    def kind(self) -> Kind[CardPlay]:
        """Of three."""
        return _KINDS[self.question]

    def silenced_by(self) -> tuple[str, ...]:
        """HON-HID-11: a pass for the round is public as any other."""
        return (NO_CARDS,)

    def may_play(self, g: HeroesState) -> bool:
        """HON-HID-13."""
        return can_play(self.kind(), g, Moment(self.seat))

    def close(self, g: HeroesState) -> Outcome[None]:
        """The round goes on."""
        return Done()

    def execute(self, g: HeroesState, play: CardPlay) -> Frame[None] | None:
        """The card is out, and does what it does."""
        spend_card(g, self.seat, play.card)
        return play.execute(g, Moment(self.seat))

    def _about(self) -> About:
        return About(_WORDS[self.question], "", self.kind().refusal.rule)

    def _offers(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        yield from card_offers(self.kind(), view, Moment(self.seat))

    def _why_not(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        return why_not_card(view, Moment(self.seat), answer)

    @HUSH.tells
    def about_hush(self, view: View[HeroesState]) -> About:
        """After the last token is laid."""
        return self._about()

    @HUSH.offers
    def offers_hush(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        """Each card that fits."""
        return self._offers(view)

    @HUSH.judges
    def why_not_hush(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        """See `card`."""
        return self._why_not(view, answer)

    @START_CARDS.tells
    def about_start_cards(self, view: View[HeroesState]) -> About:
        """Supply step 1."""
        return self._about()

    @START_CARDS.offers
    def offers_start_cards(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        """Each card that fits."""
        return self._offers(view)

    @START_CARDS.judges
    def why_not_start_cards(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        """See `card`."""
        return self._why_not(view, answer)

    @END_CARDS.tells
    def about_end_cards(self, view: View[HeroesState]) -> About:
        """Supply step 5."""
        return self._about()

    @END_CARDS.offers
    def offers_end_cards(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        """Each card that fits."""
        return self._offers(view)

    @END_CARDS.judges
    def why_not_end_cards(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        """See `card`."""
        return self._why_not(view, answer)
