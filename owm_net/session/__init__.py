"""Joins an engine to a protocol; still no I/O."""
