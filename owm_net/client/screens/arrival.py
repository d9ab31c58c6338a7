"""The question whether to play with a newcomer. Before there is a table, for any game."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Settle
from owm_net.client.stage.stack import Context, Question
from owm_net.client.widgets import Choice, choice_row, dialog
from owm_net.net import consent


class Arrival(Question[Context]):
    """The question whether to play with a newcomer. asked: who that is."""

    sound = "come"

    def __init__(self, asked: consent.ConsentQuestion) -> None:
        super().__init__()
        self.asked = asked

    def back(self, at: Context) -> None:
        """Do nothing: a no cannot be taken back either, and has a button and a letter."""

    def draw(self, pen: Pen, at: Context) -> None:
        """Draw the newcomer, with the six words of their key, and of the friend who has that name
        and another key. Enter presses neither button: a player who types on without looking must
        not answer."""
        here, other = self.asked.here, self.asked.other
        no, yes = keys.shown("n"), keys.shown("y" if other is None else "p")
        since = tr("{name} is here, {since}", name=here.name, since=here.since)
        title = tr("Play with {name}?", name=here.name)
        answers = tr("{yes}: play.  {no}: no.  Enter does neither.", yes=yes, no=no)
        rows = [(since, here.words)]
        play = Choice("arrival.yes", tr("PLAY"), Settle(True), key="y")
        if other is not None:
            since = tr("{name} is here now, {since}", name=here.name, since=here.since)
            known = tr("{name}, {since}", name=other.name, since=other.since)
            rows = [(known, other.words), (since, here.words)]
            title = tr("Not the {name} you know", name=here.name)
            answers = tr(
                "{yes}: play all the same.  {no}: no.  Enter does neither.", yes=yes, no=no
            )
            label = tr("PLAY ALL THE SAME")
            play = Choice("arrival.yes", label, Settle(True), lit=False, key="p")
        decline = Choice("arrival.no", tr("NO"), Settle(False), lit=not play.lit, key="n")
        note = self.asked.advice or tr(
            "Compare the six words by telephone if you are not sure who it is. "
            "They are noted when the match begins, and identify this player from"
            " then on. If you say no, they are told so."
        )
        with dialog(pen, "arrival", title, 680) as box:
            for n, (line, words) in enumerate(rows):
                ink = theme.REFUSED if n else theme.GOLD
                box.cut_top(24).text(f"arrival.who{n}", line, size=16)
                six = box.cut_top(28, gap=12)
                six.text(f"arrival.words{n}", words, role="bold", size=20, colour=ink)
            size, notes = theme.SMALL + 1, [*note.split("\n"), answers]
            box.words("arrival.notes", notes, size=size, gap=14, colour=theme.FAINT)
            choice_row(box.cut_top(38), [play, decline])
