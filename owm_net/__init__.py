"""Serverless peer-to-peer engine for card games of the Second World War."""
