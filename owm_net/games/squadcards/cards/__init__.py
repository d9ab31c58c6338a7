"""The cards' effects, one file for each (2.11, 2.12); `table` says when each is played."""
