"""Trio: streams, timeouts, reconnecting, the relay's client side."""
