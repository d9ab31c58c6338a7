"""The top of a round (000:1123-1141, section 2.12): wind, coloured borders, the Artillery card.

The order is A-90: what the mission brings (A); then red tokens go, yellow ones flip (B). The jam
checks that follow, and the draw (D), stand in `rounds`.
"""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm.directions import direction_of, drifted
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, Cell
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.operations.satchel_charge import Explosion
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.tokens import Border, Token, TokenKind
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import flip_number

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.wind")
class WindBlows(Event):
    """The wind moves all yellow Smoke one Terrain. way: "north" and so on, "" if it moves none."""

    rule = "OWM-ROUND-03"
    headline = True

    way: str

    def sentence(self, g: OwmState) -> str:
        if not self.way:
            return say("the wind moves no Smoke")
        return say("the wind drives the Smoke to the {way}", way=self.way)


@record("owm.event.token_gone")
class TokenGone(Event):
    """A token has left the map at the end of its time."""

    words = say("the {kind} at {cell} is gone")

    kind: TokenKind
    cell: Cell
    rule: str = field(default="OWM-BORD-04", kw_only=True)


@record("owm.event.token_flipped")
class TokenFlipped(Event):
    """A token shows its red side: it is removed in the next Assessment."""

    words = say("the {kind} at {cell} flips to red")
    rule = "OWM-BORD-05"

    kind: TokenKind
    cell: Cell


@record("owm.event.artillery_loaded")
class ArtilleryLoaded(Event):
    """The Artillery card shows orange: it can be fired."""

    words = say("the Artillery is loaded")
    headline = True

    rule: str = field(default="OWM-MX-03", kw_only=True)


# -- the frame -------------------------------------------------------------------------------


@frame("owm.assessment")
@define
class Assessment(Frame[None]):
    """A and B of the Assessment phase, up to the jam checks. charges: cells of those that
    explode."""

    charges: list[Cell] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """A: what the mission has for the top of the round (OWM-MISS-03)."""
        event = rules_of(g).assessment(g)
        return Call(event, then=self.wind) if event is not None else self.wind

    def wind(self, g: OwmState) -> Outcome[None]:
        """A: one wind flip, if there is Smoke that it can move (OWM-ROUND-03, A-52)."""
        if any(s.border is Border.YELLOW for s in g.tokens_of(TokenKind.SMOKE)):
            return Call(flip_number(g, Purpose.WIND, g.card.wind, NO_FIRETEAM), then=self.blow)
        return self.remove_red

    def blow(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """A: the wind moves all yellow Smoke the same way, in the mission's strength
        (OWM-DIR-02); what blows off the map is gone, and what meets is one (A-52)."""
        number = CATALOG.dice(card).of(g.card.wind)
        g.tell(WindBlows(direction_of(number)))
        smoke = [s for s in g.tokens_of(TokenKind.SMOKE) if s.border is Border.YELLOW]
        for one in smoke:
            g.take_token(one.kind, one.cell)
        for one in smoke:
            to = drifted(g.ground, one.cell, number)
            if to != NO_CELL:
                g.lay_token(one.kind, to)
            else:
                g.tell(TokenGone(one.kind, one.cell, rule="OWM-ROUND-03"))
        return check_end(g) or self.remove_red  # the wind's card may have been the last

    def remove_red(self, g: OwmState) -> Outcome[None]:
        """B: red tokens are removed before yellow ones flip (OWM-BORD-04, OWM-BORD-05)."""
        for token in [t for t in g.tokens if t.border is Border.RED]:
            g.take_token(token.kind, token.cell)
            if token.kind is TokenKind.SATCHEL_CHARGE:
                self.charges.append(token.cell)
            else:
                g.tell(TokenGone(token.kind, token.cell))
        return self.explode

    def explode(self, g: OwmState) -> Outcome[None]:
        """B: a Satchel Charge that is removed explodes (OWM-COP-SC-02)."""
        if self.charges:
            return Call(Explosion(self.charges.pop(0)), then=self.explode)
        return self.flip_yellow

    def flip_yellow(self, g: OwmState) -> Outcome[None]:
        """B: yellow tokens show red from now on, and the Artillery is loaded (OWM-MX-03)."""
        turned: list[Token] = []
        for token in g.tokens:
            turned.append(token.with_(border=Border.RED))
            g.tell(TokenFlipped(token.kind, token.cell))
        g.tokens = tuple(turned)
        if g.artillery is Border.YELLOW:
            g.artillery = Border.ORANGE
            g.tell(ArtilleryLoaded())
        return Done()
