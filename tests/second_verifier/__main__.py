"""`python -m tests.second_verifier LOG`: the second verifier's verdict on a log file."""

import sys
from pathlib import Path

from tests.second_verifier.curve import Refused
from tests.second_verifier.verify import verify


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    try:
        verdict = verify(Path(sys.argv[1]).read_bytes())
    except (OSError, Refused) as e:
        print(f"{sys.argv[1]}: nothing can be said of it: {e}")
        return 2
    print(f"verdict: {verdict.kind}")
    if verdict.kind == "INVALID":
        who = "nobody can be named" if verdict.seat is None else f"seat {verdict.seat}"
        print(f"  record {verdict.record}: {verdict.why} ({who})")
    elif verdict.kind == "CANNOT_JUDGE":
        print(f"  record {verdict.record}: all seats go on from a state that is not reached here")
    elif verdict.kind == "UNFINISHED":
        print(f"  seats that are due: {', '.join(map(str, verdict.owed)) or 'none'}")
    else:
        winners, scores, reason = verdict.result
        print(f"  result: {reason}; winners {winners}, scores {scores}")
        print(f"  digest of the last state: {verdict.digest.hex()}")
    return 0 if verdict.kind == "OK" else 1


if __name__ == "__main__":
    sys.exit(main())
