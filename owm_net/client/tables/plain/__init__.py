"""A table for any game: the public state as text, the options as buttons."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, cast

import attrs

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import (
    MANY,
    PANELS,
    Choice,
    Numbers,
    Prompt,
    backdrop,
    choice_list,
    log_pane,
    number_choice,
    panel,
    plain_value,
    prompt_bar,
    top_bar,
)
from owm_net.client.scene.widgets.number import HIGH
from owm_net.client.tables import Table
from owm_net.engine.agenda import GameState
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over
from owm_net.engine.view import View


@attrs.define
class Picked:
    """The number that has been chosen, None before."""

    number: int | None = None


_KERNEL = frozenset(a.name for a in attrs.fields(GameState))


class PlainTable(Table):
    """Playable at once for every registered system."""

    def draw(self, pen: Pen, model: Model) -> None:
        """State at the left, options in the middle, log at the right."""
        view = model.view
        assert view is not None
        g = view.state
        backdrop(pen)
        turn = f"{self.system.title}"
        top_bar(pen, model, turn.upper(), f"step {g.steps}")
        side = 300.0
        bar = Rect(8, pen.h - 56, pen.w - side - 24, 48)
        left = Rect(8, 42, 300, bar.y - 50)
        self._state(pen, left, model)
        log_pane(pen, Rect(pen.w - side - 8, 42, side, pen.h - 50), model)
        area = Rect(left.right + 8, 42, pen.w - side - 24 - left.right, bar.y - 50)
        panel(pen, "options", area, title="What you can do" if model.asked else "")
        inside = Rect(area.x + 8, area.y + 32, area.w - 16, area.h - 38)
        if model.asked and numbers_of(model):
            self._number(pen, inside, model)
        elif model.asked:
            choices = [
                Choice(f"option:{i}", model.system.describe(view, answer), ("answer", answer))
                for i, answer in enumerate(model.options())
            ]
            choice_list(pen, inside, choices, model, columns=2 if len(choices) > 12 else 1)
        prompt_bar(pen, bar, prompt(model), model)

    def _number(self, pen: Pen, area: Rect, model: Model) -> None:
        answers = numbers_of(model)
        at = chosen_number(model)
        assert model.view is not None
        caption = model.system.describe(model.view, answers[at])
        wide = min(620.0, area.w - 20)
        number_choice(
            pen,
            Rect(area.cx - wide / 2, area.cy - HIGH / 2, wide, HIGH),
            Numbers(list(answers), at, caption),
            model,
        )

    def new_draft(self, view: View[Any]) -> Picked:
        """Nothing chosen."""
        return Picked()

    def chosen(self, draft: Any) -> frozenset[Hashable]:
        """A number that is no longer the first one shown."""
        picked = draft.number if isinstance(draft, Picked) else None
        return frozenset() if picked is None else frozenset((picked,))

    def press(self, model: Model, action: tuple[Any, ...]) -> None:
        """Options answer by themselves; a number is chosen and confirmed."""
        if action[0] == "number" and isinstance(model.draft, Picked):
            model.draft.number = action[1]
        elif action[0] == "confirm" and model.asked:
            model.give(numbers_of(model)[chosen_number(model)])

    def _state(self, pen: Pen, rect: Rect, model: Model) -> None:
        view = model.view
        assert view is not None
        g = view.state
        name = self.system.card_name
        lines: list[tuple[str, bool]] = []
        for seat in range(g.seats):
            held = view.cards(g.hands[seat]) if g.hands else ()
            shown = [name(c) for c in held if c is not None]
            lines.append((f"{model.name(seat)} ({self.system.seat_name(g, seat)})", True))
            if held:
                hidden = len(held) - len(shown)
                text = ", ".join([*shown, *([f"{hidden} hidden"] if hidden else [])])
                lines.append((f"hand: {text}", False))
        for key, deck in g.decks.items():
            lines.append((f"{key}: {deck.left} of {deck.size} cards left", False))
        lines.append(("The table", True))
        for a in attrs.fields(type(g)):
            if a.name not in _KERNEL and a.init:
                value = getattr(g, a.name)
                lines.append((f"{a.name.replace('_', ' ')}: {plain_value(value)[:400]}", False))
        panel(pen, "state", rect, title="State")
        y = rect.y + 42
        for i, (text, head) in enumerate(lines):
            wrapped = pen.wrap(text, "bold" if head else "body", theme.SMALL, rect.w - 26, 6)
            if y + 18 * len(wrapped) > rect.bottom:
                break
            pen.add(
                f"state:{i}",
                "text",
                Rect(rect.x + 8, y - 9, rect.w - 16, 18.0 * len(wrapped)),
                z=PANELS + 2,
                runs=pen.runs(
                    wrapped,
                    rect.x + 13,
                    y,
                    18,
                    size=theme.SMALL,
                    role="bold" if head else "body",
                    colour=theme.GOLD if head else theme.CREAM,
                ),
            )
            y += 18 * len(wrapped) + 3


def numbers_of(model: Model) -> dict[int, Answer]:
    """The options by their number, ascending, where they differ by one number alone and are too
    many for a button each; else nothing."""
    return cast("dict[int, Answer]", model.cached("numbers", lambda: _numbers(model.options())))


def _numbers(options: Sequence[Answer]) -> dict[int, Answer]:
    fields: tuple[Any, ...] = attrs.fields(cast(Any, type(options[0]))) if options else ()
    if len(options) < MANY or len({type(x) for x in options}) > 1 or len(fields) != 1:
        return {}
    values = [getattr(x, fields[0].name) for x in options]
    if any(type(n) is not int for n in values):
        return {}
    return dict(sorted(zip(values, options, strict=True)))


def chosen_number(model: Model) -> int:
    """The number that is shown: what was chosen, or one in the middle."""
    values = list(numbers_of(model))
    picked = model.draft.number if isinstance(model.draft, Picked) else None
    return picked if picked in values else values[len(values) // 2]


def prompt(model: Model) -> Prompt:
    """Who must do what, for any game."""
    request = model.request
    if model.asked and numbers_of(model):
        return Prompt(
            f"You: choose a number ({model.kind.replace('_', ' ')})",
            "",
            [Choice("confirm", "CONFIRM", ("confirm",), tooltip="Enter")],
        )
    if model.asked:
        return Prompt(f"You: choose ({model.kind.replace('_', ' ')})")
    if isinstance(request, Over):
        return Prompt("The game is over", request.result.reason, mine=False)
    if isinstance(request, Choose | ChooseSecretly) and not model.presenter.busy:
        who = ", ".join(model.name(s) for s in model.waiting_for() if s != model.seat) or "You"
        return Prompt(f"{who}: to decide  {model.waited()}".strip(), model.notice, mine=False)
    return Prompt(model.notice or "The cards are being handled", mine=False)
