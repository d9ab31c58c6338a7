"""Terrain action (000:1486-1490, section 2.13): a Terrain card of the hand goes on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from attrs import field

from owm_net.engine.agenda import Event, Outcome, Refusal
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    hand_of,
    laid,
    void,
    why_not_in_hand,
)
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.placing import halt_before
from owm_net.games.owm.state import CATALOG, OwmState, order_of
from owm_net.games.owm.terms import Crosshair
from owm_net.games.owm.windows import Order


@record("owm.lay_terrain")
class LayTerrain(Action):
    """Put a Terrain card on an open spot in sight (OWM-TACT-01). turned: the other way round
    (A-23)."""

    title = say("Terrain")
    help = say("Put a Terrain card on an open spot in sight, beside another Terrain (OWM-TACT-01)")

    turning: ClassVar[str] = say("Lay it the other way round: the cross-hair moves (A-23)")

    card: Played
    cell: Cell
    turned: bool = False

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[LayTerrain]:
        """Every Terrain card on every open spot, either way round if that makes a difference."""
        ground = view.state.ground
        spots = [cell for cell in ground.cells if ground.cards[cell] == OPEN]
        for card, cell, turned in ways_to_lay(view, hand_of(view, turn), spots):
            yield LayTerrain(card, cell, turned)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """OWM-TACT-01: an open spot, beside a Terrain, in line of sight."""
        problem = why_not_in_hand(view, self.card)
        if problem is not None:
            return problem
        face = view.card(self.card)
        if face is not None and order_of(face) is not None:
            return Refusal("OWM-TACT-01", say("that is no Terrain card"), misfit=True)
        return self._why_not_there(view.state, turn)

    def _why_not_there(self, g: OwmState, turn: ActiveTurn) -> Refusal | None:
        cards = g.ground.cards
        if not 0 <= self.cell < g.ground.size or cards[self.cell] != OPEN:
            why = say("a Terrain card can only be put on an open spot")
            return Refusal("OWM-TACT-01", why, misfit=True)
        if all(cards[c] == OPEN for c in g.ground.neighbours(self.cell)):
            return Refusal("OWM-TACT-01", say("no Terrain is adjacent to that spot"))
        if not g.sees(g.fireteams[turn.fireteam].cell, self.cell):
            return Refusal("OWM-TACT-01", say("there is no line of sight to that spot"))
        return None

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        hold_terrain(g, g.fireteams[turn.fireteam].seat, self.card)
        return laid(LayTerrain, g, turn, cell=self.cell)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """OWM-TACT-01; the spot may have been taken meanwhile, or be out of sight (A-128)."""
        problem = self._why_not_there(g, turn)
        if problem is not None:
            release_terrain(g, self.card)
            return void(g, turn, problem)
        put_terrain(g, turn.fireteam, self.card, self.cell, self.turned)
        return turn.acted

    def cancel(self, g: OwmState) -> None:
        """A card that is not put down is spent (A-10)."""
        release_terrain(g, self.card)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        return say(
            "sight runs between cross-hairs; turned round, its own is at the opposite corner"
        )

    def sentence(self, view: View[OwmState]) -> str:
        cell = view.state.ground.cell_name(self.cell)
        turned = say(", turned") if self.turned else ""
        return say(
            "lay {cards} on {cell}{turned}",
            cards=words.played_names(view, self.card),
            cell=cell,
            turned=turned,
        )


def ways_to_lay(
    view: View[OwmState], hand: Iterable[Played], spots: Sequence[Cell]
) -> Iterator[tuple[Played, Cell, bool]]:
    """(card, spot, turned): every Terrain card of a hand on each of these spots, the other way
    round too if that makes a difference (A-23)."""
    for card in hand:
        face = view.card(card)
        if face is None or order_of(face) is not None:
            continue
        centred = CATALOG.terrain[face].crosshair is Crosshair.C
        for cell in spots:
            yield card, cell, False
            if not centred:
                yield card, cell, True


def hold_terrain(g: OwmState, seat: Seat, card: Played) -> None:
    """A Terrain card leaves the hand and lies open, until it is put down or cancelled."""
    g.held_terrain.append(g.take_from_hand(seat, card))


def release_terrain(g: OwmState, card: int) -> None:
    """It is not put down: it is spent."""
    g.held_terrain.remove(CardNumber(card))
    g.discard.append(CardNumber(card))


def put_terrain(
    g: OwmState,
    fireteam: FireteamId,
    card: int,
    cell: Cell,
    turned: bool,
    rule: str = "OWM-TACT-01",
) -> None:
    """Put a waiting card, or a Field, on the map; a Fireteam heading there may have to stop
    (A-83)."""
    number = CardNumber(card)
    if number != FIELD:
        g.held_terrain.remove(number)
    g.ground = g.ground.with_card(cell, number, turned)
    g.tell(TerrainLaid(fireteam, number, cell, rule=rule))
    halt_before(g, cell)


@record("owm.event.terrain")
class TerrainLaid(Event):
    """A Terrain card is on the map now."""

    words = say("{fireteam} lays {card} on {cell_name}")
    headline = True

    fireteam: FireteamId
    card: CardNumber
    cell: Cell
    rule: str = field(default="OWM-TACT-01", kw_only=True)
