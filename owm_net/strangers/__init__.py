"""Strangers at a door: where they come from, who gives way, who is next, how often they may fail.

For a relay and for a host at its own port. Nothing here waits or holds a socket; times are seconds
of any clock that only goes forward, given by whoever asks.
"""
