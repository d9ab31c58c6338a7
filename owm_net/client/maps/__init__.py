"""The shared parts of all maps. They know no game, and not whether a map has cells.

`chart` says where a point is on the screen, `pointing` and `meanings` what a press there means,
`pressing` makes the map one item. `marks` draws paths, rulers, circles and labels, `pieces` who
stands there. `table` is the frame of a table with a map, `beside` and `asking` its panels and its
prompt bar, `telling` shows dice. `free_map` and `grid_map` stand on it. A point is a pair of whole
numbers, as the game counts them.
"""
