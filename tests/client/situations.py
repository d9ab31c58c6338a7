"""Questions of OWM to look at: for each kind a match that comes to it, found once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from owm_net import games
from owm_net.client.answering.drafting import values_of
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine.drafts import Draft
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.system import Setup
from owm_net.games.owm.state import OwmState
from tests.client.robot import Robot
from tests.kinds import words

SELDOM = ("retreat_to", "go_back")
"""Asked where a bridge is blown up, and in a stalemate of paratroops: chance seldom comes to them;
`test_owm_operations` and `test_owm_paratroops` do."""
KINDS = tuple(kind for kind in words("owm") if kind not in SELDOM)
SEEDS = {"slip_away": 400}
"""How many matches are searched for a kind, if not 60."""


def asked_of_seat_0(request: Any) -> tuple[str, ...]:
    """The kind of question that this puts to seat 0, if it does."""
    if isinstance(request, Choose):
        return (request.kind,) if request.seat == 0 else ()
    return (request.kind,) if isinstance(request, ChooseSecretly) and 0 in request.seats else ()


OF_PARTNERS = ("split", "split_fireteams", "agree_split")
"""Asked where two players fight on a side."""
WHERE = {
    "decision": ("", "lieutenant"),
    "throw_away": ("", "lieutenant"),
    "shell": ("capture-the-flag", "lieutenant"),
    "truck_shooter": ("the-road-to-ruin", ""),
}
"""The mission and the level at which a kind is asked, if not the first."""


def matches_of(kind: str) -> Search:
    """The matches that come to a kind."""
    return search(*WHERE.get(kind, ("", "")), 4 if kind in OF_PARTNERS else 2)


def setup_for(kind: str) -> Setup:
    """Theirs."""
    return matches_of(kind).setup


def is_much_to_see(g: OwmState, kind: str) -> bool:
    """Return True if it is late enough in a match that the table, and a shown hand, are full."""
    if kind == "throw_away":
        return len(g.hands[1]) > 1
    return g.round_no > 2 or kind not in ("action", "decision")


class Search:
    """Goes through the matches of a setup, one after another, until one asks for a kind; each step
    is taken once, whatever is looked for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._found: dict[str, tuple[int, int]] = {}
        self._seeds = 0
        self._steps = self._through()

    def where(self, kind: str) -> tuple[int, int]:
        """(seed, steps) of the first match of random players that asks seat 0 this."""
        while kind not in self._found:
            assert self._seeds < SEEDS.get(kind, 60), f"no match asks for {kind}"
            next(self._steps)
        return self._found[kind]

    def _through(self) -> Iterator[None]:
        system = games.get("owm")
        while True:
            match = LocalMatch(system, self.setup, self._seeds, [random_player] * self.setup.seats)
            while not isinstance(match.request, Over):
                g = match.state
                assert isinstance(g, OwmState)
                for kind in asked_of_seat_0(match.request):
                    if is_much_to_see(g, kind):
                        self._found.setdefault(kind, (self._seeds, g.answered))
                yield
                match.step()
            self._seeds += 1
            yield


@cache
def search(mission: str, level: str, seats: int) -> Search:
    """The search through the matches of a setup, which goes on where it was."""
    return Search(games.get("owm").default_setup(mission, level, seats))


def stage_at(
    kind: str,
    *,
    size: tuple[int, int] = (1280, 720),
    scale: float = 1.0,
    speed: str = "off",
) -> Stage:
    """A table at a question of this kind, with a log and everything shown."""
    seed, steps = matches_of(kind).where(kind)
    system = games.get("owm")
    setup = setup_for(kind)
    robot = Robot(
        system,
        seed,
        setup=setup,
        settings=Settings(size=size, scale=scale, speed=speed, guard=True),
    )
    robot.match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
    match = robot.match
    while match.state.answered < steps:
        match.step()
        if match.state.answered > steps - 40:
            robot.tell()
    robot.stage.sitting.ask(match.view(0), robot.answers.append)
    robot.tick()
    if speed == "off":
        assert (
            robot.stage.sitting.answering.kind is not None
            and robot.stage.sitting.answering.kind.word == kind
        )
    return robot.stage


def picked(stage: Stage, kind: Any) -> list[Any]:
    """Return the chosen values of a type."""
    return list(values_of(stage.sitting.answering.sketch, kind))


def pick_nothing(stage: Stage) -> None:
    """Begin the same kind of answer with nothing chosen, not even single choices."""
    sketch = stage.sitting.answering.sketch
    stage.sitting.answering.sketch = None if sketch is None else Draft(sketch.cls)
    stage.sitting.touch()


def doing(stage: Stage) -> Any:
    """The kind of answer that is being made."""
    sketch = stage.sitting.answering.sketch
    return None if sketch is None else sketch.cls


def everything(stage: Stage) -> Iterator[Stage]:
    """The stage, and the stage with the pointer on each thing that says something then."""
    yield stage
    for item in list(stage.scene()):
        if item.tooltip or item.kind in ("card", "soldier"):
            point = stage.scene().point_of(item)
            if point is not None:
                stage.move(*point)
                yield stage
