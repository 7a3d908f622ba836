"""``python -m clearance``: the command ``clearance``, which here reads STEP and IFC files as well.

Options, output and exit status are those of the program.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from ._native import run_command


def main(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments and returns its exit status."""
    # Python's handler waits for the interpreter, which waits for the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return run_command(["clearance", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
