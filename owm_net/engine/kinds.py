"""Kinds of decision: the question to a seat, the answers that fit, and their judge.

A `Kind` is made once, beside the frame that asks, and ties together what belongs together:

    SHOOTER = Kind("shooter", Shoot, CeaseFire, rule="OWM-ATK-04", why="who shoots is asked for")

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
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, overload

from attrs import frozen

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Refusal

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
F = TypeVar("F")
V = TypeVar("V")


@frozen
class About:
    """A question as people read it. what: who is to choose what, or what it would mean to; in one
    line without a full stop. why: what else they must know for it. rule: the id of the rule."""

    what: str
    why: str = ""
    rule: str = ""


class Kind(Generic[A]):
    """A kind of decision. A: the union of the classes of its answers.

    word: its name in requests, in logs, and in the frame's methods. answers: the classes that fit,
    in the order in which people see them; more than three have a common base, which is A then.
    rule, why: what is said to any other answer. deed: what the others wait for, as after "to".
    """

    __slots__ = ("answers", "deed", "refusal", "word")

    @overload
    def __init__(
        self, word: str, a: type[A], /, *, rule: str, why: str, deed: str = "decide"
    ) -> None: ...
    @overload
    def __init__(
        self: Kind[B | C],
        word: str,
        a: type[B],
        b: type[C],
        /,
        *,
        rule: str,
        why: str,
        deed: str = "decide",
    ) -> None: ...
    @overload
    def __init__(
        self: Kind[B | C | D],
        word: str,
        a: type[B],
        b: type[C],
        c: type[D],
        /,
        *,
        rule: str,
        why: str,
        deed: str = "decide",
    ) -> None: ...
    @overload
    def __init__(
        self,
        word: str,
        a: type[A],
        b: type[A],
        c: type[A],
        d: type[A],
        /,
        *more: type[A],
        rule: str,
        why: str,
        deed: str = "decide",
    ) -> None: ...
    @overload
    def __init__(
        self, word: str, /, *answers: type[A], rule: str, why: str, deed: str = "decide"
    ) -> None: ...
    def __init__(
        self, word: str, /, *answers: type[Any], rule: str, why: str, deed: str = "decide"
    ) -> None:
        self.word = word
        self.answers: tuple[type[Answer], ...] = answers
        self.refusal = Refusal(rule, why)
        self.deed = deed

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
        self.answers += added

    def offers(self, method: Callable[[F, V], Iterator[A]]) -> Callable[[F, V], Iterator[A]]:
        """Decorates the frame's `offers_<word>(view)`: the answers worth considering."""
        return self._named("offers", method)

    def judges(
        self, method: Callable[[F, V, A], Refusal | None]
    ) -> Callable[[F, V, A], Refusal | None]:
        """Decorates the frame's `why_not_<word>(view, answer)`."""
        method.__dict__["kind"] = self
        return self._named("why_not", method)

    def samples(self, method: Callable[[F, V, Chance], A]) -> Callable[[F, V, Chance], A]:
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
