"""FIRE and OPF: one squad's fire in a phase (SQD-WIN-04, SQD-WIN-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards import attack
from owm_net.games.squadcards.attack import FIRE_MOMENTS, Attack, Fire, targets
from owm_net.games.squadcards.cards import encircled
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.terms import Effect, Phase
from owm_net.games.squadcards.uses import find_use

InFire: TypeAlias = Fire | Encircle | Play

FIRE_CARD: Kind[InFire] = Kind(
    "fire",
    Fire,
    Encircle,
    Play,
    rule="SQD-WIN-04",
    why=say("choose an attack or a card for it, or pass"),
    deed=say("attack or not"),
    passes=say("cease fire"),
)

FIRE_TOLD = {
    Phase.COVERING: About(
        say("covering fire before your move"),
        say("attacks before the move are at -2 (Americans: 0), and make you easier to hit"),
        "SQD-COVER-05",
    ),
    Phase.OPPORTUNITY: About(
        say("opportunity fire, the enemy is about to move"),
        say("at the range and ground it leaves; an Ambush comes before the first attack"),
        "SQD-OPF-02",
    ),
    Phase.POSITION: About(
        say("position fire"),
        say("a squad that moved is at -1 and cannot use heavy weapons"),
        "SQD-POS-02",
    ),
    Phase.RETURN: About(
        say("return fire"),
        say("the enemy's turn ends with your fire; no phase modifier"),
        "SQD-RET-02",
    ),
}
"""A fire window in words, by the phase."""


@frame("squadcards.fire_window")
@define
class FireWindow(OfSquad, Frame[None]):
    """SQD-WIN-04: attacks and cards that help them, in any order, as many as the owner of a squad
    has cards (SQD-ATK-02, R-04, R-46). attacks: made so far.
    """

    squad: SquadId
    attacks: int = 0

    def start(self, g: SquadState) -> Outcome[None]:
        """Until a pass, or there is nothing to fire with or at (R-47)."""
        if not g.hands[self.squad] or not targets(g, self.squad):
            return Done()
        return Ask(FIRE_CARD.of(g.squads[self.squad].seat), then=self.hear)

    @FIRE_CARD.tells
    def about_fire(self, view: View[SquadState]) -> About:
        """Tell which fire it is, and what holds in it."""
        return FIRE_TOLD[view.state.phase]

    @FIRE_CARD.offers
    def offers_fire(self, view: View[SquadState]) -> Iterator[InFire]:
        """Attacks with every attack card, also at a wrong range; other cards that fit."""
        for held, option, use in FIRE.cards(view, (self.squad,)):
            if use.effect is Effect.ATTACK:
                yield from attack.offers(view, self.squad, held, option, use)
            elif use.effect is Effect.ENCIRCLE:
                yield from encircled.offers(view, self.squad, held)
            else:
                yield Play(held, option)

    @FIRE_CARD.judges
    def why_not_fire(self, view: View[SquadState], answer: InFire) -> Refusal | None:
        """A card of this squad's hand, as what it is played."""
        if isinstance(answer, Fire):
            return attack.why_not(view, self.squad, answer)
        if isinstance(answer, Encircle):
            return encircled.why_not(view, self.squad, answer)
        return FIRE.why_not(view, self, (self.squad,), answer)

    def hear(self, g: SquadState, answer: InFire) -> Outcome[None]:
        """An attack, or a card."""
        if isinstance(answer, Encircle):
            encircled.carry_out(g, self.squad, answer)
            return self.start
        if isinstance(answer, Play):
            run = FIRE.play(g, self, (self.squad,), answer)
            return Call(run, then=self.start) if run else self.start
        use = find_use(CardNumber(answer.card), answer.option, g.squads[self.squad].nation)
        assert isinstance(use, Use)
        g.spend(self.squad, answer.card)
        self.attacks += 1
        run = Attack(self.squad, answer.target, use.key, answer.close_in)
        return Call(run, then=self.start)

    def passed_fire(self, g: SquadState) -> Outcome[None]:
        return Done()


FIRE: PlayWindow[FireWindow] = PlayWindow(FIRE_CARD, *FIRE_MOMENTS)
