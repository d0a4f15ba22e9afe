"""The cost of pages, an import and a hall of phones before a change, and now: the tables of ADR 14.

    python benchmarks/before_and_after.py COMMIT [--seconds 240]

Lets `pages.py`, `import_speed.py` and `hall.py` measure, one after the other, the program at the commit and
as it is here. All on SQLite, in directories that are removed afterwards. Each script says what it prints.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """One table after the other."""
    parser = argparse.ArgumentParser(description="What pages and a hall cost before a change, and now.")
    parser.add_argument("commit", help="the state of the program before it")
    parser.add_argument("--seconds", type=float, default=240, help="how long the results of a hall take")
    options = parser.parse_args()
    os.environ.pop("DATABASE_URL", None)
    hall = ("hall.py", f"--seconds={options.seconds}")
    for script, *numbers in (("pages.py",), ("import_speed.py",), hall):
        print(f"== {script}", flush=True)
        subprocess.run([sys.executable, HERE / script, f"--against={options.commit}", *numbers], check=True)
        print(flush=True)


if __name__ == "__main__":
    main()
