"""A player with a plan on a free map: makes the computer player's answers at the table. Here for
NCO; `intending_hailfire` says what is different there."""

from __future__ import annotations

from math import hypot
from typing import Any

from owm_net.client.answering.drafting import Adopt, Pick, Say, Set, Verb
from owm_net.client.free_map.chart import FreePlane
from owm_net.client.maps.pointing import OnMap
from owm_net.client.scene import Item
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.tables.nco.acting import ArmWith, springing
from owm_net.client.tables.nco.building import NATION
from owm_net.client.tables.nco.common import WHO
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import Blank, blanks_of
from owm_net.engine.local import computer_player
from owm_net.engine.requests import Answer
from owm_net.games.nco.ids import SoldierId, Spot
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.specials import SpecialAssault
from owm_net.games.nco.squads import Roster
from owm_net.games.nco.state import NcoState
from tests.client.robot import Robot, Typist


class Intending(Robot):
    """With the pointer. A point of the map is a pixel wide, so now and then an answer cannot be
    given as it was wanted; then any is. made: how many were of the kind that was wanted."""

    made = 0

    def answer_by_clicking(self) -> Answer:
        """As the computer player would answer."""
        given: list[Answer] = []
        sitting = self.stage.sitting
        sitting.ask(self.match.view(0), given.append)
        self.tick()
        if given:  # nobody was asked
            return given[0]
        assert sitting.answering.kind is not None
        want = self.wish()
        self.look(self.stage)
        self.turn_pages(want)
        if not self.press(lambda i: isinstance(i.action, Say) and i.action.answer == want):
            self.make(want, given)
            self.look(self.stage)
            if not given:
                self.press(lambda i: i.id == "confirm")
        if given:
            self.made += type(given[0]) is type(want)
            self.kinds[model_word(want)] = self.kinds.get(model_word(want), 0) + 1
            return given[0]
        return super().answer_by_clicking()

    def wish(self) -> Answer:
        """What the computer player would answer."""
        return computer_player(
            self.system, self.match.view(0), Chance(len(self.kinds), self.clicks)
        )

    def turn_pages(self, want: Answer) -> None:
        """Turn to what must be looked at before it can be pressed."""
        if isinstance(want, Roster):
            self.press(lambda i: i.action == LookAtShelf(NATION + want.nation))
            self.press(lambda i: isinstance(i.action, Adopt) and i.action.answer == want)

    def make(self, want: Answer, given: list[Answer]) -> None:
        """Choose who, which kind of answer, then field by field."""
        sitting, cls = self.stage.sitting, type(want)
        blanks = {blank.name: blank for blank in blanks_of(cls)}
        begun = sitting.answering.sketch.get(WHO) if sitting.answering.sketch is not None else None
        if "soldier" in blanks and begun != getattr(want, "soldier", begun):
            self.fill(want, blanks["soldier"])
        if sitting.answering.sketch is None or sitting.answering.sketch.cls is not cls:
            self.press(lambda i: isinstance(i.action, Verb) and i.action.cls is cls)
        for blank in blanks.values():
            sketch = sitting.answering.sketch
            if given or sketch is None or sketch.cls is not cls:
                return
            if sketch.get(blank.field, blank.default) != getattr(want, blank.name):
                self.fill(want, blank)

    def fill(self, want: Any, blank: Blank) -> None:
        """One field: on the map, by a soldier, by a button beside it."""
        value = getattr(want, blank.name)
        if blank.name == "walked":
            for point, leg, walked in springing(self.state):
                if (leg, walked) == (want.leg, value):
                    self.point(point)
        elif blank.kind is Spot:
            spots = value if blank.many else () if value is None else (value,)
            charges = isinstance(want, Assault | SpecialAssault)
            walks = blank.name == "path"
            last = self.state.soldiers[want.soldier].spot if walks else None
            for spot in spots[: len(spots) - charges]:
                if spot == last:
                    continue
                self.point(spot[:2])
                if (
                    last is not None and self.stage.sitting.ui.refused.why
                ):  # a pixel too far: a bit less
                    self.point(shorter(last, spot))
                last = spot if walks else None
            if charges:
                self.press(lambda i: i.id == f"man:{want.target}")
        elif blank.kind is SoldierId and blank.many:
            for soldier in value:
                self.press(lambda i, soldier=soldier: i.id == f"man:{soldier}")
        elif blank.kind is not SoldierId or not self.press(lambda i: i.id == f"man:{value}"):
            self.press(lambda i: _sets(i.action, blank, value))

    @property
    def state(self) -> NcoState:
        """Of the match."""
        assert isinstance(self.match.state, NcoState)
        return self.match.state

    def press(self, hit: Any) -> bool:
        """The first thing that can be pressed and is meant; False if there is none."""
        scene = self.stage.scene()
        for item in scene:
            if item.action is None or item.why or not hit(item) or scene.point_of(item) is None:
                continue
            self.hit(item)
            self.clicks += 1
            self.tick()
            return True
        return False

    def point(self, point: tuple[int, int]) -> None:
        """A point of the table is pressed."""
        x, y = self.on_screen(point)
        self.stage.move(x, y)
        self.tick()
        self.look(self.stage)
        self.stage.press(x, y)
        self.clicks += 1
        self.tick()

    def on_screen(self, point: tuple[int, int]) -> tuple[float, float]:
        """Where it is in the scene."""
        item = self.map()
        assert isinstance(item.action, OnMap) and isinstance(item.action.plane, FreePlane)
        wide, high = item.action.plane.size
        across, down = point[0] / wide, 1 - point[1] / high
        if item.action.plane.turned:
            across, down = 1 - across, 1 - down
        return item.rect.x + across * item.rect.w, item.rect.y + down * item.rect.h

    def map(self) -> Item:
        """The table, to be pressed."""
        item = self.stage.scene().find("map")
        assert item is not None and isinstance(item.action, OnMap)
        return item


class IntendingTypist(Intending, Typist):
    """The same by keyboard alone: the cross is brought to a point by inches, then by tenths."""

    def point(self, point: tuple[int, int]) -> None:
        """With a, d, w, s and f, then x."""
        stage, means = self.stage, self.map().action
        assert isinstance(means, OnMap) and isinstance(means.plane, FreePlane)
        stage.key("w")
        for step, fine in ((100, False), (10, True)):
            if (stage.sitting.ui.look == "fine") != fine:
                stage.key("f")
            for axis, (less, more) in enumerate((("a", "d"), ("s", "w"))):
                for _ in range(means.plane.size[axis] // step):
                    cross = stage.sitting.map_view.cross
                    assert cross is not None
                    far = point[axis] - cross[axis]
                    if 2 * abs(far) <= step:
                        break
                    stage.key(more if (far > 0) != means.plane.turned else less)
        stage.key("f")
        self.look(stage)
        stage.key("x")
        self.clicks += 1
        self.tick()


def shorter(start: Spot, end: Spot) -> tuple[int, int]:
    """A point a tenth of an inch before the end of a leg."""
    far = max(1, round(hypot(end[0] - start[0], end[1] - start[1])))
    back = min(10, far)
    return (
        end[0] - (end[0] - start[0]) * back // far,
        end[1] - (end[1] - start[1]) * back // far,
    )


def model_word(answer: Answer) -> str:
    """Its class, to be counted."""
    return type(answer).__name__


def _sets(action: Any, blank: Blank, value: object) -> bool:
    """Return True if pressing this puts the value into that field."""
    if isinstance(action, ArmWith):
        return blank.name == "weapon" and action.weapon == value
    if isinstance(action, Pick):
        return action.kind is blank.kind and action.value == value
    return action == Set(blank.field, value)
