"""The game that was named: its system and mission, who plays it; checked before anything begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from owm_net import games
from owm_net.engine.errors import BadData
from owm_net.engine.local import Player, player_of
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.files.measured import minutes
from owm_net.program.failing import BAD, CANNOT, USAGE, Fail
from owm_net.program.given_files import read_file
from owm_net.program.options.game import GameOptions
from owm_net.session.terms import CannotPlay, Terms, check_terms, decode_terms


def find_system(system_id: str) -> System:
    """The rule system with this id. Raises Fail."""
    try:
        return games.get(system_id)
    except KeyError as e:
        raise Fail(e.args[0], USAGE) from e
    except BadData as e:
        raise Fail(
            say("the card data cannot be used:\n  {problems}", problems="\n  ".join(e.problems)),
            CANNOT,
        ) from e


def game_of(options: GameOptions, seats: int = 0) -> tuple[System, Setup]:
    """The system and the checked set-up that the options name. seats: 0 for as few as the mission
    needs. Raises Fail."""
    system = find_system(options.system)
    if options.pack is not None and system.pack is None:
        raise Fail(say("--pack {pack}: it is not for {id}", pack=options.pack, id=system.id), USAGE)
    switches = []
    for typed in options.switches:
        name, equals, value = typed.partition("=")
        if not equals:
            raise Fail(say("--option {option}: write it as NAME=VALUE", option=typed), USAGE)
        switches.append((name, value))
    mission, level = options.mission or system.missions[0], options.level or system.levels[0]
    if mission.endswith(".toml"):
        mission, carried = _own_mission(system, Path(mission))
        switches.append(carried)
    seats = seats or system.seats_of(mission)[0]
    setup = system.with_pack(Setup(mission, level, seats, tuple(switches)))
    try:
        system.check_setup(setup)
    except BadSetup as e:
        raise Fail(e.args[0], USAGE) from e
    return system, setup


def no_lessons(system: System) -> Fail:
    """Return the refusal of a game that nobody can learn here yet."""
    have = [name for name in games.names() if games.get(name).course() is not None]
    told = {"game": system.title, "games": ", ".join(have)}
    return Fail(say("{game} has no lessons; these have: {games}", **told), BAD)


def player_for(system: System, name: str) -> Player:
    """Return the player of a system under this name. Raises Fail."""
    try:
        return player_of(system, name)
    except KeyError as e:
        raise Fail(e.args[0], USAGE) from e


def _own_mission(system: System, path: Path) -> tuple[str, tuple[str, str]]:
    """Read a custom mission: its key and the option that carries it. Raises Fail with every
    fault."""
    content = read_file(path, MOST_MISSION, say("any mission"))
    try:
        return system.mission_file(path.name, content.decode("utf-8"))
    except UnicodeDecodeError as e:
        raise Fail(say("{path}: byte {n} is not UTF-8", path=path, n=e.start + 1), USAGE) from e
    except BadData as e:
        raise Fail(
            say("this mission cannot be played:\n  {problems}", problems="\n  ".join(e.problems)),
            USAGE,
        ) from e


MOST_MISSION = 1 << 20
"""Bytes of a mission file."""


def terms_here(data: bytes) -> Terms:
    """Terms somebody sent, if this program can play by them. Raises CannotPlay."""
    terms = decode_terms(data)
    try:
        system = games.get(terms.system)
    except KeyError as e:
        raise CannotPlay(e.args[0]) from e
    except BadData as e:
        raise CannotPlay(
            say(
                "the card data of {system} that are installed here cannot be used: {why}",
                system=terms.system[:40],
                why=e.problems[0],
            )
        ) from e
    check_terms(terms, system)
    return terms


Game = tuple[System, Setup]


def find_system_of_log(system_id: str) -> System:
    """As `find_system`, for ids that somebody else wrote. Raises KeyError, Fail."""
    if system_id not in games.names():
        games.get(system_id)
    return find_system(system_id)


def about_mission(system: System, mission: str) -> dict[str, Any]:
    """Return what a player is told of a mission; only values that JSON knows."""
    title, about = system.about_mission(mission)
    told = system.briefing(system.new_game(system.default_setup(mission)))
    return {
        "title": title,
        "about": about,
        "briefing": list(told.lines),
        "minutes": minutes(system.id, mission),
    }


def entry_of(system: System) -> dict[str, Any]:
    """Return a system's entry of the list; only values that JSON knows."""
    from owm_net.engine.local import player_names

    return {
        "id": system.id,
        "title": system.title,
        "credits": system.credits,
        "for_developers": system.for_developers,
        "version": system.version,
        "missions": list(system.missions),
        "about_missions": {mission: about_mission(system, mission) for mission in system.missions},
        "levels": list(system.levels),
        "about_levels": {k: v for k, v in system.about_levels.items() if k in system.levels},
        "seats": list(system.seats),
        "players": list(player_names(system)),
        "strengths": list(system.strengths),
        "options": {k: list(v) for k, v in system.switches.items()},
        "about_options": dict(system.about_switches),
        "open_options": dict(system.open_switches),
    }


def first_match_command(system: System) -> str:
    """The command that begins the first match of a game, in lines."""
    setup, opponent = system.first_match()
    options = "".join([f" --option {name}={value}" for name, value in setup.switches])
    named = f" --mission {setup.mission} --level {setup.level}{options}"
    return f"{program()} play --text --system {system.id}{named} --opponent {opponent}"
