"""A seat that stays away, and how the others go on (OWM-TEAM-04, A-145, A-146)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Draw
from owm_net.engine.text import say
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.assessment import Assessment
from owm_net.games.owm.catalog import CORE_CARDS, LU
from owm_net.games.owm.damage import remove_fireteam, uncrew_all
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.operations.satchel_charge import Explosion
from owm_net.games.owm.placing import settle
from owm_net.games.owm.rounds import Rounds
from owm_net.games.owm.state import CORE, OwmState
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.victory import check_end


@record("owm.event.left")
class SeatLeft(Event):
    """A seat is left out from now on."""

    words = say("{seat} is left out; the partner goes on")
    rule = "OWM-TEAM-04"
    headline = True

    seat: Seat


@record("owm.event.withdrawn")
class Withdrawn(Event):
    """A Fireteam of a seat that is left out leaves the map; its soldiers are not lost."""

    words = say("{soldiers} leave the map, not killed")
    rule = "OWM-TEAM-04"

    soldiers: tuple[SoldierId, ...]


@record("owm.event.broken_off")
class BrokenOff(Event):
    """An assault is over without a result, for a seat was left out in the middle of it."""

    words = say("the assault is broken off; {fireteam} goes back")
    rule = "OWM-TEAM-04"

    fireteam: FireteamId


@frame("owm.going_on")
@define
class GoingOn(Frame[None]):
    """Those who stay take up their hands in a new deck (OWM-TEAM-04)."""

    def start(self, g: OwmState) -> Outcome[None]:
        """It is made of every core card that lies open nowhere: the deck, the Fog of War, and
        what the leaver held."""
        end = check_end(g)
        if end is not None:
            return end
        seen = [*g.discard, *g.ground.cards, *(c for hand in g.hands for c in hand)]
        pool = [card for card in range(1, CORE_CARDS + 1) if card not in seen]
        return Ask(g.redeal(CORE, pool, _hands(g)), then=self.take_up)

    def take_up(self, g: OwmState) -> Outcome[None]:
        """The Fog of War is as large as before, of other cards."""
        g.redealt(CORE, _hands(g))
        g.fog = list(g.decks[CORE].deal(len(g.fog)))
        return Done()


def why_no_leaving(g: OwmState, seat: Seat) -> str | None:
    """Why a seat cannot be left out, in words; None where its partner goes on (A-145)."""
    if not any(isinstance(playing, Rounds) for playing in g.agenda):
        return say(
            "the set-up is not over: nothing is lost yet, so agree on a new match without them"
        )
    if not any(s != seat for s in g.side_seats(g.sides[seat]) if s not in g.gone):
        return say("nobody would be left on that side")
    if g.variants.partners:  # two seats know those cards: they cannot be dealt anew to one
        return say("hands are open inside a side in this match (A-94)")
    staying = [s for s in g.players if s != seat and s not in g.gone]
    if any(card in g.shown for s in staying for card in g.hands[s]):
        return say("a card that Intelligence has shown to another is still in a hand (A-137)")
    return None


def leave(g: OwmState, seat: Seat) -> None:
    """Leave (OWM-TEAM-04): the seat is out; the agenda has the next frame."""
    rounds = next(playing for playing in g.agenda if isinstance(playing, Rounds))
    g.gone.append(seat)
    g.tell(SeatLeft(seat))
    g.discard.extend(g.event_pile)
    g.event_pile.clear()
    g.discard.extend(g.held_terrain)
    g.held_terrain.clear()
    interrupted = any(isinstance(playing, Turn) for playing in g.agenda)
    for playing in g.agenda:
        if isinstance(playing, Assault):
            _break_off(g, playing, seat)
    for team in [t for t in g.fireteams.values() if t.seat == seat]:
        _withdraw(g, team.id)
    g.hands[seat] = []
    g.standing.pop(seat, None)
    if interrupted and g.active in g.fireteams:  # its turn begins anew
        g.change_fireteam(g.active, activated_in=g.round_no - 1)
    unfinished = [_draws(g, playing) for playing in g.agenda if isinstance(playing, DrawCards)]
    assessing = [_rest_of_top(f) for f in g.agenda if isinstance(f, Assessment | Explosion)]
    left = Rounds(at="check_jams") if assessing else _rest_of_round(g, rounds)
    drawing = [d for d in unfinished if d.seat != seat]
    g.agenda = [left, *assessing, *drawing, GoingOn()]


def _rest_of_top(playing: Assessment | Explosion) -> Assessment | Explosion:
    """Return the rest of the top of a round: a flipped wind does not blow, tokens go and flip all
    the same, and nobody stays where nobody may enter (A-144)."""
    if isinstance(playing, Explosion):
        return Explosion(playing.cell, at="look_who_stays")
    at = "remove_red" if playing.at == "blow" else playing.at
    return Assessment(list(playing.charges), at=at)


def _rest_of_round(g: OwmState, rounds: Rounds) -> Rounds:
    """The rounds at a step from which they can go on."""
    if rounds.phase == "combat":
        return Rounds(at="combat")
    if rounds.phase == "debrief":  # no second card goes to the Fog of War
        return Rounds(at="end_round" if rounds.at == "end_round" else "debrief")
    waiting = [s for s in rounds.waiting if s in g.soldiers]
    return Rounds(waiting, g.seat_order(), at="next_repair" if waiting else "next_draw")


def _draws(g: OwmState, drawing: DrawCards) -> DrawCards:
    """Return the draws a seat had not finished: cards on their way to it are in no hand."""
    on_the_way = len(g.pending.slots) if isinstance(g.pending, Draw) else 0
    return DrawCards(drawing.seat, drawing.n + on_the_way)


def _break_off(g: OwmState, assault: Assault, seat: Seat) -> None:
    """Two who go on cannot stay in one Terrain: whoever came goes back (A-100, A-146)."""
    mover, other = g.fireteams.get(assault.mover), g.fireteams.get(assault.other)
    if mover is None or other is None or seat in (mover.seat, other.seat):
        return
    if mover.cell == other.cell:
        settle(g, mover.id, assault.came_from)
        g.tell(BrokenOff(mover.id))


def _withdraw(g: OwmState, fireteam: FireteamId) -> None:
    line = tuple([s for s in g.fireteams[fireteam].line if s != LU])
    g.tell(Withdrawn(line))
    for soldier in line:
        uncrew_all(g, soldier)
        g.withdrawn.append(soldier)
        del g.soldiers[soldier]
    remove_fireteam(g, fireteam)


def _hands(g: OwmState) -> list[tuple[Seat, int]]:
    return [(seat, seat) for seat in g.players if seat not in g.gone]
