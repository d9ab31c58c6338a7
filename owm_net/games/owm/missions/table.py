"""The rules of all missions, by their keys."""

from __future__ import annotations

from owm_net.games.owm.missions import MissionRules

TABLE: tuple[MissionRules, ...] = (MissionRules(),)
"""One of each."""
