"""Of War and Men: WWII. Rules and rulings: docs/rules/owm.md.

Where the headings of the rulebook stand:

- Card Command System: `flips`, `checks`; soldiers, Leaders, Terrain: `catalog`, `state`, `ground`
- Mission cards, visibility, the missions: `missions`, `visibility`; colored borders: `tokens`
- Game set-up: `set_up`; directionality, round order: `directions`, `rounds`, `assessment`
- Standard Actions, Engineering Actions, Terrain action, passing: `turn`, `actions`
- Firing Sequence: `firing`; what a completed move brings: `movement`; stealth: `stealth`
- Immediate Actions, Command Decisions: `windows`, `decisions`; Combat Operations: `operations`
- Effects: `damage`, `blast`; traits: `traits`; assault: `assault`; retreat: `forced_retreat`
- Flanking, friendly fire, line of sight: `ground`; victory conditions, deck timer: `victory`
- Boot Camp: `data/lessons.toml`

Importing the package loads nothing else: the data files can be checked without it.
"""
