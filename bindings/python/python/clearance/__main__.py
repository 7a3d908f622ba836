"""``python -m clearance``: the command ``clearance``, which here reads STEP and IFC files as well.

Options, output and exit status are those of the program; ``check --scheduler`` has the pairs decided by a cluster.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from ._native import run_command


def main(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments and returns its exit status."""
    if arguments[:1] == ["check"]:
        if any(argument.partition("=")[0] == "--scheduler" for argument in arguments):
            from .distributed._command import main as on_cluster

            return on_cluster(arguments)
        if "--help" in arguments:
            return _help(arguments)
    # Python's handler waits for the interpreter, which waits for the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return run_command(["clearance", *arguments])


def _help(arguments: Sequence[str]) -> int:
    """The help of the program, and what this one can do besides."""
    from .distributed._command import HELP

    status = run_command(["clearance", *arguments])
    print(HELP, end="", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
