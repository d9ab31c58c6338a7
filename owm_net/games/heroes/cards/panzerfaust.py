"""Panzerfaust: a shot of one. G-05."""

from __future__ import annotations

from owm_net.games.heroes.cards.one_shot import OneShot, weapon
from owm_net.games.heroes.ids import CardKey

RIDER = OneShot(key=CardKey("panzerfaust"), weapon=weapon(2, 6, 6), reach=4)
