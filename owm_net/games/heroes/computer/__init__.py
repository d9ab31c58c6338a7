"""A computer player: it fires where that is worth most, goes for objectives from cover to cover,
gives its orders to those that gain most by them, and keeps its cards for what they are worth.
The recruit lays its orders by chance, unless it is nearly too late to win, and does not see what
the enemy may do to it. Elsewhere (`system.py`) it answers some questions by chance.

It asks the rules what is allowed and what a shot needs, and sees what its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.heroes.assault import CLASH, RIPOSTE, WHERE, Retreating, Where
from owm_net.games.heroes.barrage import BARRAGE, Barrage
from owm_net.games.heroes.cards.burst_into_action import ACT, Bursting
from owm_net.games.heroes.cards.card import Moment, card_offers
from owm_net.games.heroes.cards.mine import BONUS, Mine
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.cards.second_wind import AGAIN
from owm_net.games.heroes.charges import PLACE, Attach, PlaceCharge
from owm_net.games.heroes.commanding import COMMAND
from owm_net.games.heroes.computer import allied
from owm_net.games.heroes.computer.cards import best_play, discard, keep, play_or_pass, ridden_by
from owm_net.games.heroes.computer.deploying import deploy, make_deck, muster
from owm_net.games.heroes.computer.driving import next_drive, salvos
from owm_net.games.heroes.computer.firing import burst, fire
from owm_net.games.heroes.computer.furnishing import choose_edge, lay_terrain, put_objective
from owm_net.games.heroes.computer.laying import lay
from owm_net.games.heroes.computer.marching import close_in, next_leg
from owm_net.games.heroes.computer.odds import SURE
from owm_net.games.heroes.computer.planning import best_deed, directed, supply_move
from owm_net.games.heroes.computer.plans import best
from owm_net.games.heroes.computer.weighing import SOUND, Mind, Outlook, Stand, hurry, outlook
from owm_net.games.heroes.conferring import CONFER, SWAP
from owm_net.games.heroes.consent import AGREE
from owm_net.games.heroes.decks import DECK, DISCARD
from owm_net.games.heroes.directives import DIRECTIVE, Post
from owm_net.games.heroes.driving import DRIVE, Driving
from owm_net.games.heroes.exits import Leave
from owm_net.games.heroes.gaps import GAP, autonomous, may_be_special
from owm_net.games.heroes.generator import EDGE, OBJECTIVE, TERRAIN
from owm_net.games.heroes.gunnery import GUNS, Gunnery
from owm_net.games.heroes.hardboiled import shaken, steadyings
from owm_net.games.heroes.heroic import ONCE_MORE, OnceMore
from owm_net.games.heroes.hidden import is_special
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.moving import LEG, Moving
from owm_net.games.heroes.orders import TURN, NoMoreOrders, OrderFire
from owm_net.games.heroes.pooling import POOL
from owm_net.games.heroes.questions import END_CARDS, HUSH, START_CARDS
from owm_net.games.heroes.ranking import PLAY_ORDER
from owm_net.games.heroes.reacting import REACT, React, Reacting, reactions
from owm_net.games.heroes.reserves import ARRIVE, Arrive
from owm_net.games.heroes.roster import ROSTER
from owm_net.games.heroes.set_up import DEPLOY
from owm_net.games.heroes.shooting import AFTER, GUARD
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations
from owm_net.games.heroes.supply import SUPPLY_MOVE, SupplyMoving
from owm_net.games.heroes.supply_effects import AT_END, AT_START, KeepInitiative
from owm_net.games.heroes.tokens import LAY
from owm_net.games.heroes.turns import Turns
from owm_net.games.heroes.wounds import WOUNDED

RECRUIT, REGULAR = "recruit", "regular"
"""Its strengths."""
FEARLESS = Mind(fearless=True)
"""A recruit."""
WORTH_A_SPECIAL, WORTH_ALONE = 45, 20
"""What a special order, and an Autonomous unit, must do to do it before the last gap."""
WORTH_A_DIRECTIVE = 12
"""What a directive must bring if there is a round left for it."""
A_CHARGE = 8
"""What a charge must bring to be laid."""
STOPPED = 10
"""What it is worth that a mover gets no further."""


def decide(view: View[HeroesState], chance: Chance, strength: str = "") -> Answer:
    """An allowed answer to what is asked."""
    request = view.state.pending
    assert isinstance(request, Decision)
    recruit = strength == RECRUIT
    if recruit and request.kind in BY_CHANCE and not hurry(view.state, Seat(view.seat)):
        return agenda.sample(view, chance)
    return answered(view, chance, FEARLESS if recruit else SOUND)


def answered(view: View[HeroesState], chance: Chance, mind: Mind) -> Answer:
    """The same of a player who thinks so; by chance where there is nothing to think about."""
    thinks = THOUGHTS.get(agenda.kind_of(view).word)
    answer = thinks(outlook(view, mind), chance) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


# -- orders --------------------------------------------------------------------------------


def _lay(o: Outlook, chance: Chance) -> Answer | None:
    for answer in lay(o, chance):
        if agenda.why_not(o.view, answer) is None:
            return answer
    return None


def _turn(o: Outlook, chance: Chance) -> Answer | None:
    """A card that is worth it; else the next order, with the best that its unit can do."""
    g, frame = o.g, o.g.agenda[-1]
    assert isinstance(frame, Turns)
    play = best_play(o, card_offers(TURN, o.view, Moment(o.seat)))
    if play is not None:
        return play
    shown = frame.claims.get(frame.seat)
    for slot in g.closed(o.seat) if shown is None else (shown,):
        if agenda.why_not(o.view, OrderFire(Played(slot))) is not None:
            continue  # it is not the next, or no order
        unit = g.bearer(o.seat, slot)
        deed = best_deed(o, unit)
        for plan in (ridden_by(o, unit, deed), deed):
            answer = plan.order(Played(slot))
            if agenda.why_not(o.view, answer) is None:
                return answer
    return NoMoreOrders(g.closed(o.seat))


def _gap(o: Outlook, chance: Chance) -> Answer | None:
    """A special order, or a unit that is Autonomous: what is good now, or later never."""
    g = o.g
    play = best_play(o, steadyings(shaken(g, o.seat)))
    if play is not None:
        return play
    last = all(g.done)
    for slot in may_be_special(g, o.seat):
        card = o.view.card(slot)
        if card is not None and is_special(card):
            deed = best_deed(o, g.bearer(o.seat, slot))
            if deed.value > (0 if last else WORTH_A_SPECIAL):
                return deed.order(Played(slot))
    for unit in autonomous(g, o.seat):
        deed = best_deed(o, unit, orders=False)
        if deed.value > (0 if last else WORTH_ALONE) and not deed.null:
            return deed.act(unit)
    return Pass()


def _act(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, Bursting)
    return best_deed(o, frame.unit, orders=frame.ordered).act(frame.unit)


def _once_more(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, OnceMore)
    deed = best_deed(o, frame.unit, orders=False)
    return deed.act(frame.unit) if deed.value > WORTH_A_SPECIAL else Pass()


def _barrage(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, Barrage)
    for unit in frame.left:
        deed = best(fire(o, unit))
        if deed.value > 0 and not deed.null:
            return deed.act(unit)
    return Pass()


# -- moves ---------------------------------------------------------------------------------


def _leg(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, Moving)
    if frame.can_leave(o.g) is None:
        return Leave()
    if frame.can_assault(o.g):
        return close_in(o, frame.unit, frame.target, frame.left)
    fires = frame.can_fire(o.g)
    return next_leg(o, frame.unit, frame.left, frame.held, frame.flipped, fires)


def _drive(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, Driving)
    if frame.can_leave(o.g) is None:
        return Leave()
    return next_drive(o, frame)


def _guns(o: Outlook, chance: Chance) -> Answer | None:
    """Another weapon of the vehicle."""
    frame = o.g.agenda[-1]
    assert isinstance(frame, Gunnery)
    shot = best(salvos(o, frame.unit, frame.fired))
    return Pass() if shot.null else shot.act(frame.unit)


def _react(o: Outlook, chance: Chance) -> Answer | None:
    """The shot that brings most at the mover, if it is more than what its unit would do later."""
    g, frame = o.g, o.g.agenda[-1]
    assert isinstance(frame, Reacting)
    mover, u = frame.mover, g.units[frame.mover]
    places = {step: pose[0] for step, pose in stations(frame.way)}
    found: list[tuple[int, Answer]] = []
    for unit, step, suppressive in reactions(g, o.seat, mover, frame.way):
        value = o.shot_worth(o.stand(unit), Stand(mover, u, places[step]), mover)
        if suppressive:
            value = value // 3
        value += STOPPED - _waits(o, unit)
        found.append((value, React((unit,), step, (unit,) if suppressive else ())))
    for answer in agenda.options(o.view):
        if isinstance(answer, OpportunityFire):
            value = o.shot_worth(o.stand(answer.unit), Stand(mover, u, places[answer.step]), mover)
            value += STOPPED - _waits(o, answer.unit)
            found.append((value - keep(o, answer), answer))
        elif isinstance(answer, Mine):
            value = burst(o, mover, BONUS, 0, inside=True) + STOPPED
            found.append((value - keep(o, answer), answer))
    good = max(found, key=lambda pair: pair[0], default=(0, Pass()))
    return good[1] if good[0] > 0 else Pass()


def _waits(o: Outlook, unit: UnitId) -> int:
    """Return what a unit would shoot at by its order."""
    return o.best_of(unit, o.g.units[unit]) * o.ordered(unit) // SURE


def _supply_move(o: Outlook, chance: Chance) -> Answer | None:
    """The move that brings most, until none brings anything."""
    frame = o.g.agenda[-1]
    assert isinstance(frame, SupplyMoving)
    found = [supply_move(o, unit) for unit in frame.can_move(o.g)]
    value, answer = max(found, key=lambda pair: pair[0])
    return answer if value > 0 else Pass()


def _where(o: Outlook, chance: Chance) -> Answer | None:
    frame = o.g.agenda[-1]
    assert isinstance(frame, Retreating)
    found = [answer for answer in agenda.options(o.view) if isinstance(answer, Where)]
    return max(found, key=lambda answer: o.place(frame.unit, answer.space), default=None)


def _place(o: Outlook, chance: Chance) -> Answer | None:
    """A bomb on a vehicle; a charge at what is worth one."""
    found = list(agenda.options(o.view))
    bombs = [answer for answer in found if isinstance(answer, Attach)]
    charges = [
        (o.charge_worth(answer.structure), answer)
        for answer in found
        if isinstance(answer, PlaceCharge)
    ]
    worth, charge = max(charges, key=lambda pair: pair[0], default=(0, Pass()))
    return charge if worth > A_CHARGE else bombs[-1] if bombs else Pass()


def _at_end(o: Outlook, chance: Chance) -> Answer | None:
    """The initiative is kept when half of the rounds are over."""
    g = o.g
    found = list(agenda.options(o.view))
    if KeepInitiative() in found and 2 * g.round >= g.battle.rounds:
        return KeepInitiative()
    return best_play(o) or Pass()


def _directive(o: Outlook, chance: Chance) -> Answer | None:
    """The directive by which those with orders do most better."""
    found = [answer for answer in agenda.options(o.view) if isinstance(answer, Post)]
    worth = zip(directed(o, found), found, strict=True)
    value, answer = max(worth, key=lambda pair: pair[0], default=(0, Pass()))
    return answer if value > (WORTH_A_DIRECTIVE if o.left else 0) else Pass()


def _arrive(o: Outlook, chance: Chance) -> Answer | None:
    """The reserve comes at once, where it is best."""
    found = [answer for answer in agenda.options(o.view) if isinstance(answer, Arrive)]
    return max(found, key=lambda answer: o.place(answer.unit, answer.space), default=None)


THOUGHTS: dict[str, Callable[[Outlook, Chance], Answer | None]] = {
    ROSTER.word: muster,
    DECK.word: make_deck,
    EDGE.word: choose_edge,
    TERRAIN.word: lay_terrain,
    OBJECTIVE.word: put_objective,
    DEPLOY.word: deploy,
    LAY.word: _lay,
    TURN.word: _turn,
    GAP.word: _gap,
    ACT.word: _act,
    ONCE_MORE.word: _once_more,
    BARRAGE.word: _barrage,
    LEG.word: _leg,
    DRIVE.word: _drive,
    GUNS.word: _guns,
    REACT.word: _react,
    SUPPLY_MOVE.word: _supply_move,
    WHERE.word: _where,
    PLACE.word: _place,
    AT_START.word: play_or_pass,
    AT_END.word: _at_end,
    DISCARD.word: discard,
    ARRIVE.word: _arrive,
    DIRECTIVE.word: _directive,
    POOL.word: allied.share_out,
    AGREE.word: allied.agree,
    CONFER.word: allied.confer,
    SWAP.word: allied.swap,
    **{kind.word: allied.stay for kind in (COMMAND, PLAY_ORDER)},
    **{
        kind.word: play_or_pass
        for kind in (HUSH, START_CARDS, END_CARDS, GUARD, AFTER, WOUNDED, CLASH, RIPOSTE, AGAIN)
    },
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
BY_CHANCE = tuple(
    [
        kind.word
        for kind in (
            TERRAIN,
            LAY,
            HUSH,
            START_CARDS,
            END_CARDS,
            GUARD,
            WOUNDED,
            CLASH,
            RIPOSTE,
            AGAIN,
        )
    ]
)
"""What the recruit does not think about, unless it is in a hurry."""
