"""A few generous ratios that a benchmark has to hold on any machine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

# A rung, another one, and how many times the time of the other it may take.
RATIOS = [
    (("native", "raw"), ("closures", "raw"), 1.5),
    (("closures", "raw"), ("interpreter", None), 0.2),
    (("batch:native", None), ("batch:closures", None), 1.5),
    (("native", "raw"), ("c", None), 6.0),
    (("batch:native", None), ("c:batch", None), 6.0),
]


def main(path: str) -> int:
    """Print what does not hold; the exit code says whether anything does not."""
    results = json.loads(Path(path).read_text(encoding="utf-8"))["results"]
    ns = {(r["rung"], r["variant"]): r["ns_per_cycle"] for r in results}
    broken = [(a, b, most) for a, b, most in RATIOS if ns[a] > most * ns[b]]
    for a, b, most in broken:
        print(f"{a} takes {ns[a] / ns[b]:.2f} times {b}, at most {most} are allowed")
    print(f"{len(RATIOS) - len(broken)} of {len(RATIOS)} ratios hold")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
