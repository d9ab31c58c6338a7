"""A page of how a game is played: a part of its table at a real moment, numbers on it, and what
they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from threading import Lock
from typing import Any

from attrs import evolve, frozen

from owm_net.client import language, theme
from owm_net.client.answering.drafting import Adopt
from owm_net.client.language import tr
from owm_net.client.match.display import snapshot
from owm_net.client.scene.items import Item, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import Settings
from owm_net.client.sitting.sitting import Sitting
from owm_net.client.sitting.table import Table
from owm_net.client.stage.jobs import Want
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.guide import GuidePage
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, Player, computer_player
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View

PICTURE_WIDE = 0.64
"""Of the page."""
DISC = 26.0
"""Of a number."""
SIZES = (17.0, 16.0, 15.0, 14.0, 13.0)
"""Of the letters: the first with which all has room."""
LARGEST = 9.0
"""A scale that nothing has room for: a table is drawn as large as its picture allows."""
AROUND = 3.0
"""Pixels around the part of the table that is shown."""
LIMIT = 3000
"""Steps in which a match must come to a moment."""


@frozen
class GuidePicture:
    """items: laid out where they are to be painted. marks: where the number of each mark stands;
    None where the table has no such item."""

    items: tuple[Item, ...]
    marks: tuple[Rect | None, ...]


class Illustrator:
    """Makes the pictures of one game's guide, in threads. table: a table of that game. want: has
    something made."""

    def __init__(self, table: Table, want: Want) -> None:
        self.table, self._want = table, want

    def picture(self, box: Box, n: int) -> GuidePicture | None:
        """Return the picture of a page for a box, once it is made."""
        frame = box.rect.times(box.pen.k)
        system = self.table.system
        key = (system.id, n, frame, language.current())
        if key not in _MADE:
            make = partial(picture_of, type(self.table)(system), system.guide[n], frame)
            self._want(f"guide:{key}", make, partial(_MADE.__setitem__, key))
        return _MADE.get(key)


_MADE: dict[tuple[str, int, Rect, str], GuidePicture] = {}


def draw_guide(box: Box, illustrator: Illustrator, n: int) -> None:
    """Draw a page, counted from 0: the picture at the left, what it shows at the right."""
    page = illustrator.table.system.guide[n]
    place = box.cut_left(box.w * PICTURE_WIDE, gap=22)
    place.add("guide.frame", "panel", shape=Shape("box", (10, 10, 8, 255), (84, 76, 54, 255), 1, 5))
    picture = illustrator.picture(place, n)
    if picture is None:
        place.text("guide.waits", tr("Setting up the table ..."), anchor="m", colour=theme.SAND)
    else:
        draw_picture(place, picture)
    _words(box, page)


def draw_picture(box: Box, picture: GuidePicture) -> None:
    """Draw a picture that was made for this box, and the numbers on it."""
    pen = box.pen
    pen.paste(picture.items, box.z + 1)
    for number, rect in enumerate(picture.marks, 1):
        if rect is not None:
            at = rect.times(1 / pen.k)
            x = min(max(box.x, at.x - DISC / 2), box.right - DISC)
            y = min(max(box.y, at.y - DISC / 2), box.bottom - DISC)
            _disc(box.with_rect(Rect(x, y, DISC, DISC)).above(2), "on", number)


def _words(box: Box, page: GuidePage) -> None:
    """The sentences, as large as they have room for."""
    texts = [tr(page.text), *[tr(mark.says) for mark in page.marks]]
    inner = box.w - DISC - 10
    for size in SIZES:
        step = size * 1.34
        lines = [
            box.pen.wrap(text, "body", size, inner if n else box.w) for n, text in enumerate(texts)
        ]
        if sum([step * len(one) + 12 for one in lines]) <= box.h:
            break
    for n, one in enumerate(lines):
        high = max(step * len(one), DISC if n else 0.0)
        place = box.cut_top(high, gap=12)
        if n:
            _disc(place.cut_left(DISC, gap=10).cut_top(DISC), "says", n)
        place.lines(f"guide.text:{n}", one, step=step, size=size)


def _disc(box: Box, what: str, number: int) -> None:
    shape = Shape("box", (*theme.LIT[:3], 255), (*theme.SOOT[:3], 255), 2, DISC / 2)
    run = box.pen.run(
        str(number), box.cx, box.cy, role="bold", size=16, colour=theme.SOOT, anchor="m"
    )
    box.add(f"guide.{what}:{number}", "mark", shape=shape, runs=[run], label=str(number))


# ---------------------------------------------------------------------- in a thread


def picture_of(table: Table, page: GuidePage, frame: Rect) -> GuidePicture:
    """Lay the table out at the moment of a page, and return the part that is shown, to fill a frame
    of real pixels."""
    sitting = _sitting(table, page)
    whole = _items(table, sitting, (frame.w, frame.h))
    part, k = Rect(0.0, 0.0, frame.w, frame.h), 1.0
    if page.shows:
        shown = [item for at in page.shows.split() for item in _found(whole, at)]
        part = _around(shown).common(part)
        k = min(frame.w / part.w, frame.h / part.h)
        whole = _items(table, sitting, (frame.w * k, frame.h * k))
        part = part.times(k)
    dx, dy = frame.cx - part.cx, frame.cy - part.cy
    placed, part = [item.moved(dx, dy) for item in whole], part.moved(dx, dy).common(frame)
    marks = [_place(placed, mark.at, part) for mark in page.marks]
    shown = [_plain(item, part) for item in placed if item.rect.meets(part)]
    return GuidePicture(tuple(shown), tuple(marks))


def _items(table: Table, sitting: Sitting, size: tuple[float, float]) -> Sequence[Item]:
    pen = Pen((round(size[0]), round(size[1])), LARGEST)
    for _ in table.draw(pen, sitting) or ():
        pass
    return pen.scene().items


def _found(items: Iterable[Item], at: str) -> list[Item]:
    """Those whose ids begin so; of several beginnings the first that any has."""
    for begins in at.split():
        found = [item for item in items if item.id.startswith(begins)]
        if found:
            return found
    return []


def _around(items: Sequence[Item]) -> Rect:
    seen = [item.seen for item in items]
    x, y = min(one.x for one in seen), min(one.y for one in seen)
    right, bottom = max(one.right for one in seen), max(one.bottom for one in seen)
    return Rect(x, y, right - x, bottom - y).inset(-AROUND)


def _place(items: Sequence[Item], at: str, frame: Rect) -> Rect | None:
    """Where a number stands: at such an item that is in the picture, a chosen one first; lines that
    go all over the map are none."""
    seen = [item for item in _found(items, at) if item.seen.meets(frame, 4)]
    if not seen:
        return None
    seen.sort(key=lambda one: ("chosen" not in one.flags, one.seen.w * 2 > frame.w))
    return seen[0].seen.common(frame)


def _plain(item: Item, frame: Rect) -> Item:
    """An item of a table as a part of a picture: it is seen, and nothing else."""
    clip = frame if item.clip is None else item.clip.common(frame)
    return evolve(
        item,
        id=f"guide.{item.id}",
        kind="picture",
        clip=clip,
        action=None,
        why="",
        label="",
        tooltip="",
        key="",
        solid=False,
        flags=item.flags - {"focus", "pointer"},
    )


def _sitting(table: Table, page: GuidePage) -> Sitting:
    """A seat that is asked at the moment of a page."""
    system = table.system
    moment = page.moment
    view, answer = playthrough(system, moment.mission, moment.seed).at(moment.deed)
    names = [system.seat_name(view.state, seat) for seat in range(view.state.seats)]
    settings = Settings(speed="off")
    sitting = Sitting(
        system, Seat(0), names, settings, table.beat, table.begin, table.moved, table.ends_pass
    )
    sitting.told(view, ())
    sitting.ask(view, lambda given: None)
    for now in (1.0, 9000.0, 9001.0):
        sitting.tick(now)
    if page.chosen:
        sitting.answering.apply(Adopt(answer))
    return sitting


class _Playthrough:
    """A match of two computer players, as far as somebody has looked into it. The positions are
    those that the rules have made."""

    def __init__(self, system: System, mission: str, seed: int) -> None:
        setup = system.default_setup(mission)
        players: list[Player] = [self._answer, *[computer_player] * (setup.seats - 1)]
        self._match = LocalMatch(system, setup, seed, players)
        self._found: dict[str, tuple[View[Any], Answer]] = {}
        self._plays = Lock()

    def _answer(self, system: System, view: View[Any], chance: Chance) -> Answer:
        answer = computer_player(system, view, chance)
        deed = type(answer).__name__
        if deed not in self._found:
            self._found[deed] = snapshot(view), answer
        return answer

    def at(self, deed: str) -> tuple[View[Any], Answer]:
        """Play until seat 0 has given such an answer: what it saw before, and the answer. Raises
        EngineBug where that does not come."""
        with self._plays:
            for _ in range(LIMIT):
                if deed in self._found:
                    return self._found[deed]
                self._match.step()
        raise EngineBug(f"nobody comes to {deed}")


@cache
def playthrough(system: System, mission: str, seed: int) -> _Playthrough:
    """The match of a set-up and a seed, which goes on where it was."""
    return _Playthrough(system, mission, seed)
