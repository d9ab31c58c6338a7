"""The computer player of Squad."""
