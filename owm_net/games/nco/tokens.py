"""Objectives that soldiers touch on a Down order, and carry. NCO-SCN-12, -14, -24, -26, R-95."""

from __future__ import annotations

from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.nco import ground
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, OFF_TABLE, SoldierId, Spot
from owm_net.games.nco.state import NcoState, Token
from owm_net.games.nco.terms import BOARD, CONTACT, CONTACT_RISE, HOME, Status
from owm_net.games.nco.words import soldier_name


@record("nco.destroyed")
class Destroyed(SoldierEvent):
    """A Bomber has destroyed the enemy's supply drop, and the battle is over."""

    words = say("{soldier} destroys the enemy's supply drop")
    rule = "NCO-SCN-24"
    headline = True

    soldier: SoldierId


@record("nco.grabbed")
class Grabbed(SoldierEvent):
    """A soldier has taken up a piece of intel (NCO-SCN-26)."""

    words = say("{soldier} takes a piece of intel")
    rule = "NCO-SCN-26"
    headline = True

    soldier: SoldierId


@record("nco.laid_down")
class LaidDown(SoldierEvent):
    """A dead man's load lies where he was (NCO-SCN-26)."""

    words = say("their intel lies {spot}")
    rule = "NCO-SCN-26"

    soldier: SoldierId
    spot: Spot


@record("nco.gone_home")
class GoneHome(SoldierEvent):
    """A soldier has left the table with their intel. pieces: how many (NCO-SCN-26)."""

    rule = "NCO-SCN-26"
    headline = True

    soldier: SoldierId
    pieces: int

    def sentence(self, g: NcoState) -> str:
        what = (
            say("a piece of intel")
            if self.pieces == 1
            else say("{pieces} pieces of intel", pieces=self.pieces)
        )
        return say(
            "{soldier} leaves the table with {what}",
            soldier=soldier_name(g, self.soldier),
            what=what,
        )


@record("nco.pilot_grabbed")
class PilotGrabbed(SoldierEvent):
    """A soldier carries the pilot from now on (NCO-SCN-12)."""

    words = say("{soldier} takes up the pilot")
    rule = "NCO-SCN-12"
    headline = True

    soldier: SoldierId


@record("nco.pilot_dropped")
class PilotDropped(SoldierEvent):
    """The pilot lies where his bearer died (NCO-SCN-14)."""

    words = say("the pilot lies {spot}")
    rule = "NCO-SCN-14"

    soldier: SoldierId
    spot: Spot


@record("nco.pilot_home")
class PilotHome(SoldierEvent):
    """A bearer has touched the home edge: the pilot is rescued, or captured (NCO-SCN-10)."""

    rule = "NCO-SCN-10 NCO-SCN-16"
    headline = True

    soldier: SoldierId

    def sentence(self, g: NcoState) -> str:
        rescued = g.soldiers[self.soldier].seat == g.higher
        soldier = soldier_name(g, self.soldier)
        if rescued:
            return say("the pilot is rescued: {soldier} has brought him home", soldier=soldier)
        return say("the pilot is captured: {soldier} has brought him home", soldier=soldier)


def at_token(g: NcoState, spot: Spot, token: Spot) -> bool:
    """Return True if a base at `spot` is in contact with an objective, which blocks nobody
    (G-02)."""
    rise = abs(g.ground.height(spot[2]) - g.ground.height(token[2]))
    return rise <= CONTACT_RISE and ground.gap2(spot, token) <= CONTACT * CONTACT


def useful(g: NcoState, soldier: SoldierId, token: Token) -> bool:
    """Return True if a Down order in contact with an objective would have an effect: a Bomber
    destroys the enemy's drop, anybody takes up a piece that is there (NCO-SCN-24, NCO-SCN-26)."""
    if token.taken != NO_SEAT or token.carrier != NO_SOLDIER:
        return False
    seat = g.soldiers[soldier].seat
    return token.seat == NO_SEAT or (token.seat != seat and g.bombers[seat] == soldier)


def goals(g: NcoState, soldier: SoldierId) -> list[Spot]:
    """Return the places where a Down order of the soldier would have an effect."""
    found = [token.spot for token in g.tokens if useful(g, soldier, token)]
    if g.pilot_lies():
        found.append(g.soldiers[g.pilot].spot)
    return found


def at_goal(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if a Down order of the soldier would have an effect now."""
    spot = g.soldiers[soldier].spot
    return any(at_token(g, spot, goal) for goal in goals(g, soldier))


def use_down(g: NcoState, soldier: SoldierId) -> bool:
    """Apply a chosen Down, order or reaction, to all objectives the soldier touches (R-59, R-95).
    Returns whether it ends the battle."""
    s = g.soldiers[soldier]
    for n, token in enumerate(g.tokens):
        if not (useful(g, soldier, token) and at_token(g, s.spot, token.spot)):
            continue
        if token.seat != NO_SEAT:
            g.tokens[n] = token.with_(taken=s.seat)
            g.tell(Destroyed(soldier))
            return True
        g.tokens[n] = token.with_(carrier=soldier)
        g.tell(Grabbed(soldier))
    if g.pilot_lies() and at_token(g, s.spot, g.soldiers[g.pilot].spot):
        g.bearer = soldier
        g.tell(PilotGrabbed(soldier))
    return brought_home(g, soldier)


def laden(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if the soldier carries anything."""
    return any(token.carrier == soldier for token in g.tokens) or bears_pilot(g, soldier)


def bears_pilot(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if the soldier carries the pilot (NCO-SCN-13)."""
    return g.bearer == soldier != NO_SOLDIER


def brought_home(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if the soldier has come home with the pilot, which ends the battle (NCO-SCN-10,
    R-56)."""
    s = g.soldiers[soldier]
    deep = s.spot[1] if s.seat == g.south else BOARD - s.spot[1]
    if not bears_pilot(g, soldier) or deep > HOME:
        return False
    g.change(g.pilot, status=Status.LEFT, spot=OFF_TABLE)
    g.tell(PilotHome(soldier))
    return True


def lay_down(g: NcoState, soldier: SoldierId) -> None:
    """Lay a dead man's load down where he died (NCO-SCN-14, NCO-SCN-26, R-59)."""
    spot = g.soldiers[soldier].spot
    for n, token in enumerate(g.tokens):
        if token.carrier == soldier:
            g.tokens[n] = token.with_(carrier=NO_SOLDIER, spot=spot)
            g.tell(LaidDown(soldier, spot))
    if bears_pilot(g, soldier):
        g.bearer = NO_SOLDIER
        g.change(g.pilot, spot=spot)
        g.tell(PilotDropped(soldier, spot))


def go_home(g: NcoState, soldier: SoldierId) -> None:
    """Take a soldier home with their load, which their side has secured (NCO-SCN-26)."""
    s = g.change(soldier, status=Status.LEFT, spot=OFF_TABLE)
    pieces = [n for n, token in enumerate(g.tokens) if token.carrier == soldier]
    for n in pieces:
        g.tokens[n] = g.tokens[n].with_(carrier=NO_SOLDIER, taken=s.seat)
    g.tell(GoneHome(soldier, len(pieces)))
