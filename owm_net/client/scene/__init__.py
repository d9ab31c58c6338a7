"""Scenes as plain data: no Arcade, no OpenGL, no game.

`Scene` is a list of frozen items. Painting, hit-testing, the order of the keyboard's focus and
most tests read nothing else.
"""

from owm_net.client.scene.items import Action, Item, Rect, Run, Scene, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen

__all__ = ["Action", "Box", "Item", "Pen", "Rect", "Run", "Scene", "Shape"]
