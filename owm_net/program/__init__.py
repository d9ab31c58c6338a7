"""What the program does for whoever started it. The verbs ask it; nothing below knows of it."""
