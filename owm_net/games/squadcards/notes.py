"""The words beside the pictures: phases, marks of a squad, options of a match, each with its rule.

A question says itself (`About`, beside its judge), and so do answers and events.
"""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.squadcards.attack import AMBUSH, ENCIRCLED, ENFILADE, FLANK
from owm_net.games.squadcards.catalog import NationRow
from owm_net.games.squadcards.state import OBJECTIVES_TO_WIN, Options, Squad, SquadState
from owm_net.games.squadcards.terms import FIRE_PHASES, Nation, Phase


@frozen
class Note:
    """words: half a sentence, without a full stop. rule: an id of the ledger or a ruling."""

    words: str
    rule: str


@frozen
class Mark(Note):
    """A state of a squad. name: as short as on a counter. good: for its owner; None: neither."""

    name: str = field(kw_only=True)
    good: bool | None = field(kw_only=True)


@frozen
class Unusual(Note):
    """An option of a match that is not the ledger's ruling. name: for a narrow place."""

    name: str = field(kw_only=True)


PHASE_NOTES: dict[Phase, Note] = {
    Phase.DRAW: Note(say("the active player draws"), "SQD-DRAW-01"),
    Phase.MORALE: Note(say("a squad that was fired upon checks its morale"), "SQD-MORALE-01"),
    Phase.COVERING: Note(
        say("the active player declares a move and may fire first"), "SQD-COVER-01"
    ),
    Phase.OPPORTUNITY: Note(say("the other player fires at a squad that will move"), "SQD-OPF-01"),
    Phase.MOVEMENT: Note(say("the move is made, or blocked"), "SQD-MOVE-01"),
    Phase.POSITION: Note(say("the active player fires"), "SQD-POS-01"),
    Phase.RETURN: Note(say("the other player fires back"), "SQD-RET-01"),
    Phase.RALLY: Note(say("a pinned active squad tries to rally"), "SQD-RALLY-01"),
    Phase.DISCARD: Note(say("the active player discards down to the limit"), "SQD-DISC-02"),
}

DECK_RUNS_OUT = Note(say("then the discard pile is shuffled"), "SQD-DRAW-02")
LAST_TURN = Note(
    say("after the last player turn more objectives win, then the greater share of men"),
    "SQD-GAP-07",
)
SCORE = Note(say("1000 for each objective, and the men left in percent"), "SQD-GAP-07")
OBJECTIVES = Note(
    say("{objectives_to_win} face up win at once", objectives_to_win=OBJECTIVES_TO_WIN),
    "SQD-VIC-02",
)
HAND_LIMIT = Note(say("the limit in the own Discard Phase"), "SQD-DISC-02")
OPEN_GROUND = Note(say("no cover"), "SQD-MOVE-10")
INTO_THE_OPEN = Note(say("the card is discarded; the squad is in the open, cover 0"), "SQD-MOVE-10")
POINT_MAN = Note(
    say("opportunity fire kills one man at most, but that stops the move"), "SQD-OPF-07"
)
SMOKE = Note(say("spend a Smoke card: opportunity fire at you is weaker"), "SQD-COVER-02")
MAY_BE_BLOCKED = Note(say("the enemy may block it"), "SQD-MOVE-03")
HURT_BY_A_PLUS = Note(say("added to the die; 5 or more pins: a minus is good"), "SQD-MORALE-02")
HELPED_BY_A_PLUS = Note(say("added to the die; 5 or more rallies: a plus is good"), "SQD-RALLY-01")


def marks_of(g: SquadState, squad: Squad) -> list[Mark]:
    """A squad's states, what is worst for it first."""
    return [mark for on, mark in (*_bad(squad), *_neither(squad), *_good(g, squad)) if on]


def _bad(squad: Squad) -> list[tuple[bool, Mark]]:
    lost = squad.men_lost
    under = say("fired upon, {lost} lost", lost=lost) if lost else say("fired upon")
    weaker = f"{ENCIRCLED * squad.encircled:+d}"
    found = [
        (not squad.men, say("no men left"), say("killed, captured or routed"), "SQD-VIC-01"),
        (
            squad.pinned,
            say("pinned"),
            say("no move, attacks -1, until it rallies"),
            "SQD-MORALE-06",
        ),
        (
            squad.outflanked,
            say("outflanked"),
            say("position fire -1 if it does not move in its next turn"),
            "SQD-POS-05",
        ),
        (
            bool(squad.encircled),
            say("encircled {weaker}", weaker=weaker),
            say(
                "attacks on it {encircled:+d} for each card while it stays here",
                encircled=ENCIRCLED,
            ),
            "SQD-CARD-05",
        ),
        (squad.commander_lost, say("commander lost"), say("hand limit -1 for good"), "SQD-CARD-14"),
        (
            squad.fired_upon,
            under,
            say("it makes a morale check in its next Morale Phase, +1 for each man lost"),
            "SQD-MORALE-01",
        ),
        (squad.halted, "halted", say("the point man was lost: no move"), "SQD-OPF-07"),
    ]
    return [(on, Mark(words, rule, name=name, good=False)) for on, name, words, rule in found]


def _neither(squad: Squad) -> list[tuple[bool, Mark]]:
    found = [
        (
            squad.will_move and not squad.moved,
            say("will move"),
            say("a declared move"),
            "SQD-COVER-01",
        ),
        (
            squad.moved,
            say("moved"),
            say("position fire -1, made up for if nobody fired at it; no heavy weapons"),
            "SQD-POS-02",
        ),
        (squad.point_man, say("point man"), say("loses one man at most on the move"), "SQD-OPF-07"),
        (squad.close_in, say("close-in used"), say("one a player turn"), "SQD-ATK-11"),
    ]
    return [(on, Mark(words, rule, name=name, good=None)) for on, name, words, rule in found]


def _good(g: SquadState, squad: Squad) -> list[tuple[bool, Mark]]:
    flanking = FLANK * (squad.flanks + len(squad.flanking))
    smoke = say("smoke {smoke_modifier}", smoke_modifier=g.options.smoke_modifier)
    found = [
        (squad.smoke, smoke, say("opportunity fire at it is weaker"), "SQD-OPF-04"),
        (
            squad.ambush,
            say("ambush {ambush:+d}", ambush=AMBUSH),
            say("its opportunity attacks"),
            "SQD-OPF-05",
        ),
        (
            bool(squad.enfilades),
            say("enfilade {enfilade:+d}", enfilade=ENFILADE * squad.enfilades),
            say("its attacks with guns, this player turn"),
            "SQD-CARD-07",
        ),
        (
            bool(flanking),
            say("flanking {flanking:+d}", flanking=flanking),
            say("all its attacks"),
            "SQD-VFF-04" if g.options.flanking_variant else "SQD-CARD-08",
        ),
        (squad.concealed, say("concealed"), say("attacks on it -1 while it stays"), "SQD-CARD-06"),
    ]
    return [(on, Mark(words, rule, name=name, good=True)) for on, name, words, rule in found]


def may_fire(g: SquadState, seat: Seat) -> bool:
    """Return True if a seat may attack in this phase; in phases without fire, in some other."""
    passive = g.phase in (Phase.OPPORTUNITY, Phase.RETURN)
    return g.phase not in FIRE_PHASES or (seat == g.active) is not passive


RULINGS = Options()


def unusual(options: Options) -> list[Unusual]:
    """Each option away from the rulings of the ledger."""
    limit = say("{turn_limit} player turns", turn_limit=options.turn_limit)
    found = [
        (
            options.flanking_variant,
            say("Flanking Fire variant"),
            say("Flanking Fire stays beside a squad after a sideways move; no Encircled"),
            "SQD-VFF-01",
        ),
        (
            options.handicap,
            say("Handicap"),
            say("12 British men; Russians draw 3 against Germans"),
            "SQD-GAP-13",
        ),
        (
            options.smoke_modifier != RULINGS.smoke_modifier,
            say("Smoke {smoke_modifier}", smoke_modifier=options.smoke_modifier),
            say(
                "opportunity fire through smoke is at {smoke_modifier}, as the card list says",
                smoke_modifier=options.smoke_modifier,
            ),
            "R-16",
        ),
        (
            options.stiff_upper_lip != RULINGS.stiff_upper_lip,
            say("Stiff Upper Lip {stiff_upper_lip:+d}", stiff_upper_lip=options.stiff_upper_lip),
            say("added to your own morale check, as printed: it hurts"),
            "R-11",
        ),
        (
            options.american_exemption is Phase.POSITION,
            say("US move and fire"),
            say("Americans that moved have no -1 in Position Fire either"),
            "R-22",
        ),
        (
            not options.sections_are_guns,
            say("Sections: no guns"),
            say("Enfilade does not help sections and teams"),
            "R-26",
        ),
        (
            bool(options.blocks),
            say("Blocks: {blocks}", blocks=options.blocks),
            say("one move meets so many Block cards at most"),
            "R-19",
        ),
        (
            options.turn_limit != RULINGS.turn_limit,
            say("Turn limit: {limit}", limit=options.turn_limit),
            say("length limit: {limit}", limit=limit),
            "SQD-GAP-07",
        ),
    ]
    return [Unusual(words, rule, name=name) for on, name, words, rule in found if on]


def special_of(row: NationRow, options: Options) -> str:
    """Return what a nationality is known for, in a sentence."""
    if row.covering_free and options.american_exemption is Phase.POSITION:
        return say("No penalty for moving and firing, before the move or after it.")
    if row.covering_free:
        return say("Covering fire without the -2 for moving.")
    if row.close_in:
        return say("Once a player turn a Point Blank card at Short range.")
    if options.handicap and row.handicap_men:
        return say("Handicap: {handicap_men} more men.", handicap_men=row.handicap_men)
    if row.key is Nation.RUSSIAN:
        return say("A whole platoon, but few cards.")
    return (
        say("The most cards.")
        if row.key is Nation.GERMAN
        else say("Steady and sharp at long range.")
    )
