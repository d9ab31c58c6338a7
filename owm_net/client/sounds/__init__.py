"""Sounds: `synthesis` makes them, `player` plays them. What is heard is always seen, too."""
