"""A whole match: set-up, rounds of three phases, the result. Ledger 2.5, G-22."""

from __future__ import annotations

from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import Call, Done, End, Event, Frame, InLog, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.passing import end_standing
from owm_net.engine.records import record
from owm_net.engine.requests import Result
from owm_net.engine.text import say
from owm_net.games.heroes.cards import listed as listed  # it tells the questions their cards
from owm_net.games.heroes.concealing import LastOpening
from owm_net.games.heroes.conferring import Conferring
from owm_net.games.heroes.directives import Directing
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.pooling import Pooling
from owm_net.games.heroes.questions import Exchanging
from owm_net.games.heroes.ranking import Ranking, alliances
from owm_net.games.heroes.set_up import SetUp
from owm_net.games.heroes.silence import BY_ROUND, BY_TURN
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.supply import Supply
from owm_net.games.heroes.terms import Phase, Question
from owm_net.games.heroes.tokens import Audit, Laying, TakingTokens, take_due
from owm_net.games.heroes.turns import Turns
from owm_net.games.heroes.victory import Verdict, beaten, check, is_last, scores, take_control


@record("heroes.round_begins")
class RoundBegins(Event):
    """A round begins."""

    words = say("round {number} of {rounds}: {seat_side} have the initiative")
    rule = "HON-RND-01"
    in_log: ClassVar[InLog] = InLog.HEADING
    headline = True

    number: int
    rounds: int
    seat: Seat

    @property
    def mark(self) -> Mark:
        return Mark.ROUND


@record("heroes.phase_begins")
class PhaseBegins(Event):
    """A phase begins (HON-RND-01)."""

    words = say("{phase}")
    rule = "HON-RND-01"
    in_log: ClassVar[InLog] = InLog.LEAD

    phase: Phase


@record("heroes.ended")
class Ended(Event):
    """The match is over."""

    words = say("{why}")
    rule = "HON-VIC-01"
    in_log: ClassVar[InLog] = InLog.HEADING
    headline = True

    why: str


@frame("heroes.match")
@define
class Match(Frame[None]):
    """The match. winners, why: once it is decided, while tokens are still opened."""

    winners: tuple[Seat, ...] = ()
    why: str = ""

    def start(self, g: HeroesState) -> Outcome[None]:
        """HON-SET."""
        return Call(SetUp(), then=self.begin)

    def begin(self, g: HeroesState) -> Outcome[None]:
        """The tokens of the first round."""
        take_due(g)
        return self.next_round

    def next_round(self, g: HeroesState) -> Outcome[None]:
        """HON-RND-01."""
        g.round += 1
        g.posted = []
        for word in (*BY_ROUND, *BY_TURN):
            end_standing(g, word)
        for number, u in enumerate(g.units):
            if u.acted or u.fired:
                g.change(UnitId(number), acted=False, fired=())
        g.tell(RoundBegins(g.round, g.battle.rounds, g.initiative))
        return Call(Round(), then=self.judge)

    def judge(self, g: HeroesState) -> Outcome[None]:
        """Supply steps 7 to 9 (HON-SUP-10, HON-SUP-11)."""
        take_control(g)
        verdict = check(g)
        if verdict is None:
            take_due(g)
            verdict = beaten(g)
        if verdict is not None:
            return self.decided(g, verdict)
        if not g.kept:
            g.initiative = g.after(g.initiative)
        g.kept = False
        return self.next_round

    def decided(self, g: HeroesState, verdict: Verdict) -> Outcome[None]:
        """Before the result all blinds are opened (G-22)."""
        self.winners, self.why = verdict.winners, verdict.why
        return Call(LastOpening(g.order()), then=self.audit)

    def audit(self, g: HeroesState) -> Outcome[None]:
        """And all tokens that were lost unseen (R-99)."""
        return Call(Audit(g.order()), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The result."""
        g.tell(Ended(self.why))
        return End(Result(self.winners, scores(g, is_last(g)), self.why))


@frame("heroes.round")
@define
class Round(Frame[None]):
    """The three phases of a round. left: seats that still take their tokens."""

    left: list[Seat] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """The Orders phase: alliances fix their order of play (HON-MP-10)."""
        g.phase = Phase.ORDERS
        g.tell(PhaseBegins(g.phase))
        return Call(Ranking(alliances(g)), then=self.pool)

    def pool(self, g: HeroesState) -> Outcome[None]:
        """Alliances share out their tokens (HON-MP-07)."""
        return Call(Pooling(alliances(g)), then=self.confer)

    def confer(self, g: HeroesState) -> Outcome[None]:
        """And show each other cards (HON-MP-17)."""
        self.left = g.order()
        return Call(Conferring(g.order()), then=self.take)

    def take(self, g: HeroesState) -> Outcome[None]:
        """Each seat its own."""
        if self.left:
            return Call(TakingTokens(self.left.pop(0)), then=self.take)
        return Call(Laying(g.initiative), then=self.hush)

    def hush(self, g: HeroesState) -> Outcome[None]:
        """All tokens lie: cards of the Orders phase (HON-CARD-01)."""
        return Call(Exchanging(g.initiative, question=Question.HUSH), then=self.direct)

    def direct(self, g: HeroesState) -> Outcome[None]:
        """Directives, at the end of the Orders phase (HON-ORO-06)."""
        return Call(Directing(g.order()), then=self.activate)

    def activate(self, g: HeroesState) -> Outcome[None]:
        """The Activation phase."""
        g.phase = Phase.ACTIVATION
        g.tell(PhaseBegins(g.phase))
        return Call(Turns(g.initiative), then=self.supply)

    def supply(self, g: HeroesState) -> Outcome[None]:
        """The Supply phase."""
        g.phase = Phase.SUPPLY
        g.tell(PhaseBegins(g.phase))
        return Call(Supply(), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The match checks it then."""
        return Done()
