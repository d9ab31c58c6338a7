"""What log files say, and where they lie."""
