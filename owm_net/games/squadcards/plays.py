"""Cards played for their effects (2.13): the answer `Play`, the windows, and what a card must say.

A `PlayWindow` is one of the windows of 2.13, named by its `Moment`. A card's effect in it is a
`CardEffect`, each in its own file under `cards/`; `cards/table.py` has the effects of each window.
The frame that keeps a window open lets it offer, judge and play:

    @OWN_CARD.offers
    def offers_own(self, view: View[SquadState]) -> Iterator[Play]:
        yield from OWN.offers(view, (self.squad,))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Generic, Never, TypeVar

from attrs import field, frozen

from owm_net.engine.agenda import Frame, Kind, Refusal
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.squadcards.catalog import Trait, Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import NO_TRAIT, SquadId, TraitKey
from owm_net.games.squadcards.state import CATALOG, Options, SquadState, face
from owm_net.games.squadcards.terms import Effect, Moment
from owm_net.games.squadcards.uses import find_trait, find_use, option_of, uses_of, why_not_option
from owm_net.games.squadcards.words import named

K = TypeVar("K")
W = TypeVar("W", contravariant=True)

OWN_HAND = say("only a card of your own hand can be played")

EFFECTS: dict[Effect, CardEffect[Never]] = {}
"""What every card says of itself; filled by `cards/table.py`."""


class PlaysCard(Answer):
    """Base of the answers that play a card which may be a National Trait."""

    __slots__ = ()
    card: Played
    option: TraitKey


@record("squadcards.play")
class Play(PlaysCard):
    """A card out of one's hand for its effect. option: how a National Trait is used (2.12)."""

    title: ClassVar[str] = say("Play")
    help: ClassVar[str] = say("A card for its effect; most are discarded for it (SQD-CARD-02)")

    card: Played
    option: TraitKey = NO_TRAIT

    def sentence(self, view: View[SquadState]) -> str:
        card = view.card(self.card)
        words = say("play {card}", card=named(card, self.option))
        if card is None or card not in CATALOG.faces:
            return words
        use = CATALOG.uses[self.option] if self.option in CATALOG.uses else face(card)
        meaning = EFFECTS[use.effect].meaning(use, view.state.options)
        return listed([words, meaning], ": ") if meaning else words


@record("squadcards.played")
class CardPlayed(CardEvent):
    """SQD-CARD-02: a card for a passing effect has been played. use: key of the card or trait."""

    words = say("{squad} play {use_title}")

    squad: SquadId
    card: CardNumber
    use: str
    rule: str = field(kw_only=True)


@frozen
class CardInUse:
    """A card of a squad's hand that the view knows, and what it is played as.

    number: its slot where it is still closed to others.
    """

    squad: SquadId
    number: int
    use: Use


class CardEffect(Generic[W]):
    """The effect of a card: when it may be played, why not, what happens, and its words.

    W: the frame of the window in which it is played, whose fields it may read and change.
    effect: its name in data/cards.toml. rule, when: cited where it is out of place; `when` is the
    rest of a sentence that begins with the card's title.
    """

    effect: ClassVar[Effect]
    rule: ClassVar[str]
    when: ClassVar[str]

    def moments(self, options: Options, use: Use) -> tuple[Moment, ...]:
        """The windows it belongs in, as printed. Variants may say otherwise."""
        return use.windows

    def out_of_place(self, options: Options, use: Use) -> Refusal:
        """Refuse the card in any other window."""
        is_trait = isinstance(use, Trait)
        title = say("National Trait: {title}", title=use.title) if is_trait else use.title
        return Refusal(self.rule, listed([title, self.when], " "))

    def why_not(self, g: SquadState, window: W, card: CardInUse) -> Refusal | None:
        """Why it cannot be played in its own window now, by what is public beside its face."""
        return None

    def carry_out(self, g: SquadState, window: W, card: CardInUse) -> Frame[None] | None:
        """It is played: at once, or by a frame that is run. The card leaves the hand."""
        raise EngineBug(f"{card.use.title} is not played by a Play")

    def meaning(self, use: Use, options: Options) -> str:
        """Return a few words behind its title; "" where the title says enough."""
        return ""

    def text(self, use: Use, options: Options) -> str:
        """Return a sentence for the card's face."""
        return ""


class PassingEffect(CardEffect[W]):
    """SQD-CARD-02: a card whose effect is over at once, or kept as a mark on its squad.

    It is discarded face up. told_by: the rule of its effect, where it is not that of its window.
    """

    told_by: ClassVar[str] = ""

    def carry_out(self, g: SquadState, window: W, card: CardInUse) -> Frame[None] | None:
        """Discard it, say so, and let it take effect."""
        g.spend(card.squad, card.number)
        number, rule = CardNumber(card.number), self._rule_of(card.use)
        g.tell(CardPlayed(card.squad, number, card.use.key, rule=rule))
        return self.take_effect(g, window, card)

    def take_effect(self, g: SquadState, window: W, card: CardInUse) -> Frame[None] | None:
        """Apply its effect, or return the frame that must be run for it. Subclasses must say."""
        raise EngineBug(f"{card.use.title} does nothing")

    def _rule_of(self, use: Use) -> str:
        own = self.told_by or self.rule
        if isinstance(use, Trait) and use.rule != own:
            return f"{use.rule} {own}"
        return own


def belongs(options: Options, use: Use, moments: Sequence[Moment]) -> bool:
    """Return True if a card is printed for one of these moments, or a variant adds it there."""
    own = use.windows
    if options.flanking_variant:
        own = EFFECTS[use.effect].moments(options, use)
    return any(map(own.__contains__, moments))


def out_of_place(options: Options, use: Use) -> Refusal:
    """Refuse a card in a window in which it does not belong."""
    return EFFECTS[use.effect].out_of_place(options, use)


class PlayWindow(Generic[W]):
    """One of the windows of 2.13. W: the frame that keeps it open.

    moments: under which names cards.toml has it. effects: what is played in it. rule: cited to a
    card of no hand that may play.
    """

    def __init__(self, kind: Kind[K], *moments: Moment, rule: str = "") -> None:
        self.moments = moments
        self.rule = rule or kind.refusal.rule
        self.effects: dict[Effect, CardEffect[W]] = {}

    def takes(self, *effects: CardEffect[W]) -> None:
        """These cards are played in it."""
        for effect in effects:
            self.effects[effect.effect] = effect
            EFFECTS[effect.effect] = effect

    def cards(
        self, view: View[SquadState], squads: Sequence[SquadId]
    ) -> Iterator[tuple[Played, TraitKey, Use]]:
        """Every card of these hands that belongs in it, once for each use: (card, option, use)."""
        g = view.state
        for squad in squads:
            nation = g.squads[squad].nation
            for held in g.hands[squad]:
                card = view.card(held)
                if card is None:
                    continue
                for use in uses_of(card, nation):
                    if belongs(g.options, use, self.moments):
                        yield Played(held), option_of(card, use), use

    def offers(self, view: View[SquadState], squads: Sequence[SquadId]) -> Iterator[Play]:
        """A `Play` for each card and use that belongs in the window."""
        for held, option, _ in self.cards(view, squads):
            yield Play(held, option)

    def why_not(
        self, view: View[SquadState], window: W, squads: Sequence[SquadId], answer: Play
    ) -> Refusal | None:
        """Refuse a card of these hands that cannot be played now."""
        g = view.state
        squad = g.hand_of(answer.card, squads)
        if squad is None:
            return Refusal(self.rule, OWN_HAND, misfit=True)
        use = use_in_hand(view, squad, answer)
        if use is None or isinstance(use, Refusal):
            return use
        if not belongs(g.options, use, self.moments):
            return out_of_place(g.options, use)
        effect = self.effects[use.effect]
        refusal = effect.why_not(g, window, CardInUse(squad, answer.card, use))
        return refusal or why_not_used_as(view, answer)

    def play(
        self, g: SquadState, window: W, squads: Sequence[SquadId], answer: Play
    ) -> Frame[None] | None:
        """Carry out an allowed play. Returns what must be run for it."""
        squad = g.hand_of(answer.card, squads)
        assert squad is not None
        use = find_use(CardNumber(answer.card), answer.option, g.squads[squad].nation)
        assert isinstance(use, Use)
        card = CardInUse(squad, answer.card, use)
        return self.effects[use.effect].carry_out(g, window, card)


def use_in_hand(view: View[SquadState], squad: SquadId, answer: PlaysCard) -> Use | Refusal | None:
    """Return how an answer uses a card of this squad's hand, or why it cannot.

    None: this view may not know the card, and nothing public speaks against it. `option` is read
    of a National Trait only; `why_not_used_as` judges it of other cards, at the end, so that who
    drafts an answer hears of the card first.
    """
    nation = view.state.squads[squad].nation
    card = view.card(answer.card)
    if card is not None and face(card).effect is not Effect.TRAIT:
        return face(card)
    if card is None and not answer.option:
        return None
    use = find_trait(answer.option, nation)
    return use if card is not None or isinstance(use, Refusal) else None


def why_not_used_as(view: View[SquadState], answer: PlaysCard) -> Refusal | None:
    """An option is named for a National Trait only."""
    card = view.card(answer.card)
    return None if card is None else why_not_option(card, answer.option)
