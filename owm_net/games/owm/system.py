"""Of War and Men: WWII as a rule system."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

from owm_net.engine.agenda import GameState
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.lessons import Course
from owm_net.engine.requests import Answer
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.owm import (
    boot_camp,
    decisions,  # noqa: F401 - it tells the window what can be played
    leaving,
    words,
)
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.missions import RULES, enter, rules_of
from owm_net.games.owm.missions.table import TABLE
from owm_net.games.owm.set_up import SetUp
from owm_net.games.owm.state import CATALOG, OwmState, Variants, new_ground

enter(TABLE)

VARIANTS = ("wounds", "icons", "fuse", "hands", "partners")
"""Options that play a ruling the other way, as `state.Variants` names them."""

PLAYABLE = (
    "king-of-the-hill",
    "not-in-my-house",
    "burning-bridges",
    "capture-the-flag",
    "random-mission-generator",
)
"""The missions that can be played to the letter, the first without being named."""


class OwmSystem(System):
    """Registered as "owm". Rules and rulings: docs/rules/owm.md."""

    id = "owm"
    title = "Of War and Men: WWII"
    version = "3"
    released: ClassVar[Mapping[str, str]] = {"2": "0.1.0"}
    missions = (
        *(key for key in PLAYABLE if key in CATALOG.missions and key not in CATALOG.added),
        *CATALOG.added,
    )
    levels = ("private", "lieutenant", "colonel")
    about_levels: ClassVar[Mapping[str, str]] = {
        "private": "Standing Orders only: the plain game, for the first evenings (OWM-LVL-02).",
        "lieutenant": "Command Decisions too: cards that interrupt, at any time (OWM-LVL-03).",
        "colonel": "Traits too: what each soldier is good at, and bad at (OWM-LVL-04).",
    }
    seats: ClassVar[tuple[int, int]] = (2, 4)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wounds": ("resolve", "any"),
        "icons": ("card", "die"),
        "fuse": ("long", "short"),
        "hands": ("player", "squad"),
        "partners": ("private", "open"),
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "wounds": "a wound icon wounds from Resolve on, or from any total above 0 (A-03)",
        "icons": "an event icon counts for the whole card, or only for the die it sits on (G-02)",
        "fuse": "a Satchel Charge explodes in the second Assessment, or in the first (A-44)",
        "hands": "seven cards for a player, or for each of his squads (A-68)",
        "partners": "hands are private to each player, or open inside a side (A-94)",
    }
    strengths: ClassVar[tuple[str, ...]] = ("recruit", "regular")

    def new_game(self, setup: Setup) -> GameState:
        """The mission's map; nothing else is decided yet."""
        g = OwmState(
            seats=setup.seats,
            mission=setup.mission,
            level=setup.level,
            ground=new_ground(CATALOG.missions[setup.mission]),
            variants=Variants(**{name: self._other_way(setup, name) for name in VARIANTS}),
            agenda=[SetUp()],
        )
        g.site = rules_of(g).first_site(g)
        return g

    def _other_way(self, setup: Setup, name: str) -> bool:
        return setup.switch(name, self.switches[name][0]) != self.switches[name][0]

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. The package is loaded by who needs it: a match of people
        does not."""
        from owm_net.games.owm import computer

        if strength == "regular":
            from owm_net.games.owm.computer import regular

            return regular.play(view, chance)
        return computer.play(view, chance)

    def data_digest(self) -> bytes:
        """SHA-256 over every file in data/, as it was at version 2 until version 3 is recorded;
        with a pack, over what lies over them too."""
        if self.pack is not None:
            return CATALOG.digest
        return bytes.fromhex("c5a260e8069f164e8d42fcf63f93cb7eb6bb385c972bf3a9d334a02031f4b4a1")

    def pack_faults(self) -> Iterable[str]:
        """Missions whose own rules lack something (a Supply Truck has a path)."""
        for key in CATALOG.added:
            mission = CATALOG.missions[key]
            if mission.rules not in RULES:
                yield f"missions: {key}: rules: this program cannot play {mission.rules}"
                continue
            yield from (f"missions: {key}: {p}" for p in RULES[mission.rules].faults(mission))

    def course(self) -> Course:
        """Boot Camp."""
        return boot_camp.course()

    def why_no_drop(self, g: GameState, seat: int) -> str | None:
        """OWM-TEAM-04: only a partner can go on, and not before play has begun."""
        assert isinstance(g, OwmState)
        return leaving.why_no_leaving(g, Seat(seat))

    def dropped(self, g: GameState, seat: int) -> None:
        """The partner goes on (OWM-TEAM-04)."""
        assert isinstance(g, OwmState)
        leaving.leave(g, Seat(seat))

    def card_name(self, card: int) -> str:
        """Such as "Attack red #8"."""
        return words.card_name(CardNumber(card))

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Soldiers in play, or of the own divisions before that; Fireteams, cells, divisions."""
        g = view.state
        assert isinstance(g, OwmState)
        found: dict[Any, Iterable[Hashable]] = {
            SoldierId: g.soldiers or _own_soldiers(g, Seat(view.seat)),
            FireteamId: g.fireteams,
            Cell: g.ground.cells,
            DivisionKey: CATALOG.divisions,
        }
        return found[kind] if kind in found else super().domain(view, kind)

    def value_name(self, view: View[Any], kind: Any, value: Hashable) -> str:
        """Soldiers, Fireteams, places and divisions by their names."""
        g = view.state
        assert isinstance(g, OwmState)
        named: dict[Any, Callable[[Any], str]] = {
            SoldierId: words.soldier_name,
            FireteamId: partial(words.fireteam_name, g),
            Cell: partial(words.place_name, g),
            DivisionKey: lambda key: CATALOG.divisions[key].title,
        }
        return named[kind](value) if kind in named else super().value_name(view, kind, value)

    def rounds(self, g: GameState) -> int:
        """The number of the round that is played, 0 in the set-up."""
        assert isinstance(g, OwmState)
        return g.round_no

    def seat_name(self, g: GameState, seat: int) -> str:
        """The division, once it is chosen."""
        assert isinstance(g, OwmState)
        return words.seat_name(g, Seat(seat))

    def side_name(self, g: GameState, seat: int) -> str:
        """Allies or Axis, once divisions are chosen."""
        assert isinstance(g, OwmState)
        return g.sides[seat].value.title() if g.sides else ""


def _own_soldiers(g: OwmState, seat: Seat) -> list[SoldierId]:
    """Those of a seat's divisions."""
    own = g.divisions[seat] if 0 <= seat < len(g.divisions) else ()
    return [soldier for soldier, home in CATALOG.division_of.items() if home.key in own]
