"""What each card does, a room for each effect (2.11, 2.12); `table` says when each is played."""
