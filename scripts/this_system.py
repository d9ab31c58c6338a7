"""The system that `bootstrap.py` runs on: Debian or not, root or not, the window's libraries.

Needs nothing but Python, like bootstrap.py itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from owm_net.client.glass.libraries import LIBRARIES, missing_libraries


def say(text: str) -> None:
    print(text, flush=True)


def has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def is_debian() -> bool:
    return shutil.which("apt-get") is not None and Path("/etc/debian_version").exists()


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def as_root() -> str:
    return "" if is_root() else "sudo "


def missing_packages() -> list[str]:
    """Debian's names of what the window lacks."""
    return [LIBRARIES[name] for name in missing_libraries()]


def see_to_libraries(log: Path) -> None:
    """Installs what is missing if it may, else says how. Never fails: only a window needs them.

    log: where the output of apt-get goes.
    """
    missing = missing_packages()
    if not missing:
        return
    packages = " ".join(missing)
    if not is_debian():
        names = ", ".join(missing_libraries())
        say(f"set-up: no window yet: install the libraries {names} with your package manager")
        return
    if not is_root():
        say("set-up: no window yet (everything else works); for the window do:")
        say(f"        sudo apt-get install -y --no-install-recommends {packages}")
        return
    say(f"set-up: system libraries for the window: {packages}")
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if not apt(install, log):
        apt(["apt-get", "update"], log)
        apt(install, log)
    if missing_packages():
        say("set-up: no window yet (everything else works); apt-get could not do:")
        say(f"        apt-get update && apt-get install -y --no-install-recommends {packages}")


def apt(command: list[str], log: Path) -> bool:
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C.UTF-8")
    with log.open("a", encoding="utf-8") as output:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    return done.returncode == 0
