"""Harassing fire: a strike that only suppresses, and no heavy vehicle. G-05."""

from owm_net.engine.records import record
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.ids import CardKey


@record("heroes.card.harassing_fire")
class HarassingFire(Artillery):
    """See `artillery`."""

    key = CardKey("harassing_fire")
