"""The panels beside a map: tools, lines of words, kinds of answers, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import Attribute, frozen

from owm_net.client import keys, theme
from owm_net.client.answering.drafting import (
    DraftAction,
    Drafting,
    Give,
    Set,
    Sketch,
    TakeBack,
    Verb,
    said,
)
from owm_net.client.answering.fields import named as field_word
from owm_net.client.language import tr
from owm_net.client.maps.chart import Plane, Point
from owm_net.client.maps.pointing import (
    RULER,
    SIGHT,
    Meaning,
    Measuring,
    MoveCross,
    NextBase,
    Nothing,
    Ruler,
    Stands,
)
from owm_net.client.match.coach import KEPT
from owm_net.client.scene.items import Action
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import (
    Choice,
    button,
    choice_button,
    choice_list,
    map_control,
    panel,
    roll_panel,
)
from owm_net.client.words import title_of
from owm_net.engine.drafts import Blank, Draft, blanks_of
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.text import named, say

STEP = 100
"""How far the cross goes: an inch; FINE with Shift's key, a tenth."""
FINE = 10
LEAST_COLUMN = 312.0
"""The column at the right of a map is at least so wide."""
TOOLS = 57.0
"""How high its tools are."""
PROMPT = 168.0
"""How high the prompt is at its foot."""
LEAST_LESSON, LESSON = 232.0, 330.0
"""How wide at least, and how high, what a lesson says is."""
FIELD_ROW = 31.0
"""How high a row of fields is that the map does not show."""


@frozen
class Stay(DraftAction):
    """All stays as it is: the answer is of that kind already, and a path that was drawn for it is
    not thrown away by pressing it once more."""

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        return sketch


@frozen
class Hand:
    """The facts of a game for the tools. start: where the cross begins. means: what a press on
    the map means. points: the field of the answer that holds points, if one does. sees: what the
    veil shows. stands: see `Measuring`."""

    plane: Plane
    start: Point
    means: Meaning
    points: Attribute[Any] | None
    sees: str
    stands: Stands = ()


# ------------------------------------------------------------------ the tools


def column(box: Box) -> Box:
    """Take the column at the right of a map: a quarter of the window, but no narrower than its
    words need, and in small windows no wider than that."""
    return box.cut_right(max(LEAST_COLUMN, round(box.pen.w / 4)), gap=8)


def lesson(box: Box, seen: SeenTable) -> None:
    """In a lesson, take the left of the window for what it says: the column has no room."""
    if seen.coach is not None:
        place = box.cut_left(max(LEAST_LESSON, round(box.pen.w / 5)), gap=8)
        place.cut_top(min(LESSON, place.h)).add(KEPT, "place")


def prompt(box: Box) -> Box:
    """Take the place of the prompt from the foot of that column. box: all that is below the top
    bar, of which nothing is taken away."""
    return column(box.inset(0)).cut_bottom(PROMPT)


def tools(box: Box, seen: SeenTable, hand: Hand) -> None:
    """The zoom, ruler, sight, take back; and the cross that the keys move, which has no buttons:
    the help names its keys."""
    measures, looks = seen.ui.look == RULER, seen.ui.look == SIGHT
    sketch = seen.answering.sketch
    held = sketch.get(hand.points) if sketch is not None and hand.points else None
    none = "" if held else tr("no point has been set")
    back, last = TakeBack(hand.points), tr("Take back the last point")
    top: list[tuple[str, str, Action, bool, str, str, str]] = [
        ("ruler", tr("RULER"), Ruler(), measures, "", "r", tr("Measure from point to point")),
        ("sight", tr("SIGHT"), LookAt(SIGHT), looks, "", "v", hand.sees),
        ("back", tr("POINT BACK"), back, False, none, "z", last),
    ]
    map_control(box.cut_top(26, gap=5))
    places = box.cut_top(26).columns(3, gap=5)
    for place, (id, label, action, on, why, key, tip) in zip(places, top, strict=True):
        id = f"tool.{id}"
        button(place, id, label, action, chosen=on, why=why, key=key, tooltip=tip, size=14)
    _cross(box, seen, hand)


def _cross(box: Box, seen: SeenTable, hand: Hand) -> None:
    step = FINE if seen.ui.look == "fine" else STEP
    keyed: list[tuple[str, Action, str]] = [
        (key, MoveCross(right * step, up * step, hand.plane, hand.start), "")
        for key, right, up in (("a", -1, 0), ("d", 1, 0), ("w", 0, 1), ("s", 0, -1))
    ]
    point, means, measuring = seen.map_view.cross, hand.means, Measuring(hand.stands)
    action: Action = TakeBack(hand.points)  # refused, for there is a why
    why = tr("move the cross onto the map first")
    if point is not None:
        pressed = means.pressed_at(point) if seen.ui.look != RULER else measuring.pressed_at(point)
        why = "" if pressed is not None else tr("there is nothing to choose on the map now")
        action = pressed or action
    if isinstance(means, Nothing) and seen.ui.look != RULER:
        why = tr("there is nothing to choose on the map now")
    keyed += [("f", LookAt("fine"), ""), ("x", action, why), ("n", NextBase(), "")]
    for key, does, lacks in keyed:
        unseen = box.at(0, 0, 0, 0)
        unseen.add(f"cross.{key}", "key", action=does, why=lacks, key=key, flags=["pointer"])


def by_keys() -> tuple[str, list[str]]:
    """For the help of a game: a heading, and what the tools are by keys."""
    told = say(
        "{next} goes from one to the next on the map that can be chosen, and {enter}"
        " chooses. {ways} move the cross, {fine} by tenths of an inch; {set} sets a"
        " point there. {ruler} measures, {sight} shows what is seen, {back} takes the"
        " last point back.",
        next=keys.shown("n"),
        enter=keys.shown("enter"),
        ways=" ".join(map(keys.shown, "adws")),
        fine=keys.shown("f"),
        set=keys.shown("x"),
        ruler=keys.shown("r"),
        sight=keys.shown("v"),
        back=keys.shown("z"),
    )
    return say("By keys"), [told]


# ------------------------------------------------------------------ words and answers


def lines(box: Box, id: str, lines: list[str], colour: theme.Colour = theme.SAND) -> None:
    """Wrapped lines, as many as there is room for; all of them where one points."""
    room = box.inset(11, 0)
    most = max(1, int((box.h - 2) // 17))
    wrapped = box.inset(12, 0).wrap(lines, theme.SMALL)
    shown = wrapped[:most]
    if len(wrapped) > most:
        shown[-1] += " …"
    style: Lettering = {"size": theme.SMALL, "colour": colour, "room": room.w + 2}
    runs = room.pen.runs(shown, room.x, room.y + 10, 17, **style)
    tip = "\n".join(lines) if len(wrapped) > most else ""
    box.above(2).add(id, "text", tooltip=tip, runs=runs)


def paper(box: Box, id: str, said: list[str], most: float) -> None:
    """Take as much of the top as lines of words need, at most so much, and write them on a
    panel."""
    wrapped = box.inset(12, 0).wrap(said, theme.SMALL)
    place = box.cut_top(min(most, 17.0 * len(wrapped) + 12), gap=6)
    panel(place, id)
    lines(place.inset(0, 5), f"{id}.lines", said, theme.CREAM)


def verbs_of(
    seen: SeenTable,
    verb: Callable[[type[Answer]], DraftAction] = Verb,
    without: Sequence[type[Answer]] = (),
) -> Iterator[Choice]:
    """A button for each class of answers, where there are several to choose among. verb: what
    pressing it means. without: those that this match does not have."""
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    classes = [cls for cls in drafting.kind.plays if cls not in without]
    if len(classes) < 2:
        return
    for n, cls in enumerate(classes, 1):
        chosen = sketch is not None and sketch.cls is cls
        why = ""
        if not chosen:
            turned = drafting.turn_to(sketch, cls)
            look = drafting.look(turned) if isinstance(turned, Draft) else None
            refused = look.refusal if look is not None else turned
            why = said(refused) if isinstance(refused, Refusal) else ""
        yield Choice(
            f"key:{n}",
            f"{n} {tr(title_of(cls)).upper()}",
            verb(cls) if not chosen or not blanks_of(cls) else Stay(),
            why=why,
            lit=not why,
            tooltip=cls.help,
            chosen=chosen,
        )


def verbs(box: Box, seen: SeenTable, choices: Sequence[Choice], columns: int) -> None:
    """Take the top of the box for kinds of answers as buttons."""
    if choices:
        row = box.cut_top(-(-len(choices) // columns) * 33.0, gap=2)
        room = row.at(5, 0, row.w - 10, row.h + 40)
        choice_list(room, choices, seen.ui.page, columns=columns, row=33)


def fields(box: Box, choices: Sequence[Choice], columns: int) -> None:
    """Take rows of the box for what an answer holds that the map does not show, as far as there is
    room."""
    while choices and box.h >= FIELD_ROW - 3:
        row = box.cut_top(FIELD_ROW - 3, gap=3).inset(8, 0)
        for place, choice in zip(row.columns(columns, gap=4), choices, strict=False):
            choice_button(place, choice, size=14)
        choices = choices[columns:]


def switch(id: str, blank: Blank, on: bool, tooltip: str = "") -> Choice:
    """A field of yes or no, which a press turns over."""
    label = f"{field_word(blank.name)}: {tr('yes') if on else tr('no')}".upper()
    return Choice(id, label, Set(blank.field, not on), lit=False, chosen=on, tooltip=tooltip)


# ------------------------------------------------------------------ the last dice


def dice(box: Box, seen: SeenTable) -> None:
    """Draw the last shot: its dice, the number needed, every modifier, the result."""
    if not roll_panel(box, seen):
        return
    shown, pen, box = seen.presenter.strip, box.pen, box.above(2)
    room = box.inset(11, 0)
    told = named(shown.subtitle, seen.players.names)
    large = 14.0 if len(room.wrap(told, 14, "bold")) <= 3 else theme.TIGHT
    head = room.wrap(told, large, "bold", 3 if large == 14.0 else 5)
    notes = room.wrap(", ".join(map(tr, shown.notes)), theme.SMALL)
    gold: Lettering = {"role": "bold", "size": large, "colour": theme.GOLD, "room": room.w + 4}
    runs = list(pen.runs(head, room.x, room.y + 15, large + 4, **gold))
    room.cut_top(12 + (large + 4) * len(head))
    size = min(38.0, box.h * 0.26)
    # what came of it stands beside the dice where the modifiers need its line
    beside = room.h - 6 < size + 6 + 17 * len(notes) + 26
    outcome, wide = tr(shown.outcome).upper(), 0.0
    count = max(39.0, pen.width(shown.total, "title", 24) + 6)
    if outcome and beside:
        size = min(size, max(18.0, room.h - 14 - 17 * len(notes)))
        most = max(room.w * 0.5, room.w - 11 - count - 22 * len(shown.cards))
        wide = min(pen.width(outcome, "title", 18) + 8, most)
    if shown.cards:
        size = min(size, (room.w - 11 - count - wide) / len(shown.cards) - 4)
        for n, one in enumerate(shown.cards):
            die = room.at(n * (size + 4), 0, size, size)
            die.add(f"roll.die{n}", "die", art=one.art, label=one.caption)
    row = room.at(0, 0, room.w, size)
    if shown.total:
        runs.append(
            row.cut_right(count).run(shown.total, role="title", size=24, anchor="r", room=60)
        )
    if outcome:
        style: Lettering = {"role": "title", "size": 18, "colour": theme.LIT}
        place = row.cut_right(wide) if beside else room.at(0, room.h - 27, room.w, 24)
        style |= {"anchor": "r" if beside else "m", "least": theme.SMALL}
        runs += place.squeezed(outcome, **style)
    room.cut_top(size + 6 if shown.cards else 0)
    foot = 28 if outcome and not beside else 4
    fits = notes[: max(0, int((room.h - foot) // 17))]
    if fits and len(fits) < len(notes):
        fits[-1] += " …"
    small: Lettering = {"size": theme.SMALL, "colour": theme.SAND, "room": room.w + 4}
    runs += pen.runs(fits, room.x, room.y + 8, 17, **small)
    box.add("roll.text", "text", runs=runs, tooltip="\n".join(map(tr, shown.notes)))
