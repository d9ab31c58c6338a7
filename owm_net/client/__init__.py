"""The window: draws a view and sends an answer."""
