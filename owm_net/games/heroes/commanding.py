"""The High Command of an alliance. HON-MP-05, HON-MP-06, HON-MP-08, R-264."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, read_out, say
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.consent import Agreeing, Favour
from owm_net.games.heroes.ids import OptionKey, TileKey
from owm_net.games.heroes.muster import cost_of, enlist, faults_of_army
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Directive, OptionKind
from owm_net.games.heroes.words import side_name

MOST_PAID = 1000
"""More than any army costs."""


TILES = tuple([tile.key for tile in CATALOG.tiles.values() if tile.high_command])
OPTIONS = tuple([o.key for o in CATALOG.options.values() if o.kind is OptionKind.ORDER])
"""What may be bought."""


@record("heroes.high_command")
class HighCommand(Answer):
    """A tile without units. options: for its slots in their order; directives: of that option.
    shares: what each member pays, in their order of play; () for all alike."""

    title: ClassVar[str] = say("High Command")

    tile: TileKey
    options: tuple[OptionKey, ...] = ()
    shares: tuple[int, ...] = ()
    directives: tuple[Directive, ...] = ()

    def sentence(self, view: View[HeroesState]) -> str:
        if self.tile not in CATALOG.tiles:
            return say("a High Command")
        tile = read_out(CATALOG.tiles[self.tile].title)
        known = [CATALOG.options[key] for key in self.options if key in CATALOG.options]
        if not known:
            return tile
        options = listed([read_out(option.title) for option in known])
        return say("{tile} with {options}", tile=tile, options=options)


COMMAND = Kind(
    "high_command",
    HighCommand,
    rule="HON-MP-05",
    why=say("choose a High Command tile"),
    deed=say("buy a High Command"),
    passes=say("buy no High Command"),
    pass_first=True,
)


@record("heroes.command_bought")
class CommandBought(Event):
    """An alliance has a High Command."""

    rule = "HON-MP-05"
    headline = True

    seat: Seat
    tile: TileKey
    cost: int

    def sentence(self, g: HeroesState) -> str:
        return say(
            "{side}: {tile} for {cost} points",
            side=side_name(g, self.seat),
            tile=read_out(CATALOG.tiles[self.tile].title),
            cost=self.cost,
        )


def army_of(answer: HighCommand) -> Army:
    """The tile as an army of its own, with options in its first slots."""
    tile = CATALOG.tiles[answer.tile]
    slots = [words.split()[0] for words in tile.slots]
    filled = dict(zip(slots, answer.options, strict=False))
    bought = TileBought(key=tile.key, options=filled)
    return Army(nation=tile.nation, tiles=(bought,), directives=answer.directives)


def least(g: HeroesState, seat: Seat) -> int:
    """Return what a seat must keep, to buy a tile with units (HON-MP-04)."""
    nation = g.side(seat).army.nation
    return min([t.cost for t in CATALOG.tiles.values() if t.nation is nation and t.units])


def why_not_command(g: HeroesState, seat: Seat, answer: HighCommand) -> Refusal | None:
    """None if a seat's alliance may buy this."""
    side = g.members(seat)
    tile = CATALOG.tiles.get(answer.tile) if isinstance(answer.tile, str) else None
    if tile is None or not tile.high_command:
        return Refusal("HON-MP-05", say("choose a High Command tile"))
    if not any(g.side(s).army.nation is tile.nation for s in side):
        return Refusal("HON-MP-08", say("no member is of that nation"))
    options = answer.options
    if not isinstance(options, tuple) or len(options) > len(tile.slots):
        return Refusal("HON-MP-08", say("that tile has no such slot"))
    if any(key not in CATALOG.options for key in options):
        return Refusal("HON-MP-08", say("no box has that"))
    army = army_of(answer)
    for no in faults_of_army(army, MOST_PAID):
        if no.rule == "HON-ARMY-05":
            return Refusal("HON-MP-08", no.why)
        if no.rule not in ("HON-ARMY-11", "HON-MP-05"):  # no officer of its own, and it is one
            return no
    cost = cost_of(army)
    shares = answer.shares if answer.shares != () else shares_of(g, seat, cost)
    if not isinstance(shares, tuple) or any(n.__class__ is not int or n < 0 for n in shares):
        return Refusal("HON-MP-05", say("give each member a share"))
    if len(shares) != len(side) or sum(shares) != cost:
        why = say("the shares of all members come to {cost} points", cost=cost)
        return Refusal("HON-MP-05", why, more=len(shares) < len(side))
    if any(n > g.budget(s) - least(g, s) for s, n in zip(side, shares, strict=True)):
        return Refusal("HON-MP-04", say("each member must still buy a tile with units"))
    return None


@frame("heroes.commanding")
@define
class Commanding(Frame[None]):
    """Before the armies, the first member of each alliance may buy a High Command for all; the
    others agree to their shares. left: those first members; asking: who must still agree; wanted:
    what would be bought."""

    left: list[Seat]
    asking: list[Seat] = field(factory=list)
    wanted: HighCommand | None = None

    def start(self, g: HeroesState) -> Outcome[None]:
        """One after the other."""
        return Ask(COMMAND.of(self.left[0]), then=self.hear) if self.left else Done()

    @COMMAND.tells
    def about_high_command(self, view: View[HeroesState]) -> About:
        """For how much."""
        points = view.state.budget(self.left[0])
        why = say("each member has {points} points", points=points)
        return About(say("buy a High Command, or none"), why, "HON-MP-05")

    @COMMAND.offers
    def offers_high_command(self, view: View[HeroesState]) -> Iterator[HighCommand]:
        """Each tile with one option, paid by all alike."""
        for tile in TILES:
            for key in OPTIONS:
                answer = HighCommand(tile, (key,))
                if why_not_command(view.state, self.left[0], answer) is None:
                    yield answer

    @COMMAND.judges
    def why_not_high_command(self, view: View[HeroesState], answer: HighCommand) -> Refusal | None:
        """See above."""
        return why_not_command(view.state, self.left[0], answer)

    @COMMAND.samples
    def sample_high_command(self, view: View[HeroesState], chance: Chance) -> HighCommand | Pass:
        """Now and then one."""
        found = list(self.offers_high_command(view))
        return found[chance.below(len(found))] if found and chance.below(2) else Pass()

    def hear(self, g: HeroesState, answer: HighCommand) -> Outcome[None]:
        """Ask the others."""
        self.wanted = answer
        self.asking = g.members(self.left[0])[1:]
        return self.ask_next

    def ask_next(self, g: HeroesState) -> Outcome[None]:
        """The next of them; when all have agreed it is bought."""
        answer = self.wanted
        assert answer is not None
        first, army = self.left[0], army_of(answer)
        shares = answer.shares or shares_of(g, first, cost_of(army))
        paid = dict(zip(g.members(first), shares, strict=True))
        if self.asking:
            ally = self.asking[0]
            asked = Agreeing(ally, Favour.COMMAND, wanted=answer, share=paid[ally])
            return Call(asked, then=self.agreed)
        before = g.paid or (0,) * g.seats
        g.paid = tuple([before[s] + paid.get(s, 0) for s in g.players])
        enlist(g, first, army)
        g.tell(CommandBought(first, answer.tile, cost_of(army)))
        return self.passed_high_command(g)

    def agreed(self, g: HeroesState, agreed: bool) -> Outcome[None]:
        """Buy nothing if a member does not agree to pay; else ask the next."""
        if not agreed:
            return self.passed_high_command(g)
        self.asking.pop(0)
        return self.ask_next

    def passed_high_command(self, g: HeroesState) -> Outcome[None]:
        """The next alliance."""
        self.wanted = None
        self.left.pop(0)
        return self.start


def shares_of(g: HeroesState, seat: Seat, cost: int) -> tuple[int, ...]:
    """As equal shares as can be, the first members pay more."""
    n = len(g.members(seat))
    return tuple([cost // n + (1 if k < cost % n else 0) for k in range(n)])
