"""Arcade without a screen: import this before `arcade.gui`.

Arcade 3.3 leaves the controller module out in headless mode, and its GUI needs it.
"""

from __future__ import annotations

import os


def install() -> None:
    """Put in what headless Arcade leaves out; nothing in a real window."""
    if not os.environ.get("ARCADE_HEADLESS"):
        return
    import arcade
    import pyglet.window.xlib  # noqa: F401  opens no display
    from arcade.controller import ControllerManager, get_controllers

    arcade.ControllerManager = ControllerManager  # type: ignore[misc]
    arcade.get_controllers = get_controllers
