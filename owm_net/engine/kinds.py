"""Kinds of decision: the question to a seat, the answers that fit, and their judge.

A `Kind` is made once, beside the frame that asks, and ties together what belongs together:

    SHOOTER = Kind("shooter", Shoot, CeaseFire, rule="OWM-ATK-04", why="choose who shoots")

    class AttackOrder(Frame[None]):
        def next_shooter(self, g: OwmState) -> Outcome[None]:
            return Ask(SHOOTER.of(team.seat), then=self.hear)

        @SHOOTER.offers
        def offers_shooter(self, view: View[OwmState]) -> Iterator[Shoot | CeaseFire]: ...

        @SHOOTER.judges
        def why_not_shooter(self, view: View[OwmState], answer: Shoot | CeaseFire) -> ...: ...

        def hear(self, g: OwmState, answer: Shoot | CeaseFire) -> Outcome[None]: ...

mypy refuses a step, an offer or a judge for answers of another type; the kernel refuses an answer
of another class by `rule` before the judge sees it.

A kind with `passes` may also be answered by a `Pass`, which its offers, judge and step never see:
the kernel offers it after the others, allows it, and goes on with the frame's `passed_<word>(g)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Required, TypedDict, TypeVar, Unpack, overload

from attrs import field, frozen

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Refusal
from owm_net.engine.text import say

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
F = TypeVar("F")
V = TypeVar("V")


@frozen
class About:
    """A question as people read it. what: who is to choose what, or what it would mean to; in one
    line without a full stop. why: what else they must know for it. rule: the id of the rule.
    passes: what a pass means now, where that is not what the kind says."""

    what: str
    why: str = ""
    rule: str = ""
    passes: str = field(default="", kw_only=True)


class Said(TypedDict, total=False):
    """What a kind says, beside its word and the classes of its answers.

    rule, why: what is said to any other answer. deed: what the others wait for, as after "to".
    passes: what a pass means here, in words; True for no more than "pass"; left out where nobody
    may pass. until: the words of the standing passes (`passing`) that are allowed too.
    pass_first: a pass is the usual answer, and is offered before the others.
    """

    rule: Required[str]
    why: Required[str]
    deed: str
    passes: str | bool
    until: tuple[str, ...]
    pass_first: bool


class Kind(Generic[A]):
    """A kind of decision. A: the union of the classes of its answers, without `Pass`.

    word: its name in requests, in logs, and in the frame's methods. answers: the classes that fit,
    in the order in which people see them; plays: the same without `Pass`; more than three have a
    common base, which is A then.
    passes: the passes that fit, none where nobody may pass. pass_words: what one means.
    """

    __slots__ = (
        "answers",
        "deed",
        "pass_first",
        "pass_words",
        "passes",
        "plays",
        "refusal",
        "word",
    )

    @overload
    def __init__(
        self: Kind[B | C], word: str, a: type[B], b: type[C], /, **said: Unpack[Said]
    ) -> None: ...
    @overload
    def __init__(
        self: Kind[B | C | D],
        word: str,
        a: type[B],
        b: type[C],
        c: type[D],
        /,
        **said: Unpack[Said],
    ) -> None: ...
    @overload
    def __init__(self, word: str, /, *answers: type[A], **said: Unpack[Said]) -> None: ...
    def __init__(self, word: str, /, *answers: type[Any], **said: Unpack[Said]) -> None:
        self.word = word
        self.refusal = Refusal(said["rule"], said["why"])
        self.deed = said.get("deed", "decide")
        words = said.get("passes", False)
        self.pass_words = say("pass") if words is True else words or ""
        until = ("", *said.get("until", ())) if words else ()
        self.passes = tuple([Pass(word) for word in until])
        self.pass_first = said.get("pass_first", False)
        self.plays: tuple[type[Answer], ...] = answers
        self.answers: tuple[type[Answer], ...] = (*answers, Pass) if self.passes else answers

    def of(self, seat: Seat) -> Choose[A]:
        """The request for one seat's decision."""
        return Choose(seat, self.word)

    def secretly(self, seats: tuple[Seat, ...]) -> ChooseSecretly[A]:
        """The request for the decisions of several seats, none of which sees another's."""
        return ChooseSecretly(seats, self.word)

    def admits(self, *answers: type[A]) -> None:
        """Add classes of answers that the kind cannot name, because their files import the frame
        that asks: reactions, each in its own file. Done once, where they are listed."""
        added: tuple[type[Any], ...] = answers
        self.plays = (*self.plays, *added)
        self.answers = (*self.plays, Pass) if self.passes else self.plays

    def with_passes(self, offers: Iterable[Answer]) -> Iterator[Answer]:
        """Yield what a frame offers, and the passes."""
        if self.pass_first:
            yield from self.passes
        yield from offers
        if not self.pass_first:
            yield from self.passes

    def why_not_pass(self, answer: Pass) -> Refusal | None:
        """A pass for once is allowed; a standing pass uses one of the kind's words."""
        if answer in self.passes:
            return None
        return Refusal("KERNEL", say("nobody can pass until {until!r}", until=answer.until[:20]))

    def offers(self, method: Callable[[F, V], Iterator[A]]) -> Callable[[F, V], Iterator[A]]:
        """Decorates the frame's `offers_<word>(view)`: the answers worth considering."""
        method.__dict__["kind"] = self
        return self._named("offers", method)

    def judges(
        self, method: Callable[[F, V, A], Refusal | None]
    ) -> Callable[[F, V, A], Refusal | None]:
        """Decorates the frame's `why_not_<word>(view, answer)`. Without one, every answer of the
        kind's classes is allowed."""
        return self._named("why_not", method)

    def holds(
        self, method: Callable[[F, V, Pass], Refusal | None]
    ) -> Callable[[F, V, Pass], Refusal | None]:
        """Decorates the frame's `why_no_pass_<word>(view, answer)`, where a pass of the kind is not
        always allowed."""
        return self._named("why_no_pass", method)

    def samples(
        self, method: Callable[[F, V, Chance], A | Pass]
    ) -> Callable[[F, V, Chance], A | Pass]:
        """Decorates the frame's `sample_<word>(view, chance)`."""
        return self._named("sample", method)

    def tells(self, method: Callable[[F, V], About]) -> Callable[[F, V], About]:
        """Decorates the frame's `about_<word>(view)`: what a screen says over the question."""
        return self._named("about", method)

    def foretells(self, method: Callable[[F, V, A], str]) -> Callable[[F, V, A], str]:
        """Decorates the frame's `outlook_<word>(view, answer)`: what an answer would come to,
        for who is about to give it; in one line without a full stop, "" where that is plain."""
        return self._named("outlook", method)

    def _named(self, part: str, method: F) -> F:
        name = getattr(method, "__name__", "")
        if name != f"{part}_{self.word}":
            raise EngineBug(f"{name}: the {part} of kind {self.word!r} is {part}_{self.word}")
        return method
