"""Recon (000:1590-1591): a Terrain card, or a Field, goes on an open spot that a friend sees."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.hands import held, why_not_held
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.lay_terrain import (
    hold_terrain,
    put_terrain,
    release_terrain,
    ways_to_lay,
)
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.state import OwmState, order_of
from owm_net.games.owm.tokens_left import FIELDS, why_none_left
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.recon")
class Recon(Decision):
    """Terrain on any open spot in line of sight of a Fireteam of the own side; not where an enemy
    hurries to by Double Time (OWM-CD-RECON).

    terrain: a Terrain card of the hand; without one it is a Field. turned: the other way round
    (A-23).
    """

    key = "recon"
    rule = "OWM-CD-RECON"

    cell: Cell
    terrain: Played | None = None
    turned: bool = False

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Recon]:
        """A Field and every Terrain card of the hand, on every such spot."""
        spots = list(_spots(view, window))
        for cell in spots:
            yield Recon(card, cell)
        for terrain, cell, turned in ways_to_lay(view, held(view), spots):
            yield Recon(card, cell, terrain, turned)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if next(_spots(view, window), None) is None:
            return Refusal("OWM-CD-RECON", say("no open spot is in sight of your side"))
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        problem = self._why_no_terrain(view)
        if problem is not None:
            return problem
        g = view.state
        if not 0 <= self.cell < g.ground.size or g.ground.cards[self.cell] != OPEN:
            why = say("only an open spot can be chosen")
            return Refusal("OWM-CD-RECON", why, misfit=True)
        if _who_sees(g, view.seat, self.cell) == NO_FIRETEAM:
            return Refusal("OWM-CD-RECON", say("no Fireteam of your side sees that spot"))
        if window.is_hurried(g, view.seat, self.cell):
            return Refusal("OWM-CD-DOUBLE", say("an enemy hurries there by Double Time"))
        return None

    def _why_no_terrain(self, view: View[OwmState]) -> Refusal | None:
        if self.terrain is None:
            if self.turned:
                return Refusal("OWM-CD-RECON", say("a Field is not turned"), misfit=True)
            return why_none_left(view.state, FIELDS)
        why = say("that Terrain card is not in your hand")
        problem = why_not_held(view, (self.card, self.terrain), "OWM-CD-RECON", why)
        if problem is not None:
            return problem
        face = view.card(self.terrain)
        if face is not None and order_of(face) is not None:
            return Refusal("OWM-CD-RECON", say("that is no Terrain card"), misfit=True)
        return None

    def laid(self, g: OwmState, window: AnyWindow) -> None:
        if self.terrain is not None:
            hold_terrain(g, window.asked, self.terrain)

    def undo(self, g: OwmState) -> None:
        """A card that is not put down is spent (A-10)."""
        if self.terrain is not None:
            release_terrain(g, self.terrain)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """If the spot is still open and in sight, and no enemy is as good as there (A-128)."""
        team = _who_sees(g, window.player, self.cell)
        taken = g.ground.cards[self.cell] != OPEN
        if taken or team == NO_FIRETEAM or window.is_hurried(g, window.player, self.cell):
            self.undo(g)
            return None
        if self.terrain is None and why_none_left(g, FIELDS) is not None:
            return None
        card = FIELD if self.terrain is None else self.terrain
        put_terrain(g, team, card, self.cell, self.turned, rule=self.rule)
        return None

    def aim(self, g: OwmState) -> str:
        return say(" on {place}", place=g.ground.cell_name(self.cell))

    def sentence(self, view: View[OwmState]) -> str:
        what = say("a Field") if self.terrain is None else words.played_names(view, self.terrain)
        turned = say(", turned") if self.turned else ""
        with_card = words.played_names(view, self.card)
        return say(
            "{title}: {what}{aim}{turned}, with {with_card}",
            title=self.title,
            what=what,
            aim=self.aim(view.state),
            turned=turned,
            with_card=with_card,
        )


def _spots(view: View[OwmState], window: AnyWindow) -> Iterator[Cell]:
    g = view.state
    eyes = [team.cell for team in g.friends(view.seat)]
    return (
        cell
        for cell in g.ground.cells
        if g.ground.cards[cell] == OPEN
        and any(g.sees(eye, cell) for eye in eyes)
        and not window.is_hurried(g, view.seat, cell)
    )


def _who_sees(g: OwmState, seat: Seat, cell: Cell) -> FireteamId:
    """Return which Fireteam of the side sees a Terrain, the player's own before a partner's."""
    seen = [t for t in g.friends(seat) if g.sees(t.cell, cell)]
    own = [t for t in seen if t.seat == seat]
    return next((t.id for t in [*own, *seen]), NO_FIRETEAM)
