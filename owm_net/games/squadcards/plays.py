"""Which card may be played when (2.13), and what the plain ones do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.hands import hand_with, judge_held
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer, Peek
from owm_net.engine.view import View
from owm_net.games.squadcards.answers import Play
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.draws import DrawCards
from owm_net.games.squadcards.state import CATALOG, DECK, Options, Table
from owm_net.games.squadcards.terms import Effect, Moment, Nation

OWN_HAND = "only a card of one's own hand can be played"

RULES: dict[Moment, tuple[str, str]] = {
    Moment.SET_UP: ("SQD-SET-09", "a terrain card or a pass is asked for"),
    Moment.OWN: ("SQD-WIN-01", "a card for one's own squad or a pass is asked for"),
    Moment.MORALE: ("SQD-WIN-02", "a morale card or a pass is asked for"),
    Moment.DECLARE: ("SQD-WIN-03", "whether the squad will move is asked for"),
    Moment.FIRE: ("SQD-WIN-04", "an attack, a card for it or a pass is asked for"),
    Moment.OPF: ("SQD-WIN-05", "an attack, a card for it or a pass is asked for"),
    Moment.MOVE: ("SQD-WIN-06", "the attempt to move is asked for"),
    Moment.BLOCK: ("SQD-WIN-07", "a Block card or a pass is asked for"),
    Moment.ANSWER: ("SQD-WIN-07", "a Combat Engineer or a pass is asked for"),
    Moment.AFTER_MOVE: ("SQD-WIN-08", "an objective, a Concealment or a pass is asked for"),
    Moment.KILL: ("SQD-WIN-09", "a Commander Killed or a pass is asked for"),
    Moment.RALLY: ("SQD-WIN-10", "a rally card or a pass is asked for"),
}
"""Window -> its rule, and what is asked for in it."""

WHEN: dict[Effect, tuple[str, str]] = {
    Effect.RALLY: ("SQD-RALLY-03", "is played before a rally roll"),
    Effect.MORALE: ("SQD-MORALE-05", "is played before the die of a morale check"),
    Effect.TERRAIN: ("SQD-MOVE-01", "is played at the start of the game or to move"),
    Effect.ATTACK: ("SQD-ATK-01", "is an attack, and attacks are made in the fire phases"),
    Effect.PEEK: ("SQD-WIN-01", "is played in one's own draw, position and fire windows"),
    Effect.TRAIT: ("SQD-TRAIT-01", "is played as one of the uses of its nationality"),
    Effect.ENCIRCLE: ("SQD-CARD-05", "is played on a pinned enemy in one's own fire window"),
    Effect.OBJECTIVE: ("SQD-MOVE-09", "is played after an unblocked move, one for each move"),
    Effect.CONCEAL: ("SQD-MOVE-09", "is played after an unblocked move, one for each move"),
    Effect.SMOKE: ("SQD-COVER-02", "is played with the declaration of a move, one each turn"),
    Effect.AMBUSH: ("SQD-OPF-05", "is played once, before one's first opportunity attack"),
    Effect.ENFILADE: ("SQD-CARD-07", "is played in one's own fire windows"),
    Effect.FLANK: ("SQD-CARD-08", "is played in one's own fire windows"),
    Effect.MINEFIELD: ("SQD-CARD-13", "is played against a move attempt of the opponent only"),
    Effect.WIRE: ("SQD-CARD-13", "is played against a move attempt of the opponent only"),
    Effect.ENGINEER: ("SQD-MOVE-08", "answers a Block card that has just been played"),
    Effect.COMMANDER: (
        "SQD-CARD-14",
        "is played once on a squad, right after one's attack has killed a soldier of it (R-29)",
    ),
    Effect.DRAW: ("SQD-TRAIT-02", "is played in one's own draw and position windows"),
    Effect.REINFORCE: ("SQD-TRAIT-09", "is played in one's own draw and position windows"),
}
"""Effect -> the rule that says when it is played, and the rest of "<card> ..."."""

FLANK_VARIANT = ("SQD-VFF-03", "is played after a lateral move into a terrain card only")


def find_use(card: int, option: str, nation: Nation) -> Use | Refusal:
    """What an opened card does for a squad of this nationality."""
    row = CATALOG.faces[card]
    if row.effect is not Effect.TRAIT:
        return row if not option else Refusal("SQD-TRAIT-01", f"{row.title} has one use only")
    for trait in CATALOG.traits[nation]:
        if trait.key == option:
            return trait
    return no_such_trait(option, nation)


def no_such_trait(option: str, nation: Nation) -> Refusal:
    """An option that this nationality does not have."""
    title = CATALOG.nations[nation].title
    return Refusal(_trait_rule(option), f"that is no {title} use of a National Trait")


def _trait_rule(option: str) -> str:
    return getattr(CATALOG.uses.get(option), "rule", "SQD-TRAIT-01")


def uses_of(card: int, nation: Nation) -> tuple[Use, ...]:
    """All that an opened card can do for a squad of this nationality."""
    row = CATALOG.faces[card]
    return CATALOG.traits[nation] if row.effect is Effect.TRAIT else (row,)


def option_of(card: int, use: Use) -> str:
    """How this use of an opened card is named in an answer."""
    return use.key if CATALOG.faces[card].effect is Effect.TRAIT else ""


def plays_in(
    view: View[Table], squads: Sequence[int], moments: Sequence[Moment]
) -> Iterator[tuple[int, int, Use]]:
    """(squad, card, use) for every card of these hands that belongs to one of these windows."""
    g = view.state
    for squad in squads:
        nation = g.squads[squad].nation
        for held in g.hands[squad]:
            card = view.card(held)
            if card is None:
                continue
            for use in uses_of(card, nation):
                if any(m in use_windows(g.options, use) for m in moments):
                    yield squad, held, use


def offer_plays(
    view: View[Table], squads: Sequence[int], moments: Sequence[Moment]
) -> Iterator[Play]:
    """`Play` for each of them."""
    for _, held, use in plays_in(view, squads, moments):
        card = view.card(held)
        assert card is not None
        yield Play(Played(held), option_of(card, use))


def judge_card(
    view: View[Table],
    squads: Sequence[int],
    answer: Any,
    moments: Sequence[Moment],
) -> Refusal | Use | None:
    """The use of the card an answer plays, or why it cannot be played in these windows.

    None: this view may not know the card, and nothing public speaks against it. squads: whose
    hands may play. answer: has `card`, and perhaps `option`.
    """
    g = view.state
    option = getattr(answer, "option", "")

    def judge(card: int, squad: int) -> Refusal | Use:
        use = find_use(card, option, g.squads[squad].nation)
        if isinstance(use, Refusal) or any(m in use_windows(g.options, use) for m in moments):
            return use
        return out_of_place(g, use)

    verdict = judge_held(view, answer.card, judge, RULES[moments[0]][0], OWN_HAND, squads)
    if verdict is None and option:  # the nationality is public
        nation = g.squads[hand_with(view, answer.card, squads)].nation
        if option not in [t.key for t in CATALOG.traits[nation]]:
            return no_such_trait(option, nation)
    return verdict


def use_windows(options: Options, use: Use) -> tuple[Moment, ...]:
    """When a card is played; the variant has another moment for Flanking Fire (SQD-VFF-01)."""
    if options.flanking_variant and use.effect is Effect.FLANK:
        return (Moment.AFTER_MOVE,)
    return use.windows


def amount_of(options: Options, use: Use) -> int:
    """The number of a card's effect in a match with these options (R-11, Stiff Upper Lip)."""
    return options.stiff_upper_lip if use.key == "brit_stiff_upper_lip" else use.amount


def out_of_place(g: Table, use: Use) -> Refusal:
    """A card in a window it does not belong to."""
    rule, words = WHEN[use.effect]
    if use.effect is Effect.FLANK and g.options.flanking_variant:
        rule, words = FLANK_VARIANT
    return Refusal(rule, f"{use.title} {words}")


def wrong_answer(view: View[Table], answer: Answer, moment: Moment) -> Refusal:
    """Another kind of answer than this window takes; if it plays a card that this view knows,
    the reason is the card's."""
    g = view.state
    for played in played_cards(answer)[:1]:
        squad = g.holder(view.seat, played)
        card = view.card(played)
        if squad >= 0 and card is not None:
            use = find_use(card, getattr(answer, "option", ""), g.squads[squad].nation)
            if isinstance(use, Refusal):
                return use
            if moment not in use_windows(g.options, use):
                return out_of_place(g, use)
    return Refusal(*RULES[moment])


def carry_out(g: Table, squad: int, card: int, use: Use) -> Frame[None] | None:
    """SQD-CARD-02: a card for a passing effect is discarded and takes effect. Returns what must
    be run for it."""
    g.spend(squad, card)
    actor = g.squads[squad]
    g.tell_seat("played", _rule_of(use), squad, card=card, use=use.key)
    if use.effect is Effect.PEEK:
        return Look(squad, use.amount)
    if use.effect is Effect.DRAW:
        return DrawCards(squad, use.amount)
    if use.effect is Effect.REINFORCE:
        actor.men += use.amount
    elif use.effect is Effect.ENFILADE:
        actor.enfilades += 1
    elif use.effect is Effect.FLANK:
        actor.flanks += 1
    elif use.effect is Effect.AMBUSH:
        actor.ambush = True
    return None


def _rule_of(use: Use) -> str:
    trait: str = getattr(use, "rule", "")
    own = EFFECT_RULES.get(use.effect, WHEN[use.effect][0])
    return f"{trait} {own}" if trait and trait != own else own


EFFECT_RULES = {Effect.PEEK: "SQD-CARD-09"}


@frame("squadcards.look")
@define
class Look(Frame[None]):
    """SQD-CARD-09: a private look at the next cards; they stay, and nothing is reshuffled."""

    squad: int
    n: int

    def start(self, g: Table) -> Outcome[None]:
        """Fewer if the deck has fewer."""
        slots = g.decks[DECK].top(self.n)
        if not slots:
            return Done()
        return Ask(Peek(g.squads[self.squad].seat, slots), then=self.seen)

    def seen(self, g: Table) -> Outcome[None]:
        """Only the peeker knows."""
        return Done()
