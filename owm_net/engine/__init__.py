"""The rules kernel: knows no game, no network, no clock."""
