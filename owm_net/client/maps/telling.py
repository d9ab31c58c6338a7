"""How dice are shown: on the strip beside the map, for a while."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.match.present import Strip, StripCard

SHOWN = 1.5
"""Seconds for which dice are shown."""


def roll(strip: Strip, subtitle: str, faces: Sequence[int] = ()) -> None:
    """Show these dice, and what they were rolled for, in the place of all that was there."""
    strip.clear_cards()
    strip.subtitle = subtitle
    strip.cards = [die(face) for face in faces]


def die(face: int) -> StripCard:
    """A die that shows this face."""
    return StripCard(ArtKey.of("pip_die", value=face, second=True), str(face))
