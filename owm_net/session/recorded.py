"""A match that was read from its log, any step of which can be gone to.

A state holds no secret and everything that decides the future, so a match is its first state and
the answers. Snapshots of the state stand EVERY steps apart; any other state is that before it, and
the answers from there on. Events are kept, in words too, because the words of an event may depend
on the state after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import Event, GameState, Mark
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Decision, Over, Result
from owm_net.engine.story import StoryLine, Storyteller
from owm_net.engine.system import System
from owm_net.engine.taking_back import turn_back
from owm_net.engine.view import EVERYBODY, View
from owm_net.session.asked import Asked
from owm_net.session.match import Match

EVERY = 16
"""Steps from one snapshot to the next."""

Progress = Callable[[int, int], None]


@frozen
class RecordedEvent:
    """An event and its line in the log. step: requests answered when it happened."""

    step: int
    event: Event
    line: StoryLine

    @property
    def text(self) -> str:
        """Its own sentence, "" for none."""
        return self.line.text


@frozen
class Learnt:
    """Cards that one seat alone has seen. known: slot -> card; since: slot -> requests answered
    when it had learnt it, left out of what it knew from the beginning. others: seats whose cards
    are with these, see `together`."""

    seat: Seat
    known: Mapping[int, int]
    since: Mapping[int, int]
    others: tuple[Seat, ...] = ()

    def by(self, step: int) -> dict[int, int]:
        """Return what it knew at a step: slot -> card."""
        return {slot: card for slot, card in self.known.items() if self.since.get(slot, 0) <= step}


def together(hands: Sequence[Learnt]) -> Learnt:
    """Return what several seats have seen, as the first of them."""
    known: dict[int, int] = {}
    since: dict[int, int] = {}
    for hand in hands:
        known.update(hand.known)
        for slot in hand.known:
            at = hand.since.get(slot, 0)
            since[slot] = min(at, since.get(slot, at))
    return Learnt(hands[0].seat, known, since, tuple([hand.seat for hand in hands[1:]]))


def since(asked: Iterable[Asked], seat: Seat) -> dict[int, int]:
    """When a seat has learnt what it was shown alone: slot -> requests answered by then."""
    found: dict[int, int] = {}
    for one in asked:
        shown = one.request.learns()
        slots = shown[1] if shown is not None and shown[0] == seat else ()
        for slot in (*slots, *one.request.moved().values()):
            found.setdefault(slot, one.answered + 1)
    return found


@define(eq=False)
class Recording:
    """said: everything told, by step. last: the last step. stopped: how the players ended the match
    themselves. problem: the fault in the log after it, "" for none. taken: steps taken again, to
    reach others."""

    system: System
    names: Sequence[str]
    last: int = 0
    said: list[RecordedEvent] = field(factory=list)
    stopped: Result | None = None
    problem: str = ""
    taken: int = 0
    _asked: Sequence[Asked] = ()
    _snapshots: list[GameState] = field(factory=list)
    _ends: list[int] = field(factory=list)

    def state(
        self,
        step: int,
        before: Callable[[GameState, Sequence[RecordedEvent]], object] | None = None,
    ) -> GameState:
        """The state after `step` answered requests, 0 <= step <= last; the caller may change it.

        before: called for some steps before it, at least EVERY if there are so many, with the state
        before each and what it told.
        """
        place = max(0, step // EVERY - (before is not None))
        state = self._snapshots[place].clone()
        for n in range(place * EVERY, step):
            if before is not None:
                before(state, self.told(n + 1))
            self.take(state, n)
            self.taken += 1
        state.events.clear()
        return state

    def take(self, state: GameState, n: int) -> None:
        """Take the next step of the match, as it was taken. state: that after `n` steps."""
        asked = self._asked[n]
        if asked.left is not None:
            self.system.go_on_without(state, asked.left)
        elif asked.back is not None:
            turn_back(state, self.state(self._place(n)))
        else:
            agenda.advance(state, asked.answer)

    def _place(self, n: int) -> int:
        """Return after how many steps the request was asked at which they went on instead of the
        n-th. What needs no step of its own has the number of the next."""
        return max(i for i, one in enumerate(self._asked[:n]) if one.step == self._asked[n].back)

    def decisions(self) -> list[tuple[int, Seat, Answer]]:
        """Return what each seat has decided, without what was taken back: after how many steps, who
        and what, with its own cards as slots."""
        found: list[tuple[int, Seat, Answer]] = []
        for n, asked in enumerate(self._asked[: self.last]):
            if asked.back is not None:
                place = self._place(n)
                found = [one for one in found if one[0] < place]
            elif isinstance(asked.request, Decision) and asked.answer is not None:
                found += [(n, *said) for said in asked.request.decisions(asked.answer)]
        return found

    def view(self, step: int, learnt: Learnt | None = None) -> View[Any]:
        """The same as everybody saw it, or as the seat did that learnt these cards."""
        state = self.state(step)
        if learnt is None:
            return View(state, EVERYBODY, {})
        return View(state, learnt.seat, learnt.by(step))

    def told(self, step: int) -> Sequence[RecordedEvent]:
        """Return what was told by the step that ended with `step` answered requests; for 0, by the
        beginning."""
        return self.said[self._upto(step - 1) : self._upto(step)]

    def upto(self, step: int) -> Sequence[RecordedEvent]:
        """All that was told up to there."""
        return self.said[: self._upto(step)]

    def marks(self, mark: Mark) -> list[RecordedEvent]:
        """The events of one kind of mark, the first of each step."""
        found = {said.step: said for said in reversed(self.said) if said.event.mark is mark}
        return [found[step] for step in sorted(found)]

    def beside(self, step: int, way: int) -> int:
        """The next step after (1) or before (-1) that told something; the last or the first where
        none did."""
        found = (
            self.said[self._upto(step) :] if way > 0 else self.said[: self._upto(step - 1)][::-1]
        )
        return found[0].step if found else (self.last if way > 0 else 0)

    def beside_mark(self, step: int, way: int) -> int:
        """The same for the steps that have a mark."""
        steps = [said.step for said in self.said if said.event.mark is not Mark.NONE]
        beyond = [n for n in steps if (n > step if way > 0 else n < step)]
        if not beyond:
            return self.last if way > 0 else 0
        return beyond[0] if way > 0 else beyond[-1]

    def _upto(self, step: int) -> int:
        return self._ends[min(step, self.last)] if step >= 0 else 0


def record(match: Match, problem: str = "", progress: Progress = lambda n, of: None) -> Recording:
    """Make a recording of an observer's match that has read its log.

    match: one that wrote down what the rules asked (`Match.write_requests`), from the first record
    on. problem: what is wrong with the log behind what it has read. progress: told how many steps
    are done, and of how many.
    """
    asked = match.write_requests()
    made = Recording(match.system, match.names, problem=problem, asked=asked)
    made.stopped = match.stopped
    state = match.system.new_game(match.terms.setup)
    agenda.begin(state)
    teller = Storyteller(match.system.stories, match.system.narrate)
    _note(made, teller, state, 0)
    for n, one in enumerate(asked):
        answered = one.answer is not None or one.left is not None or one.back is not None
        if not answered or isinstance(one.request, Over):
            break
        try:
            made.take(state, n)
        except Exception:  # the step at which the log is bad: `problem` says why
            break
        _note(made, teller, state, n + 1)
        progress(n + 1, len(asked))
    return made


def _note(made: Recording, teller: Storyteller, state: GameState, step: int) -> None:
    told = [(event, teller.tell(state, event, made.names)) for event in state.events]
    said = [RecordedEvent(step, event, line) for event, line in told]
    if step % EVERY == 0:
        made._snapshots.append(state.clone())
    made.said.extend(said)
    made._ends.append(len(made.said))
    made.last = step
