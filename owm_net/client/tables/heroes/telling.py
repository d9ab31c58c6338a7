"""Events on screen: dice on the strip, the written sum, the outcome."""

from __future__ import annotations

from typing import Any

from owm_net.client.language import tr
from owm_net.client.maps.telling import SHOWN, die, roll
from owm_net.client.match.present import Beat, Strip, StripCard
from owm_net.client.tables.heroes import faces
from owm_net.client.words import capital
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Assaulted, Beaten, Clashed, Tied
from owm_net.games.heroes.blasts import Blasted, Scattered
from owm_net.games.heroes.gaps import SpecialRevealed
from owm_net.games.heroes.match import RoundBegins
from owm_net.games.heroes.set_up import InitiativeRolled
from owm_net.games.heroes.shooting import Missed, ShotFired
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.tokens import TokenLost
from owm_net.games.heroes.turns import OrderRevealed
from owm_net.games.heroes.words import unit_name


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip, and say how long it is to be looked at."""
    if view is None:
        return Beat()
    g: HeroesState = view.state
    if isinstance(event, ShotFired):
        who, whom = tr(unit_name(g, event.firer)), tr(unit_name(g, event.target))
        text = tr("{who} shoots at {whom}", who=who, whom=whom)
        if event.suppressive:
            text = tr("{who} suppresses {whom}", who=who, whom=whom)
        roll(strip, capital(text), event.dice)
        sum_ = [tr("die {n}", n=max(event.dice)), *[f"{tr(word)} {n:+}" for word, n in event.parts]]
        strip.notes = [*sum_, tr("against {n}", n=event.defence)]
        strip.total = str(event.result)
        strip.outcome = _outcome(event)
        return Beat(SHOWN, starts=True)
    if isinstance(event, Blasted):
        roll(strip, _words(view, event), (event.die,))
        strip.total = str(event.result)
        strip.notes = [tr("against {n}", n=event.defence)]
        twice = event.result >= 2 * event.defence
        hit = tr("eliminated") if twice else tr("hit")
        strip.outcome = hit if event.result >= event.defence else tr("no effect")
        return Beat(SHOWN)
    if isinstance(event, Clashed):
        parts = [tr("die {n}", n=max(event.dice)), *[f"{tr(w)} {n:+}" for w, n in event.parts]]
        side = tr("defence") if strip.total else tr("attack")  # who they are stands above
        told = f"{side}: {', '.join(parts)} = {event.total}"
        strip.notes = [*strip.notes, told]
        strip.cards = [*strip.cards, *map(die, event.dice)]
        strip.total = f"{strip.total} : {event.total}" if strip.total else str(event.total)
        return Beat(SHOWN)
    if isinstance(event, Beaten):
        first, _, second = strip.total.partition(" : ")
        attacks = first.isdigit() and second.isdigit() and int(first) > int(second)
        strip.outcome = tr("attacker wins") if attacks else tr("defender wins")
        return Beat(SHOWN)
    if isinstance(event, Tied):
        strip.outcome = tr("a tie")
        return Beat(SHOWN)
    if isinstance(event, Scattered | InitiativeRolled):
        rolled = (event.die,) if isinstance(event, Scattered) else event.faces
        roll(strip, _words(view, event), rolled)
        return Beat(SHOWN)
    if isinstance(event, Assaulted | OrderRevealed | SpecialRevealed | RoundBegins):
        # other dice are over, such as those of the last round
        roll(strip, _words(view, event))
        return Beat(SHOWN / 2, starts=True)
    if isinstance(event, TokenLost):
        return _leaves(g, event, strip)
    if isinstance(event, Missed) or not event.headline:
        return Beat()
    return Beat(SHOWN / 3)


def _leaves(g: HeroesState, event: TokenLost, strip: Strip) -> Beat:
    """Show the block that leaves the map beside what it is lost by, as everybody sees it."""
    nation = g.side(g.units[event.unit].seat).army.nation
    strip.cards = [*strip.cards, StripCard(faces.token(nation, "", "closed"), "")]
    strip.notes = [*strip.notes, tr("its token leaves unseen until the match is over")]
    return Beat(SHOWN / 2)


def _outcome(event: ShotFired) -> str:
    """Return the outcome of a shot, if nobody does anything about it."""
    times = max(0, event.result // event.defence)
    if not times:
        return tr("no effect")
    if event.suppressive:
        return tr("suppressed twice") if times > 1 else tr("suppressed")
    return tr("eliminated") if times > 1 else tr("hit")


def _words(view: View[Any], event: Event) -> str:
    return capital(tr(event.sentence(view.state)))
