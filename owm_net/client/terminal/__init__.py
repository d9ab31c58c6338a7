"""The parts and words of lines for a terminal. Nothing here draws."""
