"""What a player is told beside a briefing: whom they play, how long it takes, who is favoured."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.engine.agenda import GameState
from owm_net.engine.ids import Seat
from owm_net.engine.system import System
from owm_net.engine.text import seat_called
from owm_net.files.measured import favoured, minutes


def own_side(system: System, g: GameState, seat: Seat) -> list[str]:
    """Whom a seat plays, where it has its side from the beginning."""
    side = system.seat_name(g, seat)
    return [] if side == seat_called(seat) else [tr("You play the {side}.", side=tr(side))]


def measured(game: str, mission: str) -> list[str]:
    """How long a match takes, and who wins more often: a sentence each, as far as it is known."""
    told, (side, won) = [], favoured(game, mission)
    long = minutes(game, mission)
    if long:
        told.append(tr("A match takes about {n} minutes.", n=long))
    if side:
        told.append(
            tr("Between equal players the {side} win {n} of 100 matches.", side=tr(side), n=won)
        )
    return told
