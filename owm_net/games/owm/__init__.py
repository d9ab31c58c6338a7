"""Of War and Men: WWII. Rules and rulings: docs/rules/owm.md."""

from owm_net.games.owm.system import OwmSystem

__all__ = ["OwmSystem"]
