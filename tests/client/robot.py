"""A player that knows nothing of the rules: it finds what is lit by hit-testing, and clicks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import WindowAction
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over
from owm_net.engine.system import Setup, System
from tests.games.every import THOROUGH


class Stuck(AssertionError):
    """A question that no click answers."""


class Robot:
    """Seat 0 of a local match, played with the pointer alone. look: called before each click."""

    def __init__(
        self,
        system: System,
        seed: int,
        *,
        setup: Setup | None = None,
        settings: Settings | None = None,
        look: Callable[[Stage], None] = lambda stage: None,
    ) -> None:
        self.system = system
        self.setup = setup or system.default_setup()
        self.chance = random.Random(seed)
        self.stage = Stage(
            system,
            0,
            ["You", *(f"Computer {i}" for i in range(1, self.setup.seats))],
            settings or Settings(speed="off", guard=True),
        )
        players = [random_player, *([computer_player] * (self.setup.seats - 1))]
        self.match = LocalMatch(system, self.setup, seed, players)
        self.look = look
        self.kinds: dict[str, int] = {}
        self.answers: list[Answer] = []
        self.clicks = 0
        self.now = 0.0
        self.tell()

    def tell(self) -> None:
        """The match has taken a step."""
        self.stage.sitting.told(self.match.view(0), self.match.state.events)
        self.tick()

    def tick(self, seconds: float = 0.01) -> None:
        """Time passes."""
        self.now += seconds
        self.stage.tick(self.now)

    def wanted(self) -> bool:
        """Return True if seat 0 must answer."""
        request = self.match.request
        return (isinstance(request, Choose) and request.seat == 0) or (
            isinstance(request, ChooseSecretly) and 0 in request.seats
        )

    def run_to(self, hit: Callable[[Any], bool]) -> bool:
        """Play on without clicks to a question of seat 0 and ask it. False: the end."""
        while not isinstance(self.match.request, Over):
            if self.wanted() and hit(self.match):
                self.tell()
                self.stage.sitting.ask(self.match.view(0), self.answers.append)
                self.tick()
                return True
            self.match.step()
        self.tell()
        return False

    def play_ends(self, first: int, late: Callable[[Any], bool]) -> None:
        """Play the first questions of a match and its end, from the question at which `late` is
        true of the match; chance answers those between, but for `make thorough`."""
        if THOROUGH:
            assert self.play()
            return
        assert not self.play(first)
        assert self.run_to(late)
        self.stage.sitting.withdraw()
        assert self.play()

    def play(self, most: int = 100_000) -> bool:
        """Play to the end, or for `most` questions; True if the game has ended."""
        while not isinstance(self.match.request, Over):
            if not self.wanted():
                self.match.step()
                self.tell()
                continue
            if not most:
                return False
            most -= 1
            self._answer()
            self.tell()
        return True

    def _answer(self) -> None:
        request = self.match.request
        given = self.answer_by_clicking()
        if isinstance(request, ChooseSecretly):
            self.match.give(
                tuple([given if seat == 0 else self.match._ask(seat) for seat in request.seats])
            )
        else:
            self.match.give(given)

    def answer_by_clicking(self) -> Answer:
        """Clicks until the question is answered."""
        given: list[Answer] = []
        sitting = self.stage.sitting
        sitting.ask(self.match.view(0), given.append)
        self.tick()
        if not sitting.answering.is_open:
            raise Stuck("the question was not put")
        assert sitting.answering.kind is not None
        asked = sitting.answering.kind.word
        self.kinds[asked] = self.kinds.get(asked, 0) + 1
        for _ in range(150):
            self.look(self.stage)
            self.hit(self.choose())
            self.clicks += 1
            self.tick()
            if given:
                return given[0]
        texts = " | ".join(self.stage.scene().texts())
        raise Stuck(f"{self.match.request} is not answered after 150 clicks: {texts[:2000]}")

    def hit(self, item: Item) -> None:
        """Press it, as this player presses things."""
        point = self.stage.scene().point_of(item)
        assert point is not None
        self.stage.press(*point)

    def usable(self) -> list[Item]:
        """Return the game's items that say they can be pressed."""
        scene = self.stage.scene()
        return [
            i
            for i in scene
            if i.action is not None
            and not i.why
            and not isinstance(i.action, WindowAction)
            and scene.point_of(i) is not None
        ]

    def choose(self) -> Item:
        """A lit thing that is not covered; Confirm rather soon; now and then what is not lit."""
        usable = self.usable()
        confirm = [i for i in usable if i.id == "confirm"]
        if confirm and self.chance.random() < 0.5:
            return confirm[0]
        lit = [i for i in usable if i.lit and "chosen" not in i.flags]
        if lit and self.chance.random() < 0.85:
            return self.pick(lit)
        if confirm and self.chance.random() < 0.5:
            return confirm[0]
        cancel = [i for i in usable if i.id == "cancel"]
        if cancel and not lit and self.chance.random() < 0.3:
            return cancel[0]  # who does not get on with it begins with something else
        turns = [self.stage.scene().find(id) for id in ("page.on", "page.back")]
        for page in turns if not usable else ():
            if page is not None and not page.why:
                return page  # what may be chosen stands on another one
        if not usable:
            texts = self.stage.scene().texts()
            raise Stuck(f"nothing can be clicked for {self.match.request}: {texts}")
        return self.pick(usable)

    def pick(self, items: list[Item]) -> Item:
        """One of several."""
        return self.chance.choice(items)


class Typist(Robot):
    """The same by keyboard alone: a letter where the thing has one, else Tab to it, and Enter."""

    NEAR = 8
    """So many of the nearest by Tab are chosen from: who has no mouse does not walk far either."""

    def usable(self) -> list[Item]:
        """Raises Stuck for what a click reaches and no key does, unless it says that it is for the
        pointer, as the bar beside the buttons of a number."""
        found = [item for item in super().usable() if "pointer" not in item.flags]
        comes_to = {item.id for item in self.stage.scene().focusable}
        for item in found:
            if item.id not in comes_to and not item.key:
                raise Stuck(f"no key comes to {item.id} ({item.label})")
        return found

    def pick(self, items: list[Item]) -> Item:
        """Return one of the nearest, but any where nothing is lit: otherwise it would walk among
        useless ones for ever."""
        if not any(item.lit for item in items):
            return super().pick(items)
        return self.chance.choice(sorted(items, key=lambda i: abs(self._steps(i)))[: self.NEAR])

    def hit(self, item: Item) -> None:
        """By its letter, or by walking to it the shorter way."""
        stage = self.stage
        if item.key and self.chance.random() < 0.5:
            stage.key(item.key)
            return
        for _ in range(2 * len(stage.scene().focusable)):
            if stage.sitting.ui.focus == item.id:
                stage.key("enter")
                return
            stage.key("tab", shift=self._steps(item) < 0)
        raise Stuck(f"Tab does not come to {item.id} ({item.label})")

    def _steps(self, item: Item) -> int:
        """How often Tab is pressed to come there; below 0: with Shift."""
        ids = [one.id for one in self.stage.scene().focusable]
        focus = self.stage.sitting.ui.focus
        if item.id not in ids:
            return len(ids)
        ahead = (ids.index(item.id) - (ids.index(focus) if focus in ids else -1)) % len(ids)
        return ahead if ahead <= len(ids) // 2 else ahead - len(ids)
