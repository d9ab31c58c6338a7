"""Move orders: how far each Team goes, terrain checks on the way, where it stops. Section 2.3,
HAIL-TERR, HAIL-LEAD-01, HAIL-LEAD-05.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.passing import is_silent
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import read_out, say
from owm_net.engine.view import View
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.paths import (
    Path,
    last_leg,
    path_length,
    point,
    reached,
    way_of,
    why_not_path,
    why_not_suppressed,
)
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import FOOT_EXTRA, INCH, LEADER_MOVE, PUSH, TeamClass
from owm_net.games.hailfire.transport import board, get_off
from owm_net.games.hailfire.words import about_inches, dice, place_name, team_name

ALL_THE_WAY = say("until the battle ends")


@record("hailfire.leg", kw_only=True)
class Move(Record):
    """One Team of a Move order. face: where a vehicle that stays turns to, or nothing. carrier:
    what it boards at the end. landing: where it gets off (HAIL-PORG-06)."""

    team: TeamId
    path: Path
    face: Spot | None = None
    carrier: TeamId = NO_TEAM
    landing: Spot | None = None


@record("hailfire.halt")
class Halt(Answer):
    """A Team stops before the end of its path (H-12)."""

    title: ClassVar[str] = say("Stop short")
    help: ClassVar[str] = say("After so many hundredths of an inch of its path (HAIL-MOVE-08)")

    team: TeamId
    walked: int

    def sentence(self, view: View[HailfireState]) -> str:
        return say(
            "{team} stops after {walked}",
            team=team_name(view.state, self.team),
            walked=about_inches(self.walked),
        )


HALT = Kind(
    "halt",
    Halt,
    rule="HAIL-MOVE-08",
    why=say("choose who stops short"),
    deed=say("say who stops short"),
    passes=say("let them go on"),
    until=(ALL_THE_WAY,),
    pass_first=True,
)


@record("hailfire.move_rolled")
class MoveRolled(Event):
    """The roll of a Move order (HAIL-MOVE-01)."""

    words = say("movement roll {faces}")
    rule = "HAIL-MOVE-01"

    faces: tuple[int, ...]


@record("hailfire.moved")
class Moved(Event):
    """A Team has moved."""

    rule = "HAIL-MOVE-08"

    team: TeamId
    walked: int
    spot: Spot

    def sentence(self, g: HailfireState) -> str:
        who = team_name(g, self.team)
        if not self.walked:
            return say("{who} stays", who=who)
        return say(
            "{who} moves {walked}, now {place}",
            who=who,
            walked=about_inches(self.walked),
            place=place_name(g, self.spot),
        )


@record("hailfire.terrain_check")
class TerrainCheck(Event):
    """A Quality Check on the way (HAIL-TERR-01 to -05)."""

    rule = "HAIL-TERR-03"

    team: TeamId
    title: str
    die: int
    number: int

    def sentence(self, g: HailfireState) -> str:
        verdict = say("goes on") if self.die >= self.number else say("is held up")
        who = team_name(g, self.team)
        return say(
            "{who} rolls {die} ({number}+, {title}): {verdict}",
            who=who,
            die=self.die,
            title=read_out(self.title),
            number=self.number,
            verdict=verdict,
        )


@record("hailfire.stays_behind")
class StaysBehind(Event):
    """A Team that was suppressed does not carry out its Move (HAIL-ACT-05)."""

    words = say("{team} is suppressed and does not go there")
    rule = "HAIL-ACT-05 HAIL-SUP-01"

    team: TeamId


def allowance(g: HailfireState, move: Move, faces: tuple[int, ...]) -> int:
    """How far a Team may go with this roll (HAIL-MOVE-02 to -07)."""
    row = g.teams[move.team].row
    low, high = sorted(faces) if faces else (0, 0)
    if row.vehicle:
        on_road = g.ground.on_road(way_of(g, move.team, move.path))
        return INCH * (low + high) + (row.team_class.road_bonus if on_road else 0)
    if row.leader:
        return LEADER_MOVE
    return INCH * (high if row.team_class is TeamClass.INFANTRY else low) + FOOT_EXTRA


def needs_roll(g: HailfireState, moves: list[Move]) -> bool:
    """Return True if any Team of an order moves by the dice (HAIL-MOVE-07)."""
    rows = [g.teams[move.team].row for move in moves]
    return any(row.vehicle or not row.leader for row in rows)


def why_not_move(g: HailfireState, move: Move) -> Refusal | None:
    """Why a Team cannot be given this Move."""
    t = g.teams[move.team]
    if t.row.heavy:
        return Refusal("HAIL-MOVE-03", say("it is too heavy to be moved"), misfit=True)
    if t.pledged:
        why = say("it takes part in a barrage and does not move this turn")
        return Refusal("HAIL-ART-02", why, misfit=True)
    if move.face is not None:
        if move.face == t.spot:
            return Refusal("HAIL-PGEO-06", say("it must turn towards another place"))
        return None
    refusal = why_not_path(g, move.team, move.path)
    if refusal is not None:
        return refusal
    return why_not_suppressed(g, move.team, move.path) if t.suppressed else None


def why_not_turn(g: HailfireState, team: TeamId) -> Refusal | None:
    """Why a Team cannot turn where it stands, whichever way."""
    if g.teams[team].vehicle:
        return None
    return Refusal("HAIL-PGEO-06", say("a vehicle that stays where it is may turn"))


@frame("hailfire.move_order")
@define
class MoveOrder(Frame[None]):
    """The execution of a Move order. pushed: the Team with 3 inches more, and the Leader beside
    whom it must end (HAIL-LEAD-05). halts: Teams that stop short."""

    seat: Seat
    moves: list[Move]
    pushed: TeamId = NO_TEAM
    leader: TeamId = NO_TEAM
    faces: tuple[int, ...] = ()
    halts: dict[TeamId, int] = field(factory=dict)
    left: int = 0

    def start(self, g: HailfireState) -> Outcome[None]:
        """One roll for all (HAIL-MOVE-01). Who may no longer go there drops out."""
        going = []
        for move in self.moves:
            t = g.teams[move.team]
            if move.landing is not None:
                get_off(g, move.team, move.landing)
                continue
            if not t.there:
                continue
            if t.suppressed and why_not_suppressed(g, move.team, move.path) is not None:
                g.tell(StaysBehind(move.team))
                continue
            going.append(move)
        self.moves = going
        if not going:
            return Done()
        if needs_roll(g, going):
            return Ask(Roll(6, 2, say("movement")), then=self.rolled)
        return self.ask_halts

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """The same dice for every Team of the order."""
        self.faces = faces
        g.tell(MoveRolled(faces))
        return self.ask_halts

    # -- stopping short

    def ask_halts(self, g: HailfireState) -> Outcome[None]:
        """Ask for halts (H-12), where any Team walks."""
        walks = any(move.path and move.team not in self.halts for move in self.moves)
        if not walks or is_silent(g, self.seat, (ALL_THE_WAY,)):
            return self.walk
        return Ask(HALT.of(self.seat), then=self.hear)

    def _most(self, g: HailfireState, move: Move) -> int:
        """How far one of them can go."""
        most = allowance(g, move, self.faces) + (PUSH if move.team == self.pushed else 0)
        return min(most, path_length(way_of(g, move.team, move.path)))

    @HALT.tells
    def about_halt(self, view: View[HailfireState]) -> About:
        """The dice lie."""
        rolled = (
            say("the roll is {dice}", dice=dice(self.faces)) if self.faces else say("nobody rolls")
        )
        told = say(
            "{rolled}; you can say that you never want to be asked this again", rolled=rolled
        )
        return About(say("let all go as far as they can, or stop one"), told, "HAIL-MOVE-08")

    @HALT.offers
    def offers_halt(self, view: View[HailfireState]) -> Iterator[Halt]:
        """Half of its way."""
        for move in self.moves:
            if move.path and move.team not in self.halts:
                yield Halt(move.team, self._most(view.state, move) // 2)

    @HALT.judges
    def why_not_halt(self, view: View[HailfireState], answer: Halt) -> Refusal | None:
        """Within what it can walk."""
        for move in self.moves:
            if move.team == answer.team and move.path and move.team not in self.halts:
                most = self._most(view.state, move)
                if isinstance(answer.walked, int) and 0 <= answer.walked <= most:
                    return None
                return Refusal("HAIL-MOVE-08", say("it can stop after 0 to {most}", most=most))
        return Refusal(
            "HAIL-MOVE-08", say("it is not on this order, or stops already"), misfit=True
        )

    def hear(self, g: HailfireState, answer: Halt) -> Outcome[None]:
        """Ask for one more."""
        self.halts[answer.team] = answer.walked
        return self.ask_halts

    def passed_halt(self, g: HailfireState) -> Outcome[None]:
        return self.walk

    # -- walking

    def walk(self, g: HailfireState) -> Outcome[None]:
        """The next Team, in the order in which they were named."""
        if not self.moves:
            return Done()
        move = self.moves[0]
        if move.face is not None:
            return self.turn(g, move.face)
        way = way_of(g, move.team, move.path)
        self.left = self._allowed(g, move, way)
        trouble = g.ground.trouble(way, g.teams[move.team].row.team_class)
        if trouble is not None and trouble.walked < self.left:
            return Ask(Roll(6, 1, say("terrain")), then=self.check)
        return self.arrive

    def _allowed(self, g: HailfireState, move: Move, way: Path) -> int:
        """Hundredths that are walked if no terrain holds it up. A push counts only where it ends in
        touch with the Leader (HAIL-LEAD-05)."""
        plain = allowance(g, move, self.faces)
        halt = self.halts.get(move.team, path_length(way))
        if move.team == self.pushed:
            far = reached(g, move.team, way, min(halt, plain + PUSH))
            before = g.teams[move.team].spot
            g.change(move.team, spot=point(way, far))
            touches = g.touch(move.team, self.leader)
            g.change(move.team, spot=before)
            if touches:
                return far
        return min(halt, plain)

    def turn(self, g: HailfireState, towards: Spot) -> Outcome[None]:
        """A vehicle turns where it stands (HAIL-PGEO-06)."""
        move = self.moves.pop(0)
        x, y = spot = g.teams[move.team].spot
        g.change(move.team, facing=Spot((towards[0] - x, towards[1] - y)))
        g.tell(Moved(move.team, 0, spot))
        return self.walk

    def _after(self, g: HailfireState, move: Move) -> Outcome[None]:
        """Let a Team on its way to a carrier board it."""
        if move.carrier != NO_TEAM:
            board(g, move.team, move.carrier)
        return self.walk

    def check(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-TERR-03 to -05, H-03, H-04."""
        move = self.moves[0]
        row = g.teams[move.team].row
        trouble = g.ground.trouble(way_of(g, move.team, move.path), row.team_class)
        assert trouble is not None  # it has been asked for because there is some
        number = g.number(move.team)
        g.tell(TerrainCheck(move.team, trouble.title, faces[0], number))
        if faces[0] < number:
            inside = 0 if row.team_class is TeamClass.HALF_TRACKED else INCH
            self.left = min(self.left, trouble.walked + inside)
        return self.arrive

    def arrive(self, g: HailfireState) -> Outcome[None]:
        """Where there is room."""
        move = self.moves.pop(0)
        way = way_of(g, move.team, move.path)
        walked = reached(g, move.team, way, self.left)
        t = g.teams[move.team]
        facing = last_leg(way, walked) if walked else t.facing
        g.change(move.team, spot=point(way, walked), facing=facing)
        g.tell(Moved(move.team, walked, g.teams[move.team].spot))
        return self._after(g, move)
