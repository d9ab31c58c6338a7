"""Lines to and from the terminal that this program was started in."""
