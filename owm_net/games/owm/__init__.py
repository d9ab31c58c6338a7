"""Of War and Men: WWII. Rules and rulings: docs/rules/owm.md.

The package loads nothing by itself: what is wrong with the data files can be looked for without it.
"""
