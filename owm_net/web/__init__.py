"""The page: owm_net in a browser, by the same code.

Python runs in a Web Worker, as WebAssembly. `stand_ins` holds the few functions of PyNaCl,
cryptography and Pillow that the program uses, over what a browser has; `page` the files that a
server hands out as they are. `scripts/page.py` puts all together (`make page`).
"""
