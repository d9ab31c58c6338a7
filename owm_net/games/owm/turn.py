"""A Fireteam's turn: up to two Standard Actions, and what is free (sections 2.13 to 2.19).

`actions` has its actions, a file for each; this walks their list.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.passing import end_standing
from owm_net.engine.records import record
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.engine.windows import Stacked
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.actions import ACTIONS, Action, EndTurn
from owm_net.games.owm.actions.disarm import can_disarm
from owm_net.games.owm.actions.heal import can_heal
from owm_net.games.owm.actions.recognise import can_look, recognised
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits.nerves import after_losses
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import NEXT_TURN, Free, Order, window

STANDARD_ACTIONS = 2
"""How many Standard Actions a turn has (OWM-STD-01)."""

ACTION = Kind(
    "action",
    *ACTIONS,
    rule="OWM-STD-02",
    why=say("that is not an action of a turn"),
    deed=say("choose an action"),
)


@record("owm.event.turn")
class TurnBegun(Event):
    """A Fireteam has been activated: it takes its turn of this round."""

    words = say("{fireteam} is active")
    rule = "OWM-ROUND-07"
    in_log = InLog.HEADING

    fireteam: FireteamId
    seat: Seat


@frame("owm.turn")
@define
class Turn(Frame[None]):
    """One Fireteam is active (OWM-ROUND-07). It is an `ActiveTurn` for its actions.

    attacked, tried: enemy Fireteams already attacked (OWM-ATK-02) or looked for (A-37) in
    this turn. maneuvers: Maneuver orders carried out in it (A-48). laid: the action that others
    may answer. disarmed: a Satchel Charge has been tried in it (OWM-COP-SC-04).
    """

    fireteam: FireteamId
    actions_left: int = STANDARD_ACTIONS
    attacked: list[FireteamId] = field(factory=list)
    tried: list[FireteamId] = field(factory=list)
    maneuvers: int = 0
    laid: list[Stacked[Action]] = field(factory=list)
    disarmed: bool = False

    def start(self, g: OwmState) -> Outcome[None]:
        """It is activated; what the mission has for the beginning of a turn comes first."""
        g.active = self.fireteam
        team = g.fireteams[self.fireteam]
        g.change_fireteam(team.id, activated_in=g.round_no)
        g.tell(TurnBegun(team.id, team.seat))
        end_standing(g, NEXT_TURN)
        before = rules_of(g).begin_turn(g, team)
        return Call(before, then=self.begun) if before is not None else self.begin

    def begun(self, g: OwmState, over: bool) -> Outcome[None]:
        """The mission's own rules have had their part, which may have been all (A-65)."""
        if over or g.active not in g.fireteams:
            return self.close
        self.fireteam = g.active  # it may have joined another where it landed
        return self.begin

    def begin(self, g: OwmState) -> Outcome[None]:
        """An open move completes first, free (OWM-MOVE-04, A-32)."""
        team = g.fireteams[self.fireteam]
        if team.on_the_move:
            return Call(Arrive(team.id), then=self.arrived)
        return self.ask

    def ask(self, g: OwmState) -> Outcome[None]:
        """Before each action Command Decisions can be played (W6)."""
        if g.shaken:
            return after_losses(g, self.ask)
        if self.is_over(g):
            return self.close
        if not g.has_decisions:
            return self.question(g)
        name = words.fireteam_name(g, self.fireteam)
        free = Free(say("before {name} acts", name=name), fireteam=self.fireteam)
        return window(g, free, then=self.ask_action)

    def ask_action(self, g: OwmState, free: Free) -> Outcome[None]:
        """The next action, or the end of the turn (OWM-PASS-01)."""
        if g.shaken:
            return after_losses(g, self.ask)
        if self.is_over(g):
            return self.close
        return self.question(g)

    def question(self, g: OwmState) -> Outcome[None]:
        """Ask the owner of the Fireteam for its action."""
        return Ask(ACTION.of(g.fireteams[self.fireteam].seat), then=self.hear)

    def is_over(self, g: OwmState) -> bool:
        """Nothing is left to do: all is used, or the Fireteam is gone, or an assault that it
        triggered has used up the turn (A-60). It may have joined another (A-33)."""
        team = g.fireteams.get(g.active)
        if team is None or team.spent_in == g.round_no:
            return True
        self.fireteam = team.id
        if self.actions_left:
            return False
        return not (can_look(g, self) or can_heal(g, self) or can_disarm(g, self))

    # -- what may be done ----------------------------------------------------------------

    @ACTION.offers
    def offers_action(self, view: View[OwmState]) -> Iterator[Action]:
        """Every action of the turn, by kind and card; discards are offered once for each card.

        Several cards at once (Redraw, Transfer) are offered in a few natural choices; the
        sampler and the players may choose any.
        """
        for kind in self._kinds(view.state):
            yield from kind.offers(view, self)

    @ACTION.samples
    def sample_action(self, view: View[OwmState], chance: Chance) -> Action:
        """First a kind of action, then one of that kind, so that rare kinds are seen too.

        Kinds and offers come in random order and are judged only until one is allowed.
        """
        kinds = self._kinds(view.state)
        chance.shuffle(kinds)
        if chance.below(4):  # three times out of four a turn goes on while it can
            kinds.remove(EndTurn)
            kinds.append(EndTurn)
        for kind in kinds:
            offers = list(kind.offers(view, self))
            while offers:
                offer = offers.pop(chance.below(len(offers)))
                if self.why_not_action(view, offer) is None:
                    return offer
        raise EngineBug("a turn can always end")

    @ACTION.judges
    def why_not_action(self, view: View[OwmState], answer: Action) -> Refusal | None:
        """The rule that forbids an action, if one does."""
        if not answer.is_free and not self.actions_left:
            return Refusal("OWM-STD-01", say("both Standard Actions of this turn are used"))
        return answer.why_not(view, self)

    @ACTION.tells
    def about_action(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam is active, and how many actions it has left (OWM-STD-01)."""
        left = self.actions_left
        name = words.fireteam_name(view.state, self.fireteam)
        what = say_n(
            "choose an action for {name} ({n} action left)",
            "choose an action for {name} ({n} actions left)",
            left,
            name=name,
        )
        why, rule = (
            say("any card of the hand can be discarded for an Engineering Action"),
            "OWM-ENG-01",
        )
        if not left:
            why, rule = say("only what is free is left of the turn"), "OWM-STD-01"
        return AboutFireteam(what, why, rule, self.fireteam, left=left)

    @ACTION.foretells
    def outlook_action(self, view: View[OwmState], answer: Action) -> str:
        """As the action says."""
        return answer.outlook(view, self)

    def _kinds(self, g: OwmState) -> list[type[Action]]:
        return [k for k in ACTIONS if k.in_play(g) and (self.actions_left or k.is_free)]

    # -- what it does --------------------------------------------------------------------

    def hear(self, g: OwmState, answer: Action) -> Outcome[None]:
        """Count a Standard Action; it can be answered before it is done (W1)."""
        order = answer.lay(g, self)
        if answer.is_free:
            return answer.act(g, self, order)
        self.actions_left -= 1
        self.laid.append(Stacked(order.seat, answer))
        return window(g, order, then=self.answered)

    def answered(self, g: OwmState, order: Order) -> Outcome[None]:
        """Do what was said, unless it was cancelled: its action is used all the same (A-10)."""
        action = self.laid.pop().answer
        team = g.fireteams.get(g.active)
        if order.cancelled or team is None or team.spent_in == g.round_no:
            action.cancel(g)
            return self.acted
        self.fireteam = team.id
        return action.act(g, self, order)

    def acted(self, g: OwmState) -> Outcome[None]:
        """After a Standard Action. An action that needs a card has checked for the end already."""
        return self.ask

    def arrived(self, g: OwmState, turn_over: bool) -> Outcome[None]:
        """A move that triggered an assault has used up the turn (OWM-ASLT-18, A-60), and so has one
        that joined a Fireteam which has had its own (A-33).

        Nothing was triggered if the enemy slipped away: the turn goes on (A-98).
        """
        if turn_over:
            if g.active in g.fireteams:  # it may have joined another, or have fallen
                g.change_fireteam(g.active, spent_in=g.round_no)
            return self.close
        self.fireteam = g.active  # it may have joined another
        return self.ask

    def recognised(self, g: OwmState, success: bool) -> Outcome[None]:
        """OWM-RECOG-01: the enemy looked for last is found, or not in this turn."""
        recognised(g, self.tried[-1], success)
        return check_end(g) or self.ask

    def close(self, g: OwmState) -> Outcome[None]:
        """After its actions, and before the next turn, Command Decisions can be played (W6)."""
        team = self.fireteam if self.fireteam in g.fireteams else NO_FIRETEAM
        return window(g, Free(say("before the turn is over"), fireteam=team), then=self.leave)

    def leave(self, g: OwmState, free: Free) -> Outcome[None]:
        """End the turn; a Marksman of this turn is none any more."""
        for soldier in list(g.soldiers.values()) if g.has_decisions else ():
            if soldier.is_marksman:
                g.change_soldier(soldier.id, is_marksman=False)
        rules_of(g).end_turn(g)
        g.active = NO_FIRETEAM
        return Done()
