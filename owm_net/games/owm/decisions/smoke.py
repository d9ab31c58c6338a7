"""Smoke (000:1599-1605): a cloud that makes shots harder.

What it takes off them: `firing.smoke`. How it drifts and goes: `assessment`.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.stealth import end_stealth
from owm_net.games.owm.throwing import throwers, why_no_throw, why_too_far
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.tokens_left import why_no_token_left
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.event.smoke")
class SmokeRises(Event):
    """A Fireteam has thrown Smoke into a Terrain."""

    words = say("{fireteam} throws Smoke into {cell}")
    rule = "OWM-CD-SMOKE"
    headline = True

    fireteam: FireteamId
    cell: Cell


def why_no_smoke(g: OwmState, team: Fireteam, cell: Cell) -> Refusal | None:
    """The own Terrain or an adjacent one (A-52); a hidden enemy there does not matter (A-36)."""
    return (
        why_no_throw(g, team)
        or why_too_far(g, team, cell, "OWM-CD-SMOKE")
        or why_no_token_left(g, TokenKind.SMOKE, cell)
    )


@record("owm.decision.smoke")
class Smoke(Decision):
    """A Fireteam throws a smoke grenade into its own or an adjacent Terrain (OWM-CD-SMOKE)."""

    key = "smoke"
    rule = "OWM-CD-SMOKE"

    fireteam: FireteamId
    cell: Cell

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Smoke]:
        g = view.state
        for team in throwers(g, Seat(view.seat)):
            yield Smoke(card, team.id, team.cell)
            for cell in g.ground.neighbours(team.cell):
                if any(g.is_enemy(team, other) for other in g.fireteams_at(cell)):
                    yield Smoke(card, team.id, cell)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal("OWM-CD-SMOKE", say("an own Fireteam must throw it"), misfit=True)
        return why_no_smoke(g, team, self.cell)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """The token is laid yellow side up (OWM-TOK-08); a hostile action ends stealth
        (OWM-STLTH-06)."""
        team = g.fireteams.get(self.fireteam)
        if team is not None and why_no_smoke(g, team, self.cell) is None:
            g.lay_token(TokenKind.SMOKE, self.cell)
            g.tell(SmokeRises(team.id, self.cell))
            end_stealth(g, team.id, "OWM-STLTH-06")
        return None

    def aim(self, g: OwmState) -> str:
        who = words.fireteam_name(g, self.fireteam)
        return say(
            " of {who} into {place_name}", who=who, place_name=words.place_name(g, self.cell)
        )
