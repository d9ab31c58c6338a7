"""A Fireteam's turn: up to two Standard Actions, and what is free (sections 2.13 to 2.19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.hands import why_not_held
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.owm.answers import (
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
from owm_net.games.owm.firing import AttackOrder, why_no_target
from owm_net.games.owm.flips import DisciplineCheck, DrawCards
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.rally import RallyOrder
from owm_net.games.owm.state import (
    CATALOG,
    MACHINE_GUNS,
    MAX_FIRETEAM,
    TERRAINS,
    Fireteam,
    OwmState,
    order_of,
)
from owm_net.games.owm.terms import Crosshair, StandingOrder, Status, WeaponType
from owm_net.games.owm.victory import check_end

ACTIONS = 2
"""Standard Actions of a turn (OWM-STD-01)."""


@frame("owm.turn")
@define
class Turn(Frame):
    """One Fireteam is active (OWM-ROUND-07).

    attacked, tried: enemy Fireteams already attacked (OWM-ATK-02) or looked for (A-37) in
    this turn.
    """

    fireteam: int
    actions_left: int = ACTIONS
    attacked: list[int] = field(factory=list)
    tried: list[int] = field(factory=list)

    def start(self, g: OwmState) -> Any:
        """An open move completes first, free (OWM-MOVE-04, A-32)."""
        g.active = self.fireteam
        team = g.fireteams[self.fireteam]
        g.change_fireteam(team.id, activated_in=g.round_no)
        g.tell("turn", "OWM-ROUND-07", fireteam=team.id, seat=team.seat)
        if team.on_the_move:
            return Call(Arrive(team.id), then=self.arrived)
        return self.ask

    def arrived(self, g: OwmState, assaulted: bool) -> Any:
        """A move that triggered an assault has used up the turn (OWM-ASLT-18, A-60)."""
        end = check_end(g)
        if end is not None:
            return end
        self.fireteam = g.active  # it may have joined another
        if assaulted or self.fireteam not in g.fireteams:
            return self.close
        return self.ask

    def ask(self, g: OwmState) -> Any:
        """The next action, or the end of the turn (OWM-PASS-01)."""
        if self.actions_left or self._free_actions_left(g):
            return Ask(Choose(g.fireteams[self.fireteam].seat, "action"), then=self.hear)
        return self.close

    def close(self, g: OwmState) -> Any:
        """The next Fireteam's turn comes."""
        g.active = 0
        return Done()

    def acted(self, g: OwmState, result: object = None) -> Any:
        """After a Standard Action."""
        return check_end(g) or self.ask

    # -- what may be done ----------------------------------------------------------------

    def offers_action(self, view: View[OwmState]) -> Iterator[Answer]:
        """Every action of the turn, by kind and card; discards are offered once for each card.

        Several cards at once (Redraw, Transfer) are offered in a few natural choices; the
        sampler and the players may choose any.
        """
        team = view.state.fireteams[self.fireteam]
        for kind, offers in _OFFERS.items():
            if self.actions_left or kind in _FREE:
                yield from offers(self, view, team)

    def sample_action(self, view: View[OwmState], chance: Chance) -> Answer:
        """First a kind of action, then one of that kind, so that rare kinds are seen too.

        Kinds and offers come in random order and are judged only until one is allowed.
        """
        team = view.state.fireteams[self.fireteam]
        kinds = [k for k in _OFFERS if self.actions_left or k in _FREE]
        chance.shuffle(kinds)
        if chance.below(4):  # three times out of four a turn goes on while it can
            kinds.remove(EndTurn)
            kinds.append(EndTurn)
        for kind in kinds:
            offers = list(_OFFERS[kind](self, view, team))
            while offers:
                offer = offers.pop(chance.below(len(offers)))
                if self.why_not_action(view, offer) is None:
                    return offer
        raise EngineBug("a turn can always end")

    def _offer_uncrew(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for soldier in view.state.members(team.id):
            if soldier.crewed_in:
                yield Uncrew(soldier.id)

    def _offer_recognise(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        g = view.state
        for enemy in g.enemies(team.seat):
            if enemy.stealthed:
                for commander in g.commanders(team.id):
                    yield Recognise(enemy.id, commander)

    def _orders(
        self, view: View[OwmState], team: Fireteam, wanted: StandingOrder
    ) -> Iterator[Played]:
        for card in view.state.hands[team.seat]:
            order = order_of(view.card(card))
            if order is not None and order.standing_order is wanted:
                yield Played(card)

    def _offer_attack(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for card in self._orders(view, team, StandingOrder.ATTACK):
            for enemy in view.state.enemies(team.seat):
                yield Attack(card, enemy.id)

    def _offer_entrench(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for card in self._orders(view, team, StandingOrder.ENTRENCH):
            yield Entrench(card)

    def _offer_maneuver(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        on_to = (team.heading,) if team.on_the_move else view.state.ground.neighbours(team.cell)
        for card in self._orders(view, team, StandingOrder.MANEUVER):
            for cell in on_to:
                yield Maneuver(card, cell)

    def _offer_rally(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for card in self._orders(view, team, StandingOrder.RALLY):
            yield Rally(card)

    def _offer_lay_terrain(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        g = view.state
        spots = [cell for cell, card in enumerate(g.ground.cards) if card == OPEN]
        for card in g.hands[team.seat]:
            face = view.card(card)
            if face is None or order_of(face) is not None:
                continue
            centred = CATALOG.terrain[face].crosshair is Crosshair.C  # turning it changes nothing
            for cell in spots:
                yield LayTerrain(Played(card), cell, False)
                if not centred:
                    yield LayTerrain(Played(card), cell, True)

    def _offer_redraw(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for n in (1, 2, 3):
            for cards in combinations(view.state.hands[team.seat], n):
                yield Redraw(tuple([Played(c) for c in cards]))

    def _offer_crew(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        gunners = [s for s in team.line if CATALOG.soldier_weapon(s).type in MACHINE_GUNS]
        for card in view.state.hands[team.seat] if gunners else ():
            for gunner in gunners:
                for other in team.line:
                    if other != gunner:
                        yield Crew(Played(card), gunner, other)

    def _offer_scope(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for sniper in team.line:
            if CATALOG.soldier_weapon(sniper).type is WeaponType.SNIPER:
                for card in view.state.hands[team.seat]:
                    yield Scope(Played(card), sniper)

    def _offer_hide(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        for card in view.state.hands[team.seat]:
            yield Hide(Played(card))

    def _offer_transfer(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        g = view.state
        hand = g.hands[team.seat]
        for other in g.friends(team.seat):
            if other.id == team.id or not g.ground.adjacent(team.cell, other.cell):
                continue
            for n in range(1, min(3, len(hand)) + 1):
                paid = tuple([Played(c) for c in hand[:n]])
                for soldiers in combinations(team.line, n):
                    yield Transfer(paid, soldiers, other.id)

    def _offer_end_turn(self, view: View[OwmState], team: Fireteam) -> Iterator[Answer]:
        yield EndTurn()

    # -- whether it is allowed -----------------------------------------------------------

    def why_not_action(self, view: View[OwmState], answer: Answer) -> Refusal | None:
        """The rule that forbids an action, if one does."""
        judge = _JUDGES.get(type(answer))
        if judge is None:
            return Refusal("OWM-STD-02", "that is no action of a turn")
        g = view.state
        team = g.fireteams[self.fireteam]
        if answer.__class__ not in _FREE:
            if not self.actions_left:
                return Refusal("OWM-STD-01", "both Standard Actions of this turn are used")
            cards = played_cards(answer)
            problem = why_not_held(view, cards, "OWM-STD-02", "that card is not in the hand")
            if problem is not None:
                return problem
        return judge(self, view, team, answer)

    def _order_problem(
        self, view: View[OwmState], card: int, wanted: StandingOrder
    ) -> Refusal | None:
        face = view.card(card)
        if face is None:
            return None  # judged again when the card has been opened
        order = order_of(face)
        if order is None or order.standing_order is not wanted:
            return Refusal("OWM-CARD-02", f"that card is no {wanted.value.capitalize()} order")
        return None

    def _judge_attack(
        self, view: View[OwmState], team: Fireteam, answer: Attack
    ) -> Refusal | None:
        g = view.state
        target = g.fireteams.get(answer.target)
        if target is None:
            return Refusal("OWM-ATK-01", "there is no such Fireteam")
        problem = self._order_problem(view, answer.card, StandingOrder.ATTACK)
        if problem is not None:
            return problem
        if answer.target in self.attacked:
            return Refusal("OWM-ATK-02", "it has already been attacked in this turn")
        return why_no_target(g, team, target)

    def _judge_entrench(
        self, view: View[OwmState], team: Fireteam, answer: Entrench
    ) -> Refusal | None:
        problem = self._order_problem(view, answer.card, StandingOrder.ENTRENCH)
        if problem is None and team.cell in view.state.ground.trenches and team.dug_in:
            return Refusal("OWM-ENT-01", "this Terrain is entrenched already")
        return problem

    def _judge_maneuver(
        self, view: View[OwmState], team: Fireteam, answer: Maneuver
    ) -> Refusal | None:
        g = view.state
        problem = self._order_problem(view, answer.card, StandingOrder.MANEUVER)
        if problem is not None:
            return problem
        if not 0 <= answer.cell < g.ground.size:
            return Refusal("OWM-MOVE-01", "that is not on the map")
        if team.on_the_move and answer.cell != team.heading:
            return Refusal("OWM-MOVE-03", "an open move can only be completed (A-31)")
        if not g.ground.adjacent(team.cell, answer.cell):
            return Refusal("OWM-MOVE-01", "that Terrain is not adjacent")
        if g.has_suppressed(team.id):
            return Refusal("OWM-MOVE-07", "a suppressed soldier holds the Fireteam back")
        if any(s.crewed_in for s in g.members(team.id)):
            return Refusal("OWM-MOVE-07", "a crewed gun or a scope holds the Fireteam back")
        no_entry = g.can_enter(team, answer.cell)
        return Refusal(*no_entry) if no_entry is not None else None

    def _judge_rally(self, view: View[OwmState], team: Fireteam, answer: Rally) -> Refusal | None:
        problem = self._order_problem(view, answer.card, StandingOrder.RALLY)
        if problem is None and not view.state.has_suppressed(team.id):
            return Refusal("OWM-RALLY-01", "no soldier of the Fireteam is suppressed")
        return problem

    def _judge_lay_terrain(
        self, view: View[OwmState], team: Fireteam, answer: LayTerrain
    ) -> Refusal | None:
        g = view.state
        face = view.card(answer.card)
        if face is not None and order_of(face) is not None:
            return Refusal("OWM-TACT-01", "that is no Terrain card")
        if not 0 <= answer.cell < g.ground.size or g.ground.cards[answer.cell] != OPEN:
            return Refusal("OWM-TACT-01", "a Terrain card can only be put on an open spot")
        if all(g.ground.cards[c] == OPEN for c in g.ground.neighbours(answer.cell)):
            return Refusal("OWM-TACT-01", "no Terrain is adjacent to that spot")
        if not g.sees(team.cell, answer.cell):
            return Refusal("OWM-TACT-01", "there is no line of sight to that spot")
        return None

    def _judge_redraw(
        self, view: View[OwmState], team: Fireteam, answer: Redraw
    ) -> Refusal | None:
        if not 1 <= len(answer.cards) <= 3:
            return Refusal("OWM-ENG-02", "1 to 3 cards are discarded")
        if len(dict.fromkeys(answer.cards)) != len(answer.cards):
            return Refusal("OWM-ENG-02", "a card is named twice")
        return None

    def _judge_crew(self, view: View[OwmState], team: Fireteam, answer: Crew) -> Refusal | None:
        g = view.state
        if answer.gunner not in team.line or answer.assistant not in team.line:
            return Refusal("OWM-CREW-01", "both must be soldiers of the active Fireteam")
        if answer.gunner == answer.assistant:
            return Refusal("OWM-CREW-01", "nobody assists himself")
        gunner, assistant = g.soldiers[answer.gunner], g.soldiers[answer.assistant]
        if gunner.weapon.type not in MACHINE_GUNS or not gunner.weapon.alt_grid:
            return Refusal("OWM-CREW-01", "he has no machine gun")
        if team.on_the_move:
            return Refusal("OWM-CREW-04", "a Fireteam on the move cannot crew a gun (A-31)")
        if any(s.crewed_in or s.assists for s in (gunner, assistant)):
            return Refusal("OWM-CREW-03", "one of them is busy with a gun or a scope already")
        if any(s.status is not Status.READY for s in (gunner, assistant)):
            return Refusal("OWM-CREW-05", "a suppressed or wounded soldier cannot crew a gun")
        return None

    def _judge_scope(self, view: View[OwmState], team: Fireteam, answer: Scope) -> Refusal | None:
        if answer.sniper not in team.line:
            return Refusal("OWM-CREW-01", "he is not in the active Fireteam")
        sniper = view.state.soldiers[answer.sniper]
        if sniper.weapon.type is not WeaponType.SNIPER:
            return Refusal("OWM-CREW-01", "he has no scope")
        if team.on_the_move:
            return Refusal("OWM-CREW-04", "a Fireteam on the move cannot use a scope (A-31)")
        if sniper.crewed_in or sniper.assists:
            return Refusal("OWM-CREW-01", "he uses his scope or assists already")
        if sniper.status is not Status.READY:
            return Refusal("OWM-CREW-05", "a suppressed or wounded soldier cannot use a scope")
        return None

    def _judge_hide(self, view: View[OwmState], team: Fireteam, answer: Hide) -> Refusal | None:
        g = view.state
        if team.stealthed:
            return Refusal("OWM-STLTH-01", "the Fireteam is in stealth already")
        terrain = TERRAINS.at(g.ground, team.cell)
        if terrain.no_stealth:
            return Refusal("OWM-STLTH-02", f"nobody can hide in {terrain.title}")
        if team.attacked_in == g.round_no and team.attacked_at == team.cell:
            return Refusal("OWM-STLTH-02", "it was attacked here in this round")
        return None

    def _judge_transfer(
        self, view: View[OwmState], team: Fireteam, answer: Transfer
    ) -> Refusal | None:
        g = view.state
        n = len(answer.soldiers)
        if not 1 <= n <= 3 or len(answer.cards) != n:
            return Refusal("OWM-TRANS-01", "1 to 3 soldiers, one card for each")
        if len(dict.fromkeys(answer.cards)) != n or len(dict.fromkeys(answer.soldiers)) != n:
            return Refusal("OWM-TRANS-01", "a card or a soldier is named twice")
        other = g.fireteams.get(answer.to)
        if other is None or other.id == team.id or g.is_enemy(team, other):
            return Refusal("OWM-TRANS-01", "another friendly Fireteam must be named")
        if not g.ground.adjacent(team.cell, other.cell):
            return Refusal("OWM-TRANS-01", "that Fireteam is not adjacent")
        if team.on_the_move or other.on_the_move:
            return Refusal("OWM-TRANS-02", "neither Fireteam may be on the move (A-40)")
        if len(other.line) + n > MAX_FIRETEAM:
            return Refusal("OWM-TRANS-02", "they would be more than 8 soldiers")
        if n >= len(team.line):
            return Refusal("OWM-TRANS-02", "one soldier must stay (A-40)")
        for one in answer.soldiers:
            if one not in team.line:
                return Refusal("OWM-TRANS-02", "only soldiers of the active Fireteam can go")
            soldier = g.soldiers[one]
            if soldier.transferred_in == g.round_no:
                return Refusal("OWM-TRANS-02", "he has been transferred in this round")
            if soldier.status is Status.SUPPRESSED:
                return Refusal("OWM-TRANS-02", "a suppressed soldier cannot go (A-40)")
            if soldier.crewed_in or soldier.assists:
                return Refusal("OWM-TRANS-02", "a soldier at a crewed gun or scope cannot go")
        return None

    def _judge_uncrew(
        self, view: View[OwmState], team: Fireteam, answer: Uncrew
    ) -> Refusal | None:
        if answer.soldier in team.line and view.state.soldiers[answer.soldier].crewed_in:
            return None
        return Refusal("OWM-CREW-04", "he has no crewed gun and no scope in use")

    def _judge_recognise(
        self, view: View[OwmState], team: Fireteam, answer: Recognise
    ) -> Refusal | None:
        g = view.state
        target = g.fireteams.get(answer.target)
        if target is None or not g.is_enemy(team, target) or not target.stealthed:
            return Refusal("OWM-RECOG-01", "that is no enemy in stealth")
        if answer.target in self.tried:
            return Refusal("OWM-RECOG-01", "one try for each of them in a turn (A-37)")
        if not g.sees(team.cell, target.cell):
            return Refusal("OWM-LOS-05", "there is no line of sight to it")
        if answer.commander not in g.commanders(team.id):
            return Refusal("OWM-SOLD-04", "the soldier in command makes the check")
        return None

    def _judge_end_turn(
        self, view: View[OwmState], team: Fireteam, answer: EndTurn
    ) -> Refusal | None:
        return None

    def _free_actions_left(self, g: OwmState) -> bool:
        team = g.fireteams[self.fireteam]
        return any(
            e.stealthed and e.id not in self.tried and g.sees(team.cell, e.cell)
            for e in g.enemies(team.seat)
        )

    # -- what it does --------------------------------------------------------------------

    def hear(self, g: OwmState, answer: Answer) -> Any:
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
        for card in played_cards(answer):
            g.spend(seat, card)
        g.tell("order", "OWM-STD-02", seat=seat, fireteam=self.fireteam,
               what=answer.name.removeprefix("owm."), cards=played_cards(answer),
               target=getattr(answer, "target", getattr(answer, "to", 0)),
               cell=getattr(answer, "cell", -1), soldiers=_named(answer))
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

    def _attack(self, g: OwmState, answer: Attack) -> Any:
        order = order_of(answer.card)
        assert order is not None and order.strength is not None
        self.attacked.append(answer.target)
        attack = AttackOrder(self.fireteam, answer.target, order.strength)
        return Call(attack, then=self.acted)

    def _rally(self, g: OwmState, answer: Rally) -> Any:
        order = order_of(answer.card)
        assert order is not None and order.strength is not None
        return Call(RallyOrder(self.fireteam, order.strength), then=self.acted)

    def _entrench(self, g: OwmState) -> Any:
        """OWM-ENT-01; an entrenchment not found yet is found by the order (A-35)."""
        cell = g.fireteams[self.fireteam].cell
        if cell not in g.ground.trenches:
            g.ground = with_trench(g.ground, cell)
        g.change_fireteam(self.fireteam, dug_in=True)
        return self.acted

    def _maneuver(self, g: OwmState, answer: Maneuver) -> Any:
        """OWM-MOVE-01; a second order or fast-move Terrain completes it (OWM-TERR-07)."""
        team = g.fireteams[self.fireteam]
        completes = team.on_the_move or TERRAINS.at(g.ground, answer.cell).fast_move
        g.change_fireteam(team.id, heading=answer.cell, moved_in=g.round_no)
        if completes:
            return Call(Arrive(team.id), then=self.arrived)
        return self.acted

    def _lay_terrain(self, g: OwmState, seat: int, answer: LayTerrain) -> Any:
        """OWM-TACT-01; who was heading there may have to stop (A-83)."""
        g.hands[seat].remove(answer.card)
        g.ground = g.ground.with_card(answer.cell, answer.card, answer.turned)
        g.tell("terrain", "OWM-TACT-01", seat=seat, fireteam=self.fireteam,
               cards=(answer.card,), cell=answer.cell)
        for team in list(g.fireteams.values()):
            if team.heading == answer.cell and g.can_enter(team, answer.cell) is not None:
                g.halt(team.id, "OWM-TERR-06")
        return self.acted

    def _engineer(self, g: OwmState, answer: Answer) -> Any:
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

    def recognised(self, g: OwmState, success: bool) -> Any:
        """OWM-RECOG-01: found at once, or not in this turn."""
        if success:
            g.change_fireteam(self.tried[-1], stealthed=False)
            g.tell("seen", "OWM-RECOG-01", fireteam=self.tried[-1])
        return check_end(g) or self.ask


def _named(answer: Answer) -> tuple[int, ...]:
    """The soldiers an Engineering Action is about."""
    if isinstance(answer, Transfer):
        return answer.soldiers
    if isinstance(answer, Crew):
        return answer.gunner, answer.assistant
    return (answer.sniper,) if isinstance(answer, Scope) else ()


_OFFERS: dict[type[Answer], Callable[[Turn, View[OwmState], Fireteam], Iterator[Answer]]] = {
    Uncrew: Turn._offer_uncrew,
    Recognise: Turn._offer_recognise,
    Attack: Turn._offer_attack,
    Entrench: Turn._offer_entrench,
    Maneuver: Turn._offer_maneuver,
    Rally: Turn._offer_rally,
    LayTerrain: Turn._offer_lay_terrain,
    Redraw: Turn._offer_redraw,
    Crew: Turn._offer_crew,
    Scope: Turn._offer_scope,
    Hide: Turn._offer_hide,
    Transfer: Turn._offer_transfer,
    EndTurn: Turn._offer_end_turn,
}
_FREE = (Uncrew, Recognise, EndTurn)
"""What costs no Standard Action."""

_JUDGES: dict[type, Callable[..., Refusal | None]] = {
    Attack: Turn._judge_attack,
    Entrench: Turn._judge_entrench,
    Maneuver: Turn._judge_maneuver,
    Rally: Turn._judge_rally,
    LayTerrain: Turn._judge_lay_terrain,
    Redraw: Turn._judge_redraw,
    Crew: Turn._judge_crew,
    Scope: Turn._judge_scope,
    Hide: Turn._judge_hide,
    Transfer: Turn._judge_transfer,
    Uncrew: Turn._judge_uncrew,
    Recognise: Turn._judge_recognise,
    EndTurn: Turn._judge_end_turn,
}
