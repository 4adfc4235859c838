"""Times of solvers, by `knightsat compare`, which keeps a row for every run and repeats none; and
the search for the parameter with which a solver takes the target time."""

import json
import statistics

from . import tools

# How far from the target a time may be, as a factor.
NEAR = 2.5
# Beyond that no other shuffle is tried: it would hardly bring the time back.
FAR = 4 * NEAR
SHUFFLES = 3


class Stopwatch:
    """Runs in a folder, all with the same limit."""

    def __init__(self, folder, timeout):
        self.folder, self.timeout = folder, timeout

    def row(self, path, solver):
        """The row of a solver on a formula: processor time, and what came of it. A tour that it finds is
        verified; a wrong answer ends the script."""
        command = ["compare", "--cnf", path, "--solver", solver, "--timeout", self.timeout, "-o", self.folder]
        tools.knightsat(*command, "--format", "csv")
        lines = (self.folder / "rows.jsonl").read_text().splitlines()
        rows = [json.loads(line) for line in lines]
        mine = [row for row in rows if (row["encoding"], row["solver"]) == (str(path), solver)]
        return mine[-1]

    def seconds(self, path, solver, status):
        """Processor time, and the row; no time if it was not enough."""
        row = self.row(path, solver)
        answers = {"tour": "satisfiable", "none": "unsatisfiable"}
        answer = answers.get(row["verdict"])
        if answer not in (None, status):
            tools.stop(f"{path.name} is {status}, and {solver} says: {answer}")
        return (row["cpu_seconds"] if answer else None), row


def misses(seconds, target):
    """By which factor a time misses the target: above 1 if it is too long; of a run that was cut off too long."""
    return float("inf") if seconds is None else max(seconds, 0.001) / target


def is_near(factor):
    return 1 / NEAR <= factor <= NEAR


def search(ladder, start, target, measure):
    """The rung of a ladder, sorted from easy to hard, that takes about the target time, and the shuffle: by
    steps that grow, then by halving, from where to start. If none does, other shuffles of the first rung that was too hard are tried, as times of
    formulas with a model differ widely; and then it is what comes nearest. None if nothing was solved.

    `measure` takes a rung and the number of a shuffle; it gives seconds, None if it took too long, or False if
    there is no such instance.
    """
    low, high, found, steps = 0, len(ladder) - 1, [], 1

    def tried(at, shuffles):
        """The factors of the shuffles that were tried; none after one that is near, or too far."""
        factors = []
        for shuffle in shuffles:
            seconds = measure(ladder[at], shuffle)
            if seconds is False:
                break
            factors.append(misses(seconds, target))
            if seconds is not None:
                found.append((max(factors[-1], 1 / factors[-1]), at, shuffle))
            if is_near(factors[-1]) or not 1 / FAR <= factors[-1] <= FAR:
                break
        return factors

    def is_found():
        return bool(found) and min(found)[0] <= NEAR

    at = min(start, high)
    while low <= high and not is_found():
        factors = tried(at, range(SHUFFLES))
        # A rung that is missing is passed over upwards.
        if not factors or statistics.median(factors) < 1:
            low = at + 1
        else:
            high = at - 1
        steps *= 2
        at = max(low, (low + high) // 2, high - steps) if low == 0 else min((low + high) // 2, low + steps)
    for shuffle in range(1, SHUFFLES):
        if high + 1 < len(ladder) and not is_found():
            tried(high + 1, [shuffle])
    if not found:
        return None
    _, at, shuffle = min(found)
    return ladder[at], shuffle
