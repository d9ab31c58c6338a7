"""How the player answers: drafts, their fields and groups, what can be taken back, passes."""
