"""Tokens that lie on a Terrain and change by themselves, and the Artillery card (section 2.10).

What a token does stands with what brings it: `operations`, `visibility`, `firing`. When it flips
and goes: `assessment`. Entrenchments are part of the ground.
"""

from __future__ import annotations

from enum import Enum

from owm_net.engine.records import Record, record
from owm_net.engine.text import say
from owm_net.games.owm.ids import Cell


class Border(Enum):
    """The coloured border that is up (OWM-BORD-01). Tokens that lie on the map alone have one of
    the first three."""

    YELLOW = "yellow"
    """Flip it in the Assessment phase (OWM-BORD-05)."""
    RED = "red"
    """Remove it in the Assessment phase (OWM-BORD-04)."""
    ORANGE = "orange"
    """Flip it right after it was used (OWM-BORD-03)."""
    BLACK = "black"
    """No phase flips it (OWM-BORD-01)."""
    GREEN = "green"
    """It moves; flip it when the movement has ended (OWM-BORD-02)."""

    @property
    def word(self) -> str:
        """As it is said."""
        return _BORDERS[self]


_BORDERS = {
    Border.YELLOW: say("yellow"),
    Border.RED: say("red"),
    Border.ORANGE: say("orange"),
    Border.BLACK: say("black"),
    Border.GREEN: say("green"),
}


class TokenKind(Enum):
    """The meaning of a token on a Terrain; the value is for people."""

    SMOKE = "Smoke"
    STAR_SHELL = "Star Shell"
    SATCHEL_CHARGE = "Satchel Charge"

    @property
    def word(self) -> str:
        """As it is said."""
        return _KINDS[self]


_KINDS = {
    TokenKind.SMOKE: say("Smoke"),
    TokenKind.STAR_SHELL: say("Star Shell"),
    TokenKind.SATCHEL_CHARGE: say("Satchel Charge"),
}


@record("owm.token")
class Token(Record):
    """A token on a Terrain; all three kinds are laid yellow and turn red (OWM-TOK-06, OWM-TOK-08,
    OWM-TOK-09)."""

    kind: TokenKind
    cell: Cell
    border: Border = Border.YELLOW


def laid(tokens: tuple[Token, ...], token: Token) -> tuple[Token, ...]:
    """With this token; it takes the place of one of its kind in the same Terrain (A-52, A-110)."""
    return (*removed(tokens, token.kind, token.cell), token)


def removed(tokens: tuple[Token, ...], kind: TokenKind, cell: Cell) -> tuple[Token, ...]:
    """Without the one of this kind in this cell."""
    return tuple([t for t in tokens if (t.kind, t.cell) != (kind, cell)])
