"""The print on counters, tiles, cards, boards and scenario sheets, a file for each sort."""
