"""The shared parts of the stacks of screens, of the menus and of a match: layers, text fields, a
map that is dragged."""
