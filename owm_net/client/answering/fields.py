"""Names of an answer's fields for people: "still to be chosen: weapon"."""

from __future__ import annotations

from collections.abc import Mapping

from owm_net.client.language import tr
from owm_net.engine.text import say

FIELDS = {
    "ability": say("ability"),
    "aim": say("aim point"),
    "aloud": say("aloud"),
    "apart": say("separate roll"),
    "assistant": say("assistant"),
    "attempt": say("try it"),
    "back": say("throw it back"),
    "before": say("comes first"),
    "blind": say("blind"),
    "bold": say("bold"),
    "broken": say("limit reached"),
    "card": say("card"),
    "cards": say("cards"),
    "carrier": say("carrier"),
    "cell": say("place"),
    "close_in": say("close in"),
    "commander": say("commander"),
    "covering": say("Cover Fire"),
    "division": say("division"),
    "ends": say("end the battle"),
    "enemy": say("enemy"),
    "fires": say("fire for effect"),
    "force": say("force"),
    "friend": say("friend"),
    "group": say("secret mission"),
    "gunner": say("gunner"),
    "guns": say("machine guns"),
    "hero": say("Hero Point"),
    "into_open": say("into the open"),
    "item": say("item"),
    "leg": say("leg"),
    "line": say("order of fighting"),
    "medic": say("medic"),
    "move": say("move"),
    "nation": say("nation"),
    "observer": say("observer"),
    "option": say("option"),
    "other": say("the other one"),
    "path": say("path"),
    "point_man": say("point man"),
    "points": say("points"),
    "rallies": say("Rally"),
    "seat": say("player"),
    "side": say("side"),
    "smoke": say("Smoke"),
    "sniper": say("sniper"),
    "soldier": say("soldier"),
    "soldiers": say("soldiers"),
    "south": say("from the south"),
    "spot": say("place"),
    "spots": say("places"),
    "squad": say("squad"),
    "stay": say("stay"),
    "supported": say("with support"),
    "take": say("take it"),
    "target": say("target"),
    "team": say("Team"),
    "teams": say("Teams"),
    "terrain": say("Terrain"),
    "to": say("for whom"),
    "token": say("token"),
    "turned": say("turned around"),
    "units": say("Units"),
    "until": say("for how long"),
    "use": say("use it"),
    "walked": say("how far"),
    "weapon": say("weapon"),
    "yes": say("agreed"),
}
"""By the name that a field has in the rules: words that games share. What one game alone has says
its `System.fields`."""


def named(field: str, own: Mapping[str, str] | None = None) -> str:
    """A field's name as a word. own: the words of the game that is played."""
    words = FIELDS if own is None else {**FIELDS, **own}
    return tr(words.get(field, field.replace("_", " ")))
