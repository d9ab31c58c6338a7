"""Lucky Shot (000:1577-1579): a soldier in sight goes down at once."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.damage import suppress
from owm_net.games.owm.firing import why_no_clear_shot
from owm_net.games.owm.flips import FlipCard, NobodyPicked, Purpose, picked, size_colour
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.stealth import end_stealth, mark_attacked
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.attacks import void_hits
from owm_net.games.owm.windows import AnyWindow, Decision, Number, window


@record("owm.decision.lucky_shot")
class LuckyShot(Decision):
    """A soldier of an enemy Fireteam that a friendly one sees is suppressed; a flip by its size
    picks the soldier (OWM-CD-LUCKY, A-51)."""

    key = "lucky_shot"
    rule = "OWM-CD-LUCKY"

    fireteam: FireteamId
    target: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[LuckyShot]:
        """Yield shots from every friendly Fireteam at every enemy it sees: the shooter is visible
        thereafter."""
        g = view.state
        for team in g.friends(view.seat):
            if team.seat == view.seat:
                for enemy in g.enemies(view.seat):
                    if _why_not_at(g, team.id, enemy.id) is None:
                        yield LuckyShot(card, team.id, enemy.id)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Line of sight, at any distance; no friend exactly behind."""
        team = view.state.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal("OWM-CD-LUCKY", say("it must be a Fireteam of your own"), misfit=True)
        return _why_not_at(view.state, self.fireteam, self.target)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        if _why_not_at(g, self.fireteam, self.target) is not None:
            return None
        return Luck(self.fireteam, self.target)

    def aim(self, g: OwmState) -> str:
        team, target = (words.fireteam_name(g, t) for t in (self.fireteam, self.target))
        return say(" from {team} at {target}", team=team, target=target)


@frame("owm.luck")
@define
class Luck(Frame[None]):
    """A flip picks who goes down; wounded and suppressed ones are not meant (A-51).

    soldier: who is picked.
    """

    fireteam: FireteamId
    target: FireteamId
    soldier: SoldierId = NO_SOLDIER

    def start(self, g: OwmState) -> Outcome[None]:
        """Harmed or not, it is attacked (A-38)."""
        mark_attacked(g, self.target)
        return self.flip

    def flip(self, g: OwmState) -> Outcome[None]:
        """By the size of the Fireteam (OWM-CCS-06)."""
        colour = size_colour(len(g.fireteams[self.target].line))
        return Call(FlipCard(Purpose.TARGET, colour), then=self.read)

    def read(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Void: flip again (OWM-CCS-07)."""
        line = g.fireteams[self.target].line
        colour = size_colour(len(line))
        index = picked(len(line), CATALOG.dice(card).of(colour))
        if index is None:
            index = void_hits(g, line, [s for s in line if g.soldiers[s].status is Status.READY])
        if index is None or g.soldiers[line[index]].status is not Status.READY:
            g.tell(NobodyPicked(rule="OWM-CCS-07" if index is None else "OWM-CD-LUCKY"))
            return self.flip
        self.soldier = line[index]
        number = Number(Purpose.TARGET, colour, card, fireteam=self.fireteam, enemy=self.target)
        return window(g, number, then=self.hit)

    def hit(self, g: OwmState, number: Number) -> Outcome[None]:
        """Unless the flip is void (A-10, A-11); it was a hostile action (OWM-STLTH-06)."""
        if number.void:
            return self.flip
        suppress(g, self.soldier)
        end_stealth(g, self.fireteam, "OWM-STLTH-06")
        return Done()


def _why_not_at(g: OwmState, fireteam: FireteamId, enemy: FireteamId) -> Refusal | None:
    team, target = g.fireteams.get(fireteam), g.fireteams.get(enemy)
    if team is None or target is None or not team.on_map or not target.on_map:
        return Refusal("OWM-CD-LUCKY", say("there is no such Fireteam on the map"), misfit=True)
    if not g.is_enemy(team, target):
        return Refusal("OWM-CD-LUCKY", say("that is no enemy"), misfit=True)
    problem = why_no_clear_shot(g, team, target)
    if problem is None and all(s.status is not Status.READY for s in g.members(target.id)):
        return Refusal("OWM-CD-LUCKY", say("nobody in it is ready and unhurt"))
    return problem
