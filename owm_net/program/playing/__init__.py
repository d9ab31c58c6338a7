"""A match over the network, from its first entry to its end; its players without a window."""
