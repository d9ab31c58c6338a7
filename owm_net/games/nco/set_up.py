"""Before the battle: rosters, sides, deployment. NCO-GEN-07, -09 to -11, NCO-SCN-05, NCO-ALT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

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
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, PickNumber, Roll
from owm_net.engine.text import say, seat_called
from owm_net.engine.view import View
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NO_SEAT, SEATS, LayoutKey, NationKey, Spot
from owm_net.games.nco.paths import beside_drop, why_not_point
from owm_net.games.nco.placing import Placing
from owm_net.games.nco.squads import (
    MOST_SOLDIERS,
    READY,
    SUGGESTED,
    Recruit,
    Roster,
    carried,
    price,
)
from owm_net.games.nco.squads import why_not_roster as why_no_squad
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import BASE, BASES, BOARD, BOUNTY, Item, Status
from owm_net.games.nco.words import edge_name, seat_name

ROSTER = Kind(
    "roster",
    Roster,
    rule="NCO-BLD-01",
    why=say("choose a squad"),
    deed=say("choose a squad"),
)


@record("nco.take_side")
class TakeSide(Answer):
    """NCO-GEN-09: the higher roller chooses an edge."""

    title: ClassVar[str] = say("Edge")
    help: ClassVar[str] = say(
        "The other side gets the opposite one, and deploys first (NCO-GEN-10)"
    )

    south: bool

    def sentence(self, view: View[NcoState]) -> str:
        return say("come from the south") if self.south else say("come from the north")


SIDE = Kind(
    "side",
    TakeSide,
    rule="NCO-GEN-09",
    why=say("choose an edge"),
    deed=say("choose an edge"),
)


@record("nco.deploy")
class Deploy(Answer):
    """All soldiers of a side at once, by number (R-74)."""

    title: ClassVar[str] = say("Deploy")
    help: ClassVar[str] = say("Every base wholly inside the zone along the edge (NCO-GEN-11)")

    spots: tuple[Spot, ...]

    def sentence(self, view: View[NcoState]) -> str:
        if not self.spots:
            return say("deploy nobody")
        where = _along([spot[0] for spot in self.spots])
        return say("deploy {number} soldiers {where}", number=len(self.spots), where=where)


def _along(easts: list[int]) -> str:
    """Return on which part of the edge a squad stands, in words."""
    first, last = min(easts), max(easts)
    if 3 * (last - first) > 2 * BOARD:
        return say("along the whole edge")
    third = 3 * (first + last) // (2 * BOARD)
    return (say("in the west"), say("in the middle"), say("in the east"))[min(third, 2)]


DEPLOY = Kind(
    "deploy",
    Deploy,
    rule="NCO-GEN-10",
    why=say("choose a place for every soldier"),
    deed=say("deploy"),
)


@record("nco.roster_open")
class RosterOpen(Event):
    """NCO-GEN-07: a squad is public from now on."""

    rule = "NCO-GEN-07"
    headline = True

    seat: Seat
    nation: NationKey
    soldiers: int

    def sentence(self, g: NcoState) -> str:
        title = CATALOG.nations[self.nation].title
        return say(
            "{seat}: {title}, {soldiers} soldiers",
            seat=seat_called(self.seat),
            title=title,
            soldiers=self.soldiers,
        )


@record("nco.side_roll")
class SideRoll(Event):
    """NCO-GEN-09: the dice of both seats for the edges."""

    words = say("for the edges: {faces_each}")
    rule = "NCO-GEN-09"

    faces: tuple[int, ...]


@record("nco.side_taken")
class SideTaken(Event):
    """The sides and their edges."""

    rule = "NCO-GEN-09"

    seat: Seat

    def sentence(self, g: NcoState) -> str:
        return say(
            "{who}: the squad comes from {edge}",
            who=seat_name(g, self.seat),
            edge=edge_name(g, self.seat),
        )


@record("nco.layout_picked")
class LayoutPicked(Event):
    """G-11: the table is one of eight by a joint die."""

    words = say("the table: {layout}")
    rule = "NCO-GEN-08"

    layout: LayoutKey


@record("nco.deployed")
class Deployed(Event):
    """A squad is on the table (NCO-GEN-10)."""

    words = say("{seat} deploy {soldiers} soldiers")
    rule = "NCO-GEN-10"

    seat: Seat
    soldiers: int


def soldier_of(recruit: Recruit, seat: Seat, nation: NationKey) -> Soldier:
    """Return the soldier made of a recruit (NCO-BLD-05, NCO-END-04, NCO-ITM-02, NCO-ITM-03)."""
    row = recruit.row
    psyche = row.psyche + (Item.RELIGIOUS_ICON in recruit.items)
    return Soldier(
        seat=seat,
        profile=row.key,
        worth=price(recruit, CATALOG.nations[nation]) + (0 if row.cost else BOUNTY),
        courage=row.courage + (Item.SERVICE_MEDAL in recruit.items),
        health=row.health,
        health_max=row.health,
        psyche=psyche,
        psyche_max=psyche,
        weapons=carried(recruit),
        primary=recruit.weapon,
        grenades=recruit.grenades,
        uses=CATALOG.weapons[recruit.weapon].uses,
        skills=(*row.skills, *recruit.skills),
        items=tuple([item for item in recruit.items if not CATALOG.items[item].worn]),
    )


@frame("nco.set_up")
@define
class SetUp(Frame[None]):
    """All that comes before turn 1. deploying: whose squad is being placed."""

    deploying: Seat = NO_SEAT

    def start(self, g: NcoState) -> Outcome[None]:
        """The table is part of the terms, or one of eight by chance (NCO-GEN-08, G-11)."""
        if g.layout:
            return self.ask_rosters
        return Ask(PickNumber(len(CATALOG.layouts), "layout"), then=self.lay)

    def lay(self, g: NcoState, picked: tuple[int]) -> Outcome[None]:
        """The table is laid."""
        g.layout = tuple(CATALOG.layouts)[picked[0]]
        g.tell(LayoutPicked(g.layout))
        return self.ask_rosters

    def ask_rosters(self, g: NcoState) -> Outcome[None]:
        """Both in secret (NCO-GEN-07)."""
        return Ask(ROSTER.secretly(SEATS), then=self.open_rosters)

    @ROSTER.tells
    def about_roster(self, view: View[NcoState]) -> About:
        """Both at the same time."""
        why = say("both choose at the same time, and then see each other's squad")
        return About(say("choose your squad"), why, "NCO-GEN-07")

    @ROSTER.offers
    def offers_roster(self, view: View[NcoState]) -> Iterator[Roster]:
        """The ready-made ones, that for a first match before all others."""
        yield SUGGESTED.roster
        for nation in CATALOG.nations:
            yield from (ready.roster for ready in READY[nation] if ready is not SUGGESTED)

    @ROSTER.judges
    def why_not_roster(self, view: View[NcoState], answer: Roster) -> Refusal | None:
        """NCO-BLD, NCO-NAT."""
        return why_no_squad(answer)

    @ROSTER.samples
    def sample_roster(self, view: View[NcoState], chance: Chance) -> Roster:
        """Any ready-made one."""
        nations = tuple(CATALOG.nations)
        ready = READY[nations[chance.below(len(nations))]]
        return ready[chance.below(len(ready))].roster

    def open_rosters(self, g: NcoState, rosters: tuple[Roster, ...]) -> Outcome[None]:
        """A soldier for every line (NCO-BLD-11)."""
        g.nations = tuple([roster.nation for roster in rosters])
        for seat, roster in zip(SEATS, rosters, strict=True):
            g.soldiers += [soldier_of(r, seat, roster.nation) for r in roster.soldiers]
            g.tell(RosterOpen(seat, roster.nation, len(roster.soldiers)))
        return self.roll

    def roll(self, g: NcoState) -> Outcome[None]:
        """NCO-GEN-09."""
        return Ask(Roll(6, 2, "edges"), then=self.rolled)

    def rolled(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[None]:
        """Equal dice are rolled again (R-52)."""
        g.tell(SideRoll(faces))
        if faces[0] == faces[1]:
            return self.roll
        g.lower = SEATS[faces[0] > faces[1]]
        return Ask(SIDE.of(g.higher), then=self.take_side)

    @SIDE.tells
    def about_side(self, view: View[NcoState]) -> About:
        """He who has rolled higher."""
        why = say("the other side gets the opposite edge, and deploys first")
        return About(say("choose the edge you come from"), why, "NCO-GEN-09")

    @SIDE.offers
    def offers_side(self, view: View[NcoState]) -> Iterator[TakeSide]:
        yield TakeSide(True)
        yield TakeSide(False)

    def take_side(self, g: NcoState, answer: TakeSide) -> Outcome[None]:
        """The lower roller gets the other edge. Objectives come before soldiers (R-60)."""
        g.south = g.higher if answer.south else g.lower
        for seat in (g.higher, g.lower):
            g.tell(SideTaken(seat))
        return Call(Placing(), then=self.muster)

    def muster(self, g: NcoState) -> Outcome[None]:
        """The lower roller's squad comes first (NCO-GEN-10), nobody's where both march on
        (NCO-ALT-02)."""
        if g.options.march_on:
            return Done()
        self.deploying = g.lower
        return self.ask_deploy

    def ask_deploy(self, g: NcoState) -> Outcome[None]:
        """A whole squad at once."""
        return Ask(DEPLOY.of(self.deploying), then=self.deploy)

    @DEPLOY.tells
    def about_deploy(self, view: View[NcoState]) -> About:
        g = view.state
        deep, south = g.battle.deep // 100, view.seat == g.south
        why = say("within {n} inches of the northern edge of the table", n=deep)
        if south:
            why = say("within {n} inches of the southern edge of the table", n=deep)
        if g.battle.two_edges and south:
            why = say("within {n} inches of the southern or the western edge", n=deep)
        elif g.battle.two_edges:
            why = say("within {n} inches of the northern or the eastern edge", n=deep)
        return About(say("place all your soldiers"), why, "NCO-GEN-11")

    @DEPLOY.offers
    def offers_deploy(self, view: View[NcoState]) -> Iterator[Deploy]:
        """Spread out, from the one end, and from the other; with a second row where a supply drop
        leaves too little room in the first."""
        g = view.state
        count = len(g.squad(self.deploying))
        free = self._row(g, 150)
        if len(free) < count:
            free += self._row(g, 300)
        yield Deploy(tuple([free[n * len(free) // count] for n in range(count)]))
        yield Deploy(tuple(free[:count]))
        yield Deploy(tuple(free[-count:]))

    def _row(self, g: NcoState, deep: int) -> list[Spot]:
        """Places side by side, so deep in the zone."""
        someone = g.squad(self.deploying)[0]
        row = [self._spot(g, x, deep) for x in range(BASE, BOARD - BASE + 1, 150)]
        return [spot for spot in row if not beside_drop(g, someone, spot, spot)]

    def _spot(self, g: NcoState, x: int, deep: int) -> Spot:
        return Spot((x, deep if self.deploying == g.south else BOARD - deep, 0))

    @DEPLOY.judges
    def why_not_deploy(self, view: View[NcoState], answer: Deploy) -> Refusal | None:
        """Zone, ground, and room between them (NCO-GEN-11, R-52, G-02)."""
        g = view.state
        squad = g.squad(self.deploying)
        refusal = why_not_point(g, answer.spots, MOST_SOLDIERS, "NCO-GEN-10")
        if refusal is not None:
            return refusal
        few = len(answer.spots) < len(squad)
        count = Refusal(
            "NCO-GEN-10",
            say(
                "{number} soldiers need a place, {given} are given",
                number=len(squad),
                given=len(answer.spots),
            ),
            more=few,
        )
        if len(answer.spots) > len(squad):
            return count
        for number, spot in enumerate(answer.spots):
            if not in_zone(g, self.deploying, spot):
                return Refusal(
                    "NCO-GEN-11", say("place {number} is not in the zone", number=number + 1)
                )
            if beside_drop(g, squad[number], spot, spot):
                return Refusal(
                    "NCO-SCN-22",
                    say("place {number} is too near to the own drop", number=number + 1),
                )
            wrong = g.ground.why_not_spot(spot)
            if wrong is not None:
                return wrong
            for other in answer.spots[:number]:
                if (spot[0] - other[0]) ** 2 + (spot[1] - other[1]) ** 2 < BASES * BASES:
                    return Refusal(
                        "NCO-GEN-10", say("place {number} is on another soldier", number=number + 1)
                    )
            for s in g.on_field():
                x, y, _ = g.soldiers[s].spot
                if (spot[0] - x) ** 2 + (spot[1] - y) ** 2 < BASES * BASES:
                    return Refusal(
                        "NCO-GEN-10", say("place {number} is on an enemy", number=number + 1)
                    )
        return count if few else None

    @DEPLOY.samples
    def sample_deploy(self, view: View[NcoState], chance: Chance) -> Deploy:
        """Anywhere in the strip along the edge that has room."""
        g = view.state
        spots: list[Spot] = []
        for soldier in g.squad(self.deploying):
            while True:
                deep = BASE + chance.below(g.battle.deep - BASES + 1)
                spot = self._spot(g, BASE + chance.below(BOARD - BASES + 1), deep)
                clear = all(
                    (spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= BASES * BASES
                    for x, y, _ in [*spots, *[g.soldiers[s].spot for s in g.on_field()]]
                )
                dropped = beside_drop(g, soldier, spot, spot)
                if clear and not dropped and g.ground.why_not_spot(spot) is None:
                    spots.append(spot)
                    break
        return Deploy(tuple(spots))

    def deploy(self, g: NcoState, answer: Deploy) -> Outcome[None]:
        """Then the other side, in response (NCO-GEN-10)."""
        for soldier, spot in zip(g.squad(self.deploying), answer.spots, strict=True):
            g.change(soldier, status=Status.FIELD, spot=spot)
        g.tell(Deployed(self.deploying, len(answer.spots)))
        if self.deploying == g.higher:
            return Done()
        self.deploying = g.higher
        return self.ask_deploy


def in_zone(g: NcoState, seat: Seat, spot: Spot) -> bool:
    """Return True if a base is wholly in a side's deployment zone (NCO-GEN-11, NCO-SCN-05, R-52).

    With two edges, the corner that both zones share is that of whose home edge bounds it.
    """
    x, y = spot[:2] if seat == g.south else (BOARD - spot[0], BOARD - spot[1])
    most = g.battle.deep - BASE
    if spot[2] or not (BASE <= x <= BOARD - BASE and BASE <= y <= BOARD - BASE):
        return False
    if y <= most:
        return True
    return g.battle.two_edges and x <= most and y <= BOARD - g.battle.deep - BASE
