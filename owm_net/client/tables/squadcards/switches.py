"""What is unusual about a match: options away from the rulings of the ledger, in words."""

from __future__ import annotations

from owm_net.games.squadcards.state import Options
from owm_net.games.squadcards.terms import Phase

PLAIN = Options()


def unusual(options: Options) -> list[tuple[str, str]]:
    """Each option away from its default: a name for a narrow place, and what it means."""
    found = []
    if options.flanking_variant:
        found.append(
            (
                "Flanking Fire variant",
                "Flanking Fire lies beside a squad after a sideways "
                "move and stays; no Encircled (SQD-VFF-01)",
            )
        )
    if options.handicap:
        found.append(("Handicap", "12 British men; Russians draw 3 against Germans (SQD-GAP-13)"))
    if options.smoke_modifier != PLAIN.smoke_modifier:
        found.append(
            (
                f"Smoke {options.smoke_modifier}",
                "opportunity fire through smoke is at "
                f"{options.smoke_modifier}, as the card list says (R-16)",
            )
        )
    if options.stiff_upper_lip != PLAIN.stiff_upper_lip:
        found.append(
            (
                f"Stiff Upper Lip {options.stiff_upper_lip:+d}",
                "added to one's own morale check, as printed: it hurts (R-11)",
            )
        )
    if options.american_exemption is Phase.POSITION:
        found.append(
            ("US move and fire", "Americans that moved have no -1 in Position Fire either (R-22)")
        )
    if not options.sections_are_guns:
        found.append(("Sections: no guns", "Enfilade does not help sections and teams (R-26)"))
    if options.blocks:
        found.append(
            (f"Blocks: {options.blocks}", "one move meets so many Block cards at most (R-19)")
        )
    if options.turn_limit != PLAIN.turn_limit:
        words = f"{options.turn_limit} player turns" if options.turn_limit else "none"
        found.append(
            (f"Turn limit: {options.turn_limit or 'none'}", f"length limit: {words} (SQD-GAP-07)")
        )
    return found


def listed(options: Options) -> list[str]:
    """The same as full lines."""
    return [f"{name}: {meaning}" for name, meaning in unusual(options)]
