"""Maps without cells, for any game that is played in inches: no game is known here.

`land` describes a map, `painting` draws it, `chart` maps its points to the screen, `pointing` says
what a press means, `marks` draws paths, rulers, circles and the visible area. Points are whole
numbers, as the game counts them, x to the east and y to the north.
"""
