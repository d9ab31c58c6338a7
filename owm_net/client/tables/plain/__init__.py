"""A table for any game: the public state as text, the options as buttons (`answer`)."""

from __future__ import annotations

import attrs

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.widgets import (
    PANELS,
    answer,
    backdrop,
    log_pane,
    panel,
    plain_value,
    prompt_bar,
    top_bar,
)
from owm_net.client.words import capital
from owm_net.engine.agenda import GameState
from owm_net.engine.text import named

_KERNEL = frozenset(a.name for a in attrs.fields(GameState))


class PlainTable(Table):
    """Playable at once for every registered system."""

    def draw(self, pen: Pen, seen: SeenTable) -> None:
        """State at the left, options in the middle, log at the right."""
        view = seen.view
        assert view is not None
        g = view.state
        backdrop(pen)
        top_bar(pen, seen, tr(self.system.title).upper(), tr("step {n}", n=g.answered))
        side = 300.0
        bar = Rect(8, pen.h - 56, pen.w - side - 24, 48)
        left = Rect(8, 42, 300, bar.y - 50)
        self._state(pen, left, seen)
        log_pane(pen, Rect(pen.w - side - 8, 42, side, pen.h - 50), seen)
        area = Rect(left.right + 8, 42, pen.w - side - 24 - left.right, bar.y - 50)
        panel(
            Box(pen, area), "options", title=tr("What you can do") if seen.answering.is_open else ""
        )
        inside = Rect(area.x + 8, area.y + 32, area.w - 16, area.h - 38)
        if seen.answering.is_open:
            answer.draw(pen, inside, seen)
        prompt_bar(pen, bar, answer.prompt(seen), seen)

    def _state(self, pen: Pen, rect: Rect, seen: SeenTable) -> None:
        view = seen.view
        assert view is not None
        g = view.state
        name = self.system.card_name
        lines: list[tuple[str, bool]] = []
        for seat in range(g.seats):
            held = view.cards(g.hands[seat]) if g.hands else ()
            shown = [tr(name(c)) for c in held if c is not None]
            lines.append(
                (f"{seen.players.name(seat)} ({tr(self.system.seat_name(g, seat))})", True)
            )
            if held:
                hidden = len(held) - len(shown)
                text = ", ".join([*shown, *([tr("{n} hidden", n=hidden)] if hidden else [])])
                lines.append((tr("hand: {text}", text=text), False))
        for key, deck in g.decks.items():
            many = {"left": deck.left, "size": deck.size}
            left = tr("{key}: {left} of {size} cards left", key=key, **many)
            if len(g.decks) == 1:  # its name is for the rules
                left = tr("deck: {left} of {size} cards left", **many)
            lines.append((left, False))
        lines.append((tr("The table"), True))
        on_table = self.system.on_table(view)
        told = [capital(named(line, seen.players.names)) for line in on_table] or [
            f"{a.name.replace('_', ' ')}: {plain_value(getattr(g, a.name))[:400]}"
            for a in attrs.fields(type(g))
            if a.name not in _KERNEL and a.init
        ]
        lines += [(line, False) for line in told]
        panel(Box(pen, rect), "state", title=tr("State"))
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
