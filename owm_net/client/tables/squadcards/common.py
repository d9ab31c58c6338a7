"""Facts for every part of this table: the state, the seats, and the meaning of a press on a
squad."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.answering.drafting import Light, Pick, Say
from owm_net.client.language import tr
from owm_net.client.scene.items import Action
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.words import because, capital
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.text import named, say
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.ids import NO_SQUAD, SEATS, SquadId
from owm_net.games.squadcards.notes import Note
from owm_net.games.squadcards.state import SquadState, squad_asked
from owm_net.games.squadcards.words import seat_name

NOT_YOUR_TURN = say("it is not your turn to decide")


def state_of(seen: SeenTable) -> SquadState:
    """The state as it is shown."""
    assert seen.view is not None
    g = seen.view.state
    assert isinstance(g, SquadState)
    return g


def own_seat(seen: SeenTable) -> Seat:
    """Return the seat at the left: the player, or seat 0 where nobody plays."""
    return SEATS[max(0, seen.players.seat)]


def acting_squad(seen: SeenTable) -> SquadId:
    """The own squad that the open question is about, NO_SQUAD if none."""
    g = state_of(seen)
    squad = squad_asked(g) if seen.answering.kind else NO_SQUAD
    own = squad != NO_SQUAD and g.squads[squad].seat == seen.players.seat
    return squad if own else NO_SQUAD


def hand_squad(seen: SeenTable) -> SquadId:
    """The own squad whose hand is shown, NO_SQUAD before there are squads: the one that was looked
    at since the question came, else the one that acts, else the one looked at last."""
    g, ui = state_of(seen), seen.ui
    mine = g.all_of(own_seat(seen)) if g.squads else []
    living = [s for s in mine if g.squads[s].men] or mine
    looked, acts = SquadId(ui.selected - 1), acting_squad(seen)
    for wanted in (looked, acts) if ui.selected_at == g.answered else (acts, looked):
        if wanted in living:
            return wanted
    return living[0] if living else NO_SQUAD


def in_window(seen: SeenTable) -> bool:
    """Return True if the question is answered by a card or a pass."""
    return seen.answering.kind is not None and bool(seen.answering.kind.passes)


def must_pass(seen: SeenTable) -> bool:
    """Return True if it is, and no card can be played."""
    return in_window(seen) and seen.answering.drafting.must(Pass)


@frozen
class SquadMark:
    """A squad on the table: what pressing it means, and how it looks."""

    action: Action
    light: Light


def mark_of(seen: SeenTable, squad: SquadId) -> SquadMark:
    """For its pawn and its panel. Where the answer has no use for it, it is looked at."""
    answering = seen.answering
    select = SquadMark(Select(squad + 1), Light())
    if not answering.kind:
        return select
    light = answering.light(SquadId, squad)
    own = state_of(seen).squads[squad].seat == seen.players.seat
    if not light.lit and (own or not light.why):
        return select
    if NextSquad in answering.drafting.kind.answers and light.lit:
        return SquadMark(Say(NextSquad(squad)), light)
    return SquadMark(Pick(SquadId, squad), light)


def told(note: Note) -> str:
    """A note as it is shown."""
    return capital(because(note.words, note.rule))


def nation_of(seen: SeenTable, seat: Seat) -> str:
    """The nationality of a seat; with its player's name if both have the same."""
    return tr(named(seat_name(state_of(seen), seat), seen.players.names))


def player_turn(seen: SeenTable) -> str:
    """Return which player turn it is, and whose."""
    g = state_of(seen)
    return tr("Player turn {n}: {nation}", n=g.turn, nation=nation_of(seen, g.active))


def men_left(men: int, began: int) -> str:
    """Return such as "31 of 36 men left"; with reinforcements, "37 men, 36 at the start"."""
    return (
        tr("{men} of {began} men left", men=men, began=began)
        if men <= began
        else tr("{men} men, {began} at the start", men=men, began=began)
    )
