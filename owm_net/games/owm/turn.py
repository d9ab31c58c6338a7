"""A Fireteam's turn: up to two Standard Actions, and what is free (sections 2.13 to 2.19)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, played_cards
from owm_net.engine.view import View
from owm_net.games.owm.answers import (
    Action,
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Recognise,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.damage import uncrew_all, with_trench
from owm_net.games.owm.firing import AttackOrder
from owm_net.games.owm.flips import DisciplineCheck, DrawCards
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.rally import RallyOrder
from owm_net.games.owm.state import TERRAINS, OwmState, order_of
from owm_net.games.owm.turn_offers import OFFERS
from owm_net.games.owm.turn_rules import JUDGES
from owm_net.games.owm.victory import check_end

ACTIONS = 2
"""Standard Actions of a turn (OWM-STD-01)."""

FREE = (Uncrew, Recognise, EndTurn)
"""What costs no Standard Action."""


ACTION = Kind("action", Action, rule="OWM-STD-02", why="that is no action of a turn")


@frame("owm.turn")
@define
class Turn(Frame[None]):
    """One Fireteam is active (OWM-ROUND-07).

    attacked, tried: enemy Fireteams already attacked (OWM-ATK-02) or looked for (A-37) in
    this turn.
    """

    fireteam: FireteamId
    actions_left: int = ACTIONS
    attacked: list[FireteamId] = field(factory=list)
    tried: list[FireteamId] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """An open move completes first, free (OWM-MOVE-04, A-32)."""
        g.active = self.fireteam
        team = g.fireteams[self.fireteam]
        g.change_fireteam(team.id, activated_in=g.round_no)
        g.tell("turn", "OWM-ROUND-07", fireteam=team.id, seat=team.seat)
        if team.on_the_move:
            return Call(Arrive(team.id), then=self.arrived)
        return self.ask

    def arrived(self, g: OwmState, assaulted: bool) -> Outcome[None]:
        """A move that triggered an assault has used up the turn (OWM-ASLT-18, A-60).

        Nothing was triggered if the enemy slipped away: the turn goes on (A-98).
        """
        if assaulted:
            return self.close
        self.fireteam = g.active  # it may have joined another
        return self.ask

    def ask(self, g: OwmState) -> Outcome[None]:
        """The next action, or the end of the turn (OWM-PASS-01)."""
        if self.actions_left or self._free_actions_left(g):
            return Ask(ACTION.of(g.fireteams[self.fireteam].seat), then=self.hear)
        return self.close

    def close(self, g: OwmState) -> Outcome[None]:
        """The next Fireteam's turn comes."""
        g.active = NO_FIRETEAM
        return Done()

    def acted(self, g: OwmState) -> Outcome[None]:
        """After a Standard Action. What needs a card has looked for the end itself."""
        return self.ask

    # -- what may be done ----------------------------------------------------------------

    @ACTION.offers
    def offers_action(self, view: View[OwmState]) -> Iterator[Action]:
        """Every action of the turn, by kind and card; discards are offered once for each card.

        Several cards at once (Redraw, Transfer) are offered in a few natural choices; the
        sampler and the players may choose any.
        """
        team = view.state.fireteams[self.fireteam]
        for kind, offers in OFFERS.items():
            if self.actions_left or kind in FREE:
                yield from offers(view, team)

    @ACTION.samples
    def sample_action(self, view: View[OwmState], chance: Chance) -> Action:
        """First a kind of action, then one of that kind, so that rare kinds are seen too.

        Kinds and offers come in random order and are judged only until one is allowed.
        """
        team = view.state.fireteams[self.fireteam]
        kinds = [k for k in OFFERS if self.actions_left or k in FREE]
        chance.shuffle(kinds)
        if chance.below(4):  # three times out of four a turn goes on while it can
            kinds.remove(EndTurn)
            kinds.append(EndTurn)
        for kind in kinds:
            offers = list(OFFERS[kind](view, team))
            while offers:
                offer = offers.pop(chance.below(len(offers)))
                if self.why_not_action(view, offer) is None:
                    return offer
        raise EngineBug("a turn can always end")

    # -- whether it is allowed -----------------------------------------------------------

    @ACTION.judges
    def why_not_action(self, view: View[OwmState], answer: Action) -> Refusal | None:
        """The rule that forbids an action, if one does."""
        team = view.state.fireteams[self.fireteam]
        if answer.__class__ not in FREE:
            if not self.actions_left:
                return Refusal("OWM-STD-01", "both Standard Actions of this turn are used")
            cards = played_cards(answer)
            problem = why_not_held(view, cards, "OWM-STD-02", "that card is not in the hand")
            if problem is not None:
                return problem
        return JUDGES[type(answer)](self, view, team, answer)

    def _free_actions_left(self, g: OwmState) -> bool:
        team = g.fireteams[self.fireteam]
        return any(
            e.stealthed and e.id not in self.tried and g.sees(team.cell, e.cell)
            for e in g.enemies(team.seat)
        )

    # -- what it does --------------------------------------------------------------------

    def hear(self, g: OwmState, answer: Action) -> Outcome[None]:
        """Pay for the action and run it."""
        seat = g.fireteams[self.fireteam].seat
        if isinstance(answer, EndTurn):
            return self.close
        if isinstance(answer, Uncrew):
            uncrew_all(g, answer.soldier)
            return self.ask
        if isinstance(answer, Recognise):
            self.tried.append(answer.target)
            g.tell("looking", "OWM-RECOG-01", fireteam=self.fireteam, target=answer.target)
            return Call(DisciplineCheck(answer.commander, "Recognition"), then=self.recognised)
        self.actions_left -= 1
        if isinstance(answer, LayTerrain):
            return self._lay_terrain(g, seat, answer)
        for card in map(Played, played_cards(answer)):
            g.spend(seat, card)
        g.tell(
            "order",
            "OWM-STD-02",
            seat=seat,
            fireteam=self.fireteam,
            what=answer.name.removeprefix("owm."),
            cards=played_cards(answer),
            target=getattr(answer, "target", getattr(answer, "to", 0)),
            cell=getattr(answer, "cell", -1),
            soldiers=_named(answer),
        )
        if isinstance(answer, Attack):
            return self._attack(g, answer)
        if isinstance(answer, Rally):
            return self._rally(g, answer)
        if isinstance(answer, Entrench):
            return self._entrench(g)
        if isinstance(answer, Maneuver):
            return self._maneuver(g, answer)
        if isinstance(answer, Redraw):
            return Call(DrawCards(seat, len(answer.cards)), then=self.acted)
        return self._engineer(g, answer)

    def _attack(self, g: OwmState, answer: Attack) -> Outcome[None]:
        order = order_of(CardNumber(answer.card))
        assert order is not None and order.strength is not None
        self.attacked.append(answer.target)
        attack = AttackOrder(self.fireteam, answer.target, order.strength)
        return Call(attack, then=self.acted)

    def _rally(self, g: OwmState, answer: Rally) -> Outcome[None]:
        order = order_of(CardNumber(answer.card))
        assert order is not None and order.strength is not None
        return Call(RallyOrder(self.fireteam, order.strength), then=self.acted)

    def _entrench(self, g: OwmState) -> Outcome[None]:
        """OWM-ENT-01; an entrenchment not found yet is found by the order (A-35)."""
        cell = g.fireteams[self.fireteam].cell
        if cell not in g.ground.trenches:
            g.ground = with_trench(g.ground, cell)
        g.change_fireteam(self.fireteam, dug_in=True)
        return self.acted

    def _maneuver(self, g: OwmState, answer: Maneuver) -> Outcome[None]:
        """OWM-MOVE-01; a second order or fast-move Terrain completes it (OWM-TERR-07)."""
        team = g.fireteams[self.fireteam]
        completes = team.on_the_move or TERRAINS.at(g.ground, answer.cell).fast_move
        g.change_fireteam(team.id, heading=answer.cell, moved_in=g.round_no)
        if completes:
            return Call(Arrive(team.id), then=self.arrived)
        return self.acted

    def _lay_terrain(self, g: OwmState, seat: Seat, answer: LayTerrain) -> Outcome[None]:
        """OWM-TACT-01; who was heading there may have to stop (A-83)."""
        card = g.take_from_hand(seat, answer.card)
        g.ground = g.ground.with_card(answer.cell, card, answer.turned)
        g.tell(
            "terrain",
            "OWM-TACT-01",
            seat=seat,
            fireteam=self.fireteam,
            cards=(answer.card,),
            cell=answer.cell,
        )
        for team in list(g.fireteams.values()):
            if team.heading == answer.cell and g.can_enter(team, answer.cell) is not None:
                g.halt(team.id, "OWM-TERR-06")
        return self.acted

    def _engineer(self, g: OwmState, answer: Action) -> Outcome[None]:
        if isinstance(answer, Crew):
            g.change_soldier(answer.gunner, crewed_in=g.round_no, assistant=answer.assistant)
            g.change_soldier(answer.assistant, assists=answer.gunner)
        elif isinstance(answer, Scope):
            g.change_soldier(answer.sniper, crewed_in=g.round_no)
        elif isinstance(answer, Hide):
            g.change_fireteam(self.fireteam, stealthed=True)
        elif isinstance(answer, Transfer):
            self._transfer(g, answer)
        return self.acted

    def _transfer(self, g: OwmState, answer: Transfer) -> None:
        team, other = g.fireteams[self.fireteam], g.fireteams[answer.to]
        staying = tuple([s for s in team.line if s not in answer.soldiers])
        g.change_fireteam(team.id, line=staying)
        hidden = team.stealthed and other.stealthed  # as in a merge: both or none
        g.change_fireteam(other.id, line=other.line + answer.soldiers, stealthed=hidden)
        if other.stealthed and not hidden:
            g.tell("seen", "OWM-TRANS-01", fireteam=other.id)
        for soldier in answer.soldiers:
            g.change_soldier(soldier, transferred_in=g.round_no)

    def recognised(self, g: OwmState, success: bool) -> Outcome[None]:
        """OWM-RECOG-01: found at once, or not in this turn."""
        if success:
            g.change_fireteam(self.tried[-1], stealthed=False)
            g.tell("seen", "OWM-RECOG-01", fireteam=self.tried[-1])
        return check_end(g) or self.ask


def _named(answer: Action) -> tuple[SoldierId, ...]:
    """The soldiers an Engineering Action is about."""
    if isinstance(answer, Transfer):
        return answer.soldiers
    if isinstance(answer, Crew):
        return answer.gunner, answer.assistant
    return (answer.sniper,) if isinstance(answer, Scope) else ()
