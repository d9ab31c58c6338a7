"""What the player has clicked together and not yet confirmed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar, cast

from attrs import define, field

from owm_net.client.model import Model
from owm_net.engine.requests import Answer
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import OwmState

F = TypeVar("F")
T = TypeVar("T")


@define
class Draft:
    """For the questions that have a screen of their own; it never reaches the game until it is a
    whole answer.

    lines: Fireteams of a squad, `current` the one being filled. line: soldiers in the order of an
    assault. opening: the division, or the share of the points, that is chosen.
    """

    lines: list[list[SoldierId]] = field(factory=list)
    current: int = 0
    line: list[SoldierId] = field(factory=list)
    opening: Answer | None = None

    def chosen(self) -> frozenset[Hashable]:
        """One thing for each choice."""
        found: list[Hashable] = [
            ("in team", at, one) for at, line in enumerate(self.lines) for one in line
        ]
        found += [("line", one) for one in self.line]
        if self.opening is not None:
            found.append(("opening", self.opening))
        return frozenset(found)


def state_of(model: Model) -> OwmState:
    """The state as it is shown."""
    assert model.view is not None
    return cast(OwmState, model.view.state)


def frame_of(model: Model, cls: type[F]) -> F:
    """The frame that asks, which is one of this class."""
    frame = state_of(model).agenda[-1]
    assert isinstance(frame, cls)
    return frame


def draft_of(model: Model) -> Draft:
    """The draft, an empty one if nothing is asked."""
    return model.draft if isinstance(model.draft, Draft) else Draft()


def toggle(items: list[T], one: T) -> None:
    """In if it was out, out if it was in."""
    if one in items:
        items.remove(one)
    else:
        items.append(one)
