"""The shared parts of tables: panels, buttons, hand, piles, log, strip, tooltip, lists.

They know no game. Each takes a pen and logical rectangles and adds items.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import field, frozen

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.model import Model
from owm_net.client.present import Strip
from owm_net.client.scene.items import Action, Item, Rect, Run, Shape
from owm_net.client.scene.pen import Pen

# layers: what is higher is painted later
GROUND, BOARD, TOKENS, PANELS, HAND, STRIP, OVERLAY, TIP = 0, 100, 200, 300, 400, 500, 600, 900


def panel(
    pen: Pen, id: str, rect: Rect, *, title: str = "", note: str = "", z: int = PANELS,
    dark: bool = False, solid: bool = False,
) -> None:
    """A dark plate with an optional heading, and a note at its right."""
    fill = theme.PANEL_DARK if dark else theme.PANEL
    pen.add(id, "panel", rect, z=z, shape=Shape("box", fill, (*theme.PANEL_EDGE, 255), 1.2, 7),
            solid=solid)
    if title:
        wide = pen.width(note, "body", theme.SMALL) if note else 0.0
        runs = [pen.run(title.upper(), rect.x + 11, rect.y + 15, role="title", size=16,
                        colour=theme.GOLD, room=rect.w - 26 - wide)]
        if note:
            runs.append(pen.run(note, rect.right - 11, rect.y + 15, size=theme.SMALL,
                                colour=theme.FAINT, anchor="r", room=rect.w - 22))
        pen.add(f"{id}.title", "text", Rect(rect.x, rect.y, rect.w, 28), z=z + 1, runs=runs)


def button(
    pen: Pen, id: str, rect: Rect, label: str, action: Action, model: Model, *,
    z: int = PANELS + 10, lit: bool = False, chosen: bool = False, why: str = "",
    tooltip: str = "", key: str = "", size: float = 15.0,
) -> Item:
    """A button. why: pressing it is refused for this reason. key: its letter on the keyboard."""
    hot = model.ui.hover == id
    fill: theme.Colour
    ink: theme.Colour
    edge: theme.Colour
    flags = [f for f, on in (("lit", lit), ("chosen", chosen), ("off", bool(why)),
                             ("focus", model.ui.focus == id)) if on]
    if why:
        fill, ink, edge = theme.BUTTON_OFF, theme.FAINT, (70, 66, 52)
    elif hot:
        fill, ink, edge = theme.BUTTON_HOT, theme.CREAM, theme.CREAM
    elif lit:
        fill, ink, edge = theme.BUTTON_LIT, theme.CREAM, theme.LIT
    else:
        fill, ink, edge = theme.BUTTON, theme.CREAM, theme.GOLD
    shape = Shape("box", fill, (*edge, 255), 2.2 if lit and not why else 1.2, 6)
    tip = " ".join(part for part in (tooltip, f"[{key.upper()}]" if key else "") if part)
    if why:
        tip = f"{tip}\nNot now: {why}".strip()
    runs = [pen.run(label, rect.cx, rect.cy, role="title", size=size, colour=ink, anchor="m",
                    room=rect.w - 10)]
    return pen.add(id, "button", rect, z=z, shape=shape, runs=runs, flags=flags, action=action,
                   why=why, label=label, tooltip=tip)


@frozen
class HandCard:
    """A card of the own hand. card: its slot or number."""

    card: int
    art: ArtKey
    label: str
    action: Action | None = None
    flags: tuple[str, ...] = ()
    why: str = ""
    tooltip: str = ""


def hand_fan(pen: Pen, area: Rect, cards: Sequence[HandCard], model: Model) -> None:
    """The own hand, slightly fanned; the card under the pointer comes up enlarged."""
    if not cards:
        pen.text("hand.empty", "Your hand is empty.", area.cx, area.cy, z=HAND, anchor="m",
                 colour=theme.FAINT)
        return
    high = min(area.h * 1.1, 190.0)
    wide = high * 240 / 336
    step = min(wide * 0.97, (area.w - wide) / max(1, len(cards) - 1))
    left = area.x + (area.w - wide - step * (len(cards) - 1)) / 2
    middle = (len(cards) - 1) / 2
    for i, one in enumerate(cards):
        id = f"hand:{i}"
        hot = model.ui.hover == id
        chosen = "chosen" in one.flags
        turn = (i - middle) * 1.7
        top = area.y + 8 + (i - middle) ** 2 * 1.1
        rect = Rect(left + i * step, top - (16 if chosen else 0), wide, high)
        flags = [*one.flags, *(["focus"] if model.ui.focus == id else [])]
        pen.add(id, "card", rect, z=HAND + i, art=one.art, angle=0 if hot or chosen else turn,
                flags=flags, action=one.action, why=one.why, label=one.label)
        if hot:
            flat = Rect(rect.x, area.y, rect.w, rect.h)
            card_zoom(pen, id, one.art, flat, one.label, one.tooltip, lift=58, size=390)


def card_zoom(
    pen: Pen, id: str, art: ArtKey, near: Rect, label: str, note: str, *, size: float = 400.0,
    side: str = "above", ratio: float = 1.4, lift: float = 10.0,
) -> None:
    """A card enlarged beside what the pointer is on, with its note below it. side: "above" or
    "left" of it, or "at" its corner; lift: the gap when above."""
    high = min(size, pen.h * 0.56)
    wide = high / ratio
    lines = pen.wrap(note, "body", theme.SMALL, wide - 20, 6) if note else []
    plate = 18.0 * len(lines) + 12 if lines else 0.0
    if side == "at":
        x, y = near.x, min(near.y, pen.h - high - plate - 8)
    elif side == "above":
        x = min(max(8.0, near.cx - wide / 2), pen.w - wide - 8)
        y = max(8.0, near.y - high - plate - lift)
    else:
        x = near.x - wide - 10
        y = min(max(8.0, near.cy - high / 2), pen.h - high - plate - 8)
    pen.add(f"{id}.zoom", "zoom", Rect(x, y, wide, high), z=TIP, art=art, label=label,
            shape=Shape("box", (12, 11, 8, 150), (0, 0, 0, 0), 0, 14))
    if lines:
        box = Rect(x, y + high + 2, wide, plate)
        pen.add(f"{id}.note", "tooltip", box, z=TIP + 1,
                shape=Shape("box", (16, 15, 12, 246), (*theme.GOLD, 255), 1.2, 6),
                runs=pen.runs(lines, x + 10, box.y + 15, 18, size=theme.SMALL))


def pile(
    pen: Pen, id: str, rect: Rect, name: str, count: str, *, art: ArtKey | None,
    action: Action | None = None, tooltip: str = "", model: Model | None = None,
) -> None:
    """A pile of cards: its top, its name and how many."""
    high = rect.h - 38
    wide = min(rect.w - 4, high / 1.4)
    card = Rect(rect.cx - wide / 2, rect.y, wide, wide * 1.4)
    focus = model is not None and model.ui.focus == id
    shape = Shape("box", (0, 0, 0, 60), (*theme.PANEL_EDGE, 255), 1.4, 5)
    pen.add(id, "pile", card, z=PANELS + 5, art=art, shape=None if art else shape,
            action=action, tooltip=tooltip, label=f"{name}: {count}",
            flags=["focus"] if focus else [])
    pen.add(f"{id}.text", "text", Rect(rect.x, card.bottom, rect.w, 38), z=PANELS + 6, runs=[
        pen.run(name, rect.cx, card.bottom + 11, role="label", size=14, anchor="m",
                colour=theme.FAINT, room=rect.w),
        pen.run(count, rect.cx, card.bottom + 28, role="title", size=17, anchor="m",
                room=rect.w),
    ])


@frozen
class Choice:
    """A button of the prompt bar."""

    id: str
    label: str
    action: Action
    why: str = ""
    lit: bool = True
    tooltip: str = ""
    key: str = ""
    chosen: bool = False


def _as_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(choices)


@frozen
class Prompt:
    """Who must do what, in plain words; choices: buttons at the right."""

    text: str
    detail: str = ""
    choices: tuple[Choice, ...] = field(default=(), converter=_as_choices)
    mine: bool = True


def prompt_bar(pen: Pen, rect: Rect, prompt: Prompt, model: Model) -> None:
    """The line that always says what is going on, with the buttons that go with it."""
    refusal = model.ui.refusal
    edge = theme.REFUSED if refusal else (theme.LIT if prompt.mine else theme.PANEL_EDGE)
    pen.add("prompt", "panel", rect, z=PANELS,
            shape=Shape("box", theme.PANEL_DARK, (*edge, 255), 1.8, 7), label=prompt.text)
    right = rect.right - 8
    for choice in reversed(prompt.choices):
        wide = max(74.0, min(240.0, pen.width(choice.label, "title", 15.0) + 24))
        box = Rect(right - wide, rect.y + 6, wide, rect.h - 12)
        button(pen, choice.id, box, choice.label, choice.action, model, lit=choice.lit,
               why=choice.why, tooltip=choice.tooltip, key=choice.key, chosen=choice.chosen)
        right -= wide + 7
    room = right - rect.x - 44
    sign, colour = ("!", theme.REFUSED) if refusal else (("▶", theme.LIT) if prompt.mine
                                                         else ("…", theme.FAINT))
    pen.add("prompt.sign", "text", Rect(rect.x, rect.y, 34, rect.h), z=PANELS + 1, runs=[
        pen.run(sign, rect.x + 19, rect.cy, role="bold", size=18, colour=colour, anchor="m")])
    text = f"Not allowed: {refusal}" if refusal else prompt.text
    ink = theme.REFUSED if refusal else (theme.CREAM if prompt.mine else theme.SAND)
    detail = "" if refusal else prompt.detail
    if detail:
        runs: list[Run] = [
            pen.run(text, rect.x + 36, rect.y + rect.h * 0.31, role="bold", size=15, colour=ink,
                    room=room),
            pen.run(detail, rect.x + 36, rect.y + rect.h * 0.72, size=theme.SMALL,
                    colour=theme.FAINT, room=room),
        ]
    else:
        lines = pen.wrap(text, "bold", 15, room, 2)
        first = rect.cy - 9.5 * (len(lines) - 1)
        runs = list(pen.runs(lines, rect.x + 36, first, 19, role="bold", size=15, colour=ink))
    pen.add("prompt.text", "text", Rect(rect.x + 34, rect.y, room + 4, rect.h), z=PANELS + 1,
            runs=runs, tooltip=text if len(text) > 90 else "")


HEADINGS = frozenset(("round", "end", "turn", "assault"))
"""Kinds of events whose lines stand out in the log; any game may use them."""


def log_pane(pen: Pen, rect: Rect, model: Model) -> None:
    """What has happened, newest at the bottom; the wheel scrolls. Rule ids on hover."""
    flips = bool(model.presenter.strip.title)
    panel(pen, "log", rect, title="Log")
    if flips:
        button(pen, "log.flips", Rect(rect.right - 102, rect.y + 4, 94, 23), "LAST FLIPS",
               ("ui", "browse", "strip"), model, size=14, key="l",
               tooltip="Show the last flips again")
    step, size, room = 17.0, theme.SMALL, rect.w - 30
    most = int((rect.h - 40) / step)
    wanted = most + model.ui.log_scroll
    rows: list[tuple[str, int, int]] = []
    at = len(model.log) - 1
    while at >= 0 and len(rows) < wanted:
        line = model.log[at]
        heading = line.kind in HEADINGS
        role = "bold" if heading else "body"
        lines = pen.wrap(line.text, role, size, room, 6)
        rows[:0] = [(text, at, n) for n, text in enumerate(lines)]
        at -= 1
    spare = max(0, len(rows) - most)
    model.ui.log_scroll = min(model.ui.log_scroll, spare if at < 0 else model.ui.log_scroll)
    end = len(rows) - model.ui.log_scroll
    shown = rows[max(0, end - most) : max(0, end)]
    for i, (text, index, n) in enumerate(shown):
        line = model.log[index]
        heading = line.kind in HEADINGS
        y = rect.y + 38 + i * step
        indent = 11.0 if heading or n == 0 else 20.0
        pen.add(
            f"log:{index}:{n}", "log", Rect(rect.x + 4, y - step / 2, rect.w - 8, step),
            z=PANELS + 2, tooltip=f"Rule {line.rule}" if line.rule else "", label=line.text,
            runs=[pen.run(text, rect.x + indent, y, role="bold" if heading else "body",
                          size=size, colour=theme.GOLD if heading else theme.CREAM,
                          room=rect.right - rect.x - indent - 8)],
        )
    if model.ui.log_scroll:
        button(pen, "log.end", Rect(rect.x + 50, rect.y + 4, 94, 23), "TO THE END",
               ("ui", "scroll", -100_000), model, size=14)


def strip(pen: Pen, area: Rect, shown: Strip, model: Model) -> None:
    """The flips of a sequence, one after another: what it is at the left, the cards, what they
    come to at the right. Click: skip, or close."""
    busy = model.presenter.busy
    pen.add("strip", "panel", area, z=STRIP, solid=True,
            shape=Shape("box", (20, 19, 15, 252), (*theme.GOLD, 255), 1.8, 9),
            action=("ui", "skip" if busy else "close_strip"), label="the flips",
            flags=["focus"] if model.ui.focus == "strip" else [])
    left_w, right_w = min(260.0, area.w * 0.28), min(290.0, area.w * 0.31)
    x = area.x + 16
    title = pen.wrap(shown.title.upper(), "title", 20, left_w - 20, 2)
    about = pen.wrap(shown.subtitle, "body", 14, left_w - 20, 3) if shown.subtitle else []
    y = area.y + 22
    pen.add("strip.title", "text", Rect(area.x + 8, area.y, left_w - 8, area.h), z=STRIP + 1,
            runs=[
                *pen.runs(title, x, y, 23, role="title", size=20, colour=theme.GOLD),
                *pen.runs(about, x, y + 23 * len(title) + 6, 19, size=14),
                pen.run("Space or click: skip" if busy else "click or Esc: close", x,
                        area.bottom - 15, size=13, colour=theme.FAINT, room=left_w - 20)])
    middle = Rect(area.x + left_w, area.y, area.w - left_w - right_w, area.h)
    high = min(area.h - 36, 150.0)
    wide = high * 72 / 120
    step = min(wide + 12, (middle.w - wide) / max(1, len(shown.cards) - 1))
    start = middle.x if len(shown.cards) > 4 else middle.x + 10
    for i, one in enumerate(shown.cards):
        box = Rect(start + i * step, area.y + 8, wide, high)
        pen.add(f"strip:{i}", "flip", box, z=STRIP + 2 + i, art=one.art, label=one.caption,
                flags=["dim"] if one.muted else [])
        pen.add(f"strip:{i}.text", "text", Rect(box.x - 4, box.bottom, min(step, wide) + 8, 26),
                z=STRIP + 3, runs=[
                    pen.run(f"{one.sign} {one.caption}".strip(), box.x + min(step, wide) / 2,
                            box.bottom + 13, role="label", size=16, anchor="m",
                            room=min(step, wide) + 8)])
    x, y, room = area.right - right_w, area.y + 24, right_w - 16
    runs = []
    if shown.total:
        runs.append(pen.run(shown.total, x, y, role="title", size=28, room=room))
        y += 26
    notes = [line for note in shown.notes for line in pen.wrap(note, "body", 13, room, 2)]
    outcome = pen.wrap(shown.outcome.upper(), "title", 23, room, 2) if shown.outcome else []
    fits = int((area.bottom - 12 - 25 * len(outcome) - y) // 17)
    for note in notes[: max(0, fits)]:
        runs.append(pen.run(note, x, y, size=13, colour=theme.SAND, room=room))
        y += 17
    runs += pen.runs(outcome, x, area.bottom - 20 - 25 * (len(outcome) - 1), 25, role="title",
                     size=23, colour=theme.LIT)
    pen.add("strip.sum", "text", Rect(x - 4, area.y, right_w, area.h), z=STRIP + 3, runs=runs)


def tooltip(pen: Pen, model: Model, scene_items: Sequence[Item]) -> None:
    """The note of what is under the pointer, beside it and inside the window."""
    hover = next((i for i in reversed(scene_items) if i.id == model.ui.hover), None)
    if hover is None or not (hover.tooltip or hover.why):
        return
    text = hover.tooltip or f"Not now: {hover.why}"
    room = 330.0
    paragraphs = text.split("\n")
    lines = [(line, n == 0 and len(paragraphs) > 1) for n, p in enumerate(paragraphs)
             for line in pen.wrap(p, "body", theme.SMALL, room, 9)]
    wide = max(pen.width(line, "bold" if head else "body", theme.SMALL) for line, head in lines)
    wide = min(wide, room) + 22
    high = 18.0 * len(lines) + 12
    px, py = model.ui.pointer[0] / pen.k, model.ui.pointer[1] / pen.k
    x = min(px + 16, pen.w - wide - 6)
    y = py + 20 if py + 20 + high < pen.h - 4 else py - high - 10
    box = Rect(max(4.0, x), max(4.0, y), wide, high)
    runs = [pen.run(line, box.x + 11, box.y + 15 + 18 * i, role="bold" if head else "body",
                    size=theme.SMALL, room=room + 6) for i, (line, head) in enumerate(lines)]
    pen.add("tooltip", "tooltip", box, z=TIP + 20, runs=runs,
            shape=Shape("box", (14, 13, 10, 250), (*theme.GOLD, 255), 1.2, 6))


def shade(pen: Pen, id: str = "shade", z: int = OVERLAY, opacity: int = 178) -> None:
    """Darkens everything below and takes the pointer from it."""
    pen.add(id, "shade", Rect(0, 0, pen.w, pen.h), z=z, solid=True,
            shape=Shape("fill", (8, 8, 6, opacity)))


def choice_list(
    pen: Pen, rect: Rect, choices: Sequence[Choice], model: Model, *, columns: int = 1,
    row: float = 36.0, z: int = PANELS + 10,
) -> None:
    """Many options as rows of buttons, in pages."""
    rows = max(1, int((rect.h - 40) // row))
    per_page = rows * columns
    pages = max(1, -(-len(choices) // per_page))
    page = min(model.ui.page, pages - 1)
    wide = rect.w / columns
    for i, choice in enumerate(choices[page * per_page : (page + 1) * per_page]):
        x = rect.x + (i // rows) * wide
        y = rect.y + (i % rows) * row
        button(pen, choice.id, Rect(x + 3, y + 2, wide - 6, row - 5), choice.label,
               choice.action, model, lit=choice.lit, why=choice.why, tooltip=choice.tooltip,
               key=choice.key, chosen=choice.chosen, z=z)
    if pages > 1:
        y = rect.bottom - 34
        button(pen, "page.back", Rect(rect.x + 3, y, 100, 30), "< BACK", ("ui", "page", -1),
               model, z=z, why="" if page else "this is the first page")
        button(pen, "page.on", Rect(rect.right - 103, y, 100, 30), "MORE >", ("ui", "page", 1),
               model, z=z, why="" if page + 1 < pages else "this is the last page")
        pen.text("page.text", f"page {page + 1} of {pages}", rect.cx, y + 15, anchor="m", z=z,
                 size=theme.SMALL, colour=theme.FAINT)


def top_bar(
    pen: Pen, model: Model, left: str, centre: str, *, high: float = 34.0, tip: str = "",
) -> None:
    """Where we are, how it stands, and the buttons that are always there."""
    rect = Rect(0, 0, pen.w, high)
    pen.add("top", "panel", rect, z=PANELS, shape=Shape("fill", (20, 19, 15, 250)))
    pen.add("top.line", "line", Rect(0, high - 1.5, pen.w, 1.5), z=PANELS + 1,
            shape=Shape("fill", (*theme.GOLD, 150)))
    right = pen.w - 8
    for id, label, action, tip_ in (
        ("top.help", "HELP", ("ui", "help"), "Keys and how things work [F1]"),
        ("top.bigger", "A+", ("ui", "scale", 1), "Everything larger [+]"),
        ("top.smaller", "A-", ("ui", "scale", -1), "Everything smaller [-]"),
        ("top.speed", f"SHOW: {model.settings.speed.upper()}", ("ui", "speed"),
         "How fast flips are shown: normal, fast, or off"),
    ):
        wide = pen.width(label, "title", 14) + 18
        button(pen, id, Rect(right - wide, 4, wide, high - 9), label, action, model, size=14,
               tooltip=tip_)
        right -= wide + 5
    middle = max(pen.w * 0.30, 300.0)
    pen.add("top.left", "text", Rect(6, 0, middle - 10, high), z=PANELS + 2, runs=[
        pen.run(left, 12, high / 2, role="title", size=17, colour=theme.GOLD, room=middle - 24)])
    pen.add("top.centre", "text", Rect(middle, 0, right - middle - 4, high), z=PANELS + 2,
            tooltip=tip, runs=[pen.run(centre, middle + 6, high / 2, role="bold", size=14,
                                       room=right - middle - 18)])


def backdrop(pen: Pen) -> None:
    """The table top."""
    pen.add("backdrop", "image", Rect(0, 0, pen.w, pen.h), z=GROUND,
            art=ArtKey.of("backdrop", width=0, height=0))


def plain_value(value: Any) -> str:
    """A fact of a state as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(plain_value(v) for v in value) or "-"
    return str(value)
