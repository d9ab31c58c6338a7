"""Log files: their places and contents."""
