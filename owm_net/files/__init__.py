"""Files on this machine: where they live, the log of a match, the identity key."""
