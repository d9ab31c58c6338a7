"""Why the system refuses a file, in words that can be translated."""

from __future__ import annotations

import errno

from owm_net.engine.text import Text, say

WORDS = {
    errno.EACCES: say("permission denied"),
    errno.EEXIST: say("file exists"),
    errno.EIO: say("input/output error"),
    errno.EISDIR: say("is a directory"),
    errno.ENAMETOOLONG: say("file name too long"),
    errno.ENOENT: say("no such file or directory"),
    errno.ENOSPC: say("no space left on device"),
    errno.ENOTDIR: say("not a directory"),
    errno.EPERM: say("operation not permitted"),
    errno.EROFS: say("read-only file system"),
}
"""What players meet; the rest is said as the system says it."""


def reason(error: OSError) -> str:
    """Why, as it stands behind a colon."""
    said = error.strerror or str(error)
    if isinstance(said, Text):  # our own, which must stay as it is to be translated
        return said
    return WORDS.get(error.errno or 0) or said.lower()
