"""Redraws the pictures of README in `docs/`: some moments of matches that two computer players
play, always the same ones.

  python scripts/readme_pictures.py               all
  python scripts/readme_pictures.py table squad   these
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import trio

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from owm_net import PROGRAM, games  # noqa: E402
from owm_net.client.glass.paint_pillow import paint  # noqa: E402
from owm_net.client.match.coach import LIST, Coach  # noqa: E402
from owm_net.client.match_stage import Stage  # noqa: E402
from owm_net.client.scene.items import Scene  # noqa: E402
from owm_net.client.scene.pictures import Pictures  # noqa: E402
from owm_net.client.settings import Settings  # noqa: E402
from owm_net.engine.local import LocalMatch, computer_player  # noqa: E402
from owm_net.engine.requests import Choose  # noqa: E402
from tests.client import test_lessons_window as lessons_window  # noqa: E402
from tests.client.test_menu import stage_of  # noqa: E402

LARGE, USUAL = (1600, 900), (1280, 720)
MOST_BYTES = 250_000


def moment(
    game: str, mission: str = "", level: str = "", *, kinds: tuple[str, ...], turn: int
) -> Callable[[], Scene]:
    """The table where the first seat is asked one of these for the turn-th time."""

    def scene() -> Scene:
        system = games.get(game)
        match = LocalMatch(system, system.default_setup(mission, level), 3, [computer_player] * 2)
        stage = Stage(system, 0, ["You", "Ben"], Settings(size=LARGE, speed="off"))
        asked = 0
        while True:
            stage.sitting.told(match.view(0), match.state.events)
            request = match.request
            seats = [request.seat] if isinstance(request, Choose) else getattr(request, "seats", ())
            asked += 0 in seats and getattr(request, "kind", "") in kinds
            if asked == turn:
                break
            match.step()
        stage.sitting.ask(match.view(0), lambda answer: None)
        for now in (1.0, 9000.0, 9001.0):
            stage.tick(now)
        return stage.scene()

    return scene


def title() -> Scene:
    """Where one begins."""
    stage = stage_of("title", USUAL, 1.0)
    stage.context.house.version = PROGRAM
    stage.context.touch()
    return stage.scene()


def lesson() -> Scene:
    """The second lesson of Boot Camp, with a card and its aim chosen."""
    stage, shown = lessons_window.stage_of("owm"), list[Scene]()

    def press(coach: Coach, scene: Scene) -> None:
        pointed = lessons_window.pointed_at(stage)
        if pointed is not None and pointed.id == "confirm":
            shown.append(scene)
            coach.choose(LIST)
        else:
            lessons_window.press_what_is_pointed_at(stage)

    trio.run(lessons_window.learn, stage, 1, press)
    return shown[0]


PICTURES: dict[str, Callable[[], Scene]] = {
    "title": title,
    "table": moment("owm", "burning-bridges", "colonel", kinds=("action", "shooter"), turn=30),
    "boot-camp": lesson,
    "squad": moment("squadcards", kinds=("fire", "turn", "move"), turn=14),
    "nco": moment("nco", kinds=("order",), turn=14),
    "hailfire": moment("hailfire", kinds=("activate", "aim", "order"), turn=8),
    "heroes": moment("heroes", "hill-farm", kinds=("turn",), turn=6),
}


def main() -> int:
    """Draw what was asked for. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *PICTURES])
    pictures = Pictures()
    for name in parser.parse_args().names or PICTURES:
        image, path = (
            paint(PICTURES[name](), pictures).convert("RGB"),
            HERE / "docs" / f"{name}.jpg",
        )
        for quality in (88, 82, 76, 70):
            image.save(path, quality=quality, optimize=True, progressive=True)
            if path.stat().st_size <= MOST_BYTES:
                break
        print(f"{path.relative_to(HERE)}: {path.stat().st_size // 1000} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
