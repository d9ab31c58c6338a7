"""Star Shell (000:1686-1705, section 2.22): light over any Terrain.

What it lights: `visibility`.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.ids import Cell
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.tokens_left import why_no_token_left
from owm_net.games.owm.windows import AnyWindow


@record("owm.event.star_shell")
class StarShellFired(Event):
    """A Star Shell hangs over a Terrain."""

    words = say("a Star Shell lights {cell} and what is around it")
    rule = "OWM-COP-SS-01"
    headline = True

    cell: Cell


def why_no_star_shell(g: OwmState, cell: Cell) -> Refusal | None:
    """Any Terrain of the map, without line of sight (OWM-COP-SS-01), if a token is left (A-69)."""
    if not 0 <= cell < g.ground.size:
        return Refusal("OWM-COP-SS-01", say("that is not on the map"))
    return why_no_token_left(g, TokenKind.STAR_SHELL, cell)


def fire_star_shell(g: OwmState, cell: Cell) -> None:
    """The token is laid yellow side up, and lights at once (OWM-COP-SS-01)."""
    g.lay_token(TokenKind.STAR_SHELL, cell)
    g.tell(StarShellFired(cell))


@record("owm.decision.star_shell")
class StarShell(CombatOperation):
    """A Star Shell over any Terrain (OWM-COP-SS-01)."""

    operation = "star_shell"
    called = say("Star Shell")
    what = say(
        "lights any Terrain and those beside it at once, so that who is there is easier "
        "to hit at night"
    )

    cell: Cell

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[StarShell]:
        g = view.state
        cells = [t.cell for t in g.enemies(Seat(view.seat)) if t.on_map]
        for cell in dict.fromkeys(cells):
            yield StarShell(card, cell)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        return why_no_star_shell(view.state, self.cell)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        if why_no_star_shell(g, self.cell) is None:
            fire_star_shell(g, self.cell)
        return None

    def aim(self, g: OwmState) -> str:
        return say(": Star Shell over {place_name}", place_name=words.place_name(g, self.cell))
