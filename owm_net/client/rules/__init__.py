"""Rule books, and where somebody is in one."""
