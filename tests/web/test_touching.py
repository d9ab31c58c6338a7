"""Fingers at the page: what is pressed, read, moved and enlarged by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from owm_net import games
from owm_net.web.touching import aim
from tests.client.robot import Robot
from tests.web.conftest import PAGE

HEARS = """async (files) => {
  const canvas = document.createElement("canvas");
  const table = Object.assign(document.createElement("div"), { id: "table", tabIndex: 0 });
  const keyboard = Object.assign(document.createElement("input"), { id: "keyboard" });
  table.append(canvas);
  document.body.replaceChildren(table, keyboard);
  document.body.style.margin = 0;
  canvas.setPointerCapture = () => {}; // of fingers that are none
  const { hear } = await import(`/${files}/table.mjs`);
  hear(canvas, (event) => window.heard.push(event));
}"""
TOUCHES = """(steps) => {
  window.heard = [];
  for (const [timeStamp, type, pointerId, clientX, clientY] of steps) {
    const buttons = type === "pointerup" ? 0 : 1;
    const given = { pointerId, clientX, clientY, buttons, pointerType: "touch", bubbles: true };
    const event = new PointerEvent(type, given);
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    document.querySelector("canvas").dispatchEvent(event);
  }
  return window.heard;
}"""


@pytest.fixture
def touched(chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    """The page's part that hears fingers, alone: what it tells of these, as (milliseconds,
    "down", "move" or "up", which finger, x, y)."""
    page = chromium.new_page()
    page.goto(f"{address}tests/none")
    page.evaluate("window.heard = []")
    page.evaluate(HEARS, next(path.parent.name for path in PAGE.glob("*/table.mjs")))
    yield lambda *steps: page.evaluate(
        TOUCHES, [(when, f"pointer{kind}", *rest) for when, kind, *rest in steps]
    )
    page.close()


def pressed(told: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What was pressed, grabbed and let go, in this order."""
    return [(one["kind"], one.get("button", "")) for one in told if one["kind"] != "move"]


@pytest.mark.slow
def test_a_tap_presses_a_long_touch_only_points_and_two_fingers_press_nothing(
    touched: Any,
) -> None:
    """The first of two fingers comes alone: it must not give an order."""
    tap = touched((0, "down", 1, 100, 90), (100, "up", 1, 100, 90))
    assert pressed(tap) == [("press", "left"), ("let go", "left")]
    assert tap[0] == {"kind": "move", "x": 100, "y": 90, "held": False} and tap[1]["near"] > 0
    assert tap[-1] == {"kind": "move", "x": -1, "y": -1, "held": False}
    reads = touched((0, "down", 1, 100, 90), (999, "up", 1, 100, 90))
    assert [(one["kind"], one["x"]) for one in reads] == [("move", 100), ("move", -1)]
    drags = touched(
        (0, "down", 1, 100, 90), (9, "move", 1, 104, 90), (20, "move", 1, 130, 90),
        (30, "up", 1, 130, 90),
    )  # fmt: skip
    assert pressed(drags) == [("press", "left"), ("let go", "left")]
    assert (drags[1]["x"], drags[2]["x"], drags[2]["held"]) == (100, 130, True)
    pinched = touched(
        (0, "down", 1, 300, 200), (9, "down", 2, 400, 200), (20, "move", 1, 250, 200),
        (30, "move", 2, 450, 220), (40, "up", 2, 450, 220), (50, "move", 1, 260, 200),
        (60, "up", 1, 260, 200),
    )  # fmt: skip
    kinds = [kind for kind, _ in pressed(pinched)]
    assert kinds[0] == "grab" and kinds[-1] == "let go" and set(kinds[1:-1]) == {"scroll"}
    assert all(one["down"] > 0 for one in pinched if one["kind"] == "scroll")


def test_a_finger_that_misses_a_button_by_a_little_presses_it() -> None:
    """But never through what lies over it, and not from far away."""
    robot = Robot(games.get("squadcards"), 2)
    robot.run_to(lambda match: True)
    scene = robot.stage.scene()
    leave = scene.find("top.leave")
    assert leave is not None
    below = leave.seen.cx, leave.seen.bottom + 6
    x, y = aim(scene, *below, 14)
    assert scene.pressed(x, y) is leave
    assert aim(scene, *below, 3) == below
    inside = leave.seen.cx, leave.seen.cy
    assert aim(scene, *inside, 14) == inside
    robot.stage.choose("top.resign")
    robot.tick(1)
    scene = robot.stage.scene()
    x, y = aim(scene, *below, 14)
    found = scene.pressed(x, y)
    assert found is None or found.id != "top.leave"
