"""The six orders, a file for each: its answer, why it cannot be given, and what it does. 2.5."""
