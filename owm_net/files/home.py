"""Where settings, keys, logs and caches live: OWM_HOME, else the platform's usual places."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


class CannotWrite(OSError):
    """A folder or file of ours cannot be written; str() is one line for people."""


def _base(kind: str) -> Path:
    home = os.environ.get("OWM_HOME")
    if home:
        return Path(home) / kind
    dirs = platformdirs.PlatformDirs("owm-net", appauthor=False)
    return Path({"keys": dirs.user_data_dir, "logs": dirs.user_data_dir,
                 "cache": dirs.user_cache_dir, "settings": dirs.user_config_dir}[kind]) / kind


def folder(kind: str) -> Path:
    """The folder for "keys", "logs", "cache" or "settings", made if it is missing.

    Raises CannotWrite.
    """
    path = _base(kind)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if kind == "keys":
            path.chmod(0o700)
    except OSError as e:
        raise CannotWrite(
            f"cannot make the folder {path}: {(e.strerror or str(e)).lower()}; set OWM_HOME to a"
            " folder that you may write to"
        ) from e
    return path
