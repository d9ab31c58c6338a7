"""One seat's sitting at a match: all parts together, what a table is drawn from, and what actions
change."""
