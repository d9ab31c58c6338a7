"""The turning points of a match over its replay: what has cost each side most, and what would have
been better."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.match.replay import Replay
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, closing
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.stage.stack import Door
from owm_net.client.terminal.turning import (
    CLOSED,
    HOW,
    NO_THINKER,
    TurningWords,
    none_words,
    turning_words,
)
from owm_net.client.widgets import Choice, choice_button, dialog
from owm_net.engine.text import say
from owm_net.session.turning import Turning


@frozen
class ShowTurning(WindowAction):
    """The moment of a turning point, as who decided it saw it."""

    turning: Turning

    def do(self, at: AtTable) -> None:
        """Go there."""
        if at.sitting.replay is not None:
            at.screens.put_away()
            at.sitting.replay.see_turning(self.turning)


class TurningScreen(OverTable):
    """They are looked for while it is open, and once."""

    def tick(self, at: AtTable) -> None:
        """Have them looked for."""
        replay = at.sitting.replay
        if replay is None:
            return
        search = replay.turning
        idle = search.stop is None and search.found is None and not search.problem
        if idle and search.begin is not None and replay.hands_known:
            search.begin()

    def left(self, at: AtTable) -> None:
        """Look no longer; what was found already stays."""
        replay = at.sitting.replay
        if replay is not None and replay.turning.stop is not None:
            replay.turning.stop()
        if replay is not None:
            replay.turning.problem = ""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """What each did, what would have been better, and the button that goes there."""
        replay = at.sitting.replay
        title = tr("Turning points")
        with dialog(pen, "turning", title, min(760.0, pen.w - 40), closing()) as box:
            if replay is None:
                return
            for n, turning in enumerate(replay.turning.found or ()):
                _told(box, n, turning, _in_words(at, replay, turning))
            for n, line in enumerate(_besides(at, replay)):
                box.words(f"turning.note:{n}", line, size=15, step=21, most=4, gap=8)
            search = replay.turning
            if search.stop is not None:
                share = search.done / search.total if search.total else 0.0
                row = box.cut_top(14).cut_bottom(10)
                row.add("turning.bar", "bar", shape=Shape("box", theme.STRIPE, radius=3))
                done = row.with_rect(Rect(row.x, row.y, row.w * share + 0.1, row.h)).above(1)
                done.add("turning.done", "bar", shape=Shape("box", (*theme.GOLD, 255), radius=3))


def _told(box: Box, n: int, turning: Turning, words: TurningWords) -> None:
    """One of them, and the button that shows the moment."""
    id = f"turning:{n}"
    box.words(f"{id}.who", words.who, size=theme.SMALL, gap=6, colour=theme.SAND)
    did = tr("Chosen: {deed}", deed=words.did)
    box.words(f"{id}.did", did, size=18, step=24, most=4, gap=8, colour=theme.LIT)
    box.words(f"{id}.better", words.better, size=16, step=22, most=5, gap=8)
    box.words(f"{id}.tried", words.tried, size=15, step=20, most=2, gap=4)
    key = "cd"[n] if n < 2 else ""
    show = Choice(f"{id}.show", tr("SHOW IT"), ShowTurning(turning), key=key)
    choice_button(box.cut_top(42).cut_right(150).cut_bottom(36), show)
    box.cut_top(8)


def _in_words(at: AtTable, replay: Replay, turning: Turning) -> TurningWords:
    """One in words."""
    at.words.names = at.sitting.players.names

    def made() -> TurningWords:
        hand = next(h for h in replay.hands_known if h.seat == turning.seat)
        return turning_words(at.words, replay.recording.view(turning.step, hand), turning)

    words: TurningWords = at.sitting.cached(("turning", turning), made)
    return words


def _besides(at: AtTable, replay: Replay) -> list[str]:
    """Return why there are none, or not of everybody, or not yet."""
    search = replay.turning
    if at.sitting.system.thinker() is None:
        return [tr(NO_THINKER)]
    if search.problem:
        why = search.problem.rstrip(".")
        return [tr("Nothing was found: {why}. Close this and open it again.", why=why)]
    closed = tr(CLOSED) if len(replay.hands_known) < len(replay.recording.names) else ""
    if not replay.hands_known:
        return [closed]
    if search.found is None:
        return [tr(HOW)]
    at.words.names = at.sitting.players.names
    turned = [turning.seat for turning in search.found]
    others = [hand.seat for hand in replay.hands_known if hand.seat not in turned]
    none = none_words(at.words, replay.recording.view(replay.recording.last), others)
    return [*none, *filter(None, [closed])]


TURNING = Door(
    word="turning",
    keys=("f12",),
    label=say("TURNING POINTS"),
    tip=say("What has cost each side most, and what would have been better"),
    what=say("what has cost each side most, and what would have been better"),
    screen=TurningScreen,
    again=True,
    gives_way=True,
)
