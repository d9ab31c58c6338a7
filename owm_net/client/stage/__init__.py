"""What every stack of screens needs, of the menus or of a match: layers, text fields, a
map that is drawn along."""
