"""Answers that hold a list of things that are made, not chosen: two of them may be alike, and each
can be changed where it stands, such as the soldiers of a squad with what they carry.

Nothing is judged on the way: a list that is allowed again after two changes is not allowed between
them. Which line is open, `Draft.group` says.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import evolve, frozen

from owm_net.client.drafting import Drafting, Give, Portable, Sketch, Step
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.requests import Refusal

NEW = -1
"""The place of what is in no list yet."""


@frozen
class Line(Step, Portable):
    """A thing of the list that field `name` holds, at its place; or one that may come in, NEW."""

    name: str
    value: Hashable
    at: int = NEW

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """It is opened; what is new stands behind the others first."""
        if sketch is None:
            return None
        if self.at != NEW:
            return evolve(sketch, group=self.at)
        return _put(sketch, self.name, self.value, len(lines_of(sketch, self.name)))

    @property
    def thing(self) -> Hashable:
        """It follows the pointer."""
        return self.value

    def carried_to(self, group: int | None) -> Move:
        """To another place."""
        return Move(self.name, self.value, self.at, group)


@frozen
class Move(Step):
    """A thing of a list goes to a place counted from 0, or out of the list where that is None."""

    name: str
    value: Hashable
    at: int
    to: int | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Those behind it move on. Of those that stay, the one at its place or the last is open."""
        if sketch is None:
            return None
        rest = _without(sketch, self.name, self.at) if self.at != NEW else sketch
        if self.to is not None:
            return _put(rest, self.name, self.value, self.to)
        return evolve(rest, group=max(0, min(self.at, rest.group - 1)))


@frozen
class Replace(Step):
    """What stands at a place of a list is this from now on."""

    name: str
    at: int
    value: Hashable

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """It is opened."""
        if sketch is None:
            return None
        return _put(_without(sketch, self.name, self.at), self.name, self.value, self.at)


@frozen
class Empty(Step):
    """Nothing is in the list any more."""

    name: str

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """What other fields hold stays."""
        return None if sketch is None else evolve(sketch.without(self.name), group=0)


def lines_of(sketch: Sketch, name: str) -> tuple[Hashable, ...]:
    """What a field holds that is a list."""
    if sketch is None:
        return ()
    return sketch.held(next(blank for blank in blanks_of(sketch.cls) if blank.name == name))


def _put(sketch: Draft[Any], name: str, value: Hashable, at: int) -> Draft[Any]:
    held = lines_of(sketch, name)
    at = min(at, len(held))
    return evolve(sketch.with_(name, (*held[:at], value, *held[at:])), group=at)


def _without(sketch: Draft[Any], name: str, at: int) -> Draft[Any]:
    held = lines_of(sketch, name)
    rest = (*held[:at], *held[at + 1 :])
    shorter = sketch.with_(name, rest) if rest else sketch.without(name)
    return evolve(shorter, group=len(rest))
