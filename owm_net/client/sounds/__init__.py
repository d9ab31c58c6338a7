"""Sounds: `synthesis` makes them, `player` plays them. Every sound has something to see as well."""
