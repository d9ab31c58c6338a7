"""The computer player of this machine: a peer in a separate process."""
