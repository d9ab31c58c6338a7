"""The table of Squad in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.client.language import tr, tr_n
from owm_net.client.tables.luck import sentences
from owm_net.client.tables.squadcards import luck
from owm_net.client.tables.squadcards.chances import chances, use_in
from owm_net.client.terminal.parts import THINGS, about
from owm_net.client.terminal.terminal_words import InWords
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.ids import NO_CELL
from owm_net.games.squadcards.phases.movement import Move
from owm_net.games.squadcards.plays import EFFECTS
from owm_net.games.squadcards.state import HEXES, SquadState, face
from owm_net.games.squadcards.terms import Effect, RangeBand
from owm_net.games.squadcards.uses import uses_of
from owm_net.games.squadcards.words import BAND_WORDS, NATION_WORDS, PHASE_WORDS, because

BANDS = {
    "PB": say("The squads are at point blank range."),
    "S": say("The squads are at short range."),
    "M": say("The squads are at medium range."),
    "L": say("The squads are at long range."),
}


class Words(InWords):
    """Two squads and the range between them; on the hex map, where each is."""

    def hand(self, view: View[SquadState]) -> list[str]:
        """The cards with what is printed on them: at which ranges they attack, what they do."""
        held = [view.card(card) for hand in self.own_hands(view) for card in hand]
        return [tr("a hidden card") if card is None else self._printed(view, card) for card in held]

    def _printed(self, view: View[SquadState], card: Any) -> str:
        g, row = view.state, face(card)
        told = [tr(EFFECTS[row.effect].text(row, g.options))]
        if row.effect is Effect.ATTACK:
            bands = [(tr(BAND_WORDS[band]), row.modifier(band)) for band in RangeBand]
            at = [f"{name} {f'{n:+d}' if n else n}" for name, n in bands if n is not None]
            told = [", ".join(at), *told]
        elif row.effect is Effect.TRAIT:
            nations = [squad.nation for squad in g.squads if squad.seat == view.seat]
            uses = [tr(use.title) for use in uses_of(card, nations[0])] if nations else []
            told = [", ".join(uses)] if uses else told
        return ": ".join(filter(None, [self.card(card), "; ".join(filter(None, told))]))

    def own_hands(self, view: View[SquadState]) -> list[list[int]]:
        """A seat's squads have a hand each, and follow each other."""
        g = view.state
        each = len(g.hands) // g.seats
        return g.hands[view.seat * each : (view.seat + 1) * each]

    def odds(self, view: View[SquadState], answer: Answer) -> list[str]:
        """Of an attack: its net modifier, its chances, and why."""
        found = self._weighed(view, answer)
        if found is None:
            return super().odds(view, answer)
        net, chance, why = found
        told = tr("NET {net:+d}: {chance}", net=net, chance=chance)
        return [f"{told}{tr(because(why))}"]

    def chance(self, view: View[SquadState], answer: Answer) -> str:
        found = self._weighed(view, answer)
        return "" if found is None else found[1]

    def _weighed(self, view: View[SquadState], answer: Answer) -> tuple[int, str, list[str]] | None:
        """Return the chances of an attack; None of all else."""
        found = use_in(view, Seat(view.seat), answer)
        if found is None or not isinstance(answer, Fire):
            return None
        return chances(view.state, *found, answer)

    def more(self, view: View[SquadState], answer: Answer) -> str:
        """Return what cover a terrain card gives that is entered."""
        card = view.card(answer.card) if isinstance(answer, Move) and not answer.into_open else None
        return "" if card is None else tr("cover {cover}", cover=face(card).cover)

    def listed(self, view: View[SquadState], offers: Sequence[Answer]) -> Sequence[Answer]:
        """Without the second of two cards that are the same, for it would read alike."""
        return list({self.deed(view, answer): answer for answer in reversed(offers)}.values())[::-1]

    def map(self, view: View[SquadState]) -> Sequence[str]:
        return self.status(view)

    def luck(self, view: View[SquadState], events: Sequence[Event]) -> list[str]:
        found = luck.of_dice(view.state, events)
        return sentences(found, view.seat, lambda seat: self.player_name(view, seat))

    def status(self, view: View[SquadState]) -> Sequence[str]:
        """The turn, the range, the squads, the objectives."""
        g = view.state
        lines = [tr("The match is being set up.")]
        if g.turn:
            told = {"n": g.turn, "phase": tr(PHASE_WORDS[g.phase])}
            lines = [tr("Turn {n}, the enemy's; phase: {phase}.", **told)]
            if g.active == view.seat:
                lines = [tr("Turn {n}, yours; phase: {phase}.", **told)]
        if not g.hex_map:
            lines.append(tr(BANDS[g.band.name]))
        for squad in g.squads:
            lines.append(about(self._squad(view, squad), THINGS))
        for seat, held in enumerate(g.objectives):
            n = len(held)
            theirs = tr_n(
                "The enemy has {n} objective of 3.", "The enemy has {n} objectives of 3.", n
            )
            ours = tr_n("You have {n} objective of 3.", "You have {n} objectives of 3.", n)
            lines.append(ours if seat == view.seat else theirs)
        return lines

    def _squad(self, view: View[SquadState], squad: Any) -> str:
        if squad.cell != NO_CELL:
            where = tr("on hex {cell}", cell=HEXES.name(squad.cell))
        elif squad.ground is not None:
            where = tr("in {ground}", ground=squad.ground.title)
        else:
            where = tr("in the open")
        notes = [
            tr_n("{n} man", "{n} men", squad.men),
            where,
            tr("cover {n}", n=squad.cover),
            *[tr(word) for word, on in _states(squad) if on],
        ]
        told = {"nation": NATION_WORDS[squad.nation], "how": ", ".join(notes)}
        if squad.seat == view.seat:
            return tr("Your squad ({nation}): {how}.", **told)
        return tr("Enemy squad ({nation}): {how}.", **told)


def _states(squad: Any) -> tuple[tuple[str, bool], ...]:
    return (
        (say("pinned"), squad.pinned),
        (say("concealed"), squad.concealed),
        (say("encircled"), squad.encircled),
    )
