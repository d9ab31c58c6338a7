"""A match over the network, from its first entry to its end; who sits at it without a window."""
