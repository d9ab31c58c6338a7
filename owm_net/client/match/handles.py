"""Opaque values that the program gives to the window and takes back unchanged."""

from __future__ import annotations


class Gathered:
    """Players who have met for a match."""


class TakenUp:
    """A match to be gone on with, its log read and checked."""


class SpectatedMatch:
    """A match of others that is being shown to us."""


class ListedGame:
    """An open game that can be joined."""
