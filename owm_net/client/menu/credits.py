"""The credits: authors and licences."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuScreen
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.widgets import panel
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
        (say("owm_net is published under the MIT licence: use it, change it, pass it on."),),
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
        room = panel(area.centred(min(WIDE, area.w), area.h), "credits", dark=True).inset(14, 4)
        of_games = [game["credits"] for game in listed() if game["credits"]]
        for n, (title, texts) in enumerate([(GAMES, [*of_games, UNOFFICIAL]), *CREDITS]):
            head: Lettering = {"role": "title", "size": 22, "colour": theme.GOLD}
            room.cut_top(28).text(f"credits:{n}.title", tr(title).upper(), **head)
            room.words(f"credits:{n}", map(tr, texts), size=15, step=21, gap=10)
