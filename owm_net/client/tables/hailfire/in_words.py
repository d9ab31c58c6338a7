"""The table of Hailfire in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import fields

from owm_net.client.free_map.in_words import (
    TOWARDS,
    FreeMapWords,
    nearest_half,
    person,
    place,
)
from owm_net.client.language import tr, tr_n
from owm_net.client.tables.hailfire import luck
from owm_net.client.tables.hailfire.odds import (
    charge_chance,
    charge_lines,
    fire_lines,
    hit_line,
    move_lines,
    strike_chance,
)
from owm_net.client.tables.hailfire.people import arms, condition
from owm_net.client.tables.luck import sentences
from owm_net.client.terminal.terminal_words import Shelf
from owm_net.engine import agenda
from owm_net.engine.agenda import Event
from owm_net.engine.geometry import Point, Polygon, distance2
from owm_net.engine.ids import Seat
from owm_net.engine.landmarks import Landmark
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.text import Text, say
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import Aim, Effect
from owm_net.games.hailfire.assault import Strike
from owm_net.games.hailfire.blinds import LayBlinds
from owm_net.games.hailfire.chits import BREAK, known_total
from owm_net.games.hailfire.forces import Force, force_cost, unit_rows
from owm_net.games.hailfire.hero import CARDS, known_points
from owm_net.games.hailfire.ids import NO_UNIT, SEATS, Spot, TeamId, UnitId
from owm_net.games.hailfire.kept import own_forces
from owm_net.games.hailfire.looking import (
    declaring_of,
    formed_now,
    is_routine,
    march_now,
    marker_of,
    placed_now,
    under_fire,
)
from owm_net.games.hailfire.orders import ORDER, ChargeAt, FireAt, Go, March
from owm_net.games.hailfire.paths import Path
from owm_net.games.hailfire.places import landmarks
from owm_net.games.hailfire.set_up import FORCE, PLACE, SetUpUnit
from owm_net.games.hailfire.state import CHITS, HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.turn import ACTIVATE, Activate
from owm_net.games.hailfire.victory import exits_open
from owm_net.games.hailfire.words import (
    group_name,
    place_name,
    seat_name,
    team_name,
    title_of_unit,
    unit_name,
)

VERBS = say("set, up, place, put, move, send, go")
"""Words that may stand before what is set up or moved."""
FIRES, CHARGES = say("fire at, fire on, shoot at"), say("assault, charge")
"""Words that may stand before a target."""


class Words(FreeMapWords):
    """Teams, where they are, what they are armed with and how they are."""

    size = (WIDE, HIGH)
    spot_type = Spot
    example = say(
        "rifle platoon 1 to the building, in formation; to A, an objective; to 17 9.5, in inches"
        " east and north; or the name of a Unit alone"
    )
    formations = (fields(SetUpUnit).spots, fields(LayBlinds).spots)

    def kept(self, view: View[HailfireState], shelf: Shelf) -> Iterator[tuple[str, Answer]]:
        if agenda.kind_of(view) is FORCE:
            yield from own_forces(shelf(self.system.id)).items()

    def people(self, view: View[HailfireState]) -> Iterator[str]:
        g = view.state
        for seat in SEATS:
            for n in g.left(seat):
                spot, there = g.teams[n].spot, g.teams[n].there  # who rides is not there
                where = [tr(place_name(g, spot)), place(nearest_half(spot))] if there else []
                told = [*filter(None, where), *condition(g, n)]
                head = tr("{side}: {team}", side=seat_name(g, seat), team=team_name(g, n))
                yield person(head, told, ", ".join(arms(g, n)), seat == view.seat)

    def more(self, view: View[HailfireState], answer: Answer) -> str:
        """Return what a force costs, and its Units; of a set-up where the middle of the Teams is.
        An order says itself where it ends."""
        if isinstance(answer, Aim):
            return self._under(view, answer.spot)
        if isinstance(answer, Effect) and answer.fires:
            marker = marker_of(view.state)
            return "" if marker is None else self._under(view, marker) or tr("on nobody")
        if isinstance(answer, SetUpUnit | LayBlinds):
            where = tr(place_name(view.state, _middle(answer)))
            return tr("their middle {place}", place=where) if len(answer.spots) > 1 else where
        if not isinstance(answer, Force):
            return ""
        units = ", ".join([tr(title_of_unit(row.name)) for row in unit_rows(answer)])
        return tr("{n} points: {units}", n=force_cost(answer), units=units)

    def _under(self, view: View[HailfireState], spot: Spot) -> str:
        """Return whom a barrage would hit, Unit by Unit, the enemy's first; "" for nobody."""
        g = view.state
        hit: dict[UnitId, list[TeamId]] = {}
        for team in under_fire(g, spot):
            hit.setdefault(g.teams[team].unit, []).append(team)
        told = []
        for ours in (False, True):
            units = [t for t in hit.values() if (g.teams[t[0]].seat == view.seat) is ours]
            teams = ", ".join([tr(group_name(g, some)) for some in units])
            if teams:
                own = tr("on your own {teams}", teams=teams)
                told.append(own if ours else tr("on {teams}", teams=teams))
        return ", ".join(told)

    def odds(self, view: View[HailfireState], answer: Answer) -> list[str]:
        """Of a Fire order, of an assault, or of a Move."""
        g = view.state
        if isinstance(answer, FireAt):
            return fire_lines(g, answer.target, answer.teams, answer.guns)
        if isinstance(answer, ChargeAt):
            return charge_lines(g, answer.team, answer.enemy)
        if isinstance(answer, Go | March):
            return move_lines(g, _legs(answer))
        return super().odds(view, answer)

    def chance(self, view: View[HailfireState], answer: Answer) -> str:
        """Of a Fire order how likely a Hit is, of an assault how likely it is won, of an Assault
        Check what it needs."""
        g = view.state
        if isinstance(answer, FireAt):
            return hit_line(g, answer.target, answer.teams, answer.guns)
        if isinstance(answer, Strike):
            return strike_chance(g, answer)
        return charge_chance(g, answer.team, answer.enemy) if isinstance(answer, ChargeAt) else ""

    def marks(self, view: View[HailfireState]) -> Iterator[str]:
        """Yield objectives and their holders; blinds."""
        g = view.state
        for n, objective in enumerate(g.battle.objectives):
            holder = g.holders[n] if n < len(g.holders) else Seat(-1)
            what = tr("Objective {name}: {place}", name=objective.name, place=place(objective.at))
            who = tr("held by {side}", side=seat_name(g, holder)) if holder >= 0 else ""
            if objective.exit:
                what = tr("Exit {name}: {place}", name=objective.name, place=place(objective.at))
                who = "" if exits_open(g) else tr("not open yet")
            yield f"{', '.join(filter(None, [what, who]))}."
        for spot in g.blinds:
            if spot[0] >= 0:
                yield tr("A blind: {place}.", place=place(spot))

    def areas(self, view: View[HailfireState]) -> Iterator[tuple[str, Polygon]]:
        for area in view.state.battle.areas:
            yield area.kind.title, area.polygon

    def lines(self, view: View[HailfireState]) -> Iterator[tuple[str, Sequence[Point]]]:
        for line in view.state.battle.lines:
            yield line.kind.title, line.points

    def landmarks(self, view: View[HailfireState]) -> Sequence[Landmark]:
        return landmarks(view.state.scenario)

    def unasked(self, view: View[HailfireState]) -> Answer | None:
        """Say that a limit is not reached; that it is, the player says."""
        return self.system.settled(view) if agenda.kind_of(view) is BREAK else None

    def is_routine(self, view: View[HailfireState]) -> bool:
        return is_routine(view)

    def told(self, view: View[HailfireState], spot: Sequence[int]) -> str:
        return tr(place_name(view.state, Spot((spot[0], spot[1]))))

    def spoken(self, view: View[HailfireState], words: str) -> tuple[Answer, str] | None:
        """A Unit is activated, goes somewhere in formation, or is set up there."""
        g, kind = view.state, agenda.kind_of(view)
        unit, rest = self._unit(view, words)
        if kind is ACTIVATE and unit != NO_UNIT:
            whole = (
                offer
                for offer in agenda.offers(view)
                if isinstance(offer, Activate) and g.teams[offer.teams[0]].unit == unit
            )
            first = next(whole, None)
            return None if first is None else (first, rest)
        declaring = declaring_of(g)
        asked = declaring.left() if kind is ORDER and declaring is not None else []
        deed = self._against(view, words) or self._alone(view, asked, words) if asked else None
        if deed is not None:
            return deed, ""
        asked = placed_now(g) if kind is PLACE else asked
        if not asked or unit not in (NO_UNIT, g.teams[asked[0]].unit):
            return None
        place = self._place(view, asked, words)
        if not place:
            return None
        answer = self._set_up(view, place) if kind is PLACE else None
        if answer is None:
            goal = self.named_place(view, place, g.teams[asked[0]].spot)
            found = None if goal is None else _formed(g, Spot(goal), kind is PLACE)
            answer = found or (None if goal is None or kind is ORDER else _nearest(view, goal))
        return None if answer is None else (answer, "")

    def _against(self, view: View[HailfireState], words: str) -> Answer | None:
        """Return the order that fires at whom is named, with as many Teams as can, or assaults
        them; a Team that is called so before one that only belongs to a Unit of that name."""
        g, typed = view.state, words.lower()
        for kind, said in ((FireAt, FIRES), (ChargeAt, CHARGES)):
            verb = next((v for v in _words(tr(said)) if typed.startswith(f"{v} ")), "")
            wanted = typed[len(verb) :].split() if verb else []
            found: list[tuple[bool, int, int, Answer]] = []
            for n, offer in enumerate(agenda.offers(view) if wanted else ()):
                if not isinstance(offer, FireAt | ChargeAt) or not isinstance(offer, kind):
                    continue
                target = offer.target if isinstance(offer, FireAt) else offer.enemy
                teams = offer.teams if isinstance(offer, FireAt) else ()
                own, full = tr(g.teams[target].row.title).lower(), tr(team_name(g, target)).lower()
                named = all(word in full for word in wanted)
                if named and agenda.why_not(view, offer) is None:
                    called = all(word in own for word in wanted)
                    found.append((not called, -len(teams), n, offer))
            if found:
                return min(found, key=lambda one: one[:3])[3]
        return None

    def _alone(
        self, view: View[HailfireState], teams: Sequence[TeamId], words: str
    ) -> Answer | None:
        """Return the Move of the one Team that is named before a place: there, or as near as it
        would come with its Unit."""
        g, typed = view.state, f"{words.lower()} "
        for team in teams:
            name = tr(team_name(g, team)).lower()
            if not typed.startswith(f"{name} "):
                continue
            place = " ".join(typed[len(name) :].split())
            goal = self.named_place(view, place, g.teams[team].spot)
            if goal is None:
                return None
            spot = Spot((goal[0], goal[1]))
            there = Go(team, (spot,), apart=False)
            march = march_now(g, spot)
            legs = () if isinstance(march, Refusal) else march.legs
            beside = (Go(team, leg.path, apart=False) for leg in legs if leg.team == team)
            ways = (there, *beside)
            return next((go for go in ways if agenda.why_not(view, go) is None), None)
        return None

    def _place(self, view: View[HailfireState], teams: Sequence[TeamId], words: str) -> str:
        """Return the place at the end of what is typed, "set up the rifles near the barn"; "" where
        what stands before it means other Teams than these."""
        g, small = view.state, _words(tr(TOWARDS))
        typed = words.lower().split()
        last = max([n for n, word in enumerate(typed) if word in small], default=-1)
        named = [unit_name(g, g.teams[teams[0]].unit), *[team_name(g, team) for team in teams]]
        known = " ".join([tr(name).lower() for name in named])
        before = [w for w in typed[: last + 1] if w not in (*small, *_words(tr(VERBS)))]
        return " ".join(typed[last + 1 :]) if all(w.rstrip("s") in known for w in before) else ""

    def _set_up(self, view: View[HailfireState], place: str) -> Answer | None:
        """Return the formation that is nearest to the landmark of this name, of those that the
        rules offer; None where there is no such landmark."""
        marks = [
            mark
            for mark in landmarks(view.state.scenario)
            if set(place.split()) <= set(tr(mark.name).lower().split())
        ]
        offers = [offer for offer in agenda.offers(view) if isinstance(offer, SetUpUnit)]
        if not marks or not offers:
            return None

        def far(offer: SetUpUnit) -> int:
            middle = _middle(offer)
            return min([distance2(mark.nearest(middle), middle) for mark in marks])

        return min(offers, key=far)

    def listed(self, view: View[HailfireState], offers: Sequence[Answer]) -> Sequence[Answer]:
        """Return one offer of those that read alike; of places to be set up at the nearest to each
        side of each landmark, from the west to the east."""
        found: dict[str, tuple[int, Answer]] = {}
        for offer in offers:
            words, far = self.deed(view, offer), 0
            if isinstance(offer, SetUpUnit):
                place = place_name(view.state, _middle(offer))
                if isinstance(place, Text) and place.many:
                    words, far = f"{place.one} {place.values}".replace(f"{place.n}", ""), place.n
            if isinstance(offer, Force):
                words = str(offer)
            if words not in found or far < found[words][0]:
                found[words] = far, offer
        listed = [offer for _, offer in found.values()]
        if agenda.kind_of(view) is PLACE:
            listed.sort(key=lambda a: _middle(a) if isinstance(a, SetUpUnit) else Spot((0, 0)))
        return listed

    def hint(self, view: View[HailfireState]) -> str:
        g, kind = view.state, agenda.kind_of(view)
        if kind is PLACE:
            x0, x1, y0, y1 = g.battle.zones[view.seat].box
            here = (x0 + x1) // 2, (y0 + y1) // 2
            marks = landmarks(g.scenario)
            mark = min(marks, key=lambda mark: distance2(mark.nearest(here), here))
            place = tr(mark.name)
            return tr("Type a number, or a place, such as: near {place}. ? for help.", place=place)
        if kind is ACTIVATE:
            own = next(UnitId(n) for n, unit in enumerate(g.units) if unit.seat == view.seat)
            name = tr(unit_name(g, own)).lower()
            return tr("Type a number, or a Unit, such as: {unit}. ? for help.", unit=name)
        return ""

    def led(
        self, view: View[HailfireState], answer: Answer, points: Sequence[Point]
    ) -> Answer | None:
        """Where a Unit is led elsewhere, its formation is made anew for the ground there."""
        if isinstance(answer, March | SetUpUnit) and len(points) == 1:
            formed = _formed(view.state, Spot(points[0]), isinstance(answer, SetUpUnit))
            if formed is not None:
                return formed
        return super().led(view, answer, points)

    def _unit(self, view: View[HailfireState], words: str) -> tuple[UnitId, str]:
        """Return the own Unit whose name the words begin with, and the rest of them; NO_UNIT and
        all of them where they begin with none. Of two names the longer one counts."""
        g = view.state
        own = [UnitId(n) for n, unit in enumerate(g.units) if unit.seat == view.seat]
        names = sorted(((tr(unit_name(g, unit)).lower(), unit) for unit in own), reverse=True)
        for name, unit in names:
            if f"{words.lower()} ".startswith(f"{name} "):
                return unit, words[len(name) :].strip()
        return NO_UNIT, words

    def _named(self, view: View[HailfireState], near: Point) -> Iterator[tuple[str, Point]]:
        """Objectives before the ground, and that by the names that places are told by."""
        for objective in view.state.battle.objectives:
            yield objective.name, objective.at
            if objective.exit:
                yield tr("Exit {name}", name=objective.name), objective.at
            else:
                yield tr("Objective {name}", name=objective.name), objective.at
        small = _words(tr(TOWARDS))
        for mark in landmarks(view.state.scenario):
            name = " ".join([word for word in tr(mark.name).split() if word not in small])
            x0, x1, y0, y1 = mark.area.box if mark.area is not None else (0, 0, 0, 0)
            middle = (x0 + x1) // 2, (y0 + y1) // 2
            yield name, middle if mark.area is not None else mark.nearest(near)
        yield from super()._named(view, near)

    def spot(self, view: View[HailfireState], east: int, north: int) -> tuple[int, ...]:
        return east, north

    def luck(self, view: View[HailfireState], events: Sequence[Event]) -> list[str]:
        found = luck.of_dice(view.state, events)
        return sentences(found, view.seat, lambda seat: self.player_name(view, seat))

    def status(self, view: View[HailfireState]) -> Sequence[str]:
        """The battle, the round, points, how near each side is to breaking."""
        g = view.state
        lines = [tr("{title}: {about}", title=g.battle.title, about=g.battle.about)]
        if not g.round:
            return [*lines, tr("The match is being set up.")]
        lines.append(tr("Round {n}; Order Points left: {left}.", n=g.round, left=g.order_points))
        for seat in SEATS:
            teams = len(g.left(seat))
            who = tr_n("{side}: {n} Team", "{side}: {n} Teams", teams, side=seat_name(g, seat))
            lines.append(f"{who}. {self._hero(view, seat)}. {self._chits(view, seat)}.")
        return lines

    def _hero(self, view: View[HailfireState], seat: Seat) -> str:
        spent, left = view.state.spent[seat], known_points(view, seat)
        if left is None:
            most = CARDS
            return tr("Hero Die, hidden, 1 to {most}: {spent} spent", spent=spent, most=most)
        return tr("Hero Points: {spent} spent, {left} left", spent=spent, left=left)

    def _chits(self, view: View[HailfireState], seat: Seat) -> str:
        drawn, total = len(view.state.hands[CHITS + seat]), known_total(view, seat)
        told = (
            tr("Chits drawn: {n}, what they come to is hidden", n=drawn)
            if total is None
            else tr("Chits drawn: {n}, together {total}", n=drawn, total=total)
        )
        limit = tr("The breaking point is {limit}", limit=view.state.limits[seat])
        return f"{told}. {limit}"


def _middle(answer: SetUpUnit | LayBlinds) -> Spot:
    """Return the middle of the box about all places."""
    xs, ys = ([spot[n] for spot in answer.spots] for n in (0, 1))
    return Spot(((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2))


def _legs(order: Go | March) -> list[tuple[TeamId, Path]]:
    """Return who goes along which path."""
    if isinstance(order, Go):
        return [(order.team, order.path)]
    return [(leg.team, leg.path) for leg in order.legs]


def _words(listed: str) -> list[str]:
    return [word.strip() for word in listed.split(",")]


def _nearest(view: View[HailfireState], goal: Point) -> Answer | None:
    """Return the formation that the rules offer nearest to a place where there is no room."""
    offers = [offer for offer in agenda.offers(view) if isinstance(offer, SetUpUnit)]
    return min(offers, key=lambda offer: distance2(_middle(offer), goal), default=None)


def _formed(g: HailfireState, goal: Spot, sets_up: bool) -> Answer | None:
    """The answer that puts whoever is asked for in formation around a place, or leads them there;
    None where it puts nobody there."""
    found = formed_now(g, goal) if sets_up else march_now(g, goal)
    return None if isinstance(found, Refusal) else found
