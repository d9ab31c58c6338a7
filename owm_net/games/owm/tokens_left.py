"""How many token and Field cards are left (OWM-COMP-01, OWM-COMP-02), where the players have agreed
that this limits play (A-69).

Only what a player chooses to lay needs a card; a jam, and a Field under who moves, are there
without one (A-142).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.ids import NO_CELL, Cell
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import WeaponType
from owm_net.games.owm.tokens import TokenKind

TRENCHES, HIDING, SCOPES, FIELDS = "entrench_jammed", "covering_fire_stealth", "sighted", "field"
"""The cards by their keys in data/token_cards.toml; those of a `TokenKind` are in `LYING`."""

LYING = {
    TokenKind.SMOKE: "smoke",
    TokenKind.STAR_SHELL: "star_shell",
    TokenKind.SATCHEL_CHARGE: "satchel_charge",
}


def _trenches(g: OwmState) -> int:
    """One card has both: Entrench on one side, Jammed Weapon on the other."""
    return len(g.ground.trenches) + sum(s.jammed for s in g.soldiers.values())


def _hiding(g: OwmState) -> int:
    """Covering Fire and Stealth are the two sides of one card."""
    return sum(t.covered + t.stealthed for t in g.fireteams.values())


def _scopes(g: OwmState) -> int:
    scoped = (s for s in g.soldiers.values() if s.crewed_in)
    return sum(s.weapon.type is WeaponType.SNIPER for s in scoped)


def _fields(g: OwmState) -> int:
    return sum(card == FIELD for card in g.ground.cards)


_USED: Mapping[str, Callable[[OwmState], int]] = {
    TRENCHES: _trenches,
    HIDING: _hiding,
    SCOPES: _scopes,
    FIELDS: _fields,
}

_CARDS = {card.key: card for card in (*CATALOG.token_cards, *CATALOG.other_cards)}


def why_none_left(g: OwmState, key: str) -> Refusal | None:
    """Why no such card can be laid, None if one can: always, but where it has been agreed on."""
    if not g.variants.tokens:
        return None
    card = _CARDS[key]
    if _USED[key](g) < card.count:
        return None
    titles = "/".join(dict.fromkeys(face.title for face in card.faces))
    rule = "OWM-COMP-01" if key == FIELDS else "OWM-COMP-02"
    return Refusal(
        rule, say("all {count} {titles} cards are in use (A-69)", count=card.count, titles=titles)
    )


def why_no_token_left(g: OwmState, kind: TokenKind, cell: Cell = NO_CELL) -> Refusal | None:
    """Refuse likewise for tokens on a Terrain. One that is there already is laid again (A-110)."""
    if not g.variants.tokens or g.token_at(kind, cell) is not None:
        return None
    card = _CARDS[LYING[kind]]
    if sum(1 for _ in g.tokens_of(kind)) < card.count:
        return None
    return Refusal(
        "OWM-COMP-02",
        say("all {count} {value} cards are in use (A-69)", count=card.count, value=kind.word),
    )
