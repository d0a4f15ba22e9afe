"""Runs a Python program many times in one process: each line of standard input is its arguments in JSON.

    PYTHON one_process.py PROGRAM

Answers each with a line of JSON: the output of the program. It runs with that program's Python and modules.
"""

import contextlib
import io
import json
import runpy
import sys
from pathlib import Path


def main() -> None:
    program = sys.argv[1]
    sys.path[0] = str(Path(program).parent)
    for line in sys.stdin:
        sys.argv = [program, *json.loads(line)]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                runpy.run_path(program, run_name="__main__")
            except (Exception, SystemExit) as error:
                printed.write("" if isinstance(error, SystemExit) else repr(error))
        print(json.dumps(printed.getvalue()), flush=True)


if __name__ == "__main__":
    main()
