"""Nonsense for the parsers and random games for the rules; `python -m fuzz --help`."""
