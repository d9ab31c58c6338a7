"""Every picture of the game, drawn in code: cards, tokens, textures.

Plain values in, Pillow images out. Nothing here knows rules, screens or Arcade. Ask for a
picture by its key (`catalogue.render`), or through the disk cache (`cache.ArtCache`).
"""
