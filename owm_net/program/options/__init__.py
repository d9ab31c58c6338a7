"""What may be typed behind a verb, and how it is read."""
