"""The computer player of this machine: a peer in a process of its own."""
