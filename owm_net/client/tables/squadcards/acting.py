"""The own hand: what each card may be now, and why not. The rules say it (`Answering.drafting`)."""

from __future__ import annotations

from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.language import tr
from owm_net.client.scene.items import flags_of
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import in_window, own_seat, state_of
from owm_net.client.tables.squadcards.odds import title_of, trait_text
from owm_net.client.widgets import HandCard
from owm_net.engine.records import Played
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.state import CATALOG, face
from owm_net.games.squadcards.terms import Effect


def cards(seen: SeenTable, squad: SquadId) -> list[HandCard]:
    """The hand of a squad, what can be played now lit."""
    g, view = state_of(seen), seen.view
    assert view is not None
    smoke = bool(seen.answering.kind) and Declare in seen.answering.drafting.kind.answers
    found = []
    for held in map(Played, g.hands[squad] if squad >= 0 else ()):
        card = view.card(held)
        light = light_of(seen, held)
        flags = flags_of(lit=light.lit, chosen=light.chosen)
        note = tr("Not now: {why}", why=light.why) if light.why else note_of(seen, held)
        found.append(
            HandCard(
                held,
                faces.card(card, g.options) if card is not None else faces.back(),
                face(card).title if card is not None else tr("a hidden card"),
                Pick(Played, held, gives=not smoke, fills=True),
                tuple(flags),
                "" if light.chosen else light.why,
                note,
            )
        )
    return found


def light_of(seen: SeenTable, held: Played) -> Light:
    """How a card of the hand looks; it is dark while nothing is asked."""
    answering = seen.answering
    if not answering.kind:
        return Light()
    if not answering.takes(Played):
        return Light(why=tr("no card can be chosen now"))
    return answering.light(Played, held)


def note_of(seen: SeenTable, held: Played) -> str:
    """Return a card's effect now, below its enlarged picture."""
    g, view = state_of(seen), seen.view
    assert view is not None
    ways = seen.answering.drafting.ways(Played, held) if in_window(seen) else ()
    allowed = [answer for answer, why in ways if not why]
    if len(allowed) == 1 and isinstance(allowed[0], Fire):
        head, detail = title_of(seen, allowed[0])
        return f"{head.capitalize()}: {detail}"
    card, holder = view.card(held), g.holder(own_seat(seen), held)
    if card is None or holder is None or face(card).effect is not Effect.TRAIT:
        return ""
    traits = CATALOG.traits[g.squads[holder].nation]
    uses = "; ".join(trait_text(use, g.options) for use in traits)
    return tr("One of: {uses}", uses=uses)
