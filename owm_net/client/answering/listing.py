"""Answers that hold a list of things that are made, not chosen: two of them may be alike, and each
can be changed where it stands, such as the soldiers of a squad with what they carry.

Nothing is judged on the way: a list that is allowed again after two changes is not allowed between
them. Which line is open, `Draft.group` says.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from attrs import Attribute, evolve, frozen

from owm_net.client.answering.drafting import Drafting, DraftStep, Give, Portable, Sketch
from owm_net.engine.drafts import Draft
from owm_net.engine.requests import Refusal

T = TypeVar("T")

NEW = -1
"""The place of what is in no list yet."""


@frozen
class ListedThing(DraftStep, Portable, Generic[T]):
    """A thing of the list that a field holds, at its place; or one that may come in, NEW."""

    field: Attribute[tuple[T, ...]]
    value: T
    at: int = NEW

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """It is opened; what is new stands behind the others first."""
        if sketch is None:
            return None
        if self.at != NEW:
            return evolve(sketch, group=self.at)
        return _put(sketch, self.field, self.value, len(sketch.all(self.field)))

    @property
    def thing(self) -> T:
        return self.value

    def carried_to(self, group: int | None) -> Move[T]:
        return Move(self.field, self.value, self.at, group)


@frozen
class Move(DraftStep, Generic[T]):
    """A thing of a list goes to a place counted from 0, or out of the list where that is None."""

    field: Attribute[tuple[T, ...]]
    value: T
    at: int
    to: int | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Those behind it move on. Of those that stay, the one at its place or the last is open."""
        if sketch is None:
            return None
        rest = _without(sketch, self.field, self.at) if self.at != NEW else sketch
        if self.to is not None:
            return _put(rest, self.field, self.value, self.to)
        return evolve(rest, group=max(0, min(self.at, rest.group - 1)))


@frozen
class Replace(DraftStep, Generic[T]):
    """Replace the value at a place of a list."""

    field: Attribute[tuple[T, ...]]
    at: int
    value: T

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        if sketch is None:
            return None
        return _put(_without(sketch, self.field, self.at), self.field, self.value, self.at)


@frozen
class Empty(DraftStep):
    """Nothing is in the list any more."""

    field: Attribute[Any]

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        return None if sketch is None else evolve(sketch.without(self.field), group=0)


def _put(sketch: Draft[Any], field: Attribute[tuple[T, ...]], value: T, at: int) -> Draft[Any]:
    held = sketch.all(field)
    at = min(at, len(held))
    return evolve(sketch.with_(field, (*held[:at], value, *held[at:])), group=at)


def _without(sketch: Draft[Any], field: Attribute[tuple[T, ...]], at: int) -> Draft[Any]:
    held = sketch.all(field)
    rest = (*held[:at], *held[at + 1 :])
    shorter = sketch.with_(field, rest) if rest else sketch.without(field)
    return evolve(shorter, group=len(rest))
