"""The command: the script `knightsat`, or `python -m knightsat`."""

import os
import signal
import sys

if not __package__:
    # The command has started itself again, by the path of this file and without site packages.
    sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))

from knightsat._knightsat import run_command

START = ["-S", os.path.abspath(__file__)]
"""The arguments with which an interpreter starts the command."""


def main() -> None:
    """Runs the command in sys.argv, and ends the process with its exit code."""
    # As in a program in C: Python handles the one, and ignores the other.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    # No file that is opened here may get the number of a closed standard stream.
    while os.open(os.devnull, os.O_RDWR) <= 2:
        pass
    start = [sys.executable, *START] if sys.executable else []
    called = sys.argv[0] if os.path.basename(sys.argv[0]) == "knightsat" else "knightsat"
    run_command(start, [called, *sys.argv[1:]])


if __name__ == "__main__":
    main()
