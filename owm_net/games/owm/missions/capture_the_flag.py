"""Capture the Flag (section 3.8, A-116): each Command Post has a flag that can be taken."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event
from owm_net.engine.records import Record, record
from owm_net.engine.text import listed, say
from owm_net.games.owm import words
from owm_net.games.owm.catalog import Mission
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.missions import (
    SIDES,
    Finish,
    Marker,
    MissionRules,
    other_side,
    place_of,
)
from owm_net.games.owm.state import Fireteam, OwmState, Site
from owm_net.games.owm.terms import Side


@record("owm.flag")
class Flag(Record):
    """A side's flag. cell: where it is. carrier: its carrier, NO_FIRETEAM while it lies."""

    side: Side
    cell: Cell
    carrier: FireteamId = NO_FIRETEAM


@record("owm.flags")
class Flags(Site):
    """Where the flags are."""

    flags: tuple[Flag, ...]


def _flag(side: Side) -> str:
    return say("Allied flag") if side is Side.ALLIES else say("Axis flag")


@record("owm.event.flag")
class FlagMoved(Event):
    """The fate of a flag. deed: "taken", "dropped" or "returned"."""

    rule = "OWM-MISS-07"
    headline = True

    side: Side
    deed: str
    cell: Cell
    fireteam: FireteamId = NO_FIRETEAM

    def sentence(self, g: OwmState) -> str:
        flag, where = (
            say("the {flag}", flag=_flag(self.side)),
            words.place_name(g, self.cell),
        )
        if self.deed == "taken":
            return say(
                "{team} takes {flag} at {where}",
                team=words.fireteam_name(g, self.fireteam),
                flag=flag,
                where=where,
            )
        return (
            say("{flag} is back at {where}", flag=flag, where=where)
            if self.deed == "returned"
            else say("{flag} lies at {where}", flag=flag, where=where)
        )


class CaptureTheFlag(MissionRules):
    """A Fireteam that brings the enemy flag to its own post ends the match, and has its points."""

    key = "capture-the-flag"

    def faults(self, mission: Mission) -> Iterator[str]:
        if sorted([o.side for o in mission.objectives if o.kind == "post"]) != ["allies", "axis"]:
            yield "objectives: must have one post of the allies and one of the axis"

    def first_site(self, g: OwmState) -> Site | None:
        return Flags(tuple([Flag(side, self.post(g, side)) for side in SIDES]))

    def post(self, g: OwmState, side: Side) -> Cell:
        """The Command Post of a side."""
        name = next(o.cell for o in g.card.objectives if o.side == side.value)
        return g.ground.cell(name)

    def flags(self, g: OwmState) -> tuple[Flag, ...]:
        """Both flags as they are now; one that is carried is where its carrier is."""
        assert isinstance(g.site, Flags)
        teams = g.fireteams
        return tuple(
            [f.with_(cell=teams[f.carrier].cell) if f.carrier else f for f in g.site.flags]
        )

    def _change(self, g: OwmState, changed: Flag) -> None:
        assert isinstance(g.site, Flags)
        g.site = Flags(tuple([changed if f.side is changed.side else f for f in g.site.flags]))

    # -- taking, losing, bringing back ---------------------------------------------------

    def arrived(self, g: OwmState, fireteam: FireteamId) -> None:
        """The enemy's flag is taken, the own one goes back to its post."""
        team = g.fireteams[fireteam]
        side = g.sides[team.seat]
        for flag in self.flags(g):
            if flag.carrier or flag.cell != team.cell:
                continue
            if flag.side is not side:
                self._change(g, Flag(flag.side, team.cell, fireteam))
                g.tell(FlagMoved(flag.side, "taken", team.cell, fireteam))
            elif flag.cell != self.post(g, side):
                self._change(g, Flag(side, self.post(g, side)))
                g.tell(FlagMoved(side, "returned", self.post(g, side)))

    def retreated(self, g: OwmState, fireteam: FireteamId, left: Cell) -> None:
        self._drop(g, fireteam, left)

    def removed(self, g: OwmState, fireteam: Fireteam) -> None:
        self._drop(g, fireteam.id, fireteam.cell)

    def merged(self, g: OwmState, gone: Fireteam, into: FireteamId) -> None:
        assert isinstance(g.site, Flags)
        for flag in g.site.flags:
            if flag.carrier == gone.id:
                self._change(g, flag.with_(carrier=into))

    def _drop(self, g: OwmState, carrier: FireteamId, cell: Cell) -> None:
        assert isinstance(g.site, Flags)
        for flag in g.site.flags:
            if flag.carrier == carrier:
                self._change(g, Flag(flag.side, cell))
                g.tell(FlagMoved(flag.side, "dropped", cell))

    # -- the end -------------------------------------------------------------------------

    def brought_home(self, g: OwmState) -> Side | None:
        """The side that has the enemy's flag in its own post, and no enemy there any more
        (A-130)."""
        for flag in self.flags(g):
            own = other_side(flag.side)
            there = [g.sides[t.seat] for t in g.fireteams_at(flag.cell)]
            if flag.carrier and flag.cell == self.post(g, own) and flag.side not in there:
                return own
        return None

    def finish(self, g: OwmState) -> Finish | None:
        side = self.brought_home(g) if g.sides and g.fireteams else None
        if side is None:
            return None
        return Finish(
            say(
                "the {side} have brought the enemy's flag home",
                side=side.word,
            )
        )

    def objective_points(self, g: OwmState, side: Side) -> int:
        if self.brought_home(g) is not side:
            return 0
        return next(o.points for o in g.card.objectives if o.side == side.value)

    # -- for people and the computer player ----------------------------------------------

    def goal_words(self, mission: Mission) -> str:
        return say(
            "Carry the enemy's flag to your own Command Post: the match ends at once. Most points"
            " win."
        )

    def scoring(self, mission: Mission) -> Iterator[str]:
        for post in mission.objectives:
            yield say(
                "{points} points for the {side} when the enemy's flag comes to {place}.",
                points=post.points,
                side=Side(post.side).word,
                place=place_of(mission, post.cell),
            )

    def markers(self, g: OwmState) -> list[Marker]:
        return [
            Marker(flag.cell, "flag", flag.side, self._where(g, flag)) for flag in self.flags(g)
        ]

    def _where(self, g: OwmState, flag: Flag) -> str:
        name = _flag(flag.side)
        if flag.carrier:
            return say(
                "{name} carried by {team}",
                name=name,
                team=words.fireteam_name(g, flag.carrier),
            )
        if flag.cell == self.post(g, flag.side):
            return say("{name} on its post", name=name)
        return say("{name} lies at {place}", name=name, place=g.ground.cell_name(flag.cell))

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        told = [self._where(g, flag) for flag in self.flags(g) if flag.cell == cell]
        for side in SIDES:
            if self.post(g, side) == cell:
                points = next(o.points for o in g.card.objectives if o.side == side.value)
                told.append(
                    say(
                        "the post of the {side}: with the enemy's flag here they "
                        "have {points} points, and the match ends",
                        side=side.word,
                        points=points,
                    )
                )
        return told

    def aim(self, g: OwmState) -> str:
        moved = [f for f in self.flags(g) if f.carrier or f.cell != self.post(g, f.side)]
        where = listed([self._where(g, flag) for flag in moved] or [say("both are on their posts")])
        return say(
            "The enemy's flag on your own post brings {points} points and ends it; {where}",
            points=listed(dict.fromkeys([str(o.points) for o in g.card.objectives]), "/"),
            where=where,
        )

    def standing(self, g: OwmState) -> str:
        return listed([self._where(g, flag) for flag in self.flags(g)])

    def goals(self, g: OwmState, side: Side) -> list[tuple[Cell, int]]:
        """The enemy's flag; home with it; the own one if somebody has carried it off."""
        points = next(o.points for o in g.card.objectives if o.side == side.value)
        found = []
        for flag in self.flags(g):
            if flag.side is not side:
                found.append((self.post(g, side) if flag.carrier else flag.cell, points))
            elif flag.cell != self.post(g, side):
                found.append((flag.cell, points))
        return found

    def carrier(self, g: OwmState, side: Side) -> FireteamId:
        return next((f.carrier for f in self.flags(g) if f.side is not side), NO_FIRETEAM)
