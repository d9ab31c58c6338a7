"""Scripts by which a shell completes verbs, options, words of codes.

The scripts are complete: Tab starts nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from owm_net.client.language import LANGUAGES, tr
from owm_net.files.listed import listed
from owm_net.program.options.typed import OneOf, OnePlayer
from owm_net.protocol.codes import CODE_WORDS
from owm_net.protocol.words import WORDS

ALONE = ("--help", "--version", "--language", "-V")
"""Options that can be typed without a verb."""
FILES = "files"
CODES = "codes"
FREE = ""


@frozen
class Takes:
    """The words for one place. kind: FILES, CODES or FREE. words: or one of these."""

    kind: str = FREE
    words: tuple[str, ...] = ()


@frozen
class Option:
    """flag: as typed, with its hyphens. takes: its value; None for an option without one."""

    flag: str
    help: str
    takes: Takes | None


@frozen
class VerbGrammar:
    """The arguments of one verb. places: those without a hyphen, together."""

    name: str
    help: str
    options: tuple[Option, ...]
    places: tuple[Takes, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Words that may stand after it."""
        return tuple(word for place in self.places for word in place.words)

    def may_be(self, kind: str) -> bool:
        """Return True if files, or codes, may follow it."""
        return any(place.kind == kind for place in self.places)


def grammar(parsers: Mapping[str, argparse.ArgumentParser]) -> list[VerbGrammar]:
    verbs = [_verb(name, parser) for name, parser in parsers.items()]
    asked = Takes(words=tuple(verb.name for verb in verbs))
    return [*verbs, VerbGrammar("help", tr("what a verb can do"), (), (asked,))]


def _verb(name: str, parser: argparse.ArgumentParser) -> VerbGrammar:
    options, places = [], []
    for action in parser._actions:
        if not action.option_strings:
            places.append(_takes(action))
            continue
        takes = None if action.nargs == 0 else _takes(action)
        help = "" if action.help == argparse.SUPPRESS else _one_line(action, parser)
        options += [Option(flag, help, takes) for flag in action.option_strings]
    return VerbGrammar(name, parser.description or "", tuple(options), tuple(places))


def _takes(action: argparse.Action) -> Takes:
    if action.choices:
        return Takes(words=tuple(str(choice) for choice in action.choices))
    if isinstance(action.type, (OneOf, OnePlayer)):
        return Takes(words=action.type.names)
    if action.type is Path:
        return Takes(FILES)
    if action.dest in ("system", "words"):  # a rule book is a system's
        return Takes(words=tuple(system["id"] for system in listed()))
    if action.dest in ("mission", "level"):
        names = [name for system in listed() for name in system[f"{action.dest}s"]]
        return Takes(words=tuple(dict.fromkeys(names)))
    if action.dest == "code" or any(word in str(action.metavar) for word in ("CODE", "INVITATION")):
        return Takes(CODES)
    return Takes()


def _one_line(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """The help of an option, without its last parenthesis and with nothing that a shell reads."""
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    text = text.partition(" (")[0].partition(";")[0]
    return "".join(c for c in text if c.isalnum() or c in " ,.-:")


# ------------------------------------------------------------------ the shells

_CODE = r"[0-9]*-*"


def bash(verbs: list[VerbGrammar]) -> str:
    """For bash 3.2 and newer, with or without the package bash-completion."""
    cases, values = [], []
    for verb in verbs:
        flags = " ".join(option.flag for option in verb.options)
        files = "yes" if verb.may_be(FILES) else ""
        cases.append(
            f"    {verb.name}) options='{flags}' words='{' '.join(verb.words)}' files={files};;"
        )
        for option in verb.options:
            takes = option.takes
            if takes is None:
                continue
            does = f"_owm_net_words '{' '.join(takes.words)}'" if takes.words else ":"
            if takes.kind == FILES:
                does = "_owm_net_files"
            elif takes.kind == CODES:
                does = "_owm_net_code"
            values.append(f"    '{verb.name} {option.flag}') {does}; return;;")
    coded = "|".join(verb.name for verb in verbs if verb.may_be(CODES))
    return f"""# bash completion of owm-net, printed by: owm-net completion bash

_owm_net_words() {{
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}}

_owm_net_files() {{
  compopt -o filenames 2>/dev/null
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
}}

# the next word of a code, with a hyphen after it while another follows
_owm_net_code() {{
  local front="${{cur%-*}}-" hyphens="${{cur//[^-]/}}" end=-
  [[ $cur == *-* ]] || return
  (( ${{#hyphens}} > {CODE_WORDS} )) && return
  (( ${{#hyphens}} == {CODE_WORDS} )) && end=
  [[ -n $end ]] && compopt -o nospace 2>/dev/null
  COMPREPLY=($(compgen -P "$front" -S "$end" -W "$_owm_net_all" -- "${{cur##*-}}"))
}}

_owm_net_all='{" ".join(WORDS)}'

_owm_net() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}"
  local at=1 options= words= files=
  if [[ ${{COMP_WORDS[1]}} == --language ]]; then
    if (( COMP_CWORD == 2 )); then _owm_net_words '{" ".join(LANGUAGES)}'; return; fi
    at=3
  fi
  local verb="${{COMP_WORDS[at]}}"
  COMPREPLY=()
  if (( COMP_CWORD == at )); then
    _owm_net_words '{" ".join(verb.name for verb in verbs)} {" ".join(ALONE)}'
    return
  fi
  case "$verb $prev" in
{chr(10).join(values)}
  esac
  case "$verb" in
{chr(10).join(cases)}
  esac
  case "$cur" in
    -*) _owm_net_words "$options"; return;;
    {_CODE}) case "$verb" in {coded}) _owm_net_code; return;; esac;;
  esac
  if [[ -n $words ]] && (( COMP_CWORD == at + 1 )); then _owm_net_words "$words"
  elif [[ -n $files ]]; then _owm_net_files
  elif [[ -z $cur && -z $words ]]; then _owm_net_words "$options"
  fi
  return 0
}}

complete -F _owm_net owm-net
"""


def zsh(verbs: list[VerbGrammar]) -> str:
    """For a folder of the fpath; sourced it works too, after compinit."""
    cases, values = [], []
    for verb in verbs:
        described = " ".join(_quoted(f"{o.flag}:{o.help}") for o in verb.options)
        files = "yes" if verb.may_be(FILES) else ""
        words = " ".join(verb.words)
        cases.append(f"    {verb.name}) options=({described}) words=({words}) files={files};;")
        for option in verb.options:
            takes = option.takes
            if takes is None:
                continue
            does = f"compadd -- {' '.join(takes.words)}" if takes.words else "_message value"
            if takes.kind == FILES:
                does = "_files"
            elif takes.kind == CODES:
                does = "_owm_net_code"
            values.append(f"    '{verb.name} {option.flag}') {does}; return;;")
    coded = "|".join(verb.name for verb in verbs if verb.may_be(CODES))
    names = " ".join(_quoted(f"{verb.name}:{verb.help}") for verb in verbs)
    return f"""#compdef owm-net
# zsh completion of owm-net, printed by: owm-net completion zsh

# the next word of a code, with a hyphen after it while another follows
_owm_net_code() {{
  local front="${{PREFIX%-*}}-" hyphens="${{PREFIX//[^-]/}}" end=-
  [[ $PREFIX == *-* ]] || return 1
  (( ${{#hyphens}} > {CODE_WORDS} )) && return 1
  (( ${{#hyphens}} == {CODE_WORDS} )) && end=' '
  local -a all
  all=({" ".join(WORDS)})
  compset -P '*-'
  compadd -q -S "$end" -a all
}}

_owm_net() {{
  if [[ ${{words[2]}} == --language ]]; then
    if (( CURRENT == 3 )); then compadd -- {" ".join(LANGUAGES)}; return; fi
    words[2,3]=()
    (( CURRENT -= 2 ))
  fi
  local verb="${{words[2]}}" prev="${{words[CURRENT-1]}}" files=
  local -a options verbs places
  verbs=({names})
  if (( CURRENT == 2 )); then
    if [[ $PREFIX == -* ]]; then compadd -- {" ".join(ALONE)}; else _describe verb verbs; fi
    return
  fi
  case "$verb $prev" in
{chr(10).join(values)}
  esac
  case "$verb" in
{chr(10).join(cases).replace(" words=(", " places=(")}
  esac
  case "$PREFIX" in
    -*) _describe option options; return;;
    {_CODE}) case "$verb" in {coded}) _owm_net_code; return;; esac;;
  esac
  if (( $#places && CURRENT == 3 )); then compadd -a places
  elif [[ -n $files ]]; then _files
  elif [[ -z $PREFIX && $#places == 0 ]]; then _describe option options
  fi
}}

if [[ $funcstack[1] == _owm-net ]]; then _owm_net "$@"; else compdef _owm_net owm-net; fi
"""


def fish(verbs: list[VerbGrammar]) -> str:
    """For fish 3 and newer."""
    lines = []
    names = " ".join(verb.name for verb in verbs)
    new = f"not __fish_seen_subcommand_from {names}"
    for verb in verbs:
        lines.append(f"complete -c owm-net -f -n '{new}' -a {verb.name} -d {_quoted(verb.help)}")
    for flag in ALONE:
        kind = "l" if flag.startswith("--") else "s"
        value = f" -x -a '{' '.join(LANGUAGES)}'" if flag == "--language" else ""
        lines.append(f"complete -c owm-net -f -n '{new}' -{kind} {flag.lstrip('-')}{value}")
    for verb in verbs:
        seen = f"-n '__fish_seen_subcommand_from {verb.name}'"
        for option in verb.options:
            flag = option.flag.lstrip("-")
            line = f"complete -c owm-net {seen} -{'s' if len(flag) == 1 else 'l'} {flag}"
            takes = option.takes
            if takes is not None:
                line += " -r" if takes.kind == FILES else " -x"
                if takes.words:
                    line += f" -a '{' '.join(takes.words)}'"
                elif takes.kind == CODES:
                    line += " -a '(__owm_net_code)'"
            lines.append(f"{line} -d {_quoted(option.help)}")
        if verb.words:
            first = f"-n '__owm_net_ends_with {verb.name}'"
            lines.append(f"complete -c owm-net {first} -f -a '{' '.join(verb.words)}'")
        if verb.may_be(CODES):
            lines.append(f"complete -c owm-net {seen} -f -a '(__owm_net_code)'")
        if verb.may_be(FILES):
            later = f"{seen[:-1]}; and not __owm_net_ends_with {verb.name}'"
            lines.append(f"complete -c owm-net {later if verb.words else seen} -F")
    return f"""# fish completion of owm-net, printed by: owm-net completion fish

# the next word of a code, with a hyphen after it while another follows
function __owm_net_code
  set -l cur (commandline -ct)
  string match -qr '^[0-9]+-' -- $cur; or return
  set -l front (string replace -r '[^-]*$' '' -- $cur)
  set -l hyphens (string replace -ra '[^-]' '' -- $cur | string length)
  test $hyphens -gt {CODE_WORDS}; and return
  set -l after -
  test $hyphens -eq {CODE_WORDS}; and set after ''
  for word in {" ".join(WORDS)}
    echo $front$word$after
  end
end

# nothing but this verb has been typed, and perhaps a language before it
function __owm_net_ends_with
  set -l typed (commandline -opc)
  test "$typed[2]" = --language; and set -e typed[2..3]
  test (count $typed) -eq 2; and test "$typed[2]" = $argv[1]
end

complete -c owm-net -f
{chr(10).join(lines)}
"""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "") + "'"


SCRIPTS: Mapping[str, Callable[[list[VerbGrammar]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
