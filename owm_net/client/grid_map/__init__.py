"""Maps with cells and edges, for any game: no game is known here.

`chart` maps spaces, corners and edges to the screen, however the map is turned. `labels` writes the
columns and rows beside it, `gliding` moves a piece from one cell to another. Paths, lines, the
cross of the keys and presses are those of `client/maps`, with a space as the point.
"""
