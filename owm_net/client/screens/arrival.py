"""The question whether to play with a newcomer. Before there is a table, for any game."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.actions import Settle
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel
from owm_net.client.stack import Context, Question
from owm_net.net import consent

WIDE = 680.0
"""Of the dialog."""
ROW = 62.0
"""High: a name, and below it the six words."""


class Arrival(Question[Context]):
    """The question whether to play with a newcomer. asked: who that is."""

    sound = "come"

    def __init__(self, asked: consent.ConsentQuestion) -> None:
        super().__init__()
        self.asked = asked

    def back(self, at: Context) -> None:
        """A no cannot be taken back either: it has a button and a letter."""

    def draw(self, pen: Pen, at: Context) -> None:
        """Draw the newcomer, with the six words of their key, and of the friend who has that name
        and another key. Enter presses neither button: a player who types on without looking must
        not answer."""
        here, other = self.asked.here, self.asked.other
        z = OVERLAY + 10
        note = self.asked.advice or (
            tr(
                "Compare the six words by telephone if you are not sure who it is. "
                "They are noted when the match begins, and identify this player from"
                " then on. If you say no, they are told so."
            )
        )
        no, go_on = keys.shown("n"), keys.shown("y" if other is None else "p")
        answers = (
            tr("{yes}: play.  {no}: no.  Enter does neither.", yes=go_on, no=no)
            if other is None
            else tr("{yes}: play all the same.  {no}: no.  Enter does neither.", yes=go_on, no=no)
        )
        note = f"{note}\n{answers}"
        notes = pen.wrap(note, "body", theme.SMALL + 1, WIDE - 60, 8)
        if other is None:
            rows = [tr("{name} is here, {since}", name=here.name, since=here.since)]
        else:
            now = tr("{name} is here now, {since}", name=here.name, since=here.since)
            rows = [tr("{name}, {since}", name=other.name, since=other.since), now]
        words = [who.words for who in (other, here) if who is not None]
        high = 128 + ROW * len(rows) + 20 * len(notes)
        rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
        title = (
            tr("Play with {name}?", name=here.name)
            if other is None
            else tr("Not the {name} you know", name=other.name)
        )
        panel(Box(pen, rect, z), "arrival", title=title, dark=True)
        x, y = rect.x + 30, rect.y + 54
        for n, (line, six) in enumerate(zip(rows, words, strict=True)):
            colour = theme.REFUSED if n else theme.GOLD
            pen.add(
                f"arrival.who{n}",
                "text",
                Rect(x - 6, y - 14, WIDE - 48, ROW - 4),
                z=z + 2,
                runs=[
                    pen.run(line, x, y, size=16, room=WIDE - 60),
                    pen.run(six, x, y + 25, role="bold", size=20, room=WIDE - 60, colour=colour),
                ],
            )
            y += ROW
        pen.add(
            "arrival.notes",
            "text",
            Rect(x - 6, y - 12, WIDE - 48, 20.0 * len(notes) + 4),
            z=z + 2,
            runs=pen.runs(notes, x, y, 20, size=theme.SMALL + 1, colour=theme.FAINT),
        )
        half = (WIDE - 72) / 2
        y = rect.bottom - 52
        plain = other is None
        yes = tr("PLAY") if plain else tr("PLAY ALL THE SAME")
        button(
            Box(pen, Rect(x, y, half, 36), z + 5),
            "arrival.yes",
            yes,
            Settle(True),
            lit=plain,
            key="y" if plain else "p",
        )
        button(
            Box(pen, Rect(x + half + 12, y, half, 36), z + 5),
            "arrival.no",
            tr("NO"),
            Settle(False),
            lit=not plain,
            key="n",
        )
