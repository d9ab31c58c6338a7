"""What each card of the hand may be now, how likely it hits, and what a click does.

What is allowed comes from the rules (`Model.why_not`); this file only makes the answers.
"""

from __future__ import annotations

from typing import Any

from owm_net.client.model import Model
from owm_net.client.scene.widgets import HandCard
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.draft import Draft, acting_squad, draft_of, own_seat, state_of
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.attack import Fire, kills, lists_point_blank, modifiers, targets
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import NO_TRAIT, SquadId
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard
from owm_net.games.squadcards.phases.movement import March, Move
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import CATALOG, Options, face
from owm_net.games.squadcards.terms import Effect, RangeBand
from owm_net.games.squadcards.uses import find_use, option_of, uses_of

WINDOWS = ("terrain", "own", "modifier", "block", "answer", "after_move", "kill", "fire")
"""Questions that are answered by one card of the hand or a pass."""


def candidates(model: Model, held: int) -> list[Answer]:
    """All that a card of the hand could be in this question, allowed or not."""
    found: list[Answer] = model.cached(("candidates", held), lambda: _candidates(model, held))
    return found


def _candidates(model: Model, held: int) -> list[Answer]:
    g, kind = state_of(model), model.kind
    assert model.view is not None
    card = model.view.card(held)
    squad = g.holder(Seat(model.seat), held)
    if card is None or squad is None:
        return []
    named = Played(held)
    if kind == "move" and not g.hex_map:
        terrain = face(card).effect is Effect.TERRAIN
        bands = [b for b in RangeBand if abs(b.value - g.band.value) <= 1]
        return [Move(named, b, o) for o in ((False, True) if terrain else (True,)) for b in bands]
    if kind == "declare":
        return [Declare(True, draft_of(model).point_man, named)]
    if kind == "fire":
        return _shots(model, squad, card, named)
    return [Play(named, option_of(card, use)) for use in uses_of(card, g.squads[squad].nation)]


def _shots(model: Model, squad: SquadId, card: CardNumber, named: Played) -> list[Answer]:
    g = state_of(model)
    mine = g.squads[squad]
    found: list[Answer] = []
    for use in uses_of(card, mine.nation):
        option = option_of(card, use)
        if use.effect is Effect.ATTACK:
            for target in targets(g, squad):
                close = (
                    mine.row.close_in
                    and lists_point_blank(use)
                    and g.range_of(squad, target) is RangeBand.S
                )
                if not close or use.modifier(RangeBand.S) is not None:
                    found.append(Fire(named, target, option))
                if close:
                    found.append(Fire(named, target, option, True))
        elif use.effect is Effect.ENCIRCLE:
            found += [Encircle(named, target) for target in targets(g, squad)]
        else:
            found.append(Play(named, option))
    return found


def legal(model: Model, held: int) -> list[Answer]:
    """Those that are allowed."""
    return [x for x in candidates(model, held) if not model.why_not(x)]


def use_of(model: Model, answer: Any) -> Use | None:
    """What the card of an answer does."""
    assert model.view is not None
    g = state_of(model)
    cards = played_cards(answer)
    card = model.view.card(cards[0]) if cards else None
    squad = g.holder(Seat(model.seat), cards[0]) if cards else None
    if card is None or squad is None:
        return None
    use = find_use(card, getattr(answer, "option", NO_TRAIT), g.squads[squad].nation)
    return use if isinstance(use, Use) else face(card)


def odds(model: Model, answer: Fire) -> tuple[int, str, list[str]]:
    """Net modifier, chances in words, and why."""
    g = state_of(model)
    use = use_of(model, answer)
    squad = g.holder(Seat(model.seat), answer.card)
    if use is None or squad is None:
        return 0, "", []
    why = modifiers(g, squad, answer.target, use, answer.close_in)
    net = sum([value for _, value in why])
    men = g.squads[answer.target].men
    results = [kills(x - y + net, use, men) for x in range(1, 7) for y in range(1, 7)]
    hits = sum([1 for n in results if n])
    average = sum(results) / 36
    men_words = f"{average:.1f}" if average >= 0.1 else f"{average:.2f}"
    chance = f"{hits} of 36 rolls hit, {men_words} men on average" if hits else "it cannot hit"
    return net, chance, [f"{name} {value:+d}" for name, value in why]


def title_of(model: Model, answer: Answer) -> tuple[str, str]:
    """An answer as a heading and a line below it."""
    use = use_of(model, answer)
    g = state_of(model)
    name = use.title if use is not None else ""
    if isinstance(answer, Fire):
        net, chance, why = odds(model, answer)
        at = f" ON SQUAD {_number(g, answer.target)}" if g.squads_each > 1 else ""
        close = " AT CLOSE QUARTERS" if answer.close_in else ""
        text = f"{name.upper()}{close}{at}: NET {net:+d}"
        return text, f"{chance}{_because(why)}"
    if isinstance(answer, Encircle):
        at = f" SQUAD {_number(g, answer.target)}" if g.squads_each > 1 else " THE ENEMY"
        return f"ENCIRCLE{at}", faces.effect_text(use, g.options) if use else ""
    return name.upper(), faces.effect_text(use, g.options) if use is not None else ""


def _because(why: list[str]) -> str:
    return f" ({', '.join(why)})" if why else ""


def _number(g: Any, squad: int) -> int:
    return squad - g.all_of(g.squads[squad].seat)[0] + 1


def cards(model: Model, squad: int) -> list[HandCard]:
    """The hand of a squad, what can be played now lit."""
    g, d = state_of(model), draft_of(model)
    assert model.view is not None
    found = []
    for held in g.hands[squad] if squad >= 0 else ():
        card = model.view.card(held)
        art = faces.card(card, g.options) if card is not None else faces.BACK
        label = face(card).title if card is not None else "a hidden card"
        chosen = held in (d.card, d.smoke) or held in d.cards
        why = refusal(model, held)
        flags = [f for f, on in (("lit", model.kind and not why), ("chosen", chosen)) if on]
        note = f"Not now: {why}" if why and model.kind else hand_note(model, held)
        found.append(
            HandCard(
                held,
                art,
                label,
                ("card", held),
                tuple(flags),
                "" if chosen or not model.kind else why,
                note,
            )
        )
    return found


def refusal(model: Model, held: int) -> str:
    """Why a card of the hand can be nothing now, "" if it can."""
    if not model.kind:
        return "it is not your turn to decide"
    if model.kind == "discard":
        if state_of(model).holder(Seat(model.seat), held) == acting_squad(model):
            return ""
        return "these are not the cards of the squad that discards (SQD-DISC-02)"
    found = candidates(model, held)
    if not found:
        return "no card is asked for now"
    reasons = [model.why_not(x) for x in found]
    return "" if "" in reasons else reasons[0]


def must_pass(model: Model) -> bool:
    """Whether this is a window and no card of the own hands can be played in it."""
    g = state_of(model)
    return model.kind in WINDOWS and not any(
        not refusal(model, held) for squad in g.living(Seat(model.seat)) for held in g.hands[squad]
    )


def hand_note(model: Model, held: int) -> str:
    """What a card would do now, below its enlarged picture."""
    assert model.view is not None
    card = model.view.card(held)
    options = legal(model, held) if model.kind in WINDOWS else []
    if len(options) == 1 and isinstance(options[0], Fire):
        head, detail = title_of(model, options[0])
        return f"{head.capitalize()}: {detail}"
    if card is not None and face(card).effect is Effect.TRAIT:
        g = state_of(model)
        holder = g.holder(own_seat(model), held)
        traits = CATALOG.traits[g.squads[holder].nation] if holder is not None else ()
        return "One of: " + "; ".join(trait_text(use, g.options) for use in traits)
    return ""


def trait_text(use: Use, options: Options) -> str:
    """A use of a National Trait in a few words."""
    if use.effect is Effect.ATTACK:
        return f"{use.title} (attack {faces.range_text(use)})"
    text = faces.effect_text(use, options).partition(" (")[0]
    return f"{use.title} ({text[:1].lower()}{text[1:].rstrip('.')})"


# -- clicks ----------------------------------------------------------------------------------


def pick(model: Model, held: int) -> None:
    """A card of the hand has been clicked; a second click confirms."""
    d, kind = draft_of(model), model.kind
    if kind == "discard":
        if held in d.cards:
            d.cards.remove(held)
        else:
            d.cards.append(held)
            del d.cards[: -excess(model)]
    elif kind == "declare":
        d.smoke = None if d.smoke == held else held
    elif kind == "move":
        if d.card == held and d.to >= 0:
            confirm(model)
        else:
            d.card = held
            d.into_open = all(x.into_open for x in legal(model, held) if isinstance(x, Move))
    elif kind in WINDOWS:
        if d.card == held and d.answer is not None:
            confirm(model)
        elif d.card == held:
            d.card = None
        else:
            options = legal(model, held)
            d.card = held
            d.answer = options[0] if len(options) == 1 and only_use(model, held) else None


def only_use(model: Model, held: int) -> bool:
    """Whether nothing need be chosen about a card, not even what else it could have been."""
    return len(candidates(model, held)) == 1


def excess(model: Model) -> int:
    """How many cards must go (SQD-DISC-02)."""
    g, squad = state_of(model), acting_squad(model)
    return max(1, len(g.hands[squad]) - g.squads[squad].hand_limit) if squad >= 0 else 1


def candidate(model: Model) -> Answer | None:
    """What the draft comes to."""
    d, kind = draft_of(model), model.kind
    if kind == "discard":
        return Discard(tuple([Played(c) for c in d.cards])) if d.cards else None
    if kind == "declare":
        smoke = Played(d.smoke) if d.smoke is not None else None
        return Declare(True, d.point_man, smoke)
    if kind == "move" and state_of(model).hex_map:
        return March(d.cell) if d.cell >= 0 else None
    if kind == "move":
        if d.card is None or d.to < 0:
            return None
        return Move(Played(d.card), RangeBand(d.to), d.into_open)
    if kind == "nation":
        return TakeNation(d.nation) if d.nation is not None else None
    return d.answer


MISSING = {
    "nation": "choose a nationality first",
    "discard": "click the cards that shall go",
    "move": "choose a card and a range first",
}


def confirm(model: Model) -> None:
    """Commit the draft."""
    answer = candidate(model)
    if answer is None:
        model.refuse(missing(model))
    else:
        model.give(answer)


def missing(model: Model) -> str:
    """What the draft still needs."""
    d = draft_of(model)
    if model.kind == "move" and state_of(model).hex_map:
        return "click a lit hex first"
    if model.kind == "move" and d.card is not None:
        return "choose the new range first"
    if model.kind == "move" and d.to >= 0:
        return "choose a card to move with first"
    if d.card is not None:
        return "choose how the card is used first"
    return MISSING.get(model.kind, "choose a lit card first")


def press(model: Model, action: tuple[Any, ...]) -> None:
    """A click while a question is open."""
    d, what = draft_of(model), action[0]
    if what == "confirm":
        confirm(model)
    elif what == "card":
        pick(model, action[1])
    elif what == "use":
        if d.answer == action[1]:
            confirm(model)
        d.answer = action[1]
    elif what == "band":
        if d.to == action[1] and d.card is not None:
            confirm(model)
        d.to = action[1]
    elif what == "open":
        d.into_open = action[1]
    elif what == "cell":
        if d.cell == action[1]:
            confirm(model)
        d.cell = action[1]
    elif what == "nation":
        if d.nation is action[1]:
            confirm(model)
        d.nation = action[1]
    elif what == "point_man":
        d.point_man = not d.point_man
    elif what == "smoke":
        _toggle_smoke(model, d)
    elif what == "squad":
        _squad(model, action[1])


def _toggle_smoke(model: Model, d: Draft) -> None:
    if d.smoke is not None:
        d.smoke = None
        return
    for held in state_of(model).hands[acting_squad(model)]:
        if legal(model, held):
            d.smoke = held
            return


def smoke_held(model: Model) -> str:
    """Why no smoke can be laid, "" if it can."""
    squad = acting_squad(model)
    hand = state_of(model).hands[squad] if squad >= 0 else []
    if any(legal(model, held) for held in hand):
        return ""
    return "you hold no Smoke card that can be spared (SQD-COVER-02)"


def _squad(model: Model, squad: SquadId) -> None:
    """A squad has been clicked, in its panel or on the map."""
    g, d = state_of(model), draft_of(model)
    if model.kind == "squad":
        model.give(NextSquad(squad))
    elif g.squads[squad].seat == model.seat:
        d.hand = squad
    elif d.card is not None and model.kind == "fire":
        aimed = [x for x in legal(model, d.card) if getattr(x, "target", -1) == squad]
        if d.answer in aimed:
            confirm(model)
        elif aimed:
            d.answer = aimed[0]
