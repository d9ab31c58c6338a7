"""Hailfire: units, order points and a hidden Hero Die on a free map. Rules and rulings:
docs/rules/hailfire.md.

After the quick-reference sheet of Hail of Fire, Retro Boom Games; profiles, forces, maps and
scenarios are the project's own. Importing the package loads nothing else: a pack can be looked at
without the rules.
"""
