"""Going on without a seat that keeps the others waiting: three and four seats only.

`proposals` asks the player, or proposes unasked as he has said before. Nothing in here is made in a
match of two. What is signed, and when all agree, is `session.leaving`.
"""
