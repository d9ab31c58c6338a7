"""Armies of one's own in words: recruitment tiles, and options in their slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owm_net.engine.building import ForceBuilder, ForcePart, NotBuilt, NumberGroups
from owm_net.engine.text import listed, read_out, say, say_n
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CounterKey, OptionKey, TileKey
from owm_net.games.heroes.kept import numbers_of, roster_from
from owm_net.games.heroes.muster import cost_of
from owm_net.games.heroes.roster import Roster, army_of, faults_of
from owm_net.games.heroes.terms import Nation, Size
from owm_net.games.heroes.words import NATIONS

SIZES = {Size.SMALL: say("small"), Size.MEDIUM: say("medium"), Size.LARGE: say("large")}


class ArmyBuilder(ForceBuilder):
    """An army of one nation."""

    shelf = "heroes"
    example = "us us_t_captain us_t_rifle us_t_rifle:P1=eq_grenade"

    def forces(self) -> Iterator[tuple[str, str]]:
        for nation in Nation:
            if nation is not Nation.ANY:
                yield nation.value, NATIONS[nation]

    def pool(self, force: str) -> Iterator[ForcePart]:
        nation = _nation(force)
        for key, tile in CATALOG.tiles.items():
            if tile.nation is nation:
                holes = [listed([hole.name, SIZES[hole.size]], " ") for hole in tile.holes]
                units = [
                    listed([f"{n} x", CATALOG.pieces[unit].title], " ")
                    for unit, n in tile.units.items()
                ]
                about = say("slots: {slots}", slots=listed(holes))
                if sum(tile.units.values()) > 1:  # an officer is the tile's name
                    about = listed([listed(units), about], "; ")
                yield ForcePart(key, tile.title, tile.cost, about)
        for option_key, option in CATALOG.options.items():
            if nation in option.cost:
                yield ForcePart(option_key, option.title, option.cost[nation])
        for hero_key, hero in CATALOG.heroes.items():
            if hero.nation is nation:
                yield ForcePart(hero_key, read_out(CATALOG.pieces[hero_key].title), hero.cost)

    def with_(
        self, groups: NumberGroups, force: str, words: Sequence[str], team: int
    ) -> NumberGroups:
        roster = roster_from(groups) or Roster(())
        home = _home(roster)
        nation = _nation(force or ("" if home is None else home.value))
        for word in words:
            tile, colon, filling = word.partition(":")
            slot, _, option = filling.partition("=")
            if colon and tile in roster.tiles and option in CATALOG.options:
                filled = (*roster.options, (TileKey(tile), slot, OptionKey(option)))
                names = [hole.name for hole in CATALOG.tiles[TileKey(tile)].holes]
                if slot not in names:
                    known = ", ".join(names)
                    raise NotBuilt([say("{tile} has the slots {known}", tile=tile, known=known)])
                roster = roster.with_(options=filled)
            elif word in CATALOG.tiles and CATALOG.tiles[TileKey(word)].nation is nation:
                roster = roster.with_(tiles=(*roster.tiles, TileKey(word)))
            elif word in CATALOG.heroes and CATALOG.heroes[CounterKey(word)].nation is nation:
                roster = roster.with_(heroes=(*roster.heroes, CounterKey(word)))
            else:
                raise _unknown(word)
        return numbers_of(roster)

    def without(self, groups: NumberGroups, words: Sequence[str]) -> NumberGroups:
        roster = roster_from(groups) or Roster(())
        for word in words:
            tile, colon, slot = word.partition(":")
            options = tuple([o for o in roster.options if o[:2] != (tile, slot)])
            if colon and options != roster.options:
                roster = roster.with_(options=options)
            elif word in roster.tiles:
                roster = roster.with_(
                    tiles=tuple([key for key in roster.tiles if key != word]),
                    options=tuple([o for o in roster.options if o[0] != word]),
                )
            elif word in roster.heroes:
                heroes = tuple([key for key in roster.heroes if key != word])
                roster = roster.with_(heroes=heroes)
            else:
                raise _unknown(word)
        if not roster.tiles:
            raise NotBuilt([say("one tile must be left; delete removes the army")])
        return numbers_of(roster)

    def can_read(self, groups: NumberGroups) -> bool:
        return roster_from(groups) is not None

    def lines(self, groups: NumberGroups) -> list[str]:
        roster = roster_from(groups)
        if roster is None:
            return []
        found: list[str] = []
        for tile in roster.tiles:
            slots = [f"{tile}:{slot}={o}" for key, slot, o in roster.options if key == tile]
            found.append(" ".join([tile, *slots]))
        return [*found, *roster.heroes]

    def named_lines(self, groups: NumberGroups) -> list[str]:
        roster = roster_from(groups)
        if roster is None:
            return []
        nation, found = _home(roster), []
        for key in roster.tiles:
            tile = CATALOG.tiles[key]
            found.append(_bought(tile.title, tile.cost, key))
            for home, slot, option in roster.options:
                if home == key:
                    what = CATALOG.options[option]
                    cost = what.cost.get(nation, 0) if nation is not None else 0
                    found.append(_bought(what.title, cost, f"{key}:{slot}={option}"))
        for hero in roster.heroes:
            title = read_out(CATALOG.pieces[hero].title)
            found.append(_bought(title, CATALOG.heroes[hero].cost, hero))
        return found

    def cost(self, groups: NumberGroups) -> str:
        roster = roster_from(groups)
        return say_n("{n} point", "{n} points", 0 if roster is None else _cost(roster))

    def faults(self, groups: NumberGroups, points: int) -> list[str]:
        roster = roster_from(groups)
        if roster is None or not roster.tiles:
            return [say("it has no tile")]
        nation = CATALOG.tiles[roster.tiles[0]].nation
        found = faults_of(nation, points or _cost(roster), roster)
        return [say("{why} ({rule})", why=one.why, rule=one.rule) for one in found]


def _bought(what: str, cost: int, word: str) -> str:
    return say_n(
        "{what} ({n} point): {word}", "{what} ({n} points): {word}", cost, what=what, word=word
    )


def _cost(roster: Roster) -> int:
    home = _home(roster)
    return 0 if home is None else cost_of(army_of(home, roster))


def _home(roster: Roster) -> Nation | None:
    """The nation of the first tile; of the first hero in an army without tiles."""
    tiles = [CATALOG.tiles[key].nation for key in roster.tiles]
    heroes = [CATALOG.heroes[key].nation for key in roster.heroes]
    return next(iter([*tiles, *heroes]), None)


def _unknown(word: str) -> NotBuilt:
    why = say("{word} is no tile, option in a slot or hero that fits here", word=word[:60])
    return NotBuilt([why])


def _nation(word: str) -> Nation:
    known = [nation.value for nation in Nation if nation is not Nation.ANY]
    if word not in known:
        raise NotBuilt([say("name a nation first: {known}", known=", ".join(known))])
    return Nation(word)
