"""`python -m tests.second_verifier LOG [REQUESTS.json]`: the second verifier's verdict on a log.

With a requests file the rules are not asked, and nothing of owm_net is loaded.
"""

import sys
from pathlib import Path

from tests.second_verifier.curve import Refused
from tests.second_verifier.verify import verify, verify_without_rules


def main() -> int:
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    try:
        log, *requests = map(Path, sys.argv[1:])
        if requests:
            text = requests[0].read_text(encoding="utf-8")
            verdict = verify_without_rules(log.read_bytes(), text)
        else:
            verdict = verify(log.read_bytes())
    except (OSError, ValueError, KeyError, Refused) as e:
        print(f"{sys.argv[1]}: nothing can be said of it: {e}")
        return 2
    print(f"verdict: {verdict.kind}")
    if verdict.kind == "INVALID":
        who = "nobody can be named" if verdict.seat is None else f"seat {verdict.seat}"
        print(f"  record {verdict.record}: {verdict.why} ({who})")
    elif verdict.kind == "CANNOT_JUDGE":
        why = verdict.why or "all seats go on from a state that is not reached here"
        print(f"  record {verdict.record}: {why}")
    elif verdict.kind == "UNFINISHED":
        print(f"  seats that are due: {', '.join(map(str, verdict.owed)) or 'none'}")
    else:
        winners, scores, reason = verdict.result
        print(f"  result: {reason}; winners {winners}, scores {scores}")
        print(f"  digest of the last state: {verdict.digest.hex()}")
    return 0 if verdict.kind in ("OK", "PROOFS_HOLD") else 1


if __name__ == "__main__":
    sys.exit(main())
