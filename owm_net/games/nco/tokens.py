"""Objectives that soldiers touch on a Down order, and carry. NCO-SCN-24, NCO-SCN-26, R-95."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.records import register
from owm_net.games.nco import ground
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, OFF_TABLE, SoldierId, Spot
from owm_net.games.nco.state import NcoState, Token
from owm_net.games.nco.terms import CONTACT, CONTACT_RISE, Status
from owm_net.games.nco.words import place_name, soldier_name


@register("nco.destroyed")
@frozen
class Destroyed(SoldierEvent):
    """A Bomber has destroyed the enemy's supply drop, and the battle is over."""

    headline = True

    soldier: SoldierId
    rule: str = field(default="NCO-SCN-24", kw_only=True)

    def words(self, g: NcoState) -> str:
        return f"{soldier_name(g, self.soldier)} destroys the enemy's supply drop"


@register("nco.grabbed")
@frozen
class Grabbed(SoldierEvent):
    """A soldier has taken up a piece of intel (NCO-SCN-26)."""

    headline = True

    soldier: SoldierId
    rule: str = field(default="NCO-SCN-26", kw_only=True)

    def words(self, g: NcoState) -> str:
        return f"{soldier_name(g, self.soldier)} takes a piece of intel"


@register("nco.laid_down")
@frozen
class LaidDown(SoldierEvent):
    """What a dead man carried lies where he was (NCO-SCN-26)."""

    soldier: SoldierId
    spot: Spot
    rule: str = field(default="NCO-SCN-26", kw_only=True)

    def words(self, g: NcoState) -> str:
        return f"his intel lies at {place_name(self.spot)}"


@register("nco.gone_home")
@frozen
class GoneHome(SoldierEvent):
    """A soldier has left the table with his intel. pieces: how many (NCO-SCN-26)."""

    headline = True

    soldier: SoldierId
    pieces: int
    rule: str = field(default="NCO-SCN-26", kw_only=True)

    def words(self, g: NcoState) -> str:
        what = "a piece of intel" if self.pieces == 1 else f"{self.pieces} pieces of intel"
        return f"{soldier_name(g, self.soldier)} leaves the table with {what}"


def at_token(g: NcoState, spot: Spot, token: Spot) -> bool:
    """Whether a base at `spot` is in contact with an objective, which blocks nobody (G-02)."""
    rise = abs(g.ground.height(spot[2]) - g.ground.height(token[2]))
    return rise <= CONTACT_RISE and ground.gap2(spot, token) <= CONTACT * CONTACT


def useful(g: NcoState, soldier: SoldierId, token: Token) -> bool:
    """Whether a Down order in contact with an objective would do anything: a Bomber destroys the
    enemy's drop, anybody takes up a piece that lies there (NCO-SCN-24, NCO-SCN-26)."""
    if token.taken != NO_SEAT or token.carrier != NO_SOLDIER:
        return False
    seat = g.soldiers[soldier].seat
    return token.seat == NO_SEAT or (token.seat != seat and g.bombers[seat] == soldier)


def touched(g: NcoState, soldier: SoldierId) -> list[int]:
    """Numbers of the objectives on which a Down order of his would do something now."""
    spot = g.soldiers[soldier].spot
    return [
        n
        for n, token in enumerate(g.tokens)
        if useful(g, soldier, token) and at_token(g, spot, token.spot)
    ]


def use_down(g: NcoState, soldier: SoldierId) -> bool:
    """What a Down that his player has chosen, order or reaction, does to all objectives that he
    touches (R-59, R-95). Returns whether it ends the battle."""
    for n in touched(g, soldier):
        token = g.tokens[n]
        if token.seat != NO_SEAT:
            g.tokens[n] = token.with_(taken=g.soldiers[soldier].seat)
            g.tell(Destroyed(soldier))
            return True
        g.tokens[n] = token.with_(carrier=soldier)
        g.tell(Grabbed(soldier))
    return False


def lay_down(g: NcoState, soldier: SoldierId) -> None:
    """A dead man's pieces lie where he died (NCO-SCN-26, R-59)."""
    spot = g.soldiers[soldier].spot
    for n, token in enumerate(g.tokens):
        if token.carrier == soldier:
            g.tokens[n] = token.with_(carrier=NO_SOLDIER, spot=spot)
            g.tell(LaidDown(soldier, spot))


def go_home(g: NcoState, soldier: SoldierId) -> None:
    """He is gone with all that he carries, and his side has secured it (NCO-SCN-26)."""
    s = g.change(soldier, status=Status.LEFT, spot=OFF_TABLE)
    pieces = [n for n, token in enumerate(g.tokens) if token.carrier == soldier]
    for n in pieces:
        g.tokens[n] = g.tokens[n].with_(carrier=NO_SOLDIER, taken=s.seat)
    g.tell(GoneHome(soldier, len(pieces)))
