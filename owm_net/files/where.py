"""Where the folders of this machine are: OWM_HOME, else the platform's usual places. Loads little,
for every verb looks for its language there."""

from __future__ import annotations

import os
import sys
from contextvars import ContextVar
from pathlib import Path

SETTINGS = "settings.json"
"""The file of what is set in the window, in the folder "settings"."""

BESIDE: ContextVar[str] = ContextVar("OWM_HOME", default="")
"""In the place of OWM_HOME for a computer player that is no process of its own."""


def place(kind: str) -> Path:
    """The folder for "keys", "logs", "cache", "settings" or "computer", which may not be there."""
    home = BESIDE.get() or os.environ.get("OWM_HOME")
    if home:
        return Path(home) / kind
    if kind == "settings" and sys.platform.startswith("linux"):  # platformdirs takes 10 ms to load
        config = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
        return Path(config, "owm-net", kind)
    import platformdirs

    dirs = platformdirs.PlatformDirs("owm-net", appauthor=False)
    return (
        Path(
            {
                "keys": dirs.user_data_dir,
                "logs": dirs.user_data_dir,
                "cache": dirs.user_cache_dir,
                "settings": dirs.user_config_dir,
                "computer": dirs.user_data_dir,
            }[kind]
        )
        / kind
    )
