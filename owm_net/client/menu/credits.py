"""The credits: authors and licences."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuScreen
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, panel
from owm_net.engine.text import say
from owm_net.files.listed import listed

GAMES = say("The games")
UNOFFICIAL = say(
    "This program is unofficial. It plays the rules in its own words, and holds none of the "
    "rulebooks' text, art or printed card data: card values, soldiers, maps and pictures are made "
    "for it, and every picture is drawn in code."
)
CREDITS = (
    (
        say("This program"),
        (say("owm_net stands under the MIT licence: use it, change it, pass it on."),),
    ),
    (
        say("Typefaces"),
        (
            say(
                "Bebas Neue by Dharma Type, Inter by Rasmus Andersson and Courier "
                "Prime by Quote-Unquote Apps: SIL Open Font License 1.1."
            ),
            say("Roboto Slab by Google: Apache License 2.0."),
        ),
    ),
    (
        say("Made with"),
        (
            say(
                "Python, trio, Arcade and pyglet, Pillow, cryptography and "
                "libsodium (PyNaCl), attrs and cattrs, python-zeroconf, "
                "platformdirs, rich: each under its own free licence."
            ),
        ),
    ),
)
"""Heading, and paragraphs below it; before them come the games, each with its own words."""
WIDE = 1000.0


class Credits(MenuScreen):
    """One page."""

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Headings with their paragraphs, in the middle."""
        parts.ground(pen)
        parts.heading(pen, tr("Credits"), menu.house.version)
        parts.foot(pen, menu)
        area = parts.area(pen)
        wide = min(WIDE, area.w)
        room = Rect(area.x + (area.w - wide) / 2, area.y, wide, area.h)
        panel(Box(pen, room), "credits", dark=True)
        y = room.y + 26
        of_games = [game["credits"] for game in listed() if game["credits"]]
        for n, (title, texts) in enumerate([(GAMES, [*of_games, UNOFFICIAL]), *CREDITS]):
            pen.text(
                f"credits:{n}.title",
                tr(title).upper(),
                room.x + 24,
                y,
                z=PANELS + 2,
                role="title",
                size=22,
                colour=theme.GOLD,
            )
            lines = [line for text in texts for line in pen.wrap(tr(text), "body", 15, wide - 48)]
            y += 26
            pen.add(
                f"credits:{n}",
                "text",
                Rect(room.x + 18, y - 12, wide - 36, 21.0 * len(lines) + 4),
                z=PANELS + 2,
                runs=pen.runs(lines, room.x + 24, y, 21, size=15, colour=theme.CREAM),
            )
            y += 21 * len(lines) + 14
