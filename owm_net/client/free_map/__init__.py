"""Maps without cells, for any game that is played in inches: no game is known here.

`land` describes a map, `painting` draws it, `ground` puts it into its frame with the veil over what
is not seen, `chart` maps its points to the screen: x to the east, y to the north. `apart` spreads
pictures that would lie on each other, `in_words` is for a terminal. All else is in `client/maps`.
"""
