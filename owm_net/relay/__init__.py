"""A relay for sealed frames: knows rooms, sizes and times, and nothing of the game."""
