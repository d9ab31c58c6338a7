"""Small frames of our own, on which the kernel is tested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from owm_net.engine import agenda
from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    End,
    Event,
    Foul,
    Frame,
    GameState,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record, register
from owm_net.engine.requests import Answer, Request, Result
from owm_net.engine.view import View
from owm_net.engine.zones import slot

END = Result((Seat(0),), (1, 0), "that was all")
SLOTS = (slot(1, 0), slot(1, 1))


@record("test.agenda.say")
class Say(Answer):
    """A number, and perhaps a card."""

    n: int
    card: Played | None = None


@record("test.agenda.heard")
class Heard(Event):
    """A frame was told something."""

    rule: str = field(default="TEST-01", kw_only=True)


@register("test.agenda.table")
@define(kw_only=True)
class Table(GameState):
    """heard: everything the frames were told."""

    heard: list[str] = field(factory=list)


@frame("test.agenda.script")
@define
class Script(Frame):
    """Asks one request after another and writes down what it is told."""

    todo: list[Request]

    def start(self, g: Table) -> Any:
        return Ask(self.todo.pop(0), then=self.hear) if self.todo else self.end

    def hear(self, g: Table, *told: object) -> Any:
        g.heard.append(f"{told}")
        g.tell(Heard())
        return self.start

    def end(self, g: Table) -> Any:
        return End(END)

    def offers_say(self, view: View[Table]) -> Iterator[Answer]:
        """Six numbers, of which half are allowed."""
        yield from (Say(n) for n in range(6))

    def why_not_say(self, view: View[Table], answer: Answer) -> Refusal | None:
        """An even number below 100; a card from the hand, which may not be card 13."""
        if not isinstance(answer, Say) or not 0 <= answer.n < 100:
            return Refusal("TEST-02", "a number is asked")
        if answer.n % 2:
            return Refusal("TEST-03", "odd numbers are forbidden")
        if answer.card is not None and answer.card not in view.state.hands[view.seat]:
            return Refusal("TEST-04", "the card is not in the hand")
        if answer.card is not None and view.card(answer.card) == 13:
            return Refusal("TEST-05", "card 13 brings bad luck")
        return None

    def offers_nothing(self, view: View[Table]) -> Iterator[Answer]:
        yield from ()

    why_not_nothing = why_not_say

    offers_many = offers_nothing
    why_not_many = why_not_say

    def sample_many(self, view: View[Table], chance: Chance) -> Answer:
        return Say(2 * chance.below(50))

    offers_wrong = offers_say

    def why_not_wrong(self, view: View[Table], answer: Answer) -> Any:
        """Says no in a way that the kernel does not know."""
        return "no"


@frame("test.agenda.outer")
@define
class Outer(Frame):
    """Calls inner frames: with a result, without, and one that ends the game."""

    def start(self, g: Table) -> Any:
        """With a result that is false, to see that it is one."""
        return Call(Inner("result"), then=self.got)

    def got(self, g: Table, number: int) -> Any:
        g.heard.append(f"got {number}")
        return Call(Inner("nothing"), then=self.went_on)

    def went_on(self, g: Table) -> Any:
        g.heard.append("went on")
        return Call(Inner("end"), then=self.never)

    def never(self, g: Table) -> Any:
        """The game is over by then."""
        raise AssertionError


@frame("test.agenda.inner")
@define
class Inner(Frame):
    """Ends in whichever way it was told to: with a result, without, for all, or wrongly."""

    how: str

    def after(self, g: Table, answer: tuple[int, ...]) -> Any:
        """Note the answer."""
        return self.start

    def start(self, g: Table) -> Any:
        return {
            "result": Done(0),
            "nothing": Done(),
            "end": End(END),
            "foul": Foul(Seat(1), "TEST-06", "it should not have lain there"),
            "bug": 17,
        }[self.how]


def begin(*todo: Request, **more: Any) -> Table:
    g = Table(seats=2, hands=[[], []], agenda=[Script(list(todo))], **more)
    agenda.begin(g)
    return g
