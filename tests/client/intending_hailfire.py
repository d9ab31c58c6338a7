"""A player of Hailfire with a plan: the computer player's answers, made by pressing Teams and the
ground."""

from __future__ import annotations

from typing import Any

from attrs import Attribute, fields

from owm_net.client.answering.drafting import Adopt, Pick, Set, Sketch, Verb
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.tables.hailfire.acting import OtherWeapon, stops
from owm_net.client.tables.hailfire.building import NATION
from owm_net.client.tables.hailfire.common import FIRE
from owm_net.engine import agenda
from owm_net.engine.drafts import Blank, blanks_of
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.forces import Force
from owm_net.games.hailfire.ids import Spot, TeamId, UnitId
from owm_net.games.hailfire.looking import declaring_of
from owm_net.games.hailfire.moving import HALT, Halt
from owm_net.games.hailfire.orders import ORDER, Board, FireAt, GetOff, Go, March
from owm_net.games.hailfire.set_up import PLACE, SetUpUnit
from owm_net.games.hailfire.state import BLINDS, HailfireState
from owm_net.games.hailfire.turn import ACTIVATE, Activate
from tests.client.intending import Intending, IntendingTypist

ABOUT = ((0, 0), (6, 0), (-6, 0), (0, 6), (0, -6), (9, 9), (-9, 9), (9, -9), (-9, -9))
"""Places about a point: it lies between pixels, and a base fits there exactly."""


class IntendingHailfire(Intending):
    """With the pointer."""

    def turn_pages(self, want: Answer) -> None:
        """Turn nothing: nothing is on another page."""

    def make(self, want: Answer, given: list[Answer]) -> None:
        """By presses on Teams where the table has a meaning for them; else field by field."""
        if isinstance(want, Activate):
            self.activate(want)
        elif isinstance(want, FireAt):
            self.fire(want)
        elif isinstance(want, Halt):
            self.halt(want)
        elif isinstance(want, Go | Board | GetOff):
            self.go(want)
        elif isinstance(want, March | SetUpUnit):
            self.form(want)
        elif isinstance(want, Force):
            self.press(lambda i: i.action == LookAtShelf(NATION + want.nation))
            self.press(lambda i: isinstance(i.action, Adopt) and i.action.answer == want)
        else:
            if self.sketched is None or self.sketched.cls is not type(want):
                self.press(lambda i: i.action == Verb(type(want)))
            for blank in blanks_of(type(want)):
                if not given and self.held(blank.field) != getattr(want, blank.name):
                    self.fill(want, blank)
        look = self.stage.sitting.answering.drafting.look(self.sketched)
        if (
            not given
            and self.stage.sitting.answering.kind is ORDER
            and (look is None or look.answer is None)
        ):
            self.press(lambda i: i.id == "clear")
            self.press(lambda i: i.id == "let_pass")

    @property
    def sketched(self) -> Sketch:
        """The answer in the making."""
        return self.stage.sitting.answering.sketch

    def held(self, field: Attribute[Any]) -> Any:
        """Return the contents of a field, () for nothing."""
        return self.sketched.get(field, ()) if self.sketched is not None else ()

    def team(self, team: TeamId) -> bool:
        """Its base is pressed."""
        return self.press(lambda i: i.id == f"team:{team}")

    def activate(self, want: Activate) -> None:
        """The Leader or a vehicle brings its Unit; then one by one who is missing or too many."""
        leading = [t for t in want.teams if self.battle.teams[t].row.leader]
        self.team((leading or list(want.teams))[0])
        for team in (*want.teams, *self.held(FIRE.teams)):
            if (team in want.teams) != (team in self.held(FIRE.teams)):
                self.team(team)
        hero = fields(Activate).hero
        if self.sketched is not None and self.sketched.get(hero, False) != want.hero:
            self.press(lambda i: i.action == Set(hero, want.hero))

    def fire(self, want: FireAt) -> None:
        """Press the target, for all who can fire; then one by one."""
        self.team(want.target)
        for team in (*want.teams, *self.held(FIRE.teams)):
            if (team in want.teams) != (team in self.held(FIRE.teams)):
                self.team(team)
        for team in want.teams:
            if (team in want.guns) != (team in self.held(FIRE.guns)):
                self.press(lambda i, team=team: i.action == OtherWeapon(team))

    def go(self, want: Go | Board | GetOff) -> None:
        """Press who goes, along which way, into what."""
        self.team(want.team)
        for spot in (want.spot,) if isinstance(want, GetOff) else want.path:
            self.near_to(spot)
        if isinstance(want, Board):
            self.team(want.carrier)
        if isinstance(want, Go) and want.apart:
            self.press(lambda i: i.action == Set(fields(Go).apart, True))

    def form(self, want: March | SetUpUnit) -> None:
        """The whole Unit, with one press amid the places that are wanted."""
        spots = want.spots if isinstance(want, SetUpUnit) else [leg.path[-1] for leg in want.legs]
        middle = Spot(
            (sum([x for x, _ in spots]) // len(spots), sum([y for _, y in spots]) // len(spots))
        )
        self.point(middle)

    def halt(self, want: Halt) -> None:
        """The point of its path is pressed."""
        for spot, team, walked in stops(self.battle):
            if (team, walked) == (want.team, want.walked):
                self.point(spot)

    def fill(self, want: Any, blank: Blank) -> None:
        """One field: Teams, Units and blinds are pressed, points on the map."""
        value = getattr(want, blank.name)
        values = value if blank.many else (value,)
        if blank.kind is TeamId:
            for team in values:
                self.team(team)
        elif blank.kind is UnitId:
            for unit in values:
                self.press(lambda i, unit=unit: i.id == f"unit:{unit}")
        elif blank.kind is Spot:
            for spot in values:
                self.near_to(spot)
        elif blank.kind is Played:
            hand = self.battle.hands[BLINDS + self.stage.sitting.players.seat]
            self.press(lambda i: i.id == f"blind:{hand.index(value)}")
        else:
            self.press(
                lambda i: (
                    i.action == Set(blank.field, value)
                    or (isinstance(i.action, Pick) and i.action.value == value)
                )
            )

    def near_to(self, spot: Spot) -> None:
        """A point, or one beside it where the rules refuse that."""
        before = self.sketched
        for dx, dy in ABOUT:
            self.point((spot[0] + dx, spot[1] + dy))
            if self.sketched != before:
                return

    @property
    def battle(self) -> HailfireState:
        """The state of the match."""
        assert isinstance(self.match.state, HailfireState)
        return self.match.state


class Commander(IntendingHailfire):
    """Moves whole Units and nothing else, and counts the presses. set_up: of all
    set-up. moves: for each Unit that was moved, without what the enemy's fire asks for; not for one
    that fires, since an enemy stands at the point that is pressed. turns: for each own player turn,
    by its round. moving: the Unit that acts counts."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.set_up = 0
        self.moves: list[int] = []
        self.moving = False
        self.turns: dict[int, int] = {}
        super().__init__(*args, **more)

    def wish(self) -> Answer:
        """Set up as it is offered; each Unit to an objective; else nothing."""
        view, g = self.match.view(0), self.battle
        kind, declaring = agenda.kind_of(view), declaring_of(g)
        if kind is PLACE:
            return next(iter(agenda.offers(view)))
        if kind is ORDER and declaring is not None and not declaring.orders:
            march = March.to(g, declaring, Spot(g.battle.objectives[0].at))
            return march if march.legs else Pass()
        units = [offer for offer in agenda.offers(view) if isinstance(offer, Activate)]
        return next((o for o in units if len(o.teams) > 1 and not o.hero), Pass())

    def make(self, want: Answer, given: list[Answer]) -> None:
        """Where all stand already is confirmed."""
        if not isinstance(want, SetUpUnit):
            super().make(want, given)

    def form(self, want: March | SetUpUnit) -> None:
        """Who cannot come along stays."""
        super().form(want)
        self.press(lambda i: i.id == "stay")

    def answer_by_clicking(self) -> Answer:
        """Each press counts for the Unit that acts."""
        kind, before = agenda.kind_of(self.match.view(0)), self.clicks
        declaring = declaring_of(self.battle)
        first = declaring is not None and not declaring.orders
        answer = super().answer_by_clicking()
        marches = isinstance(answer, March)
        presses, g = self.clicks - before, self.battle
        if kind is PLACE:
            self.set_up += presses
        if g.active == self.stage.sitting.players.seat:
            self.turns[g.round] = self.turns.get(g.round, 0) + presses
            if kind is ACTIVATE and isinstance(answer, Activate):
                self.moves.append(presses)
                self.moving = True
            elif kind is ORDER and first and not marches:
                self.moves.pop()  # nobody can go there
                self.moving = False
            elif kind in (ORDER, HALT) and self.moving:
                self.moves[-1] += presses
        return answer


class TypingHailfire(IntendingHailfire, IntendingTypist):
    """The same by keyboard alone."""
