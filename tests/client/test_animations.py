"""Short animations of battle actions: where they are, how long, what is left of them for who wants
no motion. Data alone: nothing is painted."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import frozen

from owm_net import games
from owm_net.client.match.display import snapshot
from owm_net.client.match.present import LONGEST
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item, Rect, Scene
from owm_net.client.scene.animation import SECONDS, Animation, AnimationKind, Site, over
from owm_net.client.settings import Settings
from owm_net.engine.agenda import Event
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import BarrageFell
from owm_net.games.hailfire.ids import UnitId
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.smoke import SmokeLaid
from owm_net.games.nco.attack import ToHit
from owm_net.games.nco.looking import shot_at
from owm_net.games.owm.actions.attack import Aimed
from owm_net.games.squadcards.attack import Attacked

SEEDS: dict[str, tuple[int, type[Event]]] = {
    "owm": (12, Aimed),
    "squadcards": (6, Attacked),
    "nco": (9, ToHit),
    "hailfire": (2, Fired),
    "heroes": (9, ShotFired),
}
"""Of each game a match by chance in which somebody soon shoots, and the event of that."""

every_game = pytest.mark.parametrize("game", SEEDS)


@frozen
class Step:
    """A step of a match in which somebody shot: the view before it, and after it."""

    game: str
    before: View[Any]
    after: View[Any]
    events: tuple[Event, ...]

    @property
    def shot(self) -> Any:
        return next(e for e in self.events if isinstance(e, SEEDS[self.game][1]))

    def ends(self) -> tuple[str, str]:
        """Who shoots at whom, by the ids of their items."""
        g, shot = self.before.state, self.shot
        if self.game == "owm":
            firer, target = g.fireteam_of(shot.soldier), g.fireteam_of(shot.target)
            return f"team:{firer.id}", f"team:{target.id}"
        if self.game == "squadcards":
            return f"pawn:{g.squads[shot.squad].seat}", f"pawn:{g.squads[shot.target].seat}"
        if self.game == "nco":
            fired = shot_at(g)
            assert fired is not None
            return f"man:{fired.shooter}", f"man:{shot.soldier}"
        if self.game == "hailfire":
            return f"team:{shot.firer}.art", f"team:{shot.target}.art"
        return f"unit:{shot.firer}", f"unit:{shot.target}"


@cache
def step_of(game: str) -> Step:
    system = games.get(game)
    seed, kind = SEEDS[game]
    match = LocalMatch(system, system.default_setup(), seed, [random_player] * 2)
    while True:
        before = snapshot(match.view(0))
        match.step()
        events = tuple(match.state.events)
        if any(isinstance(event, kind) for event in events):
            return Step(game, before, snapshot(match.view(0)), events)


class Watched:
    """A table that is told of a step."""

    def __init__(self, step: Step, events: tuple[Event, ...] | None = None, **set_to: Any) -> None:
        self.stage = Stage(games.get(step.game), 0, ["Anna", "Ben"], Settings(**set_to))
        self.now = 1.0
        self.stage.sitting.told(step.before, ())
        self.stage.tick(self.now)
        self.base = self.stage.frame()
        self.stage.sitting.told(step.after, step.events if events is None else events)
        self.stage.tick(self.now)

    @property
    def presenter(self) -> Any:
        return self.stage.sitting.presenter

    def goes_on(self, seconds: float = 0.02) -> Watched:
        self.now += seconds
        self.stage.tick(self.now)
        return self

    def to_animation(self) -> Watched:
        for _ in range(1000):
            if self.presenter.playing is not None:
                return self
            self.goes_on()
        raise AssertionError("nothing is animated")

    def drawn(self) -> list[Item]:
        return drawn(self.stage.frame())


def drawn(scene: Scene) -> list[Item]:
    return [item for item in scene if item.kind == "animation"]


def points(items: list[Item]) -> set[tuple[int, int]]:
    found = [item.shape.points for item in items if item.shape is not None]
    return {(round(x), round(y)) for one in found for x, y in one}


@every_game
def test_a_shot_is_seen_between_who_shoots_and_who_is_shot_at(game: str) -> None:
    step = step_of(game)
    table = Watched(step, (step.shot,)).to_animation().goes_on(0.15)
    start, end = [table.base.find(id) for id in step.ends()]
    assert start is not None and end is not None
    line = max(
        [i.shape.points for i in table.drawn() if i.shape and len(i.shape.points) == 2],
        key=lambda ends: abs(ends[0][0] - ends[1][0]) + abs(ends[0][1] - ends[1][1]),
    )
    for (x, y), item in zip(line, (start, end), strict=True):
        slack = max(item.rect.w, item.rect.h) / 2 + 2
        assert abs(x - item.rect.cx) <= slack and abs(y - item.rect.cy) <= slack


@every_game
def test_an_animation_moves_and_is_gone_when_the_state_has_come(game: str) -> None:
    step = step_of(game)
    table = Watched(step).to_animation().goes_on(0.05)
    once = points(table.drawn())
    assert points(table.goes_on(0.06).drawn()) != once
    while table.presenter.busy:
        table.goes_on(0.5)
    assert not table.drawn()


@every_game
def test_with_reduced_motion_a_line_stands_still(game: str) -> None:
    step = step_of(game)
    table = Watched(step, (step.shot,), still=True).to_animation()
    first = table.stage.frame()
    assert drawn(first)
    assert table.goes_on(0.2).stage.frame() is first


@pytest.mark.parametrize("kind", AnimationKind)
def test_with_reduced_motion_no_kind_moves(kind: AnimationKind) -> None:
    scene = Scene(
        (400, 300),
        1.0,
        [
            Item("a", "man", Rect(40, 40, 50, 50), 240),
            Item("b", "man", Rect(240, 140, 50, 50), 250),
        ],
    )
    shown = [Animation(kind, Site.of("b"), Site.of("a"))]
    parts = [drawn(over(scene, shown, part, True)) for part in (0.0, 0.3, 0.9)]
    assert parts[0] and parts[0] == parts[1] == parts[2]
    moving = [drawn(over(scene, shown, part)) for part in (0.3, 0.6)]
    assert moving[0] != moving[1]
    assert all(item.action is None and not item.solid for one in parts for item in one)


def test_a_speed_of_nothing_and_a_press_show_none() -> None:
    step = step_of("owm")
    table = Watched(step, speed="off")
    assert table.presenter.playing is None and not table.presenter.busy
    table = Watched(step).to_animation()
    table.stage.key("space")
    assert table.presenter.playing is None and not table.drawn()


def test_a_faster_speed_shows_it_for_a_shorter_time() -> None:
    step = step_of("owm")
    lasts = {
        speed: Watched(step, (step.shot,), speed=speed).to_animation().presenter.playing.seconds
        for speed in ("slow", "normal", "fast")
    }
    assert lasts["slow"] > lasts["normal"] > lasts["fast"] > 0
    assert lasts["normal"] == SECONDS[AnimationKind.SHOT]


def test_many_of_one_step_follow_each_other_and_are_capped_together() -> None:
    step = step_of("heroes")
    table = Watched(step, (step.shot,) * 9)
    seen = {}
    while table.presenter.busy:
        playing = table.presenter.playing
        if playing is not None:
            seen[playing.began] = playing.seconds
        table.goes_on()
    assert len(seen) == 9
    assert sum(seen.values()) <= LONGEST + 1e-6


def test_who_is_not_seen_has_no_line() -> None:
    step = step_of("owm")
    table = Watched(step, (step.shot,)).to_animation().goes_on(0.15)
    start, _ = step.ends()
    hidden = Scene(table.base.size, table.base.scale, [i for i in table.base if i.id != start])
    shown = table.presenter.playing.animations
    there = hidden.find(step.ends()[1])
    assert there is not None
    for x, y in points(drawn(over(hidden, shown, 0.5))):
        assert abs(x - there.rect.cx) < 60 and abs(y - there.rect.cy) < 60
    nobody = Scene(table.base.size, table.base.scale, [])
    assert over(nobody, shown, 0.5) is nobody


def test_a_barrage_and_smoke_are_where_the_map_has_them() -> None:
    """A point of the map is found at any zoom: it is a part of the map's item."""
    step = step_of("hailfire")
    table = Watched(step)
    team = step.before.state.teams[step.shot.target]
    (fell,) = table.stage.table.animations(step.before, BarrageFell(UnitId(0), team.spot, 600, ()))
    scene = table.base
    burst = drawn(over(scene, [fell], 0.3))
    whole, art = scene.find("map"), scene.find(f"team:{step.shot.target}.art")
    assert whole is not None and art is not None
    xs = [item.rect.cx for item in burst]
    assert min(xs) - 80 <= art.rect.cx <= max(xs) + 80

    step = step_of("heroes")
    table = Watched(step)
    at = step.before.state.units[step.shot.target].at
    (smoke,) = table.stage.table.animations(step.before, SmokeLaid(at))
    unit = table.base.find(f"unit:{step.shot.target}")
    assert unit is not None
    puffs = drawn(over(table.base, [smoke], 0.5))
    assert puffs and all(puff.rect.meets(unit.rect.inset(-unit.rect.w)) for puff in puffs)
