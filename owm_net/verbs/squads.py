"""`owm-net squads`: squads and armies of one's own, built in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from owm_net import games
from owm_net.client.language import tr, tr_n
from owm_net.engine.building import ForceBuilder, NotBuilt
from owm_net.engine.text import say
from owm_net.files import squads
from owm_net.files.home import folder, program
from owm_net.files.squads import Groups
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.options.declared import argument, argument_or, arguments, option, switch
from owm_net.program.options.typed import OneOf
from owm_net.program.setups import find_system
from owm_net.program.terminal.lines import show_json
from owm_net.program.terminal.printing import tell

HELP = say("build squads and armies of your own, and keep them by name")
EXAMPLES = say("""examples:
  owm-net squads owm                                  those you have kept
  owm-net squads owm pool us_5th_rangers              who can be had, and for how many points
  owm-net squads owm new "Six men" us_5th_rangers 3 5 6
  owm-net squads owm add "Six men" 4 7 8 --team 2     into its second Fireteam
  owm-net squads owm remove "Six men" 8
  owm-net squads owm check "Six men" --points 35
  owm-net squads nco new Riflemen us_army "sergeant smg" "private rifle"
  owm-net squads heroes new Line us us_t_captain us_t_rifle us_t_rifle:P1=eq_grenade
  owm-net squads hailfire new Guards us "us_rifle=6 us_lmg us_bazooka" "elite us_m4=3"
  owm-net squads owm delete "Six men"

What you keep is listed by its name when a match asks for your squad, in the terminal and in the
window. Each change says what the squad costs and what is still wrong with it.
""")

What = Literal["list", "pool", "new", "add", "remove", "check", "delete"]
UNREADABLE = say("cannot be read here (another version, or a pack)")
WHAT: tuple[What, ...] = ("list", "pool", "new", "add", "remove", "check", "delete")
HOW = {
    "list": "",
    "pool": " FORCE",
    "new": " NAME FORCE WHAT...",
    "add": " NAME WHAT...",
    "remove": " NAME WHAT...",
    "check": " NAME",
    "delete": " NAME",
}
"""What is typed behind each."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net squads`."""

    game: str = argument(str, say("owm, nco, hailfire or heroes"), metavar="GAME")
    what: What = argument_or(
        OneOf[What](WHAT),
        "list",
        say("list (default), pool, new, add, remove, check or delete"),
        metavar=say("list | pool | new | add | remove | check | delete"),
    )
    words: list[str] = arguments(str, metavar="WHAT")
    team: int = option(
        int, 0, say("the part of the squad they go to; if not given, the last or a new one")
    )
    points: int = option(int, 0, say("what it may cost, for check"))
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """List what is kept, or change it and say what it is then."""
    builder = _builder(options.game)
    least = {"list": 0, "pool": 1, "new": 3, "add": 2, "remove": 2, "check": 1, "delete": 1}
    words = options.words
    if len(words) < least[options.what] or (words and options.what == "list"):
        told = {"program": program(), "game": options.game, "what": options.what}
        how = HOW[options.what]
        raise Fail(say("write: {program} squads {game} {what}{how}", how=how, **told), USAGE)
    _refuse_options(options, builder)
    try:
        return _do(options, builder)
    except NotBuilt as e:
        raise Fail("; ".join([tr(why) for why in e.problems]), USAGE) from e


def _refuse_options(options: Options, builder: ForceBuilder) -> None:
    """Refuse those that change nothing here."""
    team = builder.has_teams and options.what in ("new", "add")
    points = builder.has_points and options.what not in ("list", "pool", "delete")
    for name, n, fits in (("--team", options.team, team), ("--points", options.points, points)):
        told = {"option": name, "game": options.game, "what": options.what}
        if n and not fits:
            raise Fail(
                say("{option} changes nothing in {game} {what}: leave it out", **told), USAGE
            )
    if options.points < 0:
        raise Fail(say("--points is 1 or more, not {n}", n=options.points), USAGE)


def _builder(game: str) -> ForceBuilder:
    builder = find_system(game).builder()
    if builder is None:
        have = [name for name in games.names() if find_system(name).builder() is not None]
        told = {"game": game[:40], "games": ", ".join(have)}
        raise Fail(say("{game} has no squads to build; these have: {games}", **told), USAGE)
    return builder


def _do(options: Options, builder: ForceBuilder) -> int:
    """Raises NotBuilt."""
    where, words = folder("settings"), options.words
    if options.what == "pool":
        return _pool(options, builder)
    kept = squads.kept(where, builder.shelf)
    if options.what == "list":
        return _list(options, builder, kept)
    name, *rest = words
    if options.what == "new":
        groups: Groups = builder.with_((), rest[0], rest[1:], options.team)
        if name in kept:
            raise Fail(say("{name} is kept already: add to it, or delete it first", name=name))
    else:
        if name not in kept:
            told = {"name": name[:40], "known": ", ".join(kept)}
            if not kept:
                raise Fail(say("no squad is called {name}; you have kept none yet", **told), USAGE)
            raise Fail(say("no squad is called {name}; these are kept: {known}", **told), USAGE)
        groups = kept[name]
    if options.what == "delete":
        squads.delete(where, builder.shelf, name)
        tell([tr("{name} is deleted.", name=name)])
        return FINE
    if options.what in ("add", "remove") and not builder.can_read(groups):
        raise Fail(say("{name} {why}; delete removes it", name=name, why=UNREADABLE), USAGE)
    if options.what == "add":
        groups = builder.with_(groups, "", rest, options.team)
    if options.what == "remove":
        groups = builder.without(groups, rest)
    if options.what != "check":
        squads.keep(where, builder.shelf, name, groups)
    return _show(options, builder, name, groups)


def _pool(options: Options, builder: ForceBuilder) -> int:
    parts = list(builder.pool(options.words[0]))
    if options.json:
        show_json({"pool": [{"word": p.word, "points": p.points} for p in parts]})
        return FINE
    points = [
        tr_n("{about} ({n} point)", "{about} ({n} points)", p.points, about=tr(p.about))
        for p in parts
    ]
    details = [f"; {tr(p.detail)}" if p.detail else "" for p in parts]
    tell([f"{a}: {p.word}{more}" for a, p, more in zip(points, parts, details, strict=True)])
    return FINE


def _list(options: Options, builder: ForceBuilder, kept: squads.Squads) -> int:
    if options.json:
        rows = [_as_json(builder, name, groups, 0) for name, groups in kept.items()]
        show_json({"squads": rows})
        return FINE
    if not kept:
        command = f"{program()} squads {options.game} new NAME {builder.example}"
        tell([tr("You have kept none yet. Build one: {command}", command=command)])
        tell([f"{tr(title)}: {key}" for key, title in builder.forces()])
    tell([f"{name}: {tr(_cost(builder, groups))}" for name, groups in kept.items()])
    return FINE


def _show(options: Options, builder: ForceBuilder, name: str, groups: Groups) -> int:
    """Say what is in it, what it costs and what is wrong. A check fails if something is."""
    faults = _faults(builder, groups, options.points)
    code = BAD if faults and options.what == "check" else FINE
    if options.json:
        show_json(_as_json(builder, name, groups, options.points))
        return code
    rows = builder.named_lines(groups) if builder.can_read(groups) else []
    tell([f"{name}: {tr(_cost(builder, groups))}", *map(tr, rows)])
    tell(_judged(faults))
    return code


def _cost(builder: ForceBuilder, groups: Groups) -> str:
    return builder.cost(groups) if builder.can_read(groups) else UNREADABLE


def _lines(builder: ForceBuilder, groups: Groups) -> list[str]:
    return builder.lines(groups) if builder.can_read(groups) else []


def _faults(builder: ForceBuilder, groups: Groups, points: int) -> list[str]:
    return builder.faults(groups, points) if builder.can_read(groups) else [UNREADABLE]


def _judged(faults: Sequence[str]) -> list[str]:
    if not faults:
        return [tr("Nothing is wrong with it.")]
    return [tr("Wrong: {why}", why=tr(why)) for why in faults]


def _as_json(builder: ForceBuilder, name: str, groups: Groups, points: int) -> dict[str, object]:
    return {
        "name": name,
        "lines": [str(line) for line in _lines(builder, groups)],
        "cost": str(_cost(builder, groups)),
        "faults": [str(why) for why in _faults(builder, groups, points)],
    }
