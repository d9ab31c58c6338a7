"""Files that are written where a person said: one way for all of them.

Whoever names a place may have mistyped it. So whatever exists there is refused: a folder, a device,
a link, and every file except an older one of the same kind. A file is there whole or not at all.
"""

from __future__ import annotations

import glob
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from attrs import frozen

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, check_folder
from owm_net.files.reading import open_plain
from owm_net.files.reasons import reason


@frozen
class Place:
    """Where a file is to be. what: it is, such as "the picture". elsewhere: what to do if it cannot
    be there, such as "choose another place with --picture". taken: what is said of a file that is
    there. heads: how one begins whose place it may take; no file's if there are none."""

    path: Path
    what: str
    elsewhere: str
    taken: str
    heads: tuple[bytes, ...] = ()

    def check(self) -> None:
        """Raise CannotWrite unless a file can be written there now."""
        self._older()
        if not self.path.parent.is_dir():
            raise self._refused(say("there is no folder {parent}", parent=self.path.parent))
        check_folder(self.path.parent, self.elsewhere)

    @contextmanager
    def written(self) -> Iterator[Path]:
        """Yield a new file to write to, which is put in place when it is whole. Raises
        CannotWrite."""
        half = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}.part")
        try:
            self._older()
            os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            yield half
            self._put(half)
        except CannotWrite:
            raise
        except OSError as e:
            raise self._refused(reason(e)) from e
        finally:
            with suppress(OSError):
                half.unlink(missing_ok=True)

    def _put(self, half: Path) -> None:
        """Whatever came there in the meantime is refused, too."""
        if not self._older():
            with suppress(OSError):  # a file system without links
                os.link(half, self.path)
                return
            self._older()
        os.replace(half, self.path)

    def _older(self) -> bool:
        """Return True if an older file of the same kind is there. Raises CannotWrite for anything
        else."""
        try:
            mode = self.path.lstat().st_mode
            if stat.S_ISDIR(mode):
                raise self._refused(say("it is a folder"))
            if not stat.S_ISREG(mode):
                raise self._refused(say("it is a link or a device, not a regular file"))
            with open_plain(self.path, "O_NOFOLLOW", change=True) as file:  # nor one read only
                head = file.read(max(map(len, self.heads), default=0))
        except (FileNotFoundError, NotADirectoryError):
            return False
        except CannotWrite:
            raise
        except OSError as e:
            raise self._refused(reason(e)) from e
        if not self.heads or (head and not head.startswith(self.heads)):
            raise CannotWrite(self.taken)
        return True

    def _refused(self, why: str) -> CannotWrite:
        return CannotWrite(
            say(
                "cannot write {what} {path}: {why}; {elsewhere}",
                what=self.what,
                path=self.path,
                why=why,
                elsewhere=self.elsewhere,
            ),
            why,
        )


def forget_halves(path: Path) -> None:
    """Remove the leftovers of a file whose writer was killed."""
    with suppress(OSError):
        for half in path.parent.glob(f"{glob.escape(path.name)}.*.part"):
            half.unlink()
