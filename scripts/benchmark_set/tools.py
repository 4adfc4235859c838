"""The common parts of scripts/benchmarks: calls of programs, and random numbers by a seed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KNIGHTSAT = os.environ.get("KNIGHTSAT", str(ROOT / "target/release/knightsat-lab"))
GRAPHS = os.environ.get("GRAPHS", str(ROOT / "target/release/graphs"))


def anchor():
    """Has the programs called by absolute paths from here on, so that the folder may change."""
    global KNIGHTSAT, GRAPHS
    KNIGHTSAT, GRAPHS = (str(Path(name).resolve()) if "/" in name else name for name in (KNIGHTSAT, GRAPHS))


def stop(message):
    """Ends the script with a line for people."""
    sys.exit(f"benchmarks: {message}")


def call(command, codes=(0,), text=True):
    """Exit code and standard output of a program; any other exit code ends the script."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=text, check=False)
    except FileNotFoundError:
        package, variable = ("knightsat-tools", "GRAPHS") if command[0] == GRAPHS else ("knightsat-lab", "KNIGHTSAT")
        stop(f"{command[0]} does not exist: run cargo build --release -p {package}, or name the program with {variable}")
    if done.returncode not in codes:
        told = done.stderr if text else done.stderr.decode(errors="replace")
        stop(f"{' '.join(command)}: exit code {done.returncode}: {(told or done.stdout)[-400:].strip()}")
    return done.returncode, done.stdout


def knightsat(*args, codes=(0,)):
    """Exit code and standard output of knightsat."""
    return call([KNIGHTSAT, *args], codes)


def is_there(program):
    """Returns true if a program can be called by its name."""
    return shutil.which(program) is not None


def write(path, text):
    """Writes a file that is there whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(text if isinstance(text, bytes) else text.encode())
    draft.replace(path)


class Dice:
    """Numbers by a seed, the same in every version of Python: SplitMix64 (Steele, Lea and Flood 2014)."""

    MASK = (1 << 64) - 1

    def __init__(self, *seeds):
        self.state = 0
        for seed in seeds:
            self.state = (self.state ^ seed) & self.MASK
            self.state = self.word()

    def word(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & self.MASK
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & self.MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & self.MASK
        return word ^ (word >> 31)

    def choose(self, items, count):
        """So many different ones, in random order."""
        items = list(items)
        for place in range(count):
            other = place + self.word() % (len(items) - place)
            items[place], items[other] = items[other], items[place]
        return items[:count]
