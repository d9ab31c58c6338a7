"""Squads, armies and decks of the player's own: built, listed, and kept by name."""
