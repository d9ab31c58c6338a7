"""A course: lessons out of data, each a match that the rules have brought so far, and steps to be
done in it.

It is played on one machine, by one person, against seats and a chance that follow a script:
practice, never a match. A rule system that has lessons gives a `LessonCourse`
(`lesson_files.read_course`). `Practice` walks through one lesson, and does not know who asks: a
terminal, or a window. docs/lessons.md says how a lesson is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.chance import Chance
from owm_net.engine.data import Plain
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.deeds import Deed
from owm_net.engine.errors import BadData, EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Flip, Over, Request, Reveal, Roll
from owm_net.engine.requests.openings import Learning, Opening
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.zones import place

LEARNER = Seat(0)
"""The seat of whoever learns; the others play what the steps say."""
MOST_WORDS = 40
"""Of a lesson, that are on the screen at a time."""
ANY = -1
"""A card of a script that chance may choose."""


@frozen
class LessonStep:
    """One thing to do. say: the instruction. typed: the same in a terminal. do, also: the answers
    that fulfil it. best: which of them is pointed at, by fields that may differ. point: how the ids
    of the items begin that are lit besides, apart by blanks. at: a point of the map to press that
    the answer does not hold. cards, numbers: what chance gives after it. then: what is answered
    after it until the next step, by whoever is asked. seen: what the player has just seen, before
    it. wrong: what is said to anything else, in the place of that."""

    say: str
    do: Deed
    also: tuple[Deed, ...] = ()
    best: Mapping[str, Plain] = field(factory=dict)
    point: str = ""
    at: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    then: tuple[Deed, ...] = ()
    seen: str = ""
    wrong: str = ""
    typed: str = ""

    @property
    def refusal(self) -> str:
        """What is said to an answer that the rules allow and the step does not mean."""
        return self.wrong or say("The rules allow that, but this step is about something else.")


@frozen
class Lesson:
    """key: its name in commands and in what is kept. about: a sentence. end: what has come of the
    last step. rules: the ids of the
    ledger. lay: makes the match as it stands when the lesson begins, and
    its dealer."""

    key: str
    title: str
    about: str
    end: str
    rules: tuple[str, ...]
    lay: Callable[[], tuple[GameState, ScriptedDealer]]
    steps: tuple[LessonStep, ...]


@frozen
class LessonMatch:
    """The match that a course ends in, against the computer: "" is the system's own."""

    mission: str = ""
    level: str = ""
    opponent: str = ""
    switches: dict[str, str] = field(factory=dict)


@frozen
class LessonCourse:
    """The lessons of a rule system. about: in a sentence. end: what is said after the last."""

    title: str
    about: str
    end: str
    match: LessonMatch
    lessons: tuple[Lesson, ...]

    def number(self, key: str) -> int:
        """Which lesson has a key, or begins so, or is so numbered from 1; -1 for none."""
        keys = [lesson.key for lesson in self.lessons]
        if key.isdecimal() and 1 <= int(key[:4]) <= len(keys):
            return int(key) - 1
        return next((n for n, one in enumerate(keys) if one.startswith(key.lower())), -1)


class ScriptedDealer(LocalDealer):
    """A dealer who deals what a script says, and by chance where it says nothing."""

    def __init__(self, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.cards: deque[int] = deque()
        self.numbers: deque[int] = deque()
        self.unscripted = 0
        """Cards turned up for all, and numbers, that the script did not choose."""
        self._settled: dict[int, int] = {}
        self._least = 0

    def answer(self, request: Request[Any]) -> Any:
        """The script's answer, as far as it goes. Raises BadData where it cannot be dealt."""
        if isinstance(request, Opening | Learning) and not isinstance(request, Reveal):
            for slot in request.slots:
                if slot < 0 and slot not in self._settled:
                    self._settle(slot, isinstance(request, Flip))
        self._least = 1 if isinstance(request, Roll) else 0
        return super().answer(request)

    def below(self, n: int) -> int:
        """The next number of the script; the face of a die counts from 1 there."""
        if not self.numbers:
            self.unscripted += 1
            return super().below(n)
        number = self.numbers.popleft() - self._least
        if not 0 <= number < n:
            raise BadData([f"chance is to give {number}, of 0 to {n - 1}"])
        return number

    def _settle(self, slot: int, is_open: bool) -> None:
        """Bring the card of the script to a slot that nobody has seen."""
        wanted = self.cards.popleft() if self.cards else ANY
        if wanted != ANY:
            deck = place(slot)[0]
            found = [s for s, card in self.faces.items() if card == wanted]
            free = [s for s in found if place(s)[0] == deck and s not in self._settled]
            if not free:
                raise BadData([f"card {wanted} is not in the deck any more"])
            self.faces[free[0]], self.faces[slot] = self.faces[slot], wanted
        elif is_open:
            self.unscripted += 1
        self._settled[slot] = self.faces[slot]


@define
class Practice:
    """A lesson in progress. at: the step that is to be done next. told: what has happened since the
    learner's last answer, a line each. script: what is answered before the next step. watch: is
    called after every step of the match, and once at the beginning."""

    lesson: Lesson
    at: int = 0
    watch: Callable[[Practice], None] = lambda practice: None
    told: list[str] = field(factory=list)
    g: GameState = field(init=False)
    dealer: ScriptedDealer = field(init=False)
    script: deque[Deed] = field(factory=deque, init=False)

    def __attrs_post_init__(self) -> None:
        first, self.at, watch = self.at, 0, self.watch
        self.watch = lambda practice: None
        self.g, self.dealer = self.lesson.lay()
        self._run()
        while self.at < first:
            if (problem := self.give(self.wanted)) != "":
                raise EngineBug(f"{self.lesson.key}, step {self.at + 1}: {problem}")
        self.told.clear()
        self.g.events.clear()
        self.watch = watch
        watch(self)

    @property
    def view(self) -> View[Any]:
        """The learner's view."""
        return View(self.g, LEARNER, self.dealer.knowledge[LEARNER])

    @property
    def step(self) -> LessonStep | None:
        """What is to be done; None when the lesson is over."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def wanted(self) -> Answer:
        """The answer that the step points at. Raises BadData if the rules have none for it."""
        step = self._step
        return step.do.answer(self.view, step.best)

    def leads(self, answer: Answer) -> bool:
        """Return True if an answer fulfils the step."""
        step, view = self._step, self.view
        return any(deed.fits(view, answer) for deed in (step.do, *step.also))

    def give(self, answer: Answer) -> str:
        """Try an answer. Return "" if it fulfils the step: then it is done and `told` holds the
        result. Otherwise return why not; nothing has happened."""
        refusal = agenda.why_not(self.view, answer)
        if refusal is not None:
            return say("{what} ({rule})", what=refusal.why, rule=refusal.rule)
        if not self.leads(answer):
            return self._step.refusal
        self.told.clear()
        step, request = self._step, self.g.pending
        assert isinstance(request, Decision)
        self.script.extend(step.then)
        self.dealer.cards.extend(step.cards)
        self.dealer.numbers.extend(step.numbers)
        self.at += 1
        self._decide(request, answer)
        self._run()
        return ""

    @property
    def left_over(self) -> int:
        """How many answers, cards and numbers of the script nobody has asked for."""
        cards = [card for card in self.dealer.cards if card != ANY]
        return len(self.script) + len(cards) + len(self.dealer.numbers)

    @property
    def _step(self) -> LessonStep:
        if self.step is None:
            raise EngineBug("the lesson is over")
        return self.step

    def _run(self) -> None:
        """Up to the learner's next step, or to the end."""
        while True:
            request = self.g.pending
            if request is None or isinstance(request, Over):
                return
            if not isinstance(request, Decision):
                self._advance(self.dealer.answer(request))
            elif self._is_next(request):
                return
            else:
                self._decide(request)

    def _is_next(self, request: Decision[Any]) -> bool:
        """Return True if the learner is to do a step now, or all of them are done."""
        step = self.step
        if self.script:
            return False
        if step is None and not all(self._may_pass(seat) for seat in request.deciders):
            return True
        if LEARNER not in request.deciders:
            return False
        kind = agenda.kind_of(self.view)
        if step is None:  # what it began with comes again
            return self.lesson.steps[0].do.cls in kind.answers
        if step.do.cls not in kind.answers:
            return False
        return not kind.passes or step.do.can(self.view)

    def _may_pass(self, seat: Seat) -> bool:
        view = View(self.g, seat, self.dealer.knowledge[seat])
        return agenda.why_not(view, Pass()) is None

    def _decide(self, request: Decision[Any], own: Answer | None = None) -> None:
        said = [
            own if own is not None and seat == LEARNER else self._scripted(seat)
            for seat in request.deciders
        ]
        self._advance(request.decided(said, self.dealer))

    def _scripted(self, seat: Seat) -> Answer:
        try:
            return next_of(self.script, View(self.g, seat, self.dealer.knowledge[seat]))
        except BadData as e:
            raise BadData([f"{self.lesson.key}, after step {self.at}: {e}"]) from e

    def _advance(self, answer: Any) -> None:
        agenda.advance(self.g, answer)
        self.told += list(_words(self.g))
        self.watch(self)


def play_script(g: GameState, dealer: ScriptedDealer, deeds: tuple[Deed, ...]) -> None:
    """Run a fresh match until the deeds are done and a seat is asked that has none. Raises
    BadData."""
    script = deque(deeds)
    request = agenda.begin(g)
    while not isinstance(request, Over):
        if not isinstance(request, Decision):
            request = agenda.advance(g, dealer.answer(request))
            continue
        if not script:
            return
        said = [next_of(script, View(g, s, dealer.knowledge[s])) for s in request.deciders]
        request = agenda.advance(g, request.decided(said, dealer))
    if script:
        raise BadData([f"the match is over, and {len(script)} answers are left"])


def next_of(script: deque[Deed], view: View[Any]) -> Answer:
    """What the script has a seat answer: the next deed if the rules allow it now, else a pass.
    Raises BadData where neither will do."""
    if script and script[0].can(view):
        return script.popleft().answer(view)
    if agenda.why_not(view, Pass()) is None:
        return Pass()
    left = f"and cannot {script[0].plain}" if script else "and no answer is left"
    raise BadData([f"seat {view.seat} is asked {agenda.kind_of(view).word} {left}"])


def _words(g: GameState) -> Iterator[str]:
    for event in g.events:
        line = event.sentence(g)
        if line:
            yield say("{what} ({rule})", what=line, rule=event.rule)
