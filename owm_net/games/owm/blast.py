"""Damage to several soldiers of a Fireteam at once: Grenade, steps 3-4, and Artillery, steps 4-6
(000:1556-1565, 000:1640-1663)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm import words
from owm_net.games.owm.damage import resolve_hit
from owm_net.games.owm.flips import FlipCard, NobodyPicked, Purpose, picked, size_colour
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.stealth import mark_attacked
from owm_net.games.owm.terms import Colour
from owm_net.games.owm.traits.attacks import void_hits
from owm_net.games.owm.traits.hits import needed
from owm_net.games.owm.traits.nerves import after_losses
from owm_net.games.owm.windows import Number, Summand, Total, flip_number, summand, window

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.soldiers_hit")
class SoldiersHit(Event):
    """So many soldiers of a Fireteam take damage."""

    fireteam: FireteamId
    n: int
    rule: str = field(default="OWM-COP-AR-05", kw_only=True)

    def sentence(self, g: OwmState) -> str:
        who = words.fireteam_name(g, self.fireteam)
        return (
            say("1 soldier of {who} is hit", who=who)
            if self.n == 1
            else say("{number} of {who} are hit", number=self.n, who=who)
        )


@record("owm.event.damage")
class Damaged(Event):
    """A damage total stands against a soldier."""

    headline = True

    soldier: SoldierId
    total: int
    rule: str = field(default="OWM-COP-AR-06", kw_only=True)

    def sentence(self, g: OwmState) -> str:
        return say(
            "{soldier} takes damage {total} against {needed}",
            soldier=words.soldier_name(self.soldier),
            total=self.total,
            needed=needed(g, self.soldier),
        )


# -- one soldier -----------------------------------------------------------------------------


@frame("owm.take_damage")
@define
class TakeDamage(Frame[None]):
    """A total is announced against one soldier, can be answered, and is resolved (section 2.15,
    A-46).

    wounds: how many wound icons showed on damage flips. newest: the last of those flips, if it can
    still be undone. from_pile: further flips go to the event pile.
    """

    soldier: SoldierId
    total: int
    wounds: int
    rule: str
    newest: Summand | None = None
    from_pile: bool = False

    def start(self, g: OwmState) -> Outcome[None]:
        """The total is announced (W4)."""
        g.tell(Damaged(self.soldier, self.total, rule=self.rule))
        total = Total(
            self.soldier,
            self.total,
            self.newest,
            self.from_pile,
            self.wounds,
            fireteam=g.fireteam_of(self.soldier).id,
        )
        return window(g, total, then=self.resolve)

    def resolve(self, g: OwmState, total: Total) -> Outcome[None]:
        """Resolve the damage to this soldier, after all answers."""
        resolve_hit(g, self.soldier, total.total, total.wounds > 0)
        return Done()


# -- a Fireteam ------------------------------------------------------------------------------


@frame("owm.blast")
@define
class Blast(Frame[None]):
    """So many different soldiers of a Fireteam take damage, each of them a total.

    base: damage that each takes in any case. strength, flips: that many more flips of this colour.
    wound: an icon showed on the base. rule: the one that hits them. to_event_pile: see `FlipCard`.
    line: the Fireteam as it was hit: its numbers and its colour hold to the end, whoever falls
    (A-112). wanted: how many are hit. struck: the soldiers hit so far. total, left, wounds, newest:
    of the soldier who takes damage now.
    """

    fireteam: FireteamId
    rule: str
    base: int = 0
    strength: Colour = Colour.RED
    flips: int = 0
    wound: bool = False
    to_event_pile: bool = False
    line: tuple[SoldierId, ...] = ()
    wanted: int = 0
    struck: list[SoldierId] = field(factory=list)
    soldier: SoldierId = NO_SOLDIER
    total: int = 0
    left: int = 0
    wounds: int = 0
    newest: Summand | None = None

    def start(self, g: OwmState) -> Outcome[None]:
        """How many: a flip in the colour of the Fireteam's size; one soldier burns a card
        (A-15)."""
        self.line = g.fireteams[self.fireteam].line
        mark_attacked(g, self.fireteam)
        colour = size_colour(len(self.line))
        flip = flip_number(g, Purpose.HIT_COUNT, colour, self.fireteam, self.to_event_pile)
        return Call(flip, then=self.count)

    def count(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Never more than there are (A-15)."""
        number = CATALOG.dice(card).of(size_colour(len(self.line)))
        self.wanted = min(number, len(self.line))
        g.tell(SoldiersHit(self.fireteam, self.wanted, rule=self.rule))
        return self.next_target

    def next_target(self, g: OwmState) -> Outcome[None]:
        """Flip whom, until that many different soldiers are found."""
        if g.shaken:
            return after_losses(g, self.next_target)
        if len(self.struck) == self.wanted or self.fireteam not in g.fireteams:
            return Done()
        flip = FlipCard(Purpose.TARGET, size_colour(len(self.line)), self.to_event_pile)
        return Call(flip, then=self.aim)

    def aim(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Void, or hit already: flip again (OWM-CCS-07, OWM-CD-GRENADE-3)."""
        size = len(self.line)
        index = picked(size, CATALOG.dice(card).of(size_colour(size)))
        if index is None:
            index = void_hits(g, self.line, [s for s in self.line if s not in self.struck])
        if index is None or self.line[index] in self.struck:
            g.tell(NobodyPicked(rule="OWM-CCS-07" if index is None else self.rule))
            return self.next_target
        self.soldier = self.line[index]
        number = Number(Purpose.TARGET, size_colour(size), card, fireteam=self.fireteam)
        return window(g, number, then=self.hit)

    def hit(self, g: OwmState, number: Number) -> Outcome[None]:
        """He is, unless the flip is void (A-10, A-11)."""
        if number.void:
            return self.next_target
        self.struck.append(self.soldier)
        self.total, self.left = self.base, self.flips
        self.wounds, self.newest = int(self.wound), None
        return self.flip_damage

    def flip_damage(self, g: OwmState) -> Outcome[None]:
        """The flips that are added, one after the other; then the total."""
        if self.left:
            self.left -= 1
            flip = FlipCard(Purpose.DAMAGE, self.strength, self.to_event_pile)
            return Call(flip, then=self.add_damage)
        hit = TakeDamage(
            self.soldier, self.total, self.wounds, self.rule, self.newest, self.to_event_pile
        )
        return Call(hit, then=self.next_target)

    def add_damage(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Of the icons only a wound counts (A-42, OWM-CARD-06)."""
        self.newest = summand(g, Summand(Purpose.DAMAGE, self.strength, 1), card)
        self.wounds += self.newest.wound
        self.total += self.newest.value
        return self.flip_damage
