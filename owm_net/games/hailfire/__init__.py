"""Hailfire: units, order points and a hidden Hero Die on a free map. Rules and rulings:
docs/rules/hailfire.md.

After the quick-reference sheet of Hail of Fire, Retro Boom Games; profiles, forces, maps and
scenarios are the project's own.
"""

from owm_net.games.hailfire.system import Hailfire

__all__ = ["Hailfire"]
