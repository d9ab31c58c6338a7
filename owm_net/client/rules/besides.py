"""What a player is told beside a briefing: whom they play, how long it takes, who is favoured."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.engine.agenda import GameState
from owm_net.engine.ids import Seat
from owm_net.engine.system import Setup, System
from owm_net.engine.text import seat_called
from owm_net.files.measured import chosen, favoured, is_even, minutes


def own_side(system: System, g: GameState, seat: Seat) -> list[str]:
    """Whom a seat plays, where it has its side from the beginning."""
    side = system.seat_name(g, seat)
    return [] if side == seat_called(seat) else [tr("You play the {side}.", side=tr(side))]


def measured(game: str, setup: Setup) -> list[str]:
    """How long a match takes, and who wins more often: a sentence each, as far as it is known."""
    mission = setup.mission
    long = minutes(game, mission, setup.switches)
    lasts = [tr("A match takes about {n} minutes.", n=long)] if long else []
    return [*lasts, *favourites(game, mission)]


def favourites(game: str, mission: str) -> list[str]:
    """Who wins more often, as far as it is known."""
    told, (side, won) = [], favoured(game, mission)
    if side:
        told.append(
            tr("Of 100 matches between equal players {n} go to the {side}.", side=tr(side), n=won)
        )
    choices = chosen(game, mission)
    if is_even(game, mission) and not choices:  # else it is the choice that favours a side
        told.append(tr("Between equal players neither side is clearly favoured."))
    if choices:
        (best, most), *_, (worst, least) = choices
        told.append(
            tr(
                "Most matches are won by the {best}, {most} of 100; fewest by the {worst},"
                " {least}.",
                best=tr(best),
                most=most,
                worst=tr(worst),
                least=least,
            )
        )
    return told
