"""The heart of the engine: frames with named steps on an agenda, and advance().

A procedure of the rules is a `Frame`: plain data, and one method for each step. A step says what
happens next:

- another step of the same frame (it returns the bound method),
- `Ask(request, then)`: outside must answer; `then` gets the answer,
- `Call(frame, then)`: run another frame first; `then` gets its result if it has one,
- `Done(result)`: this frame is finished, the one below goes on,
- `End(result)`: the game is over,
- `Foul(seat, rule, why)`: it is over because a seat has cheated, which shows only now.

Everything that decides the future is in the state, so a game may be saved, cloned or hashed
at any pause. `advance` is the only way a state changes. The classes stand in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import define

from owm_net.engine import records
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.frames import (
    Ask,
    Call,
    Done,
    End,
    Event,
    Foul,
    Frame,
    GameState,
    InLog,
    Mark,
    Outcome,
    Step,
    frame,
)
from owm_net.engine.kinds import About, Kind
from owm_net.engine.passing import Pass, note_pass
from owm_net.engine.requests import (
    NOTHING,
    Answer,
    Choose,
    Decision,
    Over,
    Refusal,
    Request,
    Reveal,
)
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.zones import open_slots

__all__ = [
    "About",
    "Ask",
    "Call",
    "Done",
    "End",
    "Event",
    "Foul",
    "Frame",
    "GameState",
    "InLog",
    "Kind",
    "Mark",
    "OpenPlayed",
    "Outcome",
    "Refusal",
    "Step",
    "about",
    "advance",
    "asks",
    "begin",
    "check_answer",
    "described",
    "frame",
    "is_complete",
    "judge",
    "kind_of",
    "offers",
    "options",
    "outlook",
    "sample",
    "why_not",
]


def begin(g: GameState) -> Request[Any]:
    """Run a fresh state to its first pause."""
    if g.pending is not None:
        raise EngineBug("this game has already begun")
    return _run(g, NOTHING)


def advance(g: GameState, answer: Any) -> Request[Any]:
    """Answer the pending request and run to the next pause. Returns what is asked then.

    answer: as the request's class says. Raises IllegalAnswer if a seat's decision is not
    allowed; then the state is unchanged, except where that only shows when cards are opened
    (`OpenPlayed`, `Foul`): that game is over by fraud.
    """
    request = g.pending
    if request is None or isinstance(request, Over):
        raise EngineBug("nothing is asked")
    if g.events:
        g.events.clear()
    problem = request.misfit(answer)
    if problem is not None:
        raise EngineBug(f"the dealer answered {request} with {answer!r}: {problem}")
    slots: tuple[int, ...] = ()
    if isinstance(request, Decision):
        for seat, said in request.decisions(answer):
            check_answer(g, seat, said)
            slots = tuple([c for c in records.played_cards(said) if c < 0])
    g.answered += 1
    if isinstance(answer, Pass) and isinstance(request, Choose):
        kind = _kind(g.agenda[-1], request.kind)
        if kind is not None and kind.passes:
            note_pass(g, request.seat, answer)
            g.agenda[-1].at = _passed(g.agenda[-1], request.kind)
            return _run(g, NOTHING)
    if slots and isinstance(request, Choose):
        g.agenda.append(OpenPlayed(request, answer, slots))
        return _run(g, NOTHING)
    return _run(g, answer if request.gives else NOTHING)


def go_on(g: GameState) -> Request[Any]:
    """Run to the next pause from an agenda that was replaced because a seat has left."""
    g.answered += 1
    return _run(g, NOTHING)


def check_answer(
    g: GameState, seat: int, answer: object, known: Mapping[int, int] | None = None
) -> None:
    """Raise IllegalAnswer unless `answer` is allowed for `seat` at this pause.

    known: the private knowledge to judge with; without it, cards that are still hidden are
    judged only by where they lie.
    """
    request = g.pending
    if not isinstance(request, Decision):
        raise EngineBug(say("no decision is asked"))
    refusal = why_not(View(g, seat, {} if known is None else known), answer)
    if refusal is None:
        assert isinstance(answer, Answer)
        refusal = request.cannot_be_sent(answer)
    if refusal is not None:
        raise IllegalAnswer(
            seat=seat, answer=answer, request=request, rule=refusal.rule, why=refusal.why
        )


def why_not(view: View[Any], answer: object) -> Refusal | None:
    """None if the view's seat may give this answer now, else the rule and the reason.

    Decoding checks the types of an answer from the wire (`records.load`). Judges rely on them: one
    that fails over an answer made in this process refuses it if a field holds another type.
    """
    g = view.state
    request = g.pending
    if not isinstance(request, Decision):
        return Refusal("KERNEL", say("no decision is asked"))
    if view.seat not in request.deciders:
        return _not_asked(view, request)
    if not isinstance(answer, Answer):
        return Refusal("KERNEL", f"{type(answer).__name__} is no answer")
    refusal = request.refuses(answer)
    if refusal is not None:
        return refusal
    try:
        return judge(g.agenda[-1], request.kind, view, answer)
    except (AttributeError, LookupError, TypeError, ValueError):
        if records.is_sound(answer):
            raise
        return Refusal("KERNEL", say("a field holds a value of another type"))


def _not_asked(view: View[Any], request: Decision[Any]) -> Refusal:
    who = " and ".join([f"seat {seat}" for seat in request.deciders])
    return Refusal("KERNEL", f"{who} is asked, not seat {view.seat}")


def _decision(view: View[Any]) -> Decision[Any]:
    """Return what the view's seat is to decide. Raise as `check_answer` does if that is nothing."""
    request = view.state.pending
    if not isinstance(request, Decision):
        raise EngineBug(say("no decision is asked"))
    if view.seat not in request.deciders:
        no = _not_asked(view, request)
        raise IllegalAnswer(seat=view.seat, answer=None, request=request, rule=no.rule, why=no.why)
    return request


def kind_of(view: View[Any]) -> Kind[Any]:
    """Return the `Kind` asked for at this pause, with the classes of the answers that fit.

    Raises EngineBug if no decision is asked, or by a frame without a `Kind`.
    """
    g = view.state
    request = g.pending
    if isinstance(request, Decision) and g.agenda:
        kind = _kind(g.agenda[-1], request.kind)
        if kind is not None:
            return kind
    raise EngineBug(f"{request} is no decision of a declared kind")


def _kind(top: Frame[Any], word: str) -> Kind[Any] | None:
    """The `Kind` of a question; None if the frame that asks declares none."""
    found: Kind[Any] | None = getattr(getattr(top, f"offers_{word}", None), "kind", None)
    return found


def _passed(top: Frame[Any], word: str) -> str:
    """The name of the step after a pass; in a window it is the same, whatever is asked."""
    own = f"passed_{word}"
    return own if hasattr(top, own) else "hear_pass"


def asks(g: GameState, kind: Kind[Any]) -> bool:
    """Return True if this pause asks for a decision of this kind."""
    return isinstance(g.pending, Decision) and g.pending.kind == kind.word


def about(view: View[Any]) -> About:
    """Return the question of this pause, for people: in the words of the frame for this view's
    seat, or else as the kind answers a misfit."""
    kind = kind_of(view)
    tells = getattr(view.state.agenda[-1], f"about_{kind.word}", None)
    if tells is None:
        return About(kind.deed, kind.refusal.why, kind.refusal.rule)
    told: About = tells(view)
    return told


def outlook(view: View[Any], answer: Answer) -> str:
    """Foretell the result of an allowed answer, in the words of the frame; "" if it foretells
    nothing."""
    foretells = getattr(view.state.agenda[-1], f"outlook_{kind_of(view).word}", None)
    told: str = "" if foretells is None else foretells(view, answer)
    return told


def described(view: View[Any], answer: Answer) -> str:
    """Say in a line what an answer would do: a pass for once means something else at each
    question."""
    g = view.state
    if isinstance(answer, Pass) and not answer.until and isinstance(g.pending, Decision):
        kind = _kind(g.agenda[-1], g.pending.kind)
        if kind is not None and kind.passes:
            return about(view).passes or kind.pass_words
    return answer.sentence(view)


def judge(top: Frame[Any], word: str, view: View[Any], answer: Answer) -> Refusal | None:
    """Judge an answer of a class that fits the kind, as the frame that asks does."""
    return _judge_of(top, word)(view, answer)


def _judge_of(top: Frame[Any], word: str) -> Callable[[View[Any], Answer], Refusal | None]:
    """The judge of a question, for many answers."""
    kind, own = _kind(top, word), getattr(top, f"why_not_{word}", None)

    def verdict(view: View[Any], answer: Answer) -> Refusal | None:
        if kind is not None:
            if isinstance(answer, Pass) and kind.passes:
                held = getattr(top, f"why_no_pass_{word}", None)
                return kind.why_not_pass(answer) or (None if held is None else held(view, answer))
            if not isinstance(answer, kind.answers):
                return kind.refusal
        refusal: Refusal | None = None if own is None else own(view, answer)
        if refusal is not None and not isinstance(refusal, Refusal):
            raise EngineBug(f"{top.name}.why_not_{word} returned {refusal!r}")
        return refusal

    return verdict


def offers(view: View[Any]) -> Iterator[Answer]:
    """Yield what the frame that asks offers, allowed or not, in its order; may be long.

    It judges nothing: a table that is only looked at calls it too, to list the choices.
    """
    g = view.state
    if not isinstance(g.pending, Decision):
        raise EngineBug(say("no decision is asked"))
    yield from _offered(g.agenda[-1], g.pending.kind, view)


def _offered(top: Frame[Any], word: str, view: View[Any]) -> Iterable[Answer]:
    kind = _kind(top, word)
    own: Iterable[Answer] = getattr(top, f"offers_{word}")(view)
    return own if kind is None else kind.with_passes(own)


def options(view: View[Any]) -> list[Answer]:
    """Return every offered answer that is allowed, in the frame's order.

    The list is incomplete where the answers are too many to list: there the frame has a
    `sample_<kind>`, offers some or none, and `why_not` judges the rest. Raises IllegalAnswer for a
    seat that is not asked.
    """
    request, top = _decision(view), view.state.agenda[-1]
    verdict = _judge_of(top, request.kind)
    return [a for a in _offered(top, request.kind, view) if verdict(view, a) is None]


def is_complete(view: View[Any]) -> bool:
    """Return True if `options` lists every answer that is allowed at this pause."""
    request = _decision(view)
    return getattr(view.state.agenda[-1], f"sample_{request.kind}", None) is None


def sample(view: View[Any], chance: Chance) -> Answer:
    """Return one allowed answer by chance: by the frame's own sampler, else any of `options`.

    Raises IllegalAnswer for a seat that is not asked.
    """
    request, top = _decision(view), view.state.agenda[-1]
    sampler = getattr(top, f"sample_{request.kind}", None)
    if sampler is not None:
        drawn: Answer = sampler(view, chance)
        return drawn
    listed = options(view)
    if not listed:
        raise EngineBug(f"{top.name} asks for {request.kind!r} and allows nothing")
    return listed[chance.below(len(listed))]


def _run(g: GameState, answer: Any) -> Request[Any]:
    agenda = g.agenda
    while agenda:
        top = agenda[-1]
        step = getattr(top, top.at)
        if answer is NOTHING:
            out = step(g)
        else:
            out = step(g, answer)
            answer = NOTHING
        cls = out.__class__
        if cls is Ask:
            top.at = out.then.__name__
            g.pending = out.request
            return g.pending
        if cls is Call:
            top.at = out.then.__name__
            agenda.append(out.frame)
        elif cls is Done:
            agenda.pop()
            answer = out.result
        elif cls is End:
            agenda.clear()
            g.pending = Over(out.result)
            return g.pending
        elif cls is Foul:
            raise IllegalAnswer(
                seat=out.seat, answer=None, request=g.pending, rule=out.rule, why=out.why
            )
        elif hasattr(out, "__name__"):
            top.at = out.__name__
        else:
            raise EngineBug(f"step {top.name}.{top.at} returned {out!r}")
    raise EngineBug("the agenda is empty and nobody said how the game ended")


@frame("open_played")
@define
class OpenPlayed(Frame[Answer]):
    """Open the cards an answer plays, judge the answer again with them, hand it on.

    It is on the agenda above the frame that asked. A hand's slots become cards; if the answer is
    now illegal, its author is proven to have played a card without the right to play it.
    """

    request: Choose[Any]
    answer: Answer
    slots: tuple[int, ...]

    def start(self, g: GameState) -> Outcome[Answer]:
        """Only the owner can open the cards, and does so for everybody."""
        return Ask(Reveal(self.request.seat, self.slots), then=self.judge_opened)

    def judge_opened(self, g: GameState, cards: tuple[int, ...]) -> Outcome[Answer]:
        """Judge again, for everybody, what the owner judged alone."""
        opened = dict(zip(self.slots, cards, strict=True))
        for hand in g.hands:
            open_slots(hand, opened)
        answer = records.with_played(self.answer, opened)
        view = View(g, self.request.seat, {})
        refusal = judge(g.agenda[-2], self.request.kind, view, answer)
        if refusal is not None:
            raise IllegalAnswer(
                seat=self.request.seat,
                answer=answer,
                request=self.request,
                rule=refusal.rule,
                why=f"{refusal.why} (seen when the card was opened)",
            )
        return Done(answer)
