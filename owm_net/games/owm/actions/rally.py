"""Rally (000:1384-1398, section 2.18): suppressed soldiers stand up again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    laid,
    orders,
    strength_of,
    why_no_order,
)
from owm_net.games.owm.damage import rally
from owm_net.games.owm.firing import is_ducking
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Colour, StandingOrder, Status
from owm_net.games.owm.traits import rallies as traits
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Order, flip_number

# -- the action ------------------------------------------------------------------------------


@record("owm.rally")
class Rally(Action):
    """Play a Rally order: some who are suppressed stand up (OWM-RALLY-01)."""

    title = say("Rally")
    help = say("Flip a card; so many suppressed soldiers of the Fireteam stand up (OWM-RALLY-01)")
    words = say("rally with {card}")

    card: Played

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Rally]:
        for card in orders(view, turn, StandingOrder.RALLY):
            yield Rally(card)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Somebody of the Fireteam must be suppressed (OWM-RALLY-01)."""
        problem = why_no_order(view, self.card, StandingOrder.RALLY)
        if problem is not None:
            return problem
        if not view.state.has_suppressed(turn.fireteam):
            return Refusal("OWM-RALLY-01", say("no soldier of the Fireteam is suppressed"))
        return None

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        g.tell(Rallies(turn.fireteam, (g.spend(g.fireteams[turn.fireteam].seat, self.card),)))
        return laid(Rally, g, turn, standing=StandingOrder.RALLY)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        strength = strength_of(CardNumber(self.card))
        return Call(RallyOrder(turn.fireteam, strength), then=turn.acted)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        members = view.state.members(turn.fireteam)
        down = sum(soldier.status is Status.SUPPRESSED for soldier in members)
        if down == 1:
            return say("one soldier is suppressed; he may stand up")
        return say(
            "{down} of it are suppressed; a flip of the card's die says how many may stand up",
            down=down,
        )


@record("owm.event.rally")
class Rallies(Ordered):
    """A Rally order was played. Each rallied soldier is told separately."""

    rule = "OWM-STD-02"

    def sentence(self, g: OwmState) -> str:
        who, cards = words.fireteam_name(g, self.fireteam), words.card_names(self.cards)
        return say("{who} rallies ({cards})", who=who, cards=cards)


# -- who stands up ---------------------------------------------------------------------------


@record("owm.rallied")
class Rallied(Answer):
    """The choice of suppressed soldiers to rally (OWM-RALLY-01)."""

    title = say("Rally")
    help = say("These soldiers stand up again (OWM-RALLY-01)")

    soldiers: tuple[SoldierId, ...]

    def sentence(self, view: View[OwmState]) -> str:
        return say("rally {names}", names=words.soldier_names(self.soldiers) or say("nobody"))


RALLIED = Kind(
    "rallied",
    Rallied,
    rule="OWM-RALLY-01",
    why=say("choose the soldiers to rally"),
    deed=say("choose whom to rally"),
)


def rallies_nobody(view: View[OwmState]) -> bool:
    """Return True if the flip is for nobody: everybody knows the only answer."""
    frame = view.state.agenda[-1]
    told = frame.about_rallied(view) if isinstance(frame, RallyOrder) else None
    return isinstance(told, AboutFireteam) and not told.left


@frame("owm.rally_order")
@define
class RallyOrder(Frame[None]):
    """Flip a number; the owner un-suppresses up to that many soldiers (OWM-RALLY-01).

    unmoved: soldiers who stay down by a trait (OWM-RALLY-02).
    """

    fireteam: FireteamId
    strength: Colour
    number: int = 0
    unmoved: list[SoldierId] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """Always one flip (A-78, OWM-CCS-05)."""
        return Call(flip_number(g, Purpose.RALLY, self.strength, self.fireteam), then=self.read)

    def read(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Surplus is lost; a choice is asked for only if there is one (A-78).

        A soldier who went down in this round cannot be shot at while down (OWM-TGT-02): the owner
        may want that.
        """
        flip = CATALOG.dice(card).of(self.strength)
        self.unmoved = traits.unmoved(g, self._suppressed(g), flip)
        self.number = flip + traits.more_rallied(g, self.fireteam)
        down = self._suppressed(g)
        if len(down) <= self.number and not any(is_ducking(g, g.soldiers[s]) for s in down):
            for soldier in down:
                rally(g, soldier)
            return check_end(g) or Done()
        return Ask(RALLIED.of(g.fireteams[self.fireteam].seat), then=self.hear)

    @RALLIED.offers
    def offers_rallied(self, view: View[OwmState]) -> Iterator[Rallied]:
        """Every choice, of as many as may be rallied first."""
        down = self._suppressed(view.state)
        for n in range(min(self.number, len(down)), -1, -1):
            for chosen in combinations(down, n):
                yield Rallied(chosen)

    @RALLIED.judges
    def why_not_rallied(self, view: View[OwmState], answer: Rallied) -> Refusal | None:
        """Up to the number, each a suppressed soldier of the Fireteam, none twice."""
        if len(answer.soldiers) > self.number:
            return Refusal(
                "OWM-RALLY-01", say("no more than {number} can be rallied", number=self.number)
            )
        down = self._suppressed(view.state)
        if any(s in self.unmoved for s in answer.soldiers):
            return Refusal("OWM-RALLY-02", say("by a trait he needs a higher flip"))
        if any(s not in down for s in answer.soldiers):
            return Refusal(
                "OWM-RALLY-02", say("only suppressed soldiers of the Fireteam are rallied")
            )
        if len(dict.fromkeys(answer.soldiers)) != len(answer.soldiers):
            return Refusal("OWM-RALLY-01", say("a soldier is named twice"))
        return None

    @RALLIED.tells
    def about_rallied(self, view: View[OwmState]) -> AboutFireteam:
        """Tell how many; and why somebody might be left down (OWM-TGT-02)."""
        g = view.state
        most = min(self.number, len(self._suppressed(g)))
        name = words.fireteam_name(g, self.fireteam)
        if not most:
            what, why, rule = (
                say("nobody of {name} can be rallied", name=name),
                say("the flip gives 0"),
                "OWM-RALLY-01",
            )
        else:
            what = say("choose up to {most} of {name} to rally", most=most, name=name)
            why = say("a soldier who went down this round cannot be shot at while he stays down")
            rule = "OWM-TGT-02"
        return AboutFireteam(what, why, rule, self.fireteam, left=most)

    def hear(self, g: OwmState, answer: Rallied) -> Outcome[None]:
        """Those who were named are ready again."""
        for soldier in answer.soldiers:
            rally(g, soldier)
        return check_end(g) or Done()

    def _suppressed(self, g: OwmState) -> list[SoldierId]:
        return [
            s.id
            for s in g.members(self.fireteam)
            if s.status is Status.SUPPRESSED and s.id not in self.unmoved
        ]
