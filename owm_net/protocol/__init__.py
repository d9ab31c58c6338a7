"""Bytes in, events out: no rules, no sockets, no clock. Kept empty: the relay imports framing."""
