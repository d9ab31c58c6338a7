"""The computer as an ally: it pays its share, shows its hand, and gives away what only an ally can
use."""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.games.heroes.commanding import HighCommand, army_of, shares_of
from owm_net.games.heroes.computer.cards import is_of_use
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.conferring import Conferring, GiveCard, OfferCard, ShowCards
from owm_net.games.heroes.consent import Agree, Agreeing
from owm_net.games.heroes.hidden import card_key
from owm_net.games.heroes.ids import CardKey, Hidden
from owm_net.games.heroes.muster import cost_of
from owm_net.games.heroes.pooling import Pool
from owm_net.games.heroes.terms import Phase


def stay(o: Outlook, chance: Chance) -> Pass:
    """The order of play stays, and no High Command is bought: of 24 matches of *Two Against One*
    with armies of 500 points, computers that bought two more orders by it won 16, others 19."""
    return Pass()


def agree(o: Outlook, chance: Chance) -> Agree | Pass:
    """Yes; but not to more than an equal share of a High Command."""
    frame = o.g.agenda[-1]
    assert isinstance(frame, Agreeing)
    if isinstance(frame.wanted, HighCommand):
        alike = shares_of(o.g, o.seat, cost_of(army_of(frame.wanted)))
        return Agree() if frame.share <= max(alike) else Pass()
    return Agree()


def share_out(o: Outlook, chance: Chance) -> Pool | None:
    """A token goes to the member with the most units."""
    g = o.g
    return max(
        [answer for answer in agenda.options(o.view) if isinstance(answer, Pool)],
        key=lambda answer: len(g.in_play(answer.member)) - g.due[answer.member],
        default=None,
    )


def _keys(o: Outlook) -> dict[Hidden, CardKey]:
    """The cards of the hand."""
    known = {Hidden(slot): o.view.card(slot) for slot in o.g.hands[o.seat]}
    return {slot: card_key(face) for slot, face in known.items() if face is not None}


def confer(o: Outlook, chance: Chance) -> ShowCards | OfferCard | Pass:
    """Show the whole hand; offer what only an ally can use."""
    g, frame, mine = o.g, o.g.agenda[-1], _keys(o)
    assert isinstance(frame, Conferring)
    allies = [to for to in g.members(o.seat) if to != o.seat]
    for to in allies:
        unseen = tuple([slot for slot in mine if (to, slot) not in g.shown_cards])
        if unseen:
            return ShowCards(unseen, to)
    for to in allies if g.phase is Phase.SUPPLY else ():
        for slot, key in mine.items():
            offered = (o.seat, to, slot) in frame.offered or not g.hands[to]
            if not offered and is_of_use(o, key, to) and not is_of_use(o, key, o.seat):
                return OfferCard(slot, to)
    return Pass()


def swap(o: Outlook, chance: Chance) -> GiveCard | Pass:
    """Give what is of no use, or is there twice, for a card that is of use."""
    frame, mine = o.g.agenda[-1], _keys(o)
    assert isinstance(frame, Conferring)
    face = o.view.card(frame.card)
    if face is None or not is_of_use(o, card_key(face), o.seat):
        return Pass()
    keys = list(mine.values())
    spare = [slot for slot, key in mine.items() if not is_of_use(o, key, o.seat)]
    spare += [slot for slot, key in mine.items() if keys.count(key) > 1]
    return GiveCard(spare[0]) if spare else Pass()
