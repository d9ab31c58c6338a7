"""Heroes of Normandie: hidden orders and bluffs, platoons and tanks on a board of squares.

After the rules of Heroes of Normandie; counters, armies, cards, maps and scenarios are the
project's own. Rules and rulings: docs/rules/heroes.md.
"""
