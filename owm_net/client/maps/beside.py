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
from owm_net.client.scene.items import Action, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import (
    PANELS,
    Choice,
    button,
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


def tools(pen: Pen, rect: Rect, seen: SeenTable, hand: Hand) -> None:
    """Ruler, sight, take back; and the cross that the keys move."""
    panel(Box(pen, rect), "tools")
    measures, looks = seen.ui.look == RULER, seen.ui.look == SIGHT
    held = (
        seen.answering.sketch.get(hand.points)
        if seen.answering.sketch is not None and hand.points
        else None
    )
    none = "" if held else tr("no point has been set")
    wide = (rect.w - 16) / 3
    top: list[tuple[str, str, Action, bool, str, str, str]] = [
        ("ruler", tr("RULER"), Ruler(), measures, "", "r", tr("Measure from point to point")),
        (
            "sight",
            tr("SIGHT"),
            LookAt(SIGHT),
            looks,
            "",
            "v",
            hand.sees,
        ),
        (
            "back",
            tr("POINT BACK"),
            TakeBack(hand.points),
            False,
            none,
            "z",
            tr("Take back the last point"),
        ),
    ]
    for n, (id, label, action, on, why, key, tip) in enumerate(top):
        box = Rect(rect.x + 8 + n * wide, rect.y + 6, wide - 5, 26)
        button(
            Box(pen, box),
            f"tool.{id}",
            label,
            action,
            chosen=on,
            why=why,
            key=key,
            tooltip=tip,
            size=14,
        )
    _cross(pen, Rect(rect.x + 8, rect.y + 37, rect.w - 16, 26), seen, hand)
    map_control(Box(pen, Rect(rect.x + 8, rect.y + 68, 2 * wide - 5, 26)))
    button(
        Box(pen, Rect(rect.x + 8 + 2 * wide, rect.y + 68, wide - 5, 26)),
        "tool.next",
        tr("NEXT"),
        NextBase(),
        key="n",
        tooltip=tr("The keys go to the next soldier on the map that can be chosen; Enter chooses"),
        size=14,
    )


def _cross(pen: Pen, row: Rect, seen: SeenTable, hand: Hand) -> None:
    fine = seen.ui.look == "fine"
    step = FINE if fine else STEP
    ways = (("a", "<", -1, 0), ("d", ">", 1, 0), ("w", "^", 0, 1), ("s", "v", 0, -1))
    wide = row.w / 7
    for n, (key, label, right, up) in enumerate(ways):
        button(
            Box(pen, Rect(row.x + n * wide, row.y, wide - 4, row.h)),
            f"cross.{key}",
            keys.shown(key),
            MoveCross(right * step, up * step, hand.plane, hand.start),
            key=key,
            tooltip=tr("Move the cross of the keys: {way}", way=label),
            size=14,
        )
    button(
        Box(pen, Rect(row.x + 4 * wide, row.y, wide - 4, row.h)),
        "cross.fine",
        '.1"' if fine else '1"',
        LookAt("fine"),
        key="f",
        chosen=fine,
        tooltip=tr("How far the cross goes with each press: an inch, or a tenth of one"),
        size=14,
    )
    point, means, measuring = seen.map_view.cross, hand.means, Measuring(hand.stands)
    action: Action = TakeBack(hand.points)  # refused, for there is a why
    why = tr("move the cross onto the map first")
    if point is not None:
        pressed = means.pressed_at(point) if seen.ui.look != RULER else measuring.pressed_at(point)
        why = "" if pressed is not None else tr("nothing is asked for on the map now")
        action = pressed or action
    if isinstance(means, Nothing) and seen.ui.look != RULER:
        why = tr("nothing is asked for on the map now")
    button(
        Box(pen, Rect(row.x + 5 * wide, row.y, 2 * wide - 5, row.h)),
        "cross.set",
        tr("SET"),
        action,
        key="x",
        why=why,
        tooltip=tr("A point where the cross stands"),
        size=14,
    )


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


def lines(
    pen: Pen, id: str, rect: Rect, lines: list[str], colour: theme.Colour = theme.SAND
) -> None:
    """Wrapped lines, as many as there is room for; all of them where one points."""
    room = max(1, int((rect.h - 2) // 17))
    wrapped = [part for line in lines for part in pen.wrap(line, "body", theme.SMALL, rect.w - 24)]
    cut = len(wrapped) > room
    shown = wrapped[:room]
    pen.add(
        id,
        "text",
        rect,
        z=PANELS + 2,
        tooltip="\n".join(lines) if cut else "",
        runs=pen.runs(
            shown, rect.x + 11, rect.y + 10, 17, size=theme.SMALL, colour=colour, room=rect.w - 20
        ),
    )


def verbs_of(
    seen: SeenTable, verb: Callable[[type[Answer]], DraftAction] = Verb
) -> Iterator[Choice]:
    """A button for each class of answers, where there are several to choose among. verb: what
    pressing it means."""
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    classes = drafting.kind.plays
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


def verbs(pen: Pen, rect: Rect, seen: SeenTable, choices: Sequence[Choice], columns: int) -> float:
    """Kinds of answers as buttons. Returns the y below."""
    if not choices:
        return rect.y
    high = -(-len(choices) // columns) * 33.0
    room = Rect(rect.x + 5, rect.y, rect.w - 10, high + 40)
    choice_list(Box(pen, room), choices, seen.ui.page, columns=columns, row=33)
    return rect.y + high + 2


def fields(pen: Pen, rect: Rect, seen: SeenTable, choices: Sequence[Choice], columns: int) -> float:
    """What an answer holds that the map does not show, as far as there is room. Returns the y
    below."""
    wide, gap = (rect.w - 16) / columns, 4 if columns > 1 else 0
    for n, choice in enumerate(choices):
        x, y = rect.x + 8 + n % columns * wide, rect.y + n // columns * FIELD_ROW
        if y + 28 > rect.bottom:
            return y
        button(
            Box(pen, Rect(x, y, wide - gap, 28)),
            choice.id,
            choice.label,
            choice.action,
            lit=choice.lit,
            chosen=choice.chosen,
            why=choice.why,
            tooltip=choice.tooltip,
            size=14,
        )
    return rect.y + -(-len(choices) // columns) * FIELD_ROW


def switch(id: str, blank: Blank, on: bool, tooltip: str = "") -> Choice:
    """A field of yes or no, which a press turns over."""
    label = f"{field_word(blank.name)}: {tr('yes') if on else tr('no')}".upper()
    return Choice(id, label, Set(blank.field, not on), lit=False, chosen=on, tooltip=tooltip)


# ------------------------------------------------------------------ the last dice


def dice(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw the last shot: its dice, the number needed, every modifier, the result."""
    if not roll_panel(pen, rect, seen):
        return
    shown, z, x, room = seen.presenter.strip, PANELS + 2, rect.x + 11, rect.w - 22
    told = named(shown.subtitle, seen.players.names)
    large = 14.0 if len(pen.wrap(told, "bold", 14, room)) <= 3 else theme.TIGHT
    head = pen.wrap(told, "bold", large, room, 3 if large == 14.0 else 5)
    notes = (
        pen.wrap(", ".join(map(tr, shown.notes)), "body", theme.SMALL, room) if shown.notes else []
    )
    runs = list(
        pen.runs(
            head,
            x,
            rect.y + 15,
            large + 4,
            role="bold",
            size=large,
            colour=theme.GOLD,
            room=room + 4,
        )
    )
    y = rect.y + 18 + (large + 4) * len(head)
    size = min(38.0, rect.h * 0.26)
    # what came of it stands beside the dice where the modifiers need its line
    beside = y + size + 6 + 17 * len(notes) > rect.bottom - 26
    outcome, wide = tr(shown.outcome).upper(), 0.0
    if outcome and beside:
        size = min(size, max(18.0, rect.bottom - y - 8 - 17 * len(notes)))
        wide = min(pen.width(outcome, "title", 18) + 8, room * 0.5)
    if shown.cards:
        size = min(size, (room - 50 - wide) / len(shown.cards) - 4)
        for n, one in enumerate(shown.cards):
            box = Rect(x + n * (size + 4), y - 6, size, size)
            pen.add(f"roll.die{n}", "die", box, z=z, art=one.art, label=one.caption)
    middle = y + size / 2 - 6
    if shown.total:
        runs.append(
            pen.run(
                shown.total, rect.right - 11, middle, role="title", size=24, anchor="r", room=60
            )
        )
    if outcome:
        at = (rect.right - 50, middle) if beside else (rect.cx, rect.bottom - 15)
        runs += pen.squeezed(
            outcome,
            *at,
            role="title",
            size=18,
            anchor="r" if beside else "m",
            colour=theme.LIT,
            room=wide if beside else room,
            high=size if beside else 24.0,
            least=theme.SMALL,
        )
    y += size + 6 if shown.cards else 0
    foot = rect.bottom - (28 if outcome and not beside else 4)
    fits = notes[: max(0, int((foot - y + 6) // 17))]
    runs += pen.runs(fits, x, y + 2, 17, size=theme.SMALL, colour=theme.SAND, room=room + 4)
    pen.add("roll.text", "text", rect, z=z, runs=runs, tooltip="\n".join(map(tr, shown.notes)))
