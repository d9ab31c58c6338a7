"""What a computer player is asked that thinks elsewhere, and what it found, as bytes.

It gets what the seat sees and nothing else: the common state, and the cards that the seat knows.
"""

from __future__ import annotations

from typing import Any

from owm_net import games
from owm_net.engine import codec, records
from owm_net.engine.chance import Chance
from owm_net.engine.local import player_of
from owm_net.engine.requests import Answer
from owm_net.engine.system import Advised, System
from owm_net.engine.view import View


def question(system: System, view: View[Any], player: str = "", seed: int = 0) -> bytes:
    """Ask for the answer of a player of the system, who leaves to chance what this seed says; for
    advice, where nobody is named."""
    known = [list(one) for one in view.known.items()]
    seen = [system.id, view.seat, known, player, seed, codec.encode(view.state)]
    return codec.encode(seen)


def find(asked: bytes) -> bytes:
    """Return what is found."""
    id, seat, known, player, seed, state = codec.decode(asked)
    system = games.get(id)
    view: View[Any] = View(records.from_bytes(state), seat, dict(known))
    if player:
        answer = player_of(system, player)(system, view, Chance(seed))
        found: tuple[Advised, ...] = (Advised(answer),)
    else:
        found = system.advised(view)
    return codec.encode([[one.answer, one.words, one.better, one.tried] for one in found])


def found_in(said: bytes) -> tuple[Advised, ...]:
    """Read what was found. Raises BadEncoding, TypeError, ValueError."""
    return tuple([_advised(one) for one in codec.decode(said)])


def _advised(plain: Any) -> Advised:
    tagged, words, better, tried = plain
    answer = records.load(tagged)
    if not isinstance(answer, Answer):
        raise TypeError
    return Advised(answer, words, better, tried)
