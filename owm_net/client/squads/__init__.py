"""Squads of the player's own: kept by name, listed, named."""
