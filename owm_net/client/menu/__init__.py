"""The menus: every screen before and after a match. A file for each screen.

They are scenes like the table, drawn by the same painters. A screen holds what was chosen on it
and leads to an errand, such as a match to play, which the program behind them runs.
"""
