"""Artillery (000:1607-1663, section 2.22): any Terrain is named, and the wind has a say.

Loading: `assessment`. The damage: `blast`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Mark, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.blast import Blast
from owm_net.games.owm.directions import direction_of, drifted
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_CELL, Cell, FireteamId
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.operations.satchel_charge import destroy_trench
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.stealth import end_stealth
from owm_net.games.owm.terms import Colour
from owm_net.games.owm.throwing import why_unseen
from owm_net.games.owm.tokens import Border
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import AnyWindow, flip_number


def strength_of(number: int) -> Colour:
    """Step 1: 1 is blue, 2 and 3 are green, 4 to 6 are red (OWM-COP-AR-02)."""
    if number == 1:
        return Colour.BLUE
    return Colour.GREEN if number <= 3 else Colour.RED


def why_no_artillery(g: OwmState, seat: Seat) -> Refusal | None:
    """Refuse a call: the guns must be loaded (OWM-COP-AR-01, OWM-MX-04), in the player's own turn
    (A-42)."""
    if g.artillery is not Border.ORANGE:
        why = say("the Artillery reloads; it is loaded in the next Assessment")
        return Refusal("OWM-COP-AR-01", why)
    active = g.fireteams.get(g.active)  # it may just have lost its last soldier
    if active is None or active.seat != seat:
        return Refusal("OWM-MX-04", say("it can only be called in a turn of the own Fireteams"))
    return None


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.barrage")
class ArtilleryCalled(Event):
    """The guns fire at a Terrain, with a strength for each flip of damage."""

    words = say("Artillery is called on {cell}, strength {strength}")
    rule = "OWM-COP-AR-03"
    headline = True

    cell: Cell
    strength: Colour


@record("owm.event.shells_land")
class ShellsLand(Event):
    """Where the shells come down; NO_CELL beyond the edge. way: the wind drove them that way."""

    rule = "OWM-COP-AR-04"
    headline = True

    cell: Cell
    way: str

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def sentence(self, g: OwmState) -> str:
        if not self.way:
            return say(
                "the shells are on target, {place_name}", place_name=words.place_name(g, self.cell)
            )
        if self.cell == NO_CELL:
            return say("the shells drift {way}, off the map", way=self.way)
        return say(
            "the shells drift {way} and hit {place_name}",
            way=self.way,
            place_name=words.place_name(g, self.cell),
        )


# -- step 2: where ---------------------------------------------------------------------------


@record("owm.shell")
class Shell(Answer):
    """Name the Terrain that is shelled (OWM-COP-AR-03)."""

    title = say("Target")
    help = say("Any Terrain; no line of sight is needed (OWM-COP-AR-03)")
    words = say("shell {cell}")

    cell: Cell


SHELL = Kind(
    "shell",
    Shell,
    rule="OWM-COP-AR-03",
    why=say("choose the Terrain that is shelled"),
    deed=say("choose where the Artillery fires"),
)


@frame("owm.artillery")
@define
class Artillery(Frame[None]):
    """One bombardment. seat: the one that called it. cell: first where it is aimed, then what is
    hit. struck: Fireteams there that are still to be resolved. mark: how many cards other events
    have on the event pile.
    """

    seat: Seat
    strength: Colour = Colour.RED
    cell: Cell = NO_CELL
    struck: list[FireteamId] = field(factory=list)
    mark: int = 0

    def start(self, g: OwmState) -> Outcome[None]:
        """Step 1: the strength (OWM-COP-AR-02). Its cards go to a pile of their own
        (OWM-COP-AR-01)."""
        self.mark = len(g.event_pile)
        flip = flip_number(g, Purpose.STRENGTH, Colour.GREEN, g.active, to_event_pile=True)
        return Call(flip, then=self.read_strength)

    def read_strength(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 2: it is known before the target is named (A-42)."""
        self.strength = strength_of(CATALOG.dice(card).green)
        return Ask(SHELL.of(self.seat), then=self.hear_target)

    @SHELL.offers
    def offers_shell(self, view: View[OwmState]) -> Iterator[Shell]:
        """Every Terrain of the map."""
        for cell in view.state.ground.cells:
            yield Shell(cell)

    @SHELL.judges
    def why_not_shell(self, view: View[OwmState], answer: Shell) -> Refusal | None:
        """Any Terrain (OWM-COP-AR-03), but that of a hidden enemy (A-36)."""
        if not 0 <= answer.cell < view.state.ground.size:
            return Refusal("OWM-COP-AR-03", say("that is not on the map"))
        return why_unseen(view.state, self.seat, answer.cell)

    @SHELL.tells
    def about_shell(self, view: View[OwmState]) -> AboutFireteam:
        """How strong it is, and what the wind does."""
        g = view.state
        odds = {Colour.RED: say("they always drift"), Colour.GREEN: say("2 in 6 are on target")}
        drift = odds.get(g.card.wind, say("4 in 8 are on target"))
        what = say("choose where the Artillery fires (strength {value})", value=self.strength.word)
        why = say("no line of sight is needed; shells may drift one Terrain: {drift}", drift=drift)
        return AboutFireteam(what, why, "OWM-COP-AR-03", g.active)

    def hear_target(self, g: OwmState, answer: Shell) -> Outcome[None]:
        """Step 3: the wind of the mission (OWM-COP-AR-04)."""
        self.cell = answer.cell
        g.tell(ArtilleryCalled(self.cell, self.strength))
        flip = flip_number(g, Purpose.DRIFT, g.card.wind, g.active, to_event_pile=True)
        return Call(flip, then=self.land)

    def land(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Whoever is there is hit, friend or foe (OWM-COP-AR-05), and an entrenchment is destroyed
        (OWM-COP-AR-07). Off the map nothing is (A-42)."""
        number = CATALOG.dice(card).of(g.card.wind)
        self.cell = drifted(g.ground, self.cell, number)
        g.tell(ShellsLand(self.cell, direction_of(number)))
        if self.cell != NO_CELL:
            destroy_trench(g, self.cell)
            self.struck = [t for t in g.initiative if g.fireteams[t].cell == self.cell]
        return self.next_fireteam

    def next_fireteam(self, g: OwmState) -> Outcome[None]:
        """Steps 4 to 6 for each, in Initiative order (A-42): two flips of the strength for each
        soldier who is hit (OWM-COP-AR-06)."""
        while self.struck:
            team = self.struck.pop(0)
            if team in g.fireteams:
                hit = Blast(
                    team, "OWM-COP-AR-06", strength=self.strength, flips=2, to_event_pile=True
                )
                return Call(hit, then=self.next_fireteam)
        return self.finish

    def finish(self, g: OwmState) -> Outcome[None]:
        """The guns reload (OWM-COP-AR-08, OWM-BORD-03); a hostile action ends stealth
        (OWM-STLTH-06)."""
        g.artillery = Border.YELLOW
        g.discard.extend(g.event_pile[self.mark :])
        del g.event_pile[self.mark :]
        if g.active in g.fireteams:
            end_stealth(g, g.active, "OWM-STLTH-06")
        return check_end(g) or Done()


# -- the Command Decision --------------------------------------------------------------------


@record("owm.decision.artillery")
class CallArtillery(CombatOperation):
    """The guns are called (OWM-COP-AR-01)."""

    operation = "artillery"
    called = say("Artillery")
    what = say(
        "fires the guns at any Terrain, once they are loaded; the wind may make the shells drift"
    )

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[CallArtillery]:
        """With this card; the target is named when the strength is known (A-42)."""
        yield CallArtillery(card)

    @classmethod
    def why_not_now(cls, view: View[OwmState]) -> Refusal | None:
        """They are loaded, in the own turn."""
        return why_no_artillery(view.state, Seat(view.seat))

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Fire once; a player who answered it with the same has used the guns (OWM-MX-04)."""
        if why_no_artillery(g, window.player) is not None:
            return None
        return Artillery(window.player)

    def aim(self, g: OwmState) -> str:
        return say(": Artillery")
