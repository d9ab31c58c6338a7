"""The options of verbs, and their parsing."""
