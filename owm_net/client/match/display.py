"""The state of a match as the window shows it: it follows what happens, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define

from owm_net.client.match.match_log import LogLine, MatchLog
from owm_net.client.match.present import FACTOR, Beat, Moment, Playing, Presenter, Strip
from owm_net.client.match.signals import Signals
from owm_net.client.scene.animation import over
from owm_net.client.scene.items import Scene
from owm_net.client.settings import Settings
from owm_net.engine.agenda import Event
from owm_net.engine.story import StoryLine
from owm_net.engine.view import View
from owm_net.session.recorded import RecordedEvent

SLIDE = 0.45
"""Seconds in which a token goes to its new place."""


@define
class Slide:
    """A token on its way: from a place of the table to where it is now."""

    source: int
    began: float
    seconds: float


class Display:
    """latest: the state once everything before it has been shown, None before the first. slides:
    tokens on their way. waiting_since: when the latest state came. now: the time of the last tick,
    in seconds. is_replay: the log makes its states anew."""

    def __init__(
        self,
        settings: Settings,
        signals: Signals,
        beat: Callable[[View[Any] | None, Event, Strip], Beat],
        moved: Callable[[View[Any], View[Any]], dict[int, int]],
    ) -> None:
        self.log = MatchLog()
        self.presenter = Presenter(beat, self._log, self.arrive, signals.cue, speed=settings.speed)
        self.latest: View[Any] | None = None
        self.slides: dict[int, Slide] = {}
        self.waiting_since = self.now = 0.0
        self.is_replay = False
        self._settings, self._signals, self._moved = settings, signals, moved
        self._recalled: View[Any] | None = None  # the state after the last step of long ago
        self._animated: tuple[Scene, Playing, float, Scene] | None = None
        self._cache: dict[Any, Any] = {}
        self._cache_for: View[Any] | None = None

    @property
    def view(self) -> View[Any] | None:
        """The state that is shown: as it is, or as it was at a line of the log."""
        return self.log.shown(self.latest)

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """Something worked out once for each state that is shown."""
        if self._cache_for is not self.view:
            self._cache.clear()
            self._cache_for = self.view
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    @property
    def moving(self) -> bool:
        """Return True if the picture is about to change without input."""
        return self.presenter.busy or bool(self.slides)

    def animated(self, scene: Scene) -> Scene:
        """Return a finished picture with the animations of the moment over it; the same one where
        there are none."""
        playing = self.presenter.playing
        if playing is None or self.log.past is not None:
            return scene
        part = 0.0 if self._settings.still else playing.part(self.now)
        made = self._animated
        if made is None or made[0] is not scene or made[1:3] != (playing, part):
            whole = over(scene, playing.animations, part, self._settings.still)
            self._animated = made = scene, playing, part, whole
        return made[3]

    def told(self, view: View[Any], events: Sequence[Event], lines: Sequence[StoryLine]) -> None:
        """Show a step that was taken. lines: for the log, one for each event."""
        moment = Moment(snapshot(view), tuple(events), tuple(lines), view.state.answered)
        self.presenter.push(moment)
        self._signals.touch()

    def recall(self, view: View[Any], events: Sequence[Event], lines: Sequence[StoryLine]) -> None:
        """Put a step of long ago into the log; its flips can be seen again."""
        kept = snapshot(view)
        for event, line in zip(events, lines, strict=True):
            self.presenter.recall(self._recalled, event)
            if line.text:
                self._log(line, event, kept)
        self._recalled = kept
        self._signals.touch()

    def jump(self, view: View[Any], told: Sequence[RecordedEvent]) -> None:
        """Show a state of a replay, with all that was told up to it."""
        self.latest = view
        self.log.lines = [
            LogLine(s.event, s.line.text, s.step, None, s.line.headline, s.line.begins)
            for s in told
            if s.line.text
        ]
        self.log.scroll = 0
        self.slides.clear()
        self._signals.touch()

    def arrive(self, view: View[Any]) -> None:
        """Show a state; tokens that stand elsewhere now slide there."""
        seconds = 0.0 if self._settings.still else SLIDE * FACTOR[self._settings.speed]
        if self.latest is not None and seconds and self.log.past is None:
            for what, source in self._moved(self.latest, view).items():
                self.slides[what] = Slide(source, self.now, seconds)
        if self.latest is None or view.state.answered != self.latest.state.answered:
            self.waiting_since = self.now
        self.latest = view
        self._signals.touch()

    def tick(self, now: float) -> None:
        """Time passes: what is shown goes on."""
        if self.presenter.tick(now):
            self._signals.touch()
        for key in [k for k, s in self.slides.items() if now >= s.began + s.seconds]:
            del self.slides[key]
            self._signals.touch()

    def _log(self, line: StoryLine, event: Event, view: View[Any]) -> None:
        kept, step = None if self.is_replay else view, view.state.answered
        self.log.add(LogLine(event, line.text, step, kept, line.headline, line.begins))


def snapshot(view: View[Any]) -> View[Any]:
    """A copy that stays as it is."""
    return View(view.state.clone(), view.seat, dict(view.known))
