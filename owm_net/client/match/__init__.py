"""What is known of a match and shown of it, each idea a part of its own. Nothing here answers."""
