"""Skeleton's mission "full-deck": reserves, shown cards, bets by tokens. SKEL-09, -10, -14 to -17.

A token is a card of a small deck that all shuffle and its owner draws whole: nobody else can tell
which is which, and everybody can tell where each lies. Laid as a bet it is named by an `int`, so
that it stays closed; declared it is named as `Played`, so that it is opened and judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import Factory, define, field, frozen

from owm_net.engine.agenda import Ask, End, Frame, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.hands import held, judge_held
from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer, Choose, DeckList, Reveal, Show
from owm_net.engine.view import View
from owm_net.games.skeleton.duel import Match, Table

POOL = tuple([card for card in range(24, 30) for _ in range(2)])
RESERVE = 3
TOKENS = range(30, 35)
"""Token 30 is for seat 0, and so on; the last one is for nobody."""
NOBODY = TOKENS[-1]


@register("skeleton.bet")
@frozen
class Bet(Answer):
    """Lay a token face down: who will have most points. SKEL-14."""

    token: int


@register("skeleton.declare")
@frozen
class Declare(Answer):
    """Open the bet instead of sending a scout. SKEL-15."""

    token: Played


@register("skeleton.full_state")
@define(kw_only=True)
class FullTable(Table):
    """hands: after those of the seats, their tokens, and then their bets. declared: SKEL-15."""

    hands: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in range(3 * g.seats)], takes_self=True)
    )
    declared: list[bool] = field(default=Factory(lambda g: [False] * g.seats, takes_self=True))

    def own_tokens(self) -> list[int]:
        """SKEL-14: what a seat's tokens are."""
        return [*TOKENS[: self.seats], NOBODY]

    def tokens(self, seat: int) -> int:
        """Which of `hands` are a seat's tokens that are not laid."""
        return self.seats + seat

    def bet(self, seat: int) -> int:
        """Which of `hands` is a seat's bet."""
        return 2 * self.seats + seat

    def gather(self) -> list[int]:
        """SKEL-17: the fog comes along, unseen."""
        fog, self.fog = self.fog, []
        return super().gather() + fog

    def last_frame(self, scores: tuple[int, ...]) -> Frame[Any]:
        """SKEL-16."""
        return Settling(scores=scores)


def reserve(seat: int) -> str:
    """The name of a seat's reserve deck."""
    return f"reserve {seat}"


@frame("skeleton.full_match")
@define
class FullMatch(Match):
    """The whole game."""

    ready: int = 0

    def dealt(self, g: Table) -> Any:
        """SKEL-09, -10 and -14, once for each seat, beginning with the first."""
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
        return Ask(Show(seat, (seat + 1) % g.seats, (g.hands[seat][0],)), then=self.mix_tokens)

    def mix_tokens(self, g: FullTable) -> Any:
        """SKEL-14: nobody can tell which is which, not even their owner yet."""
        return Ask(g.shuffle("tokens", g.own_tokens()), then=self.take_tokens)

    def take_tokens(self, g: FullTable) -> Any:
        """SKEL-14: one seat draws them all."""
        seat = self.preparing(g)
        return Ask(g.draw(seat, "tokens", g.seats + 1, g.tokens(seat)), then=self.ask_bet)

    def ask_bet(self, g: Table) -> Any:
        """SKEL-14."""
        return Ask(Choose(self.preparing(g), "bet"), then=self.lay_bet)

    def offers_bet(self, view: View[FullTable]) -> Iterator[Answer]:
        """Every token."""
        g = view.state
        yield from map(Bet, g.hands[g.tokens(view.seat)])

    def why_not_bet(self, view: View[FullTable], answer: Answer) -> Refusal | None:
        """SKEL-14. Only its owner can tell that a token is its own: the others at the end."""
        why = "one of the seat's tokens is asked"
        if not isinstance(answer, Bet):
            return Refusal("SKEL-14", why)
        return self._why_not_on(view, answer.token, view.state.tokens(view.seat), "SKEL-14", why)

    def lay_bet(self, g: FullTable, answer: Bet) -> Any:
        """SKEL-14: it stays closed, in another place."""
        seat = self.preparing(g)
        g.hands[g.tokens(seat)].remove(answer.token)
        g.hands[g.bet(seat)].append(answer.token)
        g.tell("bet", "SKEL-14", seat=seat)
        self.ready += 1
        return self.dealt

    def offers_send(self, view: View[Table]) -> Iterator[Answer]:
        """SKEL-15: or to declare."""
        yield from super().offers_send(view)
        assert isinstance(view.state, FullTable)
        yield from map(Declare, held(view, view.state.bet(view.seat)))

    def why_not_send(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-15: a bet that is still closed, or has just been opened by this answer."""
        if not isinstance(answer, Declare):
            return super().why_not_send(view, answer)
        g = view.state
        assert isinstance(g, FullTable)
        why = "only the seat's own bet can be declared"
        if g.declared[view.seat]:
            return Refusal("SKEL-15", "it has been declared before")
        return self._why_not_on(view, answer.token, g.bet(view.seat), "SKEL-15", why)

    def _why_not_on(
        self, view: View[Any], token: int, hand: int, rule: str, why: str
    ) -> Refusal | None:
        """A token in its place, and not the seat's own where this view may know it."""

        def judge(face: int, _: int) -> Refusal | None:
            return why_not_on(face, view.seat)

        return judge_held(view, token, judge, rule, why, (hand,))

    def hear(self, g: Table, answer: Answer) -> Any:
        """SKEL-15."""
        if not isinstance(answer, Declare):
            return super().hear(g, answer)
        assert isinstance(g, FullTable)
        g.declared[self.turn] = True
        g.tell("declared", "SKEL-15", seat=self.turn, card=answer.token)
        return self.close_turn

    def passed(self, g: Table) -> Any:
        """SKEL-09: a seat that passes draws from its reserve."""
        if g.decks[reserve(self.turn)].left:
            return Ask(g.draw(self.turn, reserve(self.turn), 1), then=self.close_turn)
        return self.close_turn


def why_not_on(face: int, seat: int) -> Refusal | None:
    """SKEL-14: on another seat, or on nobody."""
    return Refusal("SKEL-14", "nobody bets on himself") if face == TOKENS[seat] else None


@frame("skeleton.settling")
@define
class Settling(Frame[Any]):
    """SKEL-16: bets that are still closed are opened, and right ones bring points."""

    scores: tuple[int, ...]
    seat: int = -1
    won: list[int] = field(factory=list)

    def start(self, g: FullTable) -> Any:
        """The next seat, or the end."""
        self.seat += 1
        if self.seat == g.seats:
            scores = [s + won for s, won in zip(self.scores, self.won, strict=True)]
            return End(g.result(tuple(scores)))
        (token,) = g.hands[g.bet(self.seat)]
        if token >= 0:
            return self.settle(g, token, 3)
        return Ask(Reveal(self.seat, (token,)), then=self.look)

    def look(self, g: FullTable, opened: tuple[int, ...]) -> Any:
        """A bet on oneself was held back until here: SKEL-14."""
        g.hands[g.bet(self.seat)][:] = opened
        refusal = why_not_on(opened[0], self.seat)
        if refusal is not None:
            assert g.pending is not None
            raise IllegalAnswer(
                seat=self.seat, answer=None, request=g.pending, rule=refusal.rule, why=refusal.why
            )
        return self.settle(g, opened[0], 0 if g.bold[self.seat] else 2)

    def settle(self, g: FullTable, token: int, points: int) -> Any:
        """Points for a bet on a seat with most points."""
        right = token != NOBODY and self.scores[TOKENS.index(token)] == max(self.scores)
        self.won.append(points if right else 0)
        g.tell("settled", "SKEL-16", seat=self.seat, card=token, points=self.won[-1])
        return self.start
