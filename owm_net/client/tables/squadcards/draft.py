"""What the player has clicked together and not yet confirmed, and who is who on the table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from attrs import define, field

from owm_net.client.model import Model
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.ids import NO_CELL, NO_SQUAD, Cell, SquadId
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.terms import Nation


@define
class Draft:
    """One for each question. card: picked in the hand; answer: what it would be played as.

    cards: to be discarded. to: range of a move; into_open: the card is discarded for it. smoke,
    point_man: of a declaration. cell: hex of a move. hand: the squad whose hand is looked at.
    pass_alone: whether windows in which no card fits pass by themselves.
    """

    card: int | None = None
    answer: Answer | None = None
    cards: list[int] = field(factory=list)
    to: int = -1
    into_open: bool = False
    smoke: int | None = None
    point_man: bool = False
    cell: Cell = NO_CELL
    nation: Nation | None = None
    hand: int = -1
    pass_alone: bool = False

    def chosen(self) -> frozenset[Hashable]:
        """One thing for each choice."""
        found: list[Hashable] = [("discard", card) for card in self.cards]
        for name, value, nothing in (
            ("card", self.card, None),
            ("answer", self.answer, None),
            ("to", self.to, -1),
            ("smoke", self.smoke, None),
            ("point man", self.point_man, False),
            ("cell", self.cell, NO_CELL),
            ("nation", self.nation, None),
        ):
            if value != nothing:
                found.append((name, value))
        return frozenset(found)


def state_of(model: Model) -> SquadState:
    """The state as it is shown."""
    assert model.view is not None
    return cast(SquadState, model.view.state)


def draft_of(model: Model) -> Draft:
    """The draft, an empty one if nothing is asked."""
    return model.draft if isinstance(model.draft, Draft) else Draft()


def top(model: Model) -> Any:
    """The frame that asks."""
    return state_of(model).agenda[-1]


def own_seat(model: Model) -> Seat:
    """Who sits at the left: the player, or seat 0 where nobody plays."""
    return Seat(max(0, model.seat))


def acting_squad(model: Model) -> SquadId:
    """The own squad that the open question is about, NO_SQUAD if none."""
    asks = top(model) if model.kind else None
    if not isinstance(asks, OfSquad) or asks.squad == NO_SQUAD:
        return NO_SQUAD
    mine = state_of(model).squads[asks.squad].seat == model.seat
    return asks.squad if mine else NO_SQUAD


def hand_squad(model: Model) -> SquadId:
    """The own squad whose hand is shown, NO_SQUAD before there are squads."""
    g = state_of(model)
    mine = g.all_of(own_seat(model)) if g.squads else []
    living = [s for s in mine if g.squads[s].men] or mine
    for wanted in (draft_of(model).hand, acting_squad(model), model.ui.selected - 1):
        if wanted in living:
            return SquadId(wanted)
    return living[0] if living else NO_SQUAD
