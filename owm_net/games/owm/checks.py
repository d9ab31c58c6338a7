"""Discipline Checks (section 2.6)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import ADDED, record
from owm_net.engine.text import in_brackets, say
from owm_net.games.owm import words
from owm_net.games.owm.flips import MADE_IN_COMMAND, FlipCard, Purpose
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.checks import Occasion, terms
from owm_net.games.owm.windows import flip_number


@record("owm.event.check")
class Checked(Event):
    """A Discipline Check was made. value: the number that counted, the higher one of two. why: the
    traits that changed it, in words."""

    rule = "OWM-DISC-03"

    soldier: SoldierId
    passed: bool
    value: int
    purpose: Purpose
    why: tuple[str, ...] = ()

    def sentence(self, g: OwmState) -> str:
        result = say("passed") if self.passed else say("failed")
        who = words.soldier_name(self.soldier)
        why = in_brackets(self.why)
        return say(
            "{who}, {value}: Discipline Check {number}{why}, {result}",
            who=who,
            value=self.purpose.word,
            number=self.value,
            why=why,
            result=result,
        )


@frame("owm.discipline_check")
@define
class DisciplineCheck(Frame[bool]):
    """OWM-DISC-03: flip the soldier's Discipline colour; 1 or 2 succeeds. Result: whether it did.

    Two flips and the higher counts in a leaderless Fireteam (OWM-DISC-06, OWM-SOLD-05) and for a
    suppressed soldier in an assault (OWM-ASLT-15); never more than two (A-18). plus: added to the
    number that counts, less than 0 where it is easier (OWM-RECOG-02). Traits may make it easier or
    harder too (OWM-DISC-07). against: the Fireteam being looked for. closed: no Command Decision
    answers it, because an assault goes on (OWM-IMM-02), though it is no check of that.
    """

    soldier: SoldierId
    purpose: Purpose
    in_assault: bool = False
    highest: int = 0
    flips_left: int = 0
    plus: int = 0
    against: FireteamId = NO_FIRETEAM
    closed: bool = field(default=False, metadata=ADDED)

    def start(self, g: OwmState) -> Outcome[bool]:
        """One flip, or two of which the higher counts."""
        doubled = g.is_leaderless(g.fireteam_of(self.soldier).id) or (
            self.in_assault and g.soldiers[self.soldier].status is Status.SUPPRESSED
        )
        self.flips_left = 2 if doubled else 1
        return self.next_flip

    def next_flip(self, g: OwmState) -> Outcome[bool]:
        """Flip the soldier's Discipline colour, as long as a flip is left."""
        if not self.flips_left:
            return self.judge
        self.flips_left -= 1
        colour = CATALOG.soldiers[self.soldier].discipline
        if self.in_assault or self.closed:
            return Call(FlipCard(self.purpose, colour), then=self.read)
        team = g.fireteam_of(self.soldier).id
        return Call(flip_number(g, self.purpose, colour, team), then=self.read)

    def read(self, g: OwmState, card: CardNumber) -> Outcome[bool]:
        """The higher of two is the worse."""
        number = CATALOG.dice(card).of(CATALOG.soldiers[self.soldier].discipline)
        self.highest = max(self.highest, number)
        return self.next_flip

    def judge(self, g: OwmState) -> Outcome[bool]:
        """A 1 or 2 passes, whatever the colour."""
        changed = terms(g, self.soldier, self._occasion())
        number = self.highest + self.plus + changed.plus
        passed = number <= changed.limit
        g.tell(Checked(self.soldier, passed, number, self.purpose, changed.why))
        return Done(passed)

    def _occasion(self) -> Occasion:
        return Occasion(
            clears_jam=self.purpose is Purpose.JAM,
            in_command=self.purpose in MADE_IN_COMMAND,
            in_assault=self.in_assault,
            against=self.against,
        )
