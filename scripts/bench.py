"""Shared by the scripts bench-*: the programs, runs with their processor time, and tables in Markdown.

They run target/release/knightsat, for commands of the lab target/release/knightsat-lab (cargo build --release -p
knightsat-lab), and target/release/graphs (cargo build --release -p knightsat-tools). KNIGHTSAT names another program
for all commands, and GRAPHS one for the graphs.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KNIGHTSAT = os.environ.get("KNIGHTSAT", str(ROOT / "target/release/knightsat"))
LAB = os.environ.get("KNIGHTSAT", str(ROOT / "target/release/knightsat-lab"))
GRAPHS = os.environ.get("GRAPHS", str(ROOT / "target/release/graphs"))
# For a test: the first measurement of each part.
TINY = "--tiny" in sys.argv[1:]
QUICK = TINY or "--quick" in sys.argv[1:]

# A run that has ended: its exit code, None if the limit has ended it; its processor seconds and those by the clock; its
# largest memory in MB; and its output.
Run = namedtuple("Run", "code seconds clock memory out err")


def stop(message):
    """Ends the script."""
    sys.exit(f"{Path(sys.argv[0]).name}: {message}")


def consumed(process):
    """Processor time so far, as `wait4` will report it. Field 14 and 15 of the file, counted behind the name."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_over(process, limit):
    """Waits until the process has ended, or until it has consumed so many processor seconds.

    RLIMIT_CPU is of no use: it counts whole timer ticks, among them those that a virtual machine was not running,
    and kills before the time reported has reached the limit (after 15.7 s of 20, when other jobs ran).
    """
    while not os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if consumed(process) >= limit:
            return True
        time.sleep(0.02)
    return False


def run(*command, codes=None, limit=None, out=None, input=None, **options):
    """Runs a command. An exit code that is not among `codes` ends the script.

    `limit` is in processor seconds, `out` a file for the output, `input` a text.
    """
    command = [str(word) for word in command]
    with tempfile.TemporaryFile("w+") as stdin, tempfile.TemporaryFile("w+") as stderr, \
            open(out, "w+") if out else tempfile.TemporaryFile("w+") as stdout:
        stdin.write(input or "")
        stdin.seek(0)
        begin = time.monotonic()
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, **options)
        is_late = limit is not None and is_over(child.pid, limit)
        if is_late:
            child.kill()
        _, status, used = os.wait4(child.pid, 0)
        clock = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        stdout.seek(0)
        stderr.seek(0)
        code = None if is_late else child.returncode
        done = Run(code, used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024, stdout.read(), stderr.read())
    if codes is not None and code not in codes:
        stop(f"{' '.join(command)}: exit code {code} after {done.seconds:.1f} s: {done.out[-400:]}{done.err[-400:]}")
    return done


def knightsat(*arguments, codes=(0,), **options):
    """Runs knightsat."""
    return run(KNIGHTSAT, *arguments, codes=codes, **options)


def lab(*arguments, codes=(0,), **options):
    """Runs a command of the lab."""
    return run(LAB, *arguments, codes=codes, **options)


def graph(family, path):
    """Writes a graph of a family, such as `petersen 29 2`, to a file."""
    run(GRAPHS, *family.split(), codes=(0,), out=path)
    return path


def header(formula):
    """Numbers of variables and clauses of a formula, as text."""
    with open(formula) as lines:
        return next(line.split()[2:] for line in lines if line.startswith("p cnf"))


def row(*cells):
    """Prints a row of a table; fractions have three digits."""
    cells = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
    print("| " + " | ".join(cells) + " |", flush=True)


def heading(*names):
    """Prints the head of a table."""
    row(*names)
    print("|" + " --- |" * len(names), flush=True)


def square(rank, file):
    """The name of a square."""
    letters = ""
    while file:
        file, letter = divmod(file - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{rank}"


def few(items):
    """The items, or the first of them with --tiny."""
    return list(items)[:1] if TINY else items


def words():
    """The arguments of the script but --quick and --tiny."""
    return [word for word in sys.argv[1:] if word not in ("--quick", "--tiny")]


def parts(**parts):
    """Runs the parts of the script that the command line names; all if it names none."""
    names = words()
    unknown = [name for name in names if name not in parts]
    if unknown:
        stop(f"no such part: {', '.join(unknown)}; there are {', '.join(parts)}")
    for name in names or parts:
        parts[name]()
