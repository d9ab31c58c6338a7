"""Which events of Squad have a short animation, and at which squads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.scene.animation import Animation, AnimationKind, Site
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Attacked
from owm_net.games.squadcards.cards.minefield import MinesExploded
from owm_net.games.squadcards.catalog import RANGE_KEYS
from owm_net.games.squadcards.ids import NO_CELL, SquadId
from owm_net.games.squadcards.phases.covering import SmokeLaid
from owm_net.games.squadcards.phases.morale import MoraleChecked, Routed
from owm_net.games.squadcards.state import CATALOG, SquadState

SHELLS = ("grenade", "bazooka", "mortar", "radio_artillery")
"""Attacks that explode, by the keys of their cards."""


def animations(view: View[Any], event: Event) -> Iterator[Animation]:
    """Yield what is shown of an event."""
    g = view.state
    if not isinstance(g, SquadState) or not g.squads:
        return
    match event:
        case Attacked():
            yield from _attack(g, event)
        case MinesExploded():
            yield Animation(AnimationKind.BURST, _ground(g, event.squad))
        case SmokeLaid():
            yield Animation(AnimationKind.SMOKE, _ground(g, event.squad))
        case Routed():
            yield Animation(AnimationKind.MARK, _ground(g, event.squad))
        case MoraleChecked() if event.pinned:
            yield Animation(AnimationKind.MARK, _ground(g, event.squad))
        case _:
            pass


def _attack(g: SquadState, event: Attacked) -> Iterator[Animation]:
    use = CATALOG.uses[event.use]
    kind = AnimationKind.SHOT
    if use.key in SHELLS:
        kind = AnimationKind.BURST
    elif set(use.attack) == {RANGE_KEYS[0]}:
        kind = AnimationKind.CLASH
    yield Animation(kind, _pawn(g, event.target), _pawn(g, event.squad))


def _pawn(g: SquadState, squad: SquadId) -> Site:
    """The pawn of a squad: on its hex, else on the range track, where no line crosses the dice."""
    one = g.squads[squad]
    return Site.of(f"pawn:{squad if one.cell != NO_CELL else one.seat}")


def _ground(g: SquadState, squad: SquadId) -> Site:
    """Where a squad is: on its hex, else on the ground of its panel."""
    if g.squads[squad].cell != NO_CELL:
        return _pawn(g, squad)
    return Site.of(f"ground:{squad}", f"squad:{squad}", size=0.4)
