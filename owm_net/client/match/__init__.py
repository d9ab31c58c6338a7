"""The parts of a match as this window knows and shows it, one idea each. None answers."""
