"""Serverless peer-to-peer engine for card games of the Second World War."""

PROGRAM = "owm-net 0.2.0"
"""What we call ourselves, to people and to other programs. Here, for to say it needs no package."""
