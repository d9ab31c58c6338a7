"""Objectives that soldiers touch on a Down order. NCO-SCN-22, NCO-SCN-24, R-95."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.records import register
from owm_net.games.nco import ground
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import SoldierId, Spot
from owm_net.games.nco.state import NcoState, Token
from owm_net.games.nco.terms import CONTACT, CONTACT_RISE
from owm_net.games.nco.words import soldier_name


@register("nco.destroyed")
@frozen
class Destroyed(SoldierEvent):
    """A Bomber has destroyed the enemy's supply drop, and the battle is over."""

    headline = True

    soldier: SoldierId
    rule: str = field(default="NCO-SCN-24", kw_only=True)

    def words(self, g: NcoState) -> str:
        return f"{soldier_name(g, self.soldier)} destroys the enemy's supply drop"


def at_token(g: NcoState, spot: Spot, token: Spot) -> bool:
    """Whether a base at `spot` is in contact with an objective, which blocks nobody (G-02)."""
    rise = abs(g.ground.height(spot[2]) - g.ground.height(token[2]))
    return rise <= CONTACT_RISE and ground.gap2(spot, token) <= CONTACT * CONTACT


def useful(g: NcoState, soldier: SoldierId, token: Token) -> bool:
    """Whether a Down order in contact with an objective would do anything (NCO-SCN-24)."""
    s = g.soldiers[soldier]
    return token.seat != s.seat and g.bombers[s.seat] == soldier


def use_down(g: NcoState, soldier: SoldierId) -> bool:
    """What a Down that his player has chosen, order or reaction, does to objectives that he touches
    (R-95). Returns whether it ends the battle."""
    s = g.soldiers[soldier]
    for n, token in enumerate(g.tokens):
        if useful(g, soldier, token) and at_token(g, s.spot, token.spot):
            g.tokens[n] = token.with_(taken=s.seat)
            g.tell(Destroyed(soldier))
            return True
    return False
