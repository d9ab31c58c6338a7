"""Going on without a seat that keeps the others waiting: three and four seats only.

`proposals` asks the player, or proposes without asking, as they have chosen. Nothing in here is
made in a match of two. What is signed, and when all agree, is `session.leaving`.
"""
