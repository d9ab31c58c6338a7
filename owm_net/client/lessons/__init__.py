"""Matches that teach: the lessons, and practice."""
