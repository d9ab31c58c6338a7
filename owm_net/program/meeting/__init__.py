"""Finding the other players, and agreeing with them to play."""
