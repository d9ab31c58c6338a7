"""Skeleton's mission "full-deck": reserves, shown cards, bets by tokens. SKEL-09, -10, -14 to -17.

A token is a card of a small deck that all shuffle and its owner draws whole: nobody else can tell
which is which, and everybody can tell where each lies. Laid as a bet it is named by an `int`, so
that it stays closed; declared it is named as `Played`, so that it is opened and judged. What should
not have been laid is a `Foul` when the rules open it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import Factory, define, field

from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    End,
    Foul,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held, judge_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record, register
from owm_net.engine.requests import Answer, DeckList, Reveal, Show
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.skeleton.cards import NOBODY, POOL, TOKENS, token_words, why_no_bet
from owm_net.games.skeleton.duel import Closing, Looking, Opening, Send, send, why_not_sent
from owm_net.games.skeleton.events import BetLaid, Declared, Settled
from owm_net.games.skeleton.state import UNPICKED, DuelState

RESERVE = 3
"""Cards in a reserve."""
NONE_YET = Seat(-1)
"""Before the seats whose bets are settled one after another."""


@record("skeleton.bet")
class Bet(Answer):
    """Lay a token face down: a bet on the seat with most points at the end. SKEL-14."""

    title: ClassVar[str] = say("Bet")

    token: int

    def sentence(self, view: View[DuelState]) -> str:
        """A token by its name for its owner, as "a token" for everybody else."""
        return say("bet by {token}", token=token_name(view, self.token))


@record("skeleton.declare")
class Declare(Answer):
    """Open the bet instead of sending a scout. SKEL-15."""

    title: ClassVar[str] = say("Declare the bet")

    token: Played

    def sentence(self, view: View[DuelState]) -> str:
        """A token by its name for its owner, as "a token" for everybody else."""
        return say("declare the bet, {token}", token=token_name(view, self.token))


def token_name(view: View[DuelState], token: int) -> str:
    """A token as this viewer may know it."""
    card = view.card(token)
    return say("a token") if card is None else token_words(card)


@register("skeleton.full_state")
@define(kw_only=True)
class FullState(DuelState):
    """hands: after those of the seats, their tokens, and then their bets. declared: SKEL-15."""

    hands: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in range(3 * g.seats)], takes_self=True)
    )
    declared: list[bool] = field(default=Factory(lambda g: [False] * g.seats, takes_self=True))

    def own_tokens(self) -> list[int]:
        """The tokens of one seat: one for each seat of the match, and a blank one (SKEL-14)."""
        return [*TOKENS[: self.seats], NOBODY]

    def tokens(self, seat: Seat) -> int:
        """Return which of `hands` are a seat's tokens that are not laid."""
        return self.seats + seat

    def bet(self, seat: Seat) -> int:
        """Return which of `hands` is a seat's bet."""
        return 2 * self.seats + seat

    def gather(self) -> list[int]:
        """The fog is shuffled in with the discard pile, and nobody has seen it (SKEL-17)."""
        fog, self.fog = self.fog, []
        return super().gather() + fog

    def last_frame(self, scores: tuple[int, ...]) -> Frame[None]:
        """Bets are settled before the game ends (SKEL-16)."""
        return Settling(scores=scores)


def reserve(seat: Seat) -> str:
    """The name of a seat's reserve deck."""
    return f"reserve {seat}"


CHOSEN = Kind(
    "reserve", DeckList, rule="SKEL-09", why=say("a reserve is asked"), deed=say("choose a reserve")
)
BET = Kind(
    "bet", Bet, rule="SKEL-14", why=say("one of the seat's tokens is asked"), deed=say("bet")
)
DEED = Kind(
    "send",
    Send,
    Declare,
    rule="SKEL-04",
    why=say("only a card can be sent or declared"),
    deed=say("send"),
    passes=True,
)


@frame("skeleton.full_match")
@define
class FullMatch(Frame[None]):
    """The whole game. turn: whose turn it is. ready: how many seats have made ready."""

    turn: Seat = UNPICKED
    ready: int = 0

    def start(self, g: FullState) -> Outcome[None]:
        """Stances and first hands, as in a duel (SKEL-02, SKEL-03)."""
        return Call(Opening(), then=self.begin)

    def begin(self, g: FullState, first: Seat) -> Outcome[None]:
        """The seat that was picked is the first to make ready and to have a turn."""
        self.turn = first
        return self.prepare

    def prepare(self, g: FullState) -> Outcome[None]:
        """Each seat once: its reserve, the card it shows, its bet (SKEL-09, -10, -14)."""
        if self.ready == g.seats:
            return self.play
        self.ready += 1
        return Call(Preparing(g.order_from(self.turn)[self.ready - 1]), then=self.prepare)

    def play(self, g: FullState) -> Outcome[None]:
        """Turn after turn, until `Need` ends the game in the midst of one (SKEL-04, SKEL-08)."""
        return Call(FullTurn(self.turn), then=self.next_turn)

    def next_turn(self, g: FullState) -> Outcome[None]:
        """The next seat in order has its turn (SKEL-07)."""
        self.turn = g.next_seat(self.turn)
        return self.play


@frame("skeleton.preparing")
@define
class Preparing(Frame[None]):
    """A seat makes ready: its reserve, the card it shows, its bet."""

    seat: Seat

    def start(self, g: FullState) -> Outcome[None]:
        """The seat makes a private deck out of the public pool (SKEL-09)."""
        deck = g.private_deck(self.seat, CHOSEN, reserve(self.seat), POOL, RESERVE)
        return Ask(deck, then=self.show)

    @CHOSEN.offers
    def offers_reserve(self, view: View[FullState]) -> Iterator[DeckList]:
        """Pairs of strong cards, and pairs of weak ones. The kernel holds every list to the pool;
        no rule forbids more (SKEL-09)."""
        yield DeckList((29, 29, 28))
        yield DeckList((24, 24, 25))

    @CHOSEN.samples
    def sample_reserve(self, view: View[FullState], chance: Chance) -> DeckList:
        """Any three cards of the pool, each choice as likely as another."""
        pool = list(POOL)
        chance.shuffle(pool)
        return DeckList(tuple(pool[:RESERVE]))

    def show(self, g: FullState) -> Outcome[None]:
        """SKEL-10: the first card of the hand, to the next seat."""
        first = g.hands[self.seat][0]
        return Ask(Show(self.seat, g.next_seat(self.seat), (first,)), then=self.mix_tokens)

    def mix_tokens(self, g: FullState) -> Outcome[None]:
        """SKEL-14: nobody can tell which is which, not even their owner yet."""
        return Ask(g.shuffle("tokens", g.own_tokens()), then=self.take_tokens)

    def take_tokens(self, g: FullState) -> Outcome[None]:
        """The seat draws all of them, so that it alone knows which is which (SKEL-14)."""
        n = len(g.own_tokens())
        return Ask(g.draw(self.seat, "tokens", n, g.tokens(self.seat)), then=self.ask_bet)

    def ask_bet(self, g: FullState) -> Outcome[None]:
        """One of the tokens is laid face down (SKEL-14)."""
        return Ask(BET.of(self.seat), then=self.lay_bet)

    @BET.offers
    def offers_bet(self, view: View[FullState]) -> Iterator[Bet]:
        """Every token of the seat; the one for itself is refused."""
        yield from map(Bet, view.state.hands[view.state.tokens(view.seat)])

    @BET.judges
    def why_not_bet(self, view: View[FullState], answer: Bet) -> Refusal | None:
        """SKEL-14. Until it is opened only its owner can tell that a token is its own."""
        tokens = view.state.tokens(view.seat)
        return why_not_token(view, answer.token, tokens, BET.refusal)

    def lay_bet(self, g: FullState, answer: Bet) -> Outcome[None]:
        """SKEL-14: it stays closed, in another place."""
        g.hands[g.tokens(self.seat)].remove(answer.token)
        g.hands[g.bet(self.seat)].append(answer.token)
        g.tell(BetLaid(self.seat))
        return Done()


def why_not_token(view: View[Any], token: int, hand: int, elsewhere: Refusal) -> Refusal | None:
    """A token of one of `hands`, and not the seat's own where this view may know it."""

    def judge(face: int, _: int) -> Refusal | None:
        return why_no_bet(face, view.seat)

    return judge_held(view, token, judge, elsewhere.rule, elsewhere.why, (hand,))


@frame("skeleton.full_turn")
@define
class FullTurn(Frame[None]):
    """SKEL-04, and SKEL-15: a turn in which the bet may be declared."""

    seat: Seat

    def start(self, g: FullState) -> Outcome[None]:
        """SKEL-04: the turn begins with a look at the top card."""
        return Call(Looking(self.seat), then=self.ask)

    def ask(self, g: FullState) -> Outcome[None]:
        """The seat sends a scout, declares its bet, or passes."""
        return Ask(DEED.of(self.seat), then=self.hear)

    @DEED.offers
    def offers_send(self, view: View[FullState]) -> Iterator[Send | Declare]:
        """Every card of the hand, and the bet."""
        yield from map(Send, held(view))
        yield from map(Declare, held(view, view.state.bet(view.seat)))

    @DEED.judges
    def why_not_send(self, view: View[FullState], answer: Send | Declare) -> Refusal | None:
        """SKEL-04; SKEL-15: a bet that is still closed, or has just been opened by this answer."""
        if isinstance(answer, Send):
            return why_not_sent(view, answer)
        g = view.state
        if g.declared[view.seat]:
            return Refusal("SKEL-15", say("it has been declared before"))
        elsewhere = Refusal("SKEL-15", say("only the seat's own bet can be declared"))
        return why_not_token(view, answer.token, g.bet(view.seat), elsewhere)

    def hear(self, g: FullState, answer: Send | Declare) -> Outcome[None]:
        """SKEL-05, SKEL-15."""
        if isinstance(answer, Send):
            return Call(send(g, self.seat, answer), then=self.close)
        g.declared[self.seat] = True
        g.tell(Declared(self.seat, CardNumber(answer.token)))
        return self.close

    def passed_send(self, g: FullState) -> Outcome[None]:
        """SKEL-09: a seat that passes draws from its reserve."""
        if g.decks[reserve(self.seat)].left:
            return Ask(g.draw(self.seat, reserve(self.seat), 1), then=self.close)
        return self.close

    def close(self, g: FullState) -> Outcome[None]:
        """The turn ends with a card for the fog and a full hand (SKEL-07)."""
        return Call(Closing(self.seat), then=self.done)

    def done(self, g: FullState) -> Outcome[None]:
        """The turn is over; `FullMatch` goes on with the next."""
        return Done()


@frame("skeleton.settling")
@define
class Settling(Frame[None]):
    """SKEL-16: bets that are still closed are opened, and right ones bring points.

    scores: before any bet. seat: whose bet is looked at. won: points of the seats before it.
    """

    scores: tuple[int, ...]
    seat: Seat = NONE_YET
    won: list[int] = field(factory=list)

    def start(self, g: FullState) -> Outcome[None]:
        """The next seat's bet is opened; after the last the game is over."""
        self.seat = Seat(self.seat + 1)
        if self.seat == g.seats:
            scores = [s + won for s, won in zip(self.scores, self.won, strict=True)]
            return End(g.result(tuple(scores)))
        (token,) = g.hands[g.bet(self.seat)]
        if token >= 0:
            return self.settle(g, token, 3)
        return Ask(Reveal(self.seat, (token,)), then=self.look)

    def look(self, g: FullState, opened: tuple[int, ...]) -> Outcome[None]:
        """SKEL-14: a bet on oneself could be kept closed until here."""
        g.hands[g.bet(self.seat)][:] = opened
        refusal = why_no_bet(opened[0], self.seat)
        if refusal is not None:
            return Foul(self.seat, refusal.rule, refusal.why)
        return self.settle(g, opened[0], 0 if g.bold[self.seat] else 2)

    def settle(self, g: FullState, token: int, points: int) -> Outcome[None]:
        """Points for a bet on a seat with most points."""
        right = token != NOBODY and self.scores[TOKENS.index(token)] == max(self.scores)
        self.won.append(points if right else 0)
        g.tell(Settled(self.seat, CardNumber(token), self.won[-1]))
        return self.start
