"""Set-up of a match (section 2.11): divisions, squads, starting places, track, deck, hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import factorial
from typing import ClassVar, TypeVar

from attrs import define, field, frozen

from owm_net.engine.agenda import About, Ask, Call, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, PickNumber
from owm_net.engine.text import listed, say, say_n, seat_called
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.catalog import CORE_CARDS, soldier_id
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.placing import settle
from owm_net.games.owm.rounds import Rounds
from owm_net.games.owm.state import (
    CATALOG,
    CORE,
    MAX_FIRETEAM,
    OTHER,
    Fireteam,
    OwmState,
    Soldier,
)
from owm_net.games.owm.terms import Side
from owm_net.games.owm.tokens import Border

T = TypeVar("T")

LEAST_POINTS = 15
"""What a partner is left at least (A-120): enough for a Leader, of whom every division has one for
5 points or less, and for men to lead."""
PROPOSALS = 2
"""How often a split is proposed, once by each partner, before the halves hold (A-105)."""


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.division")
class DivisionTaken(Event):
    """A seat has chosen a division, and with the first of a camp its side."""

    rule = "OWM-SETUP-05"
    headline = True

    seat: Seat
    division: DivisionKey

    def sentence(self, g: OwmState) -> str:
        side = g.sides[self.seat].word
        return say("{side}: {title}", side=side, title=CATALOG.divisions[self.division].title)


@record("owm.event.split")
class SplitProposed(Event):
    """One of two partners has proposed how their two squads share the side's allowance. seat,
    points, fireteams: the proposer's; the partner's."""

    rule = "OWM-TEAM-02"

    seat: Seat
    points: int
    fireteams: int
    partner: Seat
    partner_points: int
    partner_fireteams: int

    def sentence(self, g: OwmState) -> str:
        return say(
            "{seat} proposes for its side: {shares}",
            seat=seat_called(self.seat),
            shares=self._shares(),
        )

    def _shares(self) -> str:
        return say(
            "{points} points, up to {fireteams}, for itself; {others} points, up to {places}, for"
            " {partner}",
            points=self.points,
            fireteams=_fireteams(self.fireteams),
            others=self.partner_points,
            places=_fireteams(self.partner_fireteams),
            partner=seat_called(self.partner),
        )


@record("owm.event.split_agreed")
class SplitAgreed(SplitProposed):
    """So it holds, for the partner agrees, or because they could not agree (A-105)."""

    def sentence(self, g: OwmState) -> str:
        return say("{seat} takes {shares}", seat=seat_called(self.seat), shares=self._shares())


def _fireteams(n: int) -> str:
    return say_n("{n} Fireteam", "{n} Fireteams", n)


@record("owm.event.squad")
class FireteamFormed(Event):
    """A Fireteam of a squad that has been revealed."""

    rule = "OWM-SETUP-08"

    seat: Seat
    fireteam: FireteamId
    soldiers: tuple[SoldierId, ...]

    def sentence(self, g: OwmState) -> str:
        return listed(
            [words.fireteam_name(g, self.fireteam), words.soldier_names(self.soldiers)], ": "
        )


@record("owm.event.placed")
class Placed(Event):
    """A Fireteam's token was put on the map."""

    words = say("{fireteam} starts at {cell}")
    rule = "OWM-SETUP-09"

    fireteam: FireteamId
    cell: Cell


@record("owm.event.track")
class TrackLaid(Event):
    """The Initiative Track lies, from the top."""

    words = say("Initiative: {fireteams}")

    fireteams: tuple[FireteamId, ...]
    rule: str = field(default="OWM-SETUP-10", kw_only=True)


# -- the decisions ---------------------------------------------------------------------------


@record("owm.take_division")
class TakeDivision(Answer):
    """A division, and the side it fights on (OWM-SETUP-04, OWM-SETUP-05)."""

    title = say("Division")
    help = say("Axis fights Allies, and partners fight together (OWM-SETUP-04)")
    words = say("take {division} for the {side}")

    division: DivisionKey
    side: Side


@record("owm.split_points")
class SplitPoints(Answer):
    """The cost limit of the proposer's squad; the partner has the rest (OWM-TEAM-02)."""

    title = say("Points")
    help = say("The points your squad may cost; your partner has the rest (OWM-TEAM-02)")
    words = say("take {points} of the side's points")

    points: int


@record("owm.split_fireteams")
class SplitFireteams(Answer):
    """The number of Fireteams of the proposer's squad; the partner has the places that are left,
    for a squad at most what the mission allows (A-105)."""

    title = say("Fireteams")
    help = say("How many your squad may have; the other places are your partner's (A-105)")

    fireteams: int

    def sentence(self, view: View[OwmState]) -> str:
        return say("have up to {fireteams}", fireteams=_fireteams(self.fireteams))


@record("owm.agree_split")
class AgreeSplit(Answer):
    """The choice whether a partner takes the proposed split (A-105)."""

    title = say("Agree")
    help = say("If not, you propose another split; if that is refused too, the halves hold (A-105)")

    yes: bool

    def sentence(self, view: View[OwmState]) -> str:
        return say("agree to it") if self.yes else say("do not agree")


@record("owm.form_squad")
class FormSquad(Answer):
    """Fireteams as lines of soldiers, in order of their numbers (OWM-SETUP-06, OWM-SETUP-08)."""

    title = say("Your squad")
    help = say("Fireteams of 1 to 8 soldiers, each with a Leader (OWM-SETUP-08)")
    historical: ClassVar[str] = say("The historical squad, as far as the points last")

    fireteams: tuple[tuple[SoldierId, ...], ...]

    def sentence(self, view: View[OwmState]) -> str:
        return " | ".join(words.soldier_names(line) for line in self.fireteams)


NEAR = 95
"""A ready-made squad is offered that costs so many hundredths of what it may."""


@frozen
class ReadyMade:
    """A squad that is put together already. sentence: what it is good for. points: its cost."""

    name: str
    sentence: str
    points: int
    squad: FormSquad


@frozen
class Limits:
    """Within which a seat forms its squad. points: what it may cost (OWM-MISS-04). fireteams: how
    many there may be of each of its divisions (OWM-MISS-06). room: how many its side has starting
    places for (OWM-MISS-05). largest: soldiers of one (OWM-SETUP-08)."""

    divisions: tuple[DivisionKey, ...] = ()
    points: int = 0
    fireteams: int = 0
    room: int = 0
    largest: int = MAX_FIRETEAM


@frozen
class AboutSquad(About):
    """The question for a squad.

    points: what it may cost. fireteams: how many there may be of each of the seat's divisions.
    ready: squads that can be taken as they are, the historical ones first (OWM-SETUP-07). limits:
    those and the others.
    """

    points: int = 0
    fireteams: int = 0
    ready: tuple[ReadyMade, ...] = ()
    limits: Limits = field(factory=Limits)

    @property
    def near(self) -> tuple[ReadyMade, ...]:
        """Return those that cost nearly what a squad may cost: a cheaper one begins behind, for
        points are the score. All of them where none does."""
        least = NEAR * self.points
        return tuple([one for one in self.ready if 100 * one.points >= least]) or self.ready


@record("owm.start_at")
class StartAt(Answer):
    """Where the next Fireteam starts (OWM-MISS-05)."""

    title = say("Start")
    help = say("On or beside the side's anchor (OWM-MISS-05)")
    words = say("start at {cell}")

    cell: Cell


DIVISION = Kind(
    "division",
    TakeDivision,
    rule="OWM-SETUP-05",
    why=say("choose a division"),
    deed=say("choose a division"),
)
SPLIT = Kind(
    "split",
    SplitPoints,
    rule="OWM-TEAM-02",
    why=say("choose the points of one partner's squad"),
    deed=say("share the points"),
)
SPLIT_FIRETEAMS = Kind(
    "split_fireteams",
    SplitFireteams,
    rule="OWM-TEAM-02",
    why=say("how many Fireteams one partner's squad may have is asked"),
    deed=say("share the starting places"),
)
AGREE = Kind(
    "agree_split",
    AgreeSplit,
    rule="OWM-TEAM-02",
    why=say("whether a partner agrees is asked"),
    deed=say("agree on the split"),
)
SQUAD = Kind(
    say("squad"),
    FormSquad,
    rule="OWM-SETUP-06",
    why=say("choose a squad"),
    deed=say("form a squad"),
)
START_AT = Kind(
    "start_at",
    StartAt,
    rule="OWM-MISS-05",
    why=say("choose a starting place"),
    deed=say("place a Fireteam"),
)


# -- the set-up ------------------------------------------------------------------------------


@frame("owm.set_up")
@define
class SetUp(Frame[None]):
    """Everything before round 1.

    Even seats are one camp, odd seats the other (OWM-TEAM-01); with three seats the lone one
    commands two squads. asking: seats that still choose a division. allowance: points for each
    seat. room: Fireteams for each seat. splitting: seats that propose a split for their side, the
    next one first. proposed: splits that were proposed to the side that is agreeing on one.
    placing: Fireteams still to be placed, for each camp. camp: the one whose turn it is to place.
    """

    asking: list[Seat] = field(factory=list)
    allowance: list[int] = field(factory=list)
    room: list[int] = field(factory=list)
    splitting: list[Seat] = field(factory=list)
    proposed: int = 0
    placing: list[list[FireteamId]] = field(factory=list)
    camp: int = 0

    # -- divisions (steps 4 and 5) -------------------------------------------------------

    def start(self, g: OwmState) -> Outcome[None]:
        """The map lies already, unless the mission lays it by chance (OWM-SETUP-02)."""
        laid = rules_of(g).lay_map(g)
        return Call(laid, then=self.choose_camp) if laid is not None else self.choose_camp

    def choose_camp(self, g: OwmState) -> Outcome[None]:
        """A random camp chooses first (A-70)."""
        return Ask(
            PickNumber(2, say("which camp chooses its divisions first")), then=self.order_camps
        )

    def order_camps(self, g: OwmState, picked: tuple[int, ...]) -> Outcome[None]:
        """The camps take turns; a lone seat chooses twice."""
        camps = [[s for s in g.players if s % 2 == c] for c in (0, 1)]
        squads = max(len(c) for c in camps)
        seats = [(c * squads)[:squads] for c in camps]
        first, second = seats[picked[0]], seats[1 - picked[0]]
        self.asking = [s for pair in zip(first, second, strict=True) for s in pair]
        g.sides = [Side.EITHER] * g.seats
        g.divisions = [()] * g.seats
        return self.ask_division

    def ask_division(self, g: OwmState) -> Outcome[None]:
        """The next seat takes a division and a side (OWM-SETUP-04, OWM-SETUP-05)."""
        if self.asking:
            return Ask(DIVISION.of(self.asking[0]), then=self.hear_division)
        return self.split

    @DIVISION.offers
    def offers_division(self, view: View[OwmState]) -> Iterator[TakeDivision]:
        """Every division on every side."""
        for key in CATALOG.divisions:
            yield TakeDivision(key, Side.ALLIES)
            yield TakeDivision(key, Side.AXIS)

    @DIVISION.judges
    def why_not_division(self, view: View[OwmState], answer: TakeDivision) -> Refusal | None:
        """Both camps present, one side a camp, no division twice."""
        g = view.state
        if answer.division not in CATALOG.divisions:
            return DIVISION.refusal
        division = CATALOG.divisions[answer.division]
        if answer.side is Side.EITHER or division.side not in (Side.EITHER, answer.side):
            return Refusal(
                "OWM-SETUP-04",
                say("{division} does not fight on that side", division=division.title),
            )
        if any(answer.division in taken for taken in g.divisions):
            return Refusal(
                "OWM-SETUP-05", say("{division} has been taken", division=division.title)
            )
        for seat, side in enumerate(g.sides):
            wanted = side if seat % 2 == view.seat % 2 else OTHER.get(side)
            if side is not Side.EITHER and answer.side is not wanted:
                return Refusal(
                    "OWM-SETUP-04", say("Axis fights Allies, and partners fight together")
                )
            nations = [CATALOG.divisions[key].nation for key in g.divisions[seat]]
            if seat % 2 != view.seat % 2 and division.nation in nations:
                why = say("that nation already fights on the other side")
                return Refusal("OWM-SETUP-04", why)
        return None

    @DIVISION.tells
    def about_division(self, view: View[OwmState]) -> About:
        """The own division; what it is good for its soldiers tell."""
        why = say("Axis fights Allies; some divisions fight on either side")
        return About(say("choose the division you lead"), why, "OWM-SETUP-04")

    def hear_division(self, g: OwmState, answer: TakeDivision) -> Outcome[None]:
        """Note the division and its side for the seat."""
        seat = self.asking.pop(0)
        g.sides[seat] = answer.side
        g.divisions[seat] = (*g.divisions[seat], answer.division)
        g.tell(DivisionTaken(seat, answer.division))
        return self.ask_division

    # -- points and squads (steps 6 and 7) -----------------------------------------------

    def split(self, g: OwmState) -> Outcome[None]:
        """The mission's points are one total for a side (OWM-TEAM-02, A-20)."""
        self.allowance = [g.card.squad_points] * g.seats
        self.room = [
            min(
                g.card.max_fireteams * len(g.divisions[seat]),
                rules_of(g).start_room(g, g.sides[seat]),
            )
            for seat in g.players
        ]
        self.splitting = [s for s in g.players if s < 2 and len(g.side_seats(g.sides[s])) == 2]
        return self.ask_split

    def ask_split(self, g: OwmState) -> Outcome[None]:
        """Ask a partner to propose how many points their squad may cost."""
        if self.splitting:
            return Ask(SPLIT.of(self.splitting[0]), then=self.hear_split)
        return Ask(SQUAD.secretly(g.players), then=self.reveal_squads)

    @SPLIT.offers
    def offers_split(self, view: View[OwmState]) -> Iterator[SplitPoints]:
        """Every number of points; those that leave a partner too few are refused."""
        for points in range(view.state.card.squad_points + 1):
            yield SplitPoints(points)

    @SPLIT.judges
    def why_not_split(self, view: View[OwmState], answer: SplitPoints) -> Refusal | None:
        """Both partners must be able to bring a squad (OWM-TEAM-02, A-120)."""
        most = view.state.card.squad_points - LEAST_POINTS
        if not LEAST_POINTS <= answer.points <= most:
            why = say(
                "between {least_points} and {most}: both need a squad",
                least_points=LEAST_POINTS,
                most=most,
            )
            return Refusal("OWM-TEAM-02", why)
        return None

    @SPLIT.tells
    def about_split(self, view: View[OwmState]) -> About:
        """How the total is shared."""
        why = say(
            "the two squads of your side share {squad_points} points",
            squad_points=view.state.card.squad_points,
        )
        return About(say("choose how many points your squad may cost"), why, "OWM-TEAM-02")

    def hear_split(self, g: OwmState, answer: SplitPoints) -> Outcome[None]:
        """The other partner would have the rest. Starting places are shared where they are few."""
        seat = self.splitting[0]
        self._share_points(g, seat, answer.points)
        places, most = rules_of(g).start_room(g, g.sides[seat]), g.card.max_fireteams
        if places < 2 * most:
            return Ask(SPLIT_FIRETEAMS.of(seat), then=self.hear_split_fireteams)
        return self.propose

    @SPLIT_FIRETEAMS.offers
    def offers_split_fireteams(self, view: View[OwmState]) -> Iterator[SplitFireteams]:
        """As many as a squad may have here."""
        for n in range(1, view.state.card.max_fireteams + 1):
            yield SplitFireteams(n)

    @SPLIT_FIRETEAMS.judges
    def why_not_split_fireteams(
        self, view: View[OwmState], answer: SplitFireteams
    ) -> Refusal | None:
        """One Fireteam in a starting Terrain (A-30), and one at least for either squad (A-105)."""
        g = view.state
        most = min(g.card.max_fireteams, rules_of(g).start_room(g, g.sides[view.seat]) - 1)
        if not 1 <= answer.fireteams <= most:
            why = say("between 1 and {most}: both squads need a place to start from", most=most)
            return Refusal("OWM-TEAM-02", why)
        return None

    @SPLIT_FIRETEAMS.tells
    def about_split_fireteams(self, view: View[OwmState]) -> About:
        """Why there are not enough for all."""
        g = view.state
        places = rules_of(g).start_room(g, g.sides[view.seat])
        why = say(
            "your side has {places} starting Terrains, one Fireteam for each (A-105)", places=places
        )
        return About(say("choose how many Fireteams your squad may have"), why, "OWM-TEAM-02")

    def hear_split_fireteams(self, g: OwmState, answer: SplitFireteams) -> Outcome[None]:
        """The other partner would have what is left."""
        self._share_places(g, self.splitting[0], answer.fireteams)
        return self.propose

    def propose(self, g: OwmState) -> Outcome[None]:
        """Ask the partner to agree (A-105)."""
        g.tell(self._split_as(g, SplitProposed))
        self.proposed += 1
        return Ask(AGREE.of(_partner(g, self.splitting[0])), then=self.hear_agreement)

    @AGREE.offers
    def offers_agree_split(self, view: View[OwmState]) -> Iterator[AgreeSplit]:
        yield AgreeSplit(True)
        yield AgreeSplit(False)

    @AGREE.tells
    def about_agree_split(self, view: View[OwmState]) -> About:
        """Tell what is proposed, and what follows a no."""
        points, room = self.allowance[view.seat], self.room[view.seat]
        what = say(
            "agree to {points} points and up to {fireteams} for your squad, or not",
            points=points,
            fireteams=_fireteams(room),
        )
        last = self.proposed == PROPOSALS
        why = say("if not, the halves hold") if last else say("if not, you propose another split")
        return About(what, why, "OWM-TEAM-02")

    def hear_agreement(self, g: OwmState, answer: AgreeSplit) -> Outcome[None]:
        """Agreed; or the other partner proposes; or, after both have, the halves hold (A-105)."""
        seat = self.splitting[0]
        if not answer.yes and self.proposed < PROPOSALS:
            self.splitting[0] = _partner(g, seat)
            return self.ask_split
        if not answer.yes:
            first = min(seat, _partner(g, seat))
            self.splitting[0] = first
            self._share_points(g, first, g.card.squad_points // 2)
            places = rules_of(g).start_room(g, g.sides[first])
            self._share_places(g, first, min(g.card.max_fireteams, places // 2))
        g.tell(self._split_as(g, SplitAgreed))
        self.splitting.pop(0)
        self.proposed = 0
        return self.ask_split

    def _share_points(self, g: OwmState, seat: Seat, points: int) -> None:
        self.allowance[seat] = points
        self.allowance[_partner(g, seat)] = g.card.squad_points - points

    def _share_places(self, g: OwmState, seat: Seat, fireteams: int) -> None:
        left = rules_of(g).start_room(g, g.sides[seat]) - fireteams
        self.room[seat] = fireteams
        self.room[_partner(g, seat)] = min(g.card.max_fireteams, left)

    def _split_as(self, g: OwmState, told: type[SplitProposed]) -> SplitProposed:
        mine = self.splitting[0]
        other = _partner(g, mine)
        return told(
            mine,
            self.allowance[mine],
            self.room[mine],
            other,
            self.allowance[other],
            self.room[other],
        )

    @SQUAD.offers
    def offers_squad(self, view: View[OwmState]) -> Iterator[FormSquad]:
        """The historical squads (OWM-SETUP-07) in one Fireteam and more, as far as they fit, and
        those that the data files have ready."""
        for ready in self._ready_made(view.state, view.seat):
            yield ready.squad

    @SQUAD.samples
    def sample_squad(self, view: View[OwmState], chance: Chance) -> FormSquad:
        """Soldiers by chance as long as the points last, dealt round to Fireteams."""
        g = view.state
        pool = [s for s, d in CATALOG.division_of.items() if d.key in g.divisions[view.seat]]
        while True:
            chance.shuffle(pool)
            left = self.allowance[view.seat]
            chosen: dict[DivisionKey, list[SoldierId]] = {d: [] for d in g.divisions[view.seat]}
            for soldier in pool:
                if CATALOG.soldiers[soldier].points <= left:
                    left -= CATALOG.soldiers[soldier].points
                    chosen[CATALOG.division_of[soldier].key].append(soldier)
            lines: list[tuple[SoldierId, ...]] = []
            most, largest = self.most_fireteams(g, view.seat), g.largest(g.sides[view.seat])
            for squad in chosen.values():
                del squad[most * largest :]
                fewest = max(1, -(-len(squad) // largest)) if largest < MAX_FIRETEAM else 1
                parts = fewest + chance.below(most - fewest + 1)
                lines += [tuple(squad[i::parts]) for i in range(parts)]
            answer = FormSquad(tuple(lines))
            if self.why_not_squad(view, answer) is None:
                return answer

    def most_fireteams(self, g: OwmState, seat: int) -> int:
        """Fireteams of one squad of a seat: the mission's limit (OWM-MISS-06), or the room that
        its side's starting places leave (A-105)."""
        return min(g.card.max_fireteams, self.room[seat])

    @SQUAD.judges
    def why_not_squad(self, view: View[OwmState], answer: FormSquad) -> Refusal | None:
        """Soldiers of the own divisions, each once (OWM-SETUP-05, OWM-SETUP-08), in as many
        Fireteams as the mission allows (OWM-MISS-06), for the points there are (OWM-MISS-04).

        What no further soldier can mend is said, all of it at once; else the first that one can."""
        faults = faults_of(answer.fireteams, self.limits(view.state, view.seat))
        for_good = [fault for fault in faults if not fault.more]
        if not for_good:
            return faults[0] if faults else None
        first, *others = for_good
        more = [say("{why} ({rule})", why=one.why, rule=one.rule) for one in others]
        return Refusal(first.rule, listed(dict.fromkeys([first.why, *more]), "; "))

    def limits(self, g: OwmState, seat: int) -> Limits:
        """Of a seat's squad."""
        return Limits(
            g.divisions[seat],
            self.allowance[seat],
            self.most_fireteams(g, seat),
            self.room[seat],
            g.largest(g.sides[seat]),
        )

    @SQUAD.tells
    def about_squad(self, view: View[OwmState]) -> AboutSquad:
        """Within which limits, and that nobody sees it yet (A-70)."""
        g = view.state
        points, most = self.allowance[view.seat], self.most_fireteams(g, view.seat)
        per = "" if len(g.divisions[view.seat]) == 1 else say(" of each division")
        what = say(
            "form your squad: 1 to {most} Fireteams{per}, at most {points} points",
            most=most,
            per=per,
            points=points,
        )
        ready = [
            one
            for one in self._ready_made(g, view.seat)
            if self.why_not_squad(view, one.squad) is None
        ]
        ready.sort(key=lambda one: one.sentence == FormSquad.historical)  # composed ones first
        why = say("all players choose in secret at the same time (A-70)")
        limits = self.limits(g, view.seat)
        return AboutSquad(what, why, "OWM-SETUP-06", points, most, tuple(ready), limits)

    def reveal_squads(self, g: OwmState, answers: tuple[FormSquad, ...]) -> Outcome[None]:
        """All at once (A-70). Fireteams get ids, numbers and tokens (OWM-SETUP-09)."""
        for seat, answer in zip(g.players, answers, strict=True):
            numbers = dict.fromkeys(g.divisions[seat], 0)
            for line in answer.fireteams:
                key = CATALOG.division_of[line[0]].key
                numbers[key] += 1
                team = FireteamId(len(g.fireteams) + 1)
                g.fireteams[team] = Fireteam(team, seat, key, numbers[key], line)
                for soldier in line:
                    g.soldiers[soldier] = Soldier(soldier)
                g.tell(FireteamFormed(seat, team, line))
        return Ask(
            PickNumber(2, say("which camp places its first Fireteam")), then=self.begin_placing
        )

    # -- starting places (step 8) --------------------------------------------------------

    def begin_placing(self, g: OwmState, picked: tuple[int, ...]) -> Outcome[None]:
        """A random camp first, then by turns, one Fireteam at a time (A-70)."""
        self.camp = picked[0]
        here = [t for t in g.fireteams.values() if not rules_of(g).waits(g, t)]
        self.placing = [[t.id for t in here if t.seat % 2 == c] for c in (0, 1)]
        return self.ask_place

    def ask_place(self, g: OwmState) -> Outcome[None]:
        """Ask for the starting place of the camp's next Fireteam."""
        if not any(self.placing):
            return self.lay_track
        if not self.placing[self.camp]:
            self.camp = 1 - self.camp
        seat = g.fireteams[self.placing[self.camp][0]].seat
        return Ask(START_AT.of(seat), then=self.hear_place)

    @START_AT.offers
    def offers_start_at(self, view: View[OwmState]) -> Iterator[StartAt]:
        """Every cell of the map."""
        for cell in view.state.ground.cells:
            yield StartAt(cell)

    @START_AT.judges
    def why_not_start_at(self, view: View[OwmState], answer: StartAt) -> Refusal | None:
        """On or beside the anchor (OWM-MISS-05), where no Fireteam is yet (A-30)."""
        g = view.state
        if answer.cell not in start_cells(g, g.sides[view.seat]):
            return Refusal("OWM-MISS-05", say("a Fireteam starts on or beside its side's anchor"))
        if g.fireteams_at(answer.cell):
            return Refusal("OWM-MISS-05", say("a Fireteam is there already (A-30)"))
        return None

    @START_AT.tells
    def about_start_at(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam is placed now."""
        team = self.placing[self.camp][0]
        what = say("choose where {team} starts", team=words.fireteam_name(view.state, team))
        why = say(
            "on the anchor, the card where your side starts, or beside it; where no Fireteam is yet"
            " (A-30)"
        )
        return AboutFireteam(what, why, "OWM-MISS-05", team)

    def hear_place(self, g: OwmState, answer: StartAt) -> Outcome[None]:
        """Its token is put on the map, black side up."""
        team = self.placing[self.camp].pop(0)
        settle(g, team, answer.cell)  # an open spot gets a Field card
        g.tell(Placed(team, answer.cell))
        self.camp = 1 - self.camp
        return self.ask_place

    # -- track, deck, hands (steps 9 to 14) ----------------------------------------------

    def lay_track(self, g: OwmState) -> Outcome[None]:
        """A random column of all Fireteams (OWM-SETUP-10)."""
        return Ask(
            PickNumber(factorial(len(g.fireteams)), say("the Initiative Track")), then=self.shuffle
        )

    def shuffle(self, g: OwmState, picked: tuple[int, ...]) -> Outcome[None]:
        """The core deck without the Terrain of the map (OWM-SETUP-02, OWM-SETUP-11)."""
        g.initiative = permutation(list(g.fireteams), picked[0])
        g.tell(TrackLaid(tuple(g.initiative)))
        on_map = [c for c in g.ground.cards if c <= CORE_CARDS]
        deck = [c for c in range(1, CORE_CARDS + 1) if c not in on_map]
        self.asking = g.seat_order()
        return Ask(g.shuffle(CORE, deck), then=self.deal)

    def deal(self, g: OwmState) -> Outcome[None]:
        """Seven cards in Initiative order (OWM-SETUP-14)."""
        if self.asking:
            seat = self.asking.pop(0)
            return Call(DrawCards(seat, g.hand_limit(seat)), then=self.deal)
        first = rules_of(g).begins(g)
        return Call(first, then=self.play) if first is not None else self.play

    def play(self, g: OwmState) -> Outcome[None]:
        """Round after round until the end; the Artillery card lies ready (OWM-SETUP-13, A-43) where
        a Combat Operation can be played (OWM-LVL-02)."""
        if g.card.at_the_ready and g.level != "private":
            g.artillery = Border.YELLOW
        return Call(Rounds(), then=self.deal)

    def _ready_made(self, g: OwmState, seat: Seat) -> Iterator[ReadyMade]:
        """The historical squads in one to as many Fireteams as there may be, then those of the data
        files: of each of the seat's divisions one."""
        for parts in range(1, self.most_fireteams(g, seat) + 1):
            squad = self._historical(g, seat, parts)
            name = say("Historical squad, {teams}", teams=_fireteams(parts))
            yield _ready(name, FormSquad.historical, squad)
        homes = [[(key, one) for one in CATALOG.squads[key]] for key in g.divisions[seat]]
        for chosen in product(*homes):
            lines = [
                tuple([soldier_id(key, n) for n in line])
                for key, one in chosen
                for line in one.fireteams
            ]
            name = listed([one.name for _, one in chosen], say(" and "))
            sentence = listed([one.sentence for _, one in chosen], " ")
            yield _ready(name, sentence, FormSquad(tuple(lines)))

    def _historical(self, g: OwmState, seat: Seat, parts: int) -> FormSquad:
        """The historical squads, as far as the points last, dealt round to so many Fireteams."""
        lines: list[tuple[SoldierId, ...]] = []
        for key in g.divisions[seat]:
            division = CATALOG.divisions[key]
            share = self.allowance[seat] // len(g.divisions[seat])
            squad: list[SoldierId] = []
            for soldier, home in CATALOG.division_of.items():
                card = CATALOG.soldiers[soldier]
                if home is division and card.number <= division.historical and card.points <= share:
                    share -= card.points
                    squad.append(soldier)
            lines += [tuple(squad[i::parts]) for i in range(parts)]
        return FormSquad(tuple(lines))


def _ready(name: str, sentence: str, squad: FormSquad) -> ReadyMade:
    points = sum(CATALOG.soldiers[s].points for line in squad.fireteams for s in line)
    return ReadyMade(name, sentence, points, squad)


def why_no_fireteam(
    line: tuple[SoldierId, ...], divisions: tuple[DivisionKey, ...], most: int = MAX_FIRETEAM
) -> Refusal | None:
    """Judge a Fireteam (OWM-SETUP-05, OWM-SETUP-08): 1 to 8 soldiers of the player's own division,
    with a Leader among them; so the last place is a Leader's if there is none yet. most: as the
    mission has it (OWM-MX-02)."""
    if not 1 <= len(line) <= most:
        rule = "OWM-SETUP-08" if most == MAX_FIRETEAM else "OWM-MX-02"
        return Refusal(rule, say("a Fireteam has 1 to {most} soldiers", most=most))
    homes = [CATALOG.division_of.get(s) for s in line]
    home = homes[0]
    if home is None or home.key not in divisions:
        return Refusal("OWM-SETUP-05", say("only soldiers of the own division can be chosen"))
    if any(h is not home for h in homes):
        return Refusal("OWM-SETUP-05", say("a Fireteam is of one division"))
    if not any(CATALOG.soldiers[s].is_leader for s in line):
        more = len(line) < most
        return Refusal("OWM-SETUP-08", say("every Fireteam needs a Leader"), more=more)
    return None


def faults_of(lines: Sequence[tuple[SoldierId, ...]], limits: Limits) -> list[Refusal]:
    """All that is wrong with a squad, each with its rule: of its Fireteams one by one, then of the
    whole (OWM-SETUP-05, OWM-SETUP-08, OWM-MISS-04, OWM-MISS-05, OWM-MISS-06)."""
    faults = []
    soldiers = [s for line in lines for s in line]
    if len(dict.fromkeys(soldiers)) != len(soldiers):
        faults.append(Refusal("OWM-SETUP-08", say("a soldier is named twice")))
    per_squad = dict.fromkeys(limits.divisions, 0)
    for line in lines:
        problem = why_no_fireteam(line, limits.divisions, limits.largest)
        if problem is not None:
            faults.append(problem)
        home = CATALOG.division_of.get(line[0]) if line else None
        if home is not None and home.key in per_squad:
            per_squad[home.key] += 1
    if any(n > limits.fireteams for n in per_squad.values()):
        faults.append(_too_many_or_none(limits))
    if sum(per_squad.values()) > limits.room:
        why = say("there are starting Terrains for {room} Fireteams", room=limits.room)
        faults.append(Refusal("OWM-MISS-05", why))
    cards = [CATALOG.soldiers[s] for s in soldiers if s in CATALOG.soldiers]
    cost, allowed = sum(card.points for card in cards), limits.points
    if cost > allowed:
        why = say("the squad would cost {cost} points of {allowed}", cost=cost, allowed=allowed)
        faults.append(Refusal("OWM-MISS-04", why))
    if not all(per_squad.values()):
        faults.append(_too_many_or_none(limits, more=True))
    return faults


def _too_many_or_none(limits: Limits, *, more: bool = False) -> Refusal:
    why = say("a squad has 1 to {most} Fireteams here", most=limits.fireteams)
    return Refusal("OWM-MISS-06", why, more=more)


def _partner(g: OwmState, seat: Seat) -> Seat:
    """The other seat of a side of two."""
    return next(s for s in g.side_seats(g.sides[seat]) if s != seat)


def start_cells(g: OwmState, side: Side) -> list[Cell]:
    """Where Fireteams of a side may start (OWM-MISS-05, A-30)."""
    return rules_of(g).start_cells(g, side)


def permutation(items: list[T], index: int) -> list[T]:
    """The index-th arrangement of the items, 0 <= index < n! (Lehmer code)."""
    arranged = []
    rest = list(items)
    for left in range(len(items), 0, -1):
        place, index = divmod(index, factorial(left - 1))
        arranged.append(rest.pop(place))
    return arranged
