"""Pillow's functions that the faces are drawn with, over `page/pixels.mjs`.

A picture's pixels lie in JavaScript; Python holds its number, mode and size. What is done to it is
written down (`_orders.py`) and carried out when somebody looks. Modes are "L", "RGB" and "RGBA".
"""

__version__ = "page"
