"""`make logs`: re-records the matches of tests/logs, as this program's rules of a game play them.

Only after its version was raised, or before the new version is released: a log that players may
have is never recorded again (tests/logs/README.md). Both seats are computer players; cards and keys
come from seeds, so that the same rules give the same files. Written are, for version 6 of owm:

  owm-6.owmlog            a whole match at the first level of play
  owm-6-colonel.owmlog    one at the last level, where there are several
  owm-6-cheated.owmlog    seat 1 plays a card as what it is not
  *.json                  what verify says of each; owm-6-cut.json, of the first two thirds of owm-6

  make logs                              of owm
  make logs ARGS="--system squadcards"   of another game
  make logs ARGS="--seed 4"              other matches, if one of these shows too little
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field
from vectors_matches import Room, as_file

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.ids import CardNumber
from owm_net.engine.local import computer_player
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm.actions import Attack
from owm_net.games.owm.state import order_of
from owm_net.games.owm.terms import StandingOrder
from owm_net.protocol.entries import sign
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Decide, Match
from owm_net.session.verify import verify

LOGS = Path(__file__).resolve().parent.parent / "tests" / "logs"
CHEAT = 1
CUT = (2, 3)
"""What part of a whole log is left of it where it was cut off."""


@define
class Cheats(Room):
    """A match that ends when seat 1 plays a card as what it is not, in owm as an Attack order.
    Whoever has not seen the card finds it out when it is opened."""

    caught: bool = field(default=False, init=False)

    def _act(self, i: int) -> bool:
        match = self.matches[i]
        todo = driver(match).todo()
        if self.caught:
            return False
        if i == CHEAT and isinstance(todo, Decide) and (lie := _lie(match)) is not None:
            say = match._progress.step.say
            assert say is not None and match.own is not None
            entry = match.chain.entry(CHEAT, say(lie))
            try:
                self._hand(0, sign(entry, match.own.identity))
            except Blame as blame:
                driver(self.matches[0]).stop(blame)
                self._write()
            self.caught = True
            return False
        return super()._act(i)


def _lie(match: Match) -> Answer | None:
    """An answer with a hidden card that is not allowed with it; None if there is none now."""
    return _no_attack(match) if match.system.id == "owm" else _another_card(match)


def _another_card(match: Match) -> Answer | None:
    """Return the play with another card of the hand, which only its owner knows to be none of that
    kind."""
    view = match.view()
    unseen = View(view.state, view.seat, {})
    honest: Any  # of whichever class
    for honest in agenda.options(view):
        if getattr(honest, "card", None) not in played_cards(honest):
            continue
        for card in view.state.hands[CHEAT]:
            lie: Answer = attrs.evolve(honest, card=Played(card))
            if agenda.why_not(view, lie) is not None and agenda.why_not(unseen, lie) is None:
                return lie
    return None


def _no_attack(match: Match) -> Attack | None:
    """An Attack with a card of the hand that is another order; None if nobody could be attacked."""
    view = match.view()
    request = match.state.pending
    if getattr(request, "kind", "") != "action":
        return None
    honest = [answer for answer in agenda.options(view) if isinstance(answer, Attack)]
    for card in view.state.hands[CHEAT]:
        face = view.card(card)
        order = order_of(None if face is None else CardNumber(face))
        if honest and order is not None and order.standing_order is not StandingOrder.ATTACK:
            return Attack(Played(card), honest[0].target)
    return None


def verdict(data: bytes) -> dict[str, Any]:
    """Return the verdict of verify on a log."""
    return verify(data, games.get, processes=1).as_json()


def main(arguments: list[str] | None = None) -> int:
    """The program. Returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="record_logs.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--system", default="owm", help="the game (default: owm)")
    parser.add_argument("--seed", type=int, default=1, help="of the matches (default: 1)")
    chosen = parser.parse_args(arguments)
    id, seed = chosen.system, chosen.seed
    system = games.get(id)
    name, mission = f"{id}-{system.version}", system.missions[0]
    first, *_, last = (*system.levels, system.levels[-1])
    rooms = {name: Room(2, mission, seed, id, first, computer_player)}
    if last != first:
        rooms[f"{name}-{last}"] = Room(2, mission, seed, id, last, computer_player)
    rooms[f"{name}-cheated"] = Cheats(2, mission, seed, id, first, computer_player)
    files: dict[str, bytes] = {}
    said: dict[str, dict[str, Any]] = {}
    for one, room in rooms.items():
        room.run()
        files[one] = as_file(room.log)
        said[one] = verdict(files[one])
        print(f"{one}: {said[one]['verdict']}, {len(files[one])} bytes", flush=True)
    part, whole = CUT
    said[f"{name}-cut"] = verdict(files[name][: len(files[name]) * part // whole])
    expected = {name: "OK", f"{name}-cheated": "INVALID", f"{name}-cut": "UNFINISHED"}
    for one, what in said.items():
        if what["verdict"] != expected.get(one, "OK"):
            print(f"{one}: {what['verdict']}, {what['reason']}", file=sys.stderr)
            return 1
    for old in (*LOGS.glob(f"{name}.*"), *LOGS.glob(f"{name}-*")):
        old.unlink()
    for one, data in files.items():
        (LOGS / f"{one}.owmlog").write_bytes(data)
    for one, what in said.items():
        text = json.dumps(what, indent=1) + "\n"
        (LOGS / f"{one}.json").write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
