"""Cards that are added to a morale check or a rally roll, before the die is thrown."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import counted_in, say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import By, Effect
from owm_net.games.squadcards.windows.roll import CardsOnRoll


def amount_of(options: Options, use: Use) -> int:
    """Return what a card adds in a match with these options (R-11, Stiff Upper Lip)."""
    return options.stiff_upper_lip if use.key == "brit_stiff_upper_lip" else use.amount


class OnRoll(PassingEffect[CardsOnRoll]):
    """A number for one roll; as many as one likes (SQD-CARD-03).

    roll: what the roll is called. good: what 5 or more does.
    """

    roll: str
    good: str

    def why_not(self, g: SquadState, window: CardsOnRoll, card: CardInUse) -> Refusal | None:
        """Refuse unless the roller plays a card for the roll, or the opponent one against it."""
        by = By.OWN if window.seat == g.squads[window.squad].seat else By.ENEMY
        if card.use.by is by:
            return None
        title = card.use.title
        if card.use.by is By.OWN:
            return Refusal(self.rule, say("{title} is played on your own roll only", title=title))
        return Refusal(self.rule, say("{title} is played on the enemy's roll only", title=title))

    def take_effect(self, g: SquadState, window: CardsOnRoll, card: CardInUse) -> None:
        """It is added to the roll of the window."""
        window.total += amount_of(g.options, card.use)

    def meaning(self, use: Use, options: Options) -> str:
        return counted_in(self.roll, amount_of(options, use))

    def text(self, use: Use, options: Options) -> str:
        changed = counted_in(self.roll, amount_of(options, use))
        if use.by is By.OWN:
            return say("Your {changed}. (5 or more {good}.)", changed=changed, good=self.good)
        return say("The enemy's {changed}. (5 or more {good}.)", changed=changed, good=self.good)


class MoraleCard(OnRoll):
    """Before the die of a morale check, where a low total is good (SQD-MORALE-05, SQD-WIN-02)."""

    effect = Effect.MORALE
    rule = "SQD-MORALE-05"
    when = say("is played before the die of a morale check")
    roll = say("morale check")
    good = say("pins")


class RallyCard(OnRoll):
    """Before a rally roll, where a high total is good (SQD-RALLY-03, SQD-WIN-10)."""

    effect = Effect.RALLY
    rule = "SQD-RALLY-03"
    when = say("is played before a rally roll")
    roll = say("rally roll")
    good = say("rallies")
