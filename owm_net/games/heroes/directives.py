"""Directives: what an officer orders for a round. HON-ORO-06, HON-ORO-07, R-52, R-88."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.state import HeroesState, Posted
from owm_net.games.heroes.terms import Ability, Directive, Outline


@record("heroes.post")
class Post(Answer):
    """A directive is placed on an officer."""

    title: ClassVar[str] = say("Directive")
    words = say("{directive} by {officer}")

    directive: Directive
    officer: UnitId


DIRECTIVE = Kind(
    "directive",
    Post,
    rule="HON-ORO-06",
    why=say("a directive may be placed on an officer"),
    deed=say("place a directive"),
    passes=True,
    pass_first=True,
)


@record("heroes.posted_directive")
class DirectivePosted(Event):
    """An officer has given a directive."""

    words = say("{officer}: {directive}")
    rule = "HON-ORO-06"
    headline = True

    directive: Directive
    officer: UnitId


def officers(g: HeroesState, seat: Seat) -> list[UnitId]:
    """Return the officers able to give a directive: an order star on the face that is up (R-52)."""
    return [
        unit
        for unit in g.on_map(seat)
        if g.units[unit].piece.outline is Outline.OFFICER and g.units[unit].has(Ability.ORDER)
    ]


def left_to(g: HeroesState, seat: Seat) -> list[Directive]:
    """The directives that a seat may give: its own, those of its High Command (R-308)."""
    common = [d for s, d in g.common_directives if not g.hostile(s, seat)]
    return [*g.directives[seat], *common]


def use(g: HeroesState, seat: Seat, directive: Directive) -> None:
    """A token is used up, one of the seat's own first."""
    if directive in g.directives[seat]:
        g.directives[seat].remove(directive)
        return
    left = list(g.common_directives)
    left.remove(next(c for c in left if c[1] is directive and not g.hostile(c[0], seat)))
    g.common_directives = tuple(left)


@frame("heroes.directing")
@define
class Directing(Frame[None]):
    """At the end of the Orders phase each seat may place one directive (HON-ORO-06). left: seats
    to be asked."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """Ask each seat that has a directive left, and an officer."""
        while self.left:
            if left_to(g, self.left[0]) and officers(g, self.left[0]):
                return Ask(DIRECTIVE.of(self.left[0]), then=self.hear)
            self.left.pop(0)
        return Done()

    @DIRECTIVE.tells
    def about_directive(self, view: View[HeroesState]) -> About:
        """How many are left."""
        left = say_n("{n} is left", "{n} are left", len(left_to(view.state, self.left[0])))
        return About(say("place a directive"), left, "HON-ORO-06")

    @DIRECTIVE.offers
    def offers_directive(self, view: View[HeroesState]) -> Iterator[Post]:
        """None; each on each officer."""
        g = view.state
        for directive in dict.fromkeys(left_to(g, self.left[0])):
            for officer in officers(g, self.left[0]):
                yield Post(directive, officer)

    @DIRECTIVE.judges
    def why_not_directive(self, view: View[HeroesState], answer: Post) -> Refusal | None:
        """Refuse a directive that is not left, or a unit that is not an officer of the seat."""
        g = view.state
        if answer.directive not in left_to(g, self.left[0]):
            return Refusal("HON-ORO-06", say("no such directive is left"))
        officer = answer.officer
        if officer.__class__ is not int or officer not in officers(g, self.left[0]):
            return Refusal("HON-ORO-06", say("choose an officer of yours with orders"))
        return None

    def hear(self, g: HeroesState, answer: Post) -> Outcome[None]:
        """Its token is used up (R-88)."""
        seat = self.left.pop(0)
        use(g, seat, answer.directive)
        g.posted.append(Posted(seat=seat, directive=answer.directive, officer=answer.officer))
        g.tell(DirectivePosted(answer.directive, answer.officer))
        return self.start

    def passed_directive(self, g: HeroesState) -> Outcome[None]:
        """None of this seat."""
        self.left.pop(0)
        return self.start
