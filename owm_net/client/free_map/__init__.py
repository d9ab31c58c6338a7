"""Maps without cells, for any game that is played in inches: no game is known here.

`land` says what stands on a map, `painting` draws it, `chart` says where a point of it is on the
screen, `pointing` what a press on it means, `marks` draws paths, rulers, circles and what is seen.
Points are whole numbers, as the game counts them, x to the east and y to the north.
"""
