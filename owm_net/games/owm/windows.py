"""The windows in which Command Decisions are played, and what each is about (section 2.20, A-09).

A window is opened by the caller that lays a card, flips a number or comes to a total, and returns
its *subject* as it is afterwards: an order may have been cancelled, a number be void. At level
Private no window asks anything. Each Command Decision is a file in `decisions`; how one is added:
docs/owm-decisions.md.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar

from attrs import define, field, frozen

from owm_net.engine.agenda import (
    About,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    asks,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.hands import held, why_not_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.passing import Pass, end_standing
from owm_net.engine.records import Played, Record, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.engine.windows import Window
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.flips import FlipCard, Purpose, icon_of
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import Colour, EventIcon, StandingOrder
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.moves import enters_at_once
from owm_net.games.owm.victory import check_end

NEXT_CARD, NEXT_TURN = say("the next card"), say("the next turn")
NEXT_ROUND = say("the next round")
NO_SEAT = Seat(-1)
STANDING_WORDS = (NEXT_CARD, NEXT_TURN, NEXT_ROUND)
"""Until when a seat may stand back: until somebody plays a card, until the next Fireteam is
activated, until the next round."""

# -- what a window is about ------------------------------------------------------------------


@frozen
class Subject(Record):
    """The subject of a window. fireteam, enemy: the Fireteams it is about, as `AboutFireteam`
    says."""

    when: ClassVar[str]
    """When that is, as it follows "cannot be played"."""

    fireteam: FireteamId = field(default=NO_FIRETEAM, kw_only=True)
    enemy: FireteamId = field(default=NO_FIRETEAM, kw_only=True)

    def last(self) -> Seat | None:
        """Return the seat asked after all others: the one that laid the card being answered
        (A-12)."""
        return None

    @abstractmethod
    def tells(self, g: OwmState) -> str:
        """Return what there is to answer, in words without a verb in front: "the Attack of 101st
        1"."""

    def undone(self) -> Self | None:
        """The same after F.U.B.A.R. (A-10); None where there is no card that it could cancel."""
        return None


@record("owm.window.order")
class Order(Subject):
    """W1: a card has been laid as an order, with its target.

    title: of the action. standing: the Standing Order; None for other actions. cell: where to.
    doubled: Double Time completes the move at once.
    """

    when = say("while an order is answered")

    seat: Seat
    title: str
    standing: StandingOrder | None = None
    cell: Cell = NO_CELL
    cancelled: bool = False
    doubled: bool = False

    def last(self) -> Seat | None:
        return self.seat

    def tells(self, g: OwmState) -> str:
        who = words.fireteam_name(g, self.fireteam)
        at = say(" on {team}", team=words.fireteam_name(g, self.enemy)) if self.enemy else ""
        to = say(" to {place}", place=g.ground.cell_name(self.cell)) if self.cell != NO_CELL else ""
        return say("{title} of {who}{at}{to}", title=self.title, who=who, at=at, to=to)

    def undone(self) -> Self | None:
        return self.with_(cancelled=True)


@frozen
class Flip(Subject):
    """A flip that chooses: it must have a value, so a void one is made again (A-10, A-11)."""

    purpose: Purpose
    colour: Colour
    card: CardNumber
    void: bool = False

    @property
    def value(self) -> int:
        """The number that was flipped."""
        return CATALOG.dice(self.card).of(self.colour)

    def tells(self, g: OwmState) -> str:
        return say("the {value} flipped for {purpose}", value=self.value, purpose=self.purpose.word)

    def undone(self) -> Self | None:
        return self.with_(void=True)


@record("owm.window.number")
class Number(Flip):
    """W2: a flip has set a number, a direction or a strength, or is one of a Discipline Check.

    is_damage: it is added to a damage total; cancelled it counts 0 and is not made again (A-10).
    """

    when = say("while a number is answered")

    is_damage: bool = False
    nought: bool = False

    @property
    def value(self) -> int:
        return 0 if self.nought else super().value

    def undone(self) -> Number | None:
        if not self.is_damage:
            return self.with_(void=True)
        return None if self.nought else self.with_(nought=True)


@record("owm.window.shots")
class Shots(Number):
    """W2 of the number of shots: no shot is under way yet, so any Command Decision can be played
    (A-154)."""

    when = say("while the number of shots is answered")


@record("owm.window.target")
class Target(Flip):
    """W3: a flip has named the soldier who is shot at. shooter: by whom."""

    when = say("while a target is answered")

    soldier: SoldierId = NO_SOLDIER
    shooter: SoldierId = NO_SOLDIER

    def tells(self, g: OwmState) -> str:
        who = words.soldier_name(self.soldier)
        return say("the {value} that makes {who} the target", value=self.value, who=who)


@record("owm.summand")
class Summand(Record):
    """A flip that counts in a total, from which it can be taken again. sign: 1 or -1. wound: an
    icon showed that wounds, on a flip of damage."""

    purpose: Purpose
    colour: Colour
    sign: int
    value: int = 0
    wound: bool = False


def summand(g: OwmState, flip: Summand, card: CardNumber) -> Summand:
    """The same with what this card shows; only on a flip of damage an icon counts."""
    wounds = icon_of(g, card, flip.colour) is EventIcon.WOUND and flip.purpose is Purpose.DAMAGE
    return flip.with_(value=CATALOG.dice(card).of(flip.colour), wound=wounds)


@record("owm.window.total")
class Total(Subject):
    """W4: a total stands against a soldier, and has not been resolved yet.

    newest: the last flip that counts in it and can still be undone; None if there is none.
    from_pile: further flips go to the event pile. wounds: icons that wound, on the flips of damage
    of a Grenade or of Artillery.
    """

    when = say("while a total is answered")

    soldier: SoldierId
    total: int
    newest: Summand | None = None
    from_pile: bool = False
    wounds: int = 0

    def tells(self, g: OwmState) -> str:
        who = words.soldier_name(self.soldier)
        return say(
            "the total of {total} against {who} ({needed})",
            total=self.total,
            who=who,
            needed=hits.needed(g, self.soldier),
        )

    def without_newest(self) -> Total:
        """The last flip counts 0, and so does its icon (A-10, A-11)."""
        if self.newest is None:
            return self
        total = self.total - self.newest.sign * self.newest.value
        return self.with_(total=total, wounds=self.wounds - self.newest.wound, newest=None)

    def undone(self) -> Total | None:
        return None if self.newest is None else self.without_newest()


@record("owm.window.free")
class Free(Subject):
    """W5 and W6: nothing is pending. moment: when that is, for people."""

    when = "now"

    moment: str

    def tells(self, g: OwmState) -> str:
        return self.moment


ANY_TIME: tuple[type[Subject], ...] = (Order, Shots, Free)
"""The windows that are open to any Command Decision (A-106, A-154)."""
FLIPS: tuple[type[Subject], ...] = (Number, Target, Total)
"""The windows in which a flip is the newest card."""

S = TypeVar("S", bound=Subject)
R = TypeVar("R")

# -- what is free at any time ----------------------------------------------------------------


class FreeAction(Answer):
    """An action that a seat may take at any time, without a card and without an action (A-153).

    It is done at once and is no card, so nobody answers it; the seat is asked again.
    """

    __slots__ = ()

    @classmethod
    @abstractmethod
    def offers_now(cls, view: View[OwmState]) -> Iterator[Self]:
        """All of this class that this seat may do."""

    @abstractmethod
    def why_not_now(self, view: View[OwmState]) -> Refusal | None:
        """The rule that forbids it, None if it is allowed."""

    @abstractmethod
    def do(self, g: OwmState) -> None:
        """Do it."""


# -- a Command Decision ----------------------------------------------------------------------


@frozen
class Decision(Answer):
    """A Command Decision, with the card it is printed on. Each class is a file in `decisions`.

    key: in data/decisions.toml, which gives its title and its text. rule: its id. windows: the
    subjects that it may answer. moment: where that is one moment, why not at any other.
    """

    key: ClassVar[str] = ""
    rule: ClassVar[str] = "OWM-IMM-01"
    windows: ClassVar[tuple[type[Subject], ...]] = ANY_TIME
    moment: ClassVar[str] = ""

    card: Played

    def __init_subclass__(cls) -> None:
        """Title and text stand in the data, once."""
        if cls.key:
            printed = CATALOG.decisions[cls.key]
            cls.title = printed.title
            cls.help = say("{text} ({rule})", text=printed.text, rule=cls.rule)

    @classmethod
    @abstractmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Self]:
        """Such plays of this card as are worth considering, few, in a fixed order; asked only
        where `why_never` says nothing. Some may not be allowed."""

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Refuse by what everybody knows, whatever the aim."""
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Refuse this aim: one field after another."""
        return None

    @abstractmethod
    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Execute it: at once, or by returning a frame to run. Its target may be gone."""

    def laid(self, g: OwmState, window: AnyWindow) -> None:
        """Handle further cards that it names, when it is laid."""

    def undo(self, g: OwmState) -> None:
        """It was cancelled: what becomes of those further cards."""

    def hurries(self) -> FireteamId:
        """The Fireteam that it brings to where it is heading; NO_FIRETEAM for most."""
        return NO_FIRETEAM

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        """Return its likely result, in a line; "" if that is plain."""
        return ""

    def aim(self, g: OwmState) -> str:
        """At what, as it follows its title: " for 101st 1"; "" if it has no aim."""
        return ""

    def named(self, g: OwmState) -> str:
        """Its title with its aim."""
        return listed([self.title, self.aim(g)], "")

    def sentence(self, view: View[OwmState]) -> str:
        return say(
            "{title}{aim}, with {cards}",
            title=self.title,
            aim=self.aim(view.state),
            cards=words.played_names(view, self.card),
        )

    def why_not(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """The card first, or another decision would say why not; then what everybody knows, then
        its aim."""
        return (
            why_no_decision(view, self.card, self.key)
            or why_shut(type(self), view, window)
            or self.why_not_so(view, window)
        )


def why_shut(decision: type[Decision], view: View[OwmState], window: AnyWindow) -> Refusal | None:
    """Why nobody can play this decision now (OWM-IMM-02, A-106)."""
    subject = window.subject
    if not isinstance(subject, decision.windows):
        if decision.moment:
            return Refusal(decision.rule, decision.moment)
        return Refusal("OWM-IMM-02", say("it cannot be played {when}", when=subject.when))
    return decision.why_never(view, window)


def why_no_decision(view: View[OwmState], card: Played, key: str) -> Refusal | None:
    """The card must be in the hand and have this Command Decision (OWM-CARD-02).

    A card that this view may not know is judged again when it has been opened.
    """
    problem = why_not_held(view, (card,), "OWM-IMM-01", say("that card is not in your hand"))
    face = view.card(card)
    if problem is not None or face is None:
        return problem
    order = order_of(face)
    if order is None:
        return Refusal("OWM-CARD-04", say("a Terrain card has no Command Decision"), misfit=True)
    if order.decision != key:
        why = say("that card is no {title}", title=CATALOG.decisions[key].title)
        return Refusal("OWM-CARD-02", why, misfit=True)
    return None


def decision_strength(card: int) -> Colour:
    """The colour printed beside Evade and Grenade."""
    order = order_of(CardNumber(card))
    assert order is not None and order.decision_strength is not None
    return order.decision_strength


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.decision")
class DecisionLaid(Event):
    """A seat plays a Command Decision. aim: at what, in words."""

    headline = True

    seat: Seat
    card: CardNumber
    key: str
    aim: str
    rule: str = field(default="OWM-IMM-01", kw_only=True)

    def sentence(self, g: OwmState) -> str:
        title = CATALOG.decisions[self.key].title
        return say(
            "{seat_name} plays {title}{aim} (#{card})",
            seat_name=words.seat_name(g, self.seat),
            title=title,
            aim=self.aim,
            card=self.card,
        )


@record("owm.event.cancelled")
class Cancelled(Event):
    """The newest card does nothing. what: it was, in words."""

    words = say("cancelled: {what}")
    rule = "OWM-CD-FUBAR"
    headline = True

    what: str


# -- the window ------------------------------------------------------------------------------

COMMAND: Kind[Decision | FreeAction] = Kind(
    "decision",
    rule="OWM-IMM-01",
    why=say("choose a Command Decision, or pass"),
    deed=say("answer with a Command Decision or pass"),
    passes=True,
    until=STANDING_WORDS,
)
"""Its answers are told to it by `decisions`."""


@frame("owm.window")
@define
class DecisionWindow(Window[OwmState, Decision, S], Generic[S]):
    """Command Decisions are played on a subject, last in, first out (OWM-STACK-01, A-12).

    Its result is the subject as it is afterwards. adding: a flip that goes into the total next.
    player: whose play executes.
    """

    subject: S = field(kw_only=True)
    adding: Summand | None = None
    player: Seat = NO_SEAT

    # -- who is asked --------------------------------------------------------------------

    def open(self, g: OwmState) -> Outcome[S]:
        """Open the window: the player of a card has waited for the next one long enough."""
        if isinstance(self.subject, Order):
            end_standing(g, NEXT_CARD)
        return self.ask_all

    def ask_all(self, g: OwmState) -> Outcome[S]:
        """Ask all seats again, in the order of A-12."""
        self.order = self.asked_in_turn(g)
        self.passed = 0
        return self.start

    def asked_in_turn(self, g: OwmState) -> list[Seat]:
        """Return the others in Initiative order, then the player of the card being answered; where
        none is pending, the active player first (A-12)."""
        seats = g.seat_order()
        last = self.stack[-1].seat if self.stack else self.subject.last()
        if last is not None:
            return [*(s for s in seats if s != last), last]
        active = g.fireteams.get(g.active)
        first = seats[0] if active is None else active.seat
        return [first, *(s for s in seats if s != first)]

    def order_after(self, g: OwmState, seat: Seat) -> list[Seat]:
        return [*(s for s in g.seat_order() if s != seat), seat]

    def may_play(self, g: OwmState, seat: Seat) -> bool:
        """Return False for a seat without cards, unless it has a crew to end (A-153): everybody
        sees that."""
        return bool(g.hands[seat]) or (self.is_any_time and has_crew(g, seat))

    @property
    def is_any_time(self) -> bool:
        """Return True if anything may be played in this window."""
        return isinstance(self.subject, ANY_TIME)

    def silenced_by(self) -> tuple[str, ...]:
        return STANDING_WORDS

    # -- what may be played --------------------------------------------------------------

    def kind(self) -> Kind[Any]:
        return COMMAND

    @COMMAND.offers
    def offers_decision(self, view: View[OwmState]) -> Iterator[Decision | FreeAction]:
        """Yield what the cards of the hand can do now, and the free actions."""
        for card in held(view, self.order[self.passed]):
            for decision in _printed(view.card(card)):
                if why_shut(decision, view, self) is None:
                    yield from decision.offers(view, self, card)
        for free in _free_actions() if self.is_any_time else ():
            yield from free.offers_now(view)

    @COMMAND.samples
    def sample_decision(self, view: View[OwmState], chance: Chance) -> Decision | FreeAction | Pass:
        """A card in two windows of three, and seldom what is free or a pass for longer, so that
        much is played."""
        offers = list(self.offers_decision(view))
        free = [answer for answer in offers if isinstance(answer, FreeAction)]
        if free and not chance.below(8):
            return free[chance.below(len(free))]
        plays = [
            answer
            for answer in offers
            if isinstance(answer, Decision) and answer.why_not(view, self) is None
        ]
        if plays and chance.below(3):
            classes = list(dict.fromkeys([type(p) for p in plays]))
            cls = classes[chance.below(len(classes))]
            among = [p for p in plays if type(p) is cls]
            return among[chance.below(len(among))]
        return Pass() if chance.below(8) else Pass(STANDING_WORDS[chance.below(3)])

    @COMMAND.judges
    def why_not_decision(
        self, view: View[OwmState], answer: Decision | FreeAction
    ) -> Refusal | None:
        """As the decision says. Free actions do not come between a flip and its result either
        (A-106)."""
        if isinstance(answer, Decision):
            return answer.why_not(view, self)
        if not self.is_any_time:
            subject: Subject = self.subject
            return Refusal("OWM-IMM-02", say("it cannot be done {when}", when=subject.when))
        return answer.why_not_now(view)

    @COMMAND.tells
    def about_decision(self, view: View[OwmState]) -> About:
        """Tell what there is to answer."""
        g = view.state
        if self.stack:
            top = self.stack[-1]
            what = say(
                "choose an answer to {title}{aim}, or pass",
                title=top.answer.title,
                aim=top.answer.aim(g),
            )
            why = say("the last card played is the first to be carried out")
            return self._about(view, what, why, "OWM-STACK-01")
        if isinstance(self.subject, Free):
            what = say(
                "choose a Command Decision to play {tells}, or pass", tells=self.subject.tells(g)
            )
        else:
            what = say("choose an answer to {tells}, or pass", tells=self.subject.tells(g))
        why = say("a Command Decision is free; its card is spent")
        return self._about(view, what, why, "OWM-IMM-01")

    def _about(self, view: View[OwmState], what: str, why: str, rule: str) -> About:
        """With the own Fireteam that it is about, and the enemy."""
        g = view.state
        named = [g.fireteams.get(t) for t in (self.subject.fireteam, self.subject.enemy)]
        teams = [t for t in named if t is not None]
        own = next((t.id for t in teams if t.seat == view.seat), NO_FIRETEAM)
        enemy = next(
            (t.id for t in teams if g.sides[t.seat] is not g.sides[view.seat]), NO_FIRETEAM
        )
        return AboutFireteam(what, why, rule, own, enemy=enemy) if own else About(what, why, rule)

    @COMMAND.foretells
    def outlook_decision(self, view: View[OwmState], answer: Decision | FreeAction) -> str:
        """As the decision says."""
        return answer.outlook(view, self) if isinstance(answer, Decision) else ""

    # -- what it does --------------------------------------------------------------------

    def hear(self, g: OwmState, answer: Decision | FreeAction) -> Outcome[S]:
        """Do a free action at once, and ask the same seat again."""
        if isinstance(answer, FreeAction):
            answer.do(g)
            return self.start
        return super().hear(g, answer)

    def laid(self, g: OwmState, seat: Seat, play: Decision) -> None:
        """Its card is spent, whatever becomes of it (A-10)."""
        card = g.spend(seat, play.card)
        end_standing(g, NEXT_CARD)
        g.tell(DecisionLaid(seat, card, play.key, play.aim(g), rule=play.rule))
        play.laid(g, self)

    def execute(self, g: OwmState, seat: Seat, play: Decision) -> Frame[None] | None:
        self.player = seat
        return play.execute(g, self)

    def reopen(self, g: OwmState) -> Outcome[S]:
        """After a play has executed; what was cancelled is taken from the stack.

        A side may have lost its last soldier by it. That the time has run out ends the match when
        no event is running (A-19).
        """
        if self.adding is not None:
            flip = FlipCard(self.adding.purpose, self.adding.colour, self.from_pile)
            return Call(flip, then=self.add)
        while self.stack and self.stack[-1].cancelled:
            self.stack.pop()
        end = check_end(g, running=isinstance(self.subject, FLIPS))
        if end is not None:
            return end
        return self.close if not self.stack and self.is_settled else self.ask_all

    @property
    def is_settled(self) -> bool:
        """Return True if there is nothing left to answer."""
        subject: Subject = self.subject
        if isinstance(subject, Order):
            return subject.cancelled
        return isinstance(subject, Flip) and subject.void

    @property
    def from_pile(self) -> bool:
        """Return True if flips belong to a running event, which has a separate pile
        (OWM-CCS-04)."""
        return isinstance(self.subject, Total) and self.subject.from_pile

    def close(self, g: OwmState) -> Outcome[S]:
        """Return the current subject to the caller."""
        return Done(self.subject)

    # -- for decisions -------------------------------------------------------------------

    @property
    def asked(self) -> Seat:
        return self.order[self.passed]

    def cancel_newest(self, g: OwmState) -> None:
        """F.U.B.A.R.: the newest card does nothing (A-10)."""
        if self.stack:
            below = self.stack[-1].answer
            g.tell(Cancelled(below.named(g)))
            self.cancel_top()
            below.undo(g)
            return
        left = self.subject.undone()
        if left is not None:
            g.tell(Cancelled(self.subject.tells(g)))
            self.subject = left

    def newest(self, g: OwmState) -> str:
        """The newest card, in words: one that is pending, else what is answered."""
        if self.stack:
            top = self.stack[-1].answer
            return top.named(g)
        return str(self.subject.tells(g))

    def on_order_to_move(self, g: OwmState) -> Fireteam | None:
        """The Fireteam whose Maneuver order is answered; None if there is no such order, or it has
        been cancelled, or the Fireteam has been lost since, or has joined another."""
        order: Subject = self.subject
        if not isinstance(order, Order) or order.standing is not StandingOrder.MANEUVER:
            return None
        return None if order.cancelled else g.fireteams.get(order.fireteam)

    def begins_move(self, g: OwmState, fireteam: FireteamId) -> bool:
        """Return True if the window answers a Maneuver order for this Fireteam that would only
        begin a move.

        Not if it has been lost since, or has joined another.
        """
        team: Fireteam | None = self.on_order_to_move(g)
        order: Subject = self.subject
        return (
            isinstance(order, Order)
            and team is not None
            and team.id == fireteam
            and not order.doubled
            and not team.on_the_move
            and not enters_at_once(g, fireteam, order.cell)
        )

    def is_hurried(self, g: OwmState, seat: Seat, cell: Cell) -> bool:
        """Return True if an enemy of this seat hurries to a cell: no Recon there
        (OWM-CD-DOUBLE)."""
        hurrying = [s.answer.hurries() for s in self.stack if not s.cancelled]
        order: Subject = self.subject
        if isinstance(order, Order) and order.doubled and order.cell == cell:
            return g.sides[order.seat] is not g.sides[seat]
        if not hurrying:
            return False
        for enemy in g.enemies(seat):
            begins = isinstance(order, Order) and self.begins_move(g, enemy.id)
            to = order.cell if isinstance(order, Order) and begins else enemy.heading
            if enemy.id in hurrying and to == cell:
                return True
        return False

    def add_flip(self, summand: Summand) -> None:
        """Before anything else happens a card is flipped for the total, and counts in it."""
        self.adding = summand

    def add(self, g: OwmState, card: CardNumber) -> Outcome[S]:
        """The flip is the newest number of the total (A-11)."""
        assert self.adding is not None
        made = summand(g, self.adding, card)
        self.adding = None
        subject: Any = self.subject
        total = subject.total + made.sign * made.value
        self.subject = subject.with_(total=total, newest=made, wounds=subject.wounds + made.wound)
        return self.reopen


AnyWindow = DecisionWindow[Any]


def answers_flips(g: OwmState) -> bool:
    """Return True if the current question is an answer to flips."""
    top = g.agenda[-1] if asks(g, COMMAND) else None
    return isinstance(top, DecisionWindow) and isinstance(top.subject, FLIPS)


def has_crew(g: OwmState, seat: Seat) -> bool:
    """Return True if a soldier of a seat uses a crewed gun or a scope."""
    teams = (t for t in g.fireteams.values() if t.seat == seat)
    return any(s.crewed_in for t in teams for s in g.members(t.id))


def _free_actions() -> list[type[FreeAction]]:
    return [cls for cls in COMMAND.answers if issubclass(cls, FreeAction)]


def _printed(face: CardNumber | None) -> list[type[Decision]]:
    """The Command Decision on a card, as far as it is known; a Combat Operation has a class for
    each that a mission may name."""
    order = order_of(face)
    if order is None:
        return []
    decisions = [cls for cls in COMMAND.answers if issubclass(cls, Decision)]
    return [cls for cls in decisions if cls.key == order.decision]


def window(g: OwmState, subject: S, then: Callable[[OwmState, S], Outcome[R]]) -> Outcome[R]:
    """Let this be answered, then go on with it as it is afterwards: `return window(g, total,
    then=self.answered)`. At level Private there are no Command Decisions (OWM-LVL-02)."""
    if not g.has_decisions:
        return then(g, subject)
    return Call(DecisionWindow([], subject=subject, at="open"), then=then)


# -- flips that choose -----------------------------------------------------------------------


def flip_number(
    g: OwmState,
    purpose: Purpose,
    colour: Colour,
    fireteam: FireteamId,
    to_event_pile: bool = False,
    enemy: FireteamId = NO_FIRETEAM,
) -> Frame[CardNumber]:
    """The frame of a flip that sets a number for a Fireteam, against an enemy if there is one:
    with its window W2 where there are Command Decisions. Its result is the card that counts."""
    if g.has_decisions:
        return FlipNumber(purpose, colour, fireteam, to_event_pile, enemy)
    return FlipCard(purpose, colour, to_event_pile)


@frame("owm.flip_number")
@define
class FlipNumber(Frame[CardNumber]):
    """See `flip_number`. fireteam: whose number it is. to_event_pile: see `FlipCard`."""

    purpose: Purpose
    colour: Colour
    fireteam: FireteamId
    to_event_pile: bool = False
    enemy: FireteamId = NO_FIRETEAM

    def start(self, g: OwmState) -> Outcome[CardNumber]:
        """Flip it, again if it is void (A-10, A-11)."""
        flip = FlipCard(self.purpose, self.colour, self.to_event_pile)
        return Call(flip, then=self.flipped)

    def flipped(self, g: OwmState, card: CardNumber) -> Outcome[CardNumber]:
        """It can be answered."""
        kind = Shots if self.purpose is Purpose.SHOTS else Number
        number = kind(self.purpose, self.colour, card, fireteam=self.fireteam, enemy=self.enemy)
        return window(g, number, then=self.answered)

    def answered(self, g: OwmState, number: Number) -> Outcome[CardNumber]:
        """The number stands, or another is flipped."""
        return self.start if number.void else Done(number.card)
