"""Skeleton's mission "full-deck": reserves, shown cards, bets, mixed hands. SKEL-09 to SKEL-12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Done, End, Frame, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.records import register
from owm_net.engine.requests import Answer, DeckList, Show, Unseal
from owm_net.engine.view import View
from owm_net.engine.zones import slots_of
from owm_net.games.skeleton.duel import Match, Table

POOL = tuple([card for card in range(24, 30) for _ in range(2)])
RESERVE = 3


@register("skeleton.bet")
@frozen
class Bet(Answer):
    """SKEL-11: who will have most points."""

    on: int


@register("skeleton.full_state")
@define(kw_only=True)
class FullTable(Table):
    """bets: seat -> number of its token."""

    bets: dict[int, int] = field(factory=dict)

    def after_reshuffle(self) -> Frame[Any]:
        """SKEL-12."""
        return Mixing()

    def last_frame(self, scores: tuple[int, ...]) -> Frame[Any]:
        """SKEL-11."""
        return Settling(scores=scores)


def reserve(seat: int) -> str:
    """The name of a seat's reserve deck."""
    return f"reserve {seat}"


def why_not_bet(seats: int, seat: int, answer: Answer) -> Refusal | None:
    """SKEL-11: on another seat."""
    if not isinstance(answer, Bet) or not 0 <= answer.on < seats:
        return Refusal("SKEL-11", "a bet on a seat is asked")
    return Refusal("SKEL-11", "nobody bets on himself") if answer.on == seat else None


@frame("skeleton.full_match")
@define
class FullMatch(Match):
    """The whole game."""

    ready: int = 0

    def dealt(self, g: Table) -> Any:
        """SKEL-09 to SKEL-11, once for each seat, beginning with the first."""
        if self.ready == g.seats:
            return self.peek
        seat = self.preparing(g)
        deck = g.private_deck(seat, "reserve", reserve(seat), POOL, RESERVE)
        return Ask(deck, then=self.show)

    def preparing(self, g: Table) -> int:
        """The seat that makes ready."""
        return (self.turn + self.ready) % g.seats

    def offers_reserve(self, view: View[Table]) -> Iterator[Answer]:
        """Pairs of strong cards, and pairs of weak ones."""
        yield DeckList((29, 29, 28))
        yield DeckList((24, 24, 25))

    def why_not_reserve(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-09: the pool says it all."""
        return None

    def sample_reserve(self, view: View[Table], chance: Chance) -> Answer:
        """Any three of the pool."""
        pool = list(POOL)
        chance.shuffle(pool)
        return DeckList(tuple(pool[:RESERVE]))

    def show(self, g: Table) -> Any:
        """SKEL-10."""
        seat = self.preparing(g)
        return Ask(Show(seat, (seat + 1) % g.seats, (g.hands[seat][0],)), then=self.bet)

    def bet(self, g: FullTable) -> Any:
        """SKEL-11."""
        seal = g.seal(self.preparing(g), "bet")
        g.bets[seal.seat] = seal.token
        return Ask(seal, then=self.next_ready)

    def offers_bet(self, view: View[Table]) -> Iterator[Answer]:
        """Every seat."""
        yield from map(Bet, range(view.state.seats))

    def why_not_bet(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-11."""
        return why_not_bet(view.state.seats, view.seat, answer)

    def next_ready(self, g: Table) -> Any:
        """The next seat."""
        self.ready += 1
        return self.dealt

    def passed(self, g: Table) -> Any:
        """SKEL-09: a seat that passes draws from its reserve."""
        if g.decks[reserve(self.turn)].left:
            return Ask(g.draw(self.turn, reserve(self.turn), 1), then=self.close_turn)
        return self.close_turn


@frame("skeleton.mixing")
@define
class Mixing(Frame[Any]):
    """SKEL-12: every seat mixes its hand."""

    seat: int = 0

    def start(self, g: Table) -> Any:
        """The next one that has cards."""
        while self.seat < g.seats:
            if slots_of(g.hands[self.seat]):
                return Ask(g.remix(self.seat), then=self.learn)
            self.seat += 1
        return Done()

    def learn(self, g: Table) -> Any:
        """It draws them again."""
        return Ask(g.redraw(self.seat), then=self.next_seat)

    def next_seat(self, g: Table) -> Any:
        """The next one."""
        self.seat += 1
        return self.start


@frame("skeleton.settling")
@define
class Settling(Frame[Any]):
    """SKEL-11: careful seats open their bets."""

    scores: tuple[int, ...]
    seat: int = -1
    won: list[int] = field(factory=list)

    def start(self, g: FullTable) -> Any:
        """The next careful seat, or the end."""
        self.seat += 1
        while self.seat < g.seats and g.bold[self.seat]:
            self.seat += 1
        if self.seat < g.seats:
            return Ask(Unseal(g.bets[self.seat], self.seat, "bet"), then=self.settle)
        scores = tuple([s + (2 if i in self.won else 0) for i, s in enumerate(self.scores)])
        return End(g.result(scores))

    def why_not_bet(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-11."""
        return why_not_bet(view.state.seats, self.seat, answer)

    def settle(self, g: Table, bet: Answer) -> Any:
        """2 points for a bet on a seat with most points."""
        assert isinstance(bet, Bet)
        right = self.scores[bet.on] == max(self.scores)
        if right:
            self.won.append(self.seat)
        g.tell("bet", "SKEL-11", seat=self.seat, on=bet.on, right=right)
        return self.start
