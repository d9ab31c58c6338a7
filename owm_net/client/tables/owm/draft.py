"""What the player has clicked together and not yet confirmed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar, cast

from attrs import define, field

from owm_net.client.model import Model
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState

T = TypeVar("T")


@define
class Draft:
    """One for each question; it never reaches the game until it is a whole answer.

    verb: what is being done: "card" (a card's own order) or an action by name. cards, soldiers:
    picked so far. lines: Fireteams of a squad, `current` the one being filled. line: soldiers in
    the order of an assault. opening: the division, or the share of the points, that is chosen.
    """

    verb: str = ""
    card: Played | None = None
    cards: list[Played] = field(factory=list)
    soldiers: list[SoldierId] = field(factory=list)
    target: FireteamId = NO_FIRETEAM
    cell: Cell = NO_CELL
    turned: bool = False
    lines: list[list[SoldierId]] = field(factory=list)
    current: int = 0
    line: list[SoldierId] = field(factory=list)
    opening: Answer | None = None

    def chosen(self) -> frozenset[Hashable]:
        """One thing for each choice."""
        found: list[Hashable] = [
            ("in team", at, one) for at, line in enumerate(self.lines) for one in line
        ]
        for name, many in (("pay", self.cards), ("who", self.soldiers), ("line", self.line)):
            found += [(name, one) for one in many]
        for name, value, nothing in (
            ("verb", self.verb, ""),
            ("card", self.card, None),
            ("target", self.target, 0),
            ("cell", self.cell, -1),
            ("turned", self.turned, False),
            ("opening", self.opening, None),
        ):
            if value != nothing:
                found.append((name, value))
        return frozenset(found)


def state_of(model: Model) -> OwmState:
    """The state as it is shown."""
    assert model.view is not None
    return cast(OwmState, model.view.state)


def draft_of(model: Model) -> Draft:
    """The draft, an empty one if nothing is asked."""
    return model.draft if isinstance(model.draft, Draft) else Draft()


def toggle(items: list[T], one: T) -> None:
    """In if it was out, out if it was in."""
    if one in items:
        items.remove(one)
    else:
        items.append(one)
