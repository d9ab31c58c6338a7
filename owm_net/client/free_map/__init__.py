"""Maps without cells, for any game that is played in inches: no game is known here.

`table` is the frame of such a game's table. `land` describes a map, `painting` draws it, `chart`
maps its points to the screen. `pointing` and `meanings` say what a press means, `pieces` draws who
stands there, `marks` paths, rulers and circles, `sight` the visible area. `beside` and `asking` are
the panels and the prompt bar, `telling` shows dice, `in_words` is for a terminal. Points are whole
numbers, as the game counts them, x to the east and y to the north.
"""
