"""The families: problems by size, and where on their ladder a solver of 2009 takes some seconds."""

import tempfile
from collections import namedtuple
from pathlib import Path

from . import tools
from .evidence import SATISFIABLE, UNSATISFIABLE
from .instance import Problem
from .tools import Dice

# A family in one encoding. `problem` makes the problem of a rung, by a seed where something is drawn, or None where there
# is none; `start` is where the search begins.
Slot = namedtuple("Slot", "family encoding status ladder start problem")


def board(name, ranks, files, *options):
    return Problem(f"{name}-{ranks}x{files}", board=f"{ranks}x{files}", options=options)


def closed(sides, _):
    return board("knight-closed", *sides, "--closed")


def open_(sides, _):
    return board("knight-open", *sides)


def turned(n, _):
    return board("knight-rot90", n, n, "--closed", "--symmetric", "rot90")


def blocks(n, seed):
    """Closed tours through blocks: the formula grows linearly with the board."""
    return board(f"knight-blocks-{seed}", n, n, "--closed", "--blocks", "6x6", "--joints", str(seed))


def leaper(a, b):
    def problem(sides, _):
        return board(f"leaper-{a}-{b}-closed", *sides, "--closed", "--leaper", f"{a},{b}")

    return problem


def strip(ranks):
    """Boards without a closed tour by Schwenk's theorem."""

    def problem(n, _):
        return board("knight-closed", ranks, n, "--closed")

    return problem


def rarer(sides, _):
    """Open tours of boards of odd size from the colour that has a square less. A board of even size lacks the
    corner a1, and with it its colour the square."""
    ranks, files = sides
    if ranks * files % 2:
        return board("knight-from-a2", ranks, files, "--start", "a2")
    drawing = "/".join(["." * files] * (ranks - 1) + ["#" + "." * (files - 1)])
    return Problem(f"knight-from-a3-{ranks}x{files}less", drawing=drawing, options=("--start", "a3"))


def petersen(n, _):
    return Problem(f"petersen-{n}-2", graph=f"petersen {n} 2", options=("--closed",))


def snark(n, _):
    return Problem(f"snark-{n}", graph=f"snark {n}", options=("--closed",))


def planted(n, seed):
    return Problem(f"planted-{n}-{seed}", graph=f"planted {n} {2 * n // 5} {seed}", options=("--closed",))


def square(vertex, files):
    """The name of a square by its number."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[vertex % files]}{vertex // files + 1}"


def moves(ranks, files):
    """The knight's moves of a board, in the order of the variables of `split --encoding lazy`."""
    for vertex in range(ranks * files):
        rank, file = divmod(vertex, files)
        for up, right in [(1, -2), (1, 2), (2, -1), (2, 1)]:
            if rank + up < ranks and 0 <= file + right < files:
                yield vertex, vertex + up * files + right


def part(pieces):
    """A part of a closed tour as `split` makes it, one by the seed: the moves that its cube requires and forbids."""

    def problem(sides, seed):
        ranks, files = sides
        edges = sorted(moves(ranks, files))
        number = seed % pieces
        with tempfile.TemporaryDirectory() as home:
            home = Path(home, "parts")
            how = ["--no-shortcuts", "--encoding", "lazy", "--parts", pieces, "-o", home]
            tools.knightsat("split", f"{ranks}x{files}", "--closed", *how)
            cubes = (home / "cubes.txt").read_text().splitlines()
        if number >= len(cubes):
            return None
        options = ["--closed"]
        for literal in map(int, cubes[number].split()[:-1]):
            a, b = edges[abs(literal) - 1]
            options += ["--require" if literal > 0 else "--forbid", f"{square(a, files)}-{square(b, files)}"]
        return board(f"knight-part{number + 1}of{pieces}", ranks, files, *options)

    return problem


def given(clues):
    """A closed tour that is on some squares at some steps: those of a tour."""

    def problem(sides, seed):
        ranks, files = sides
        steps = Dice(ranks, files, clues, seed).choose(range(2, ranks * files + 1), clues)
        said = tools.knightsat("solve", f"{ranks}x{files}", "--closed", "--start", "a1", "--format", "moves")[1].split()
        pairs = ",".join(f"{step}={said[step - 1]}" for step in sorted([1, *steps]))
        return board(f"knight-given{clues}-{seed}", ranks, files, "--closed", "--at", pairs)

    return problem


def holes(number, tries=200):
    """A board with holes, as many of each colour, that has a two-factor and no closed tour: the first that is drawn."""

    def problem(sides, seed):
        ranks, files = sides
        squares = range(ranks * files)
        colours = [[v for v in squares if sum(divmod(v, files)) % 2 == colour] for colour in (0, 1)]
        for draw in range(tries):
            dice = Dice(ranks, files, number, seed, draw)
            gone = {v for colour in colours for v in dice.choose(colour, number // 2)}
            signs = "".join("#" if v in gone else "." for v in squares)
            drawing = "/".join(signs[start : start + files] for start in range(0, len(signs), files))
            name = f"knight-holes{number}-{seed}-{draw}-{ranks}x{files}"
            found = Problem(name, drawing=drawing, options=("--closed",))
            if has_two_factor_only(found):
                return found
        return None

    return problem


def has_two_factor_only(problem):
    """Returns true if the relaxation of the lazy engine has a model although no tour exists."""
    with tempfile.TemporaryDirectory() as home:
        args = [*problem.place(Path(home)), *problem.options]
        if tools.knightsat("solve", *args, "--timeout", 20, codes=(0, 1, 3))[0] != 1:
            return False
        file = Path(home, "t.cnf")
        tools.knightsat("encode", *args, "--encoding", "lazy", "--no-shortcuts", "-o", file)
        return tools.knightsat("sat", file, codes=(10, 20))[0] == 10


# What the description says of each family.
MEANINGS = {
    "closed": r"closed tours of square boards",
    "open": r"open tours of square boards, from anywhere to anywhere",
    "turned": r"closed tours that a quarter turn of the board maps to themselves",
    "blocks": r"closed tours of square boards that visit blocks of $6\times6$ squares one after the other",
    "leaper": r"closed tours of $(1,4)$- and $(2,3)$-leapers",
    "planted": r"sparse graphs around a planted Hamiltonian cycle, with forced edges",
    "given": r"closed tours that are on given squares at given steps",
    "part": r"parts of a closed tour's search space, as \emph{knightsat} splits it for many machines: some moves are required, others forbidden",
    "strip": r"closed tours of boards with three or four ranks that have none by Schwenk's theorem",
    "rarer": r"open tours of boards with an odd number of squares from the colour that has a square less",
    "holes": r"boards with holes that have a two-factor and no tour",
    "petersen": r"generalised Petersen graphs $GP(n,2)$, $n\equiv5\pmod 6$, which have no Hamiltonian cycle",
    "snark": r"flower snarks, which have none either",
}

# Boards with an even number of squares, and with an odd one, by how many they are.
EVEN = sorted([(n, n) for n in range(6, 61, 2)] + [(n, n + 1) for n in range(6, 30)], key=lambda sides: sides[0] * sides[1])
ODD = [(n, n) for n in range(5, 62, 2)]
TURNED = list(range(6, 63, 4))
BLOCKS = list(range(24, 601, 12))
SNARKS = list(range(5, 62, 2))
PETERSEN = list(range(11, 120, 6))
RARER = [(3, 5), (3, 7), (5, 5), (3, 9), (4, 7), (5, 6), (4, 8), (3, 11), (5, 7), (6, 6), (3, 13), (5, 9), (7, 7)]
STRIPS = list(range(6, 60))
HOLES = [(4, 9), (5, 8), (4, 11), (5, 9), (4, 12), (5, 10), (4, 13), (5, 11), (4, 14), (5, 12)]
PLANTED = [20, 30, 40, 60, 80, 100, 120, 160, 200, 240, 320, 400, 500, 600, 800, 1000]
SLOTS = [
    Slot("closed", "position", SATISFIABLE, EVEN, EVEN.index((20, 20)), closed),
    Slot("closed", "adder", SATISFIABLE, EVEN, EVEN.index((14, 14)), closed),
    Slot("open", "textbook", SATISFIABLE, EVEN, EVEN.index((8, 8)), open_),
    Slot("open", "order", SATISFIABLE, EVEN, EVEN.index((11, 12)), open_),
    Slot("leaper", "crt", SATISFIABLE, EVEN, EVEN.index((12, 12)), leaper(2, 3)),
    Slot("given", "textbook", SATISFIABLE, EVEN, EVEN.index((8, 8)), given(6)),
    Slot("part", "distance", SATISFIABLE, EVEN, EVEN.index((12, 12)), part(8)),
    Slot("planted", "elimination", SATISFIABLE, PLANTED, PLANTED.index(60), planted),
    Slot("turned", "textbook", SATISFIABLE, TURNED, TURNED.index(14), turned),
    Slot("closed", "lfsr", SATISFIABLE, EVEN, EVEN.index((11, 12)), closed),
    Slot("blocks", "elimination", SATISFIABLE, BLOCKS, BLOCKS.index(192), blocks),
    Slot("rarer", "textbook", UNSATISFIABLE, RARER, RARER.index((5, 6)), rarer),
    Slot("rarer", "binary", UNSATISFIABLE, RARER, RARER.index((5, 5)), rarer),
    Slot("petersen", "position", UNSATISFIABLE, PETERSEN, PETERSEN.index(35), petersen),
    Slot("petersen", "adder", UNSATISFIABLE, PETERSEN, PETERSEN.index(41), petersen),
    Slot("snark", "order", UNSATISFIABLE, SNARKS, SNARKS.index(21), snark),
    Slot("snark", "distance", UNSATISFIABLE, SNARKS, SNARKS.index(17), snark),
    Slot("snark", "crt", UNSATISFIABLE, SNARKS, SNARKS.index(25), snark),
    Slot("leaper", "position", UNSATISFIABLE, ODD, ODD.index((11, 11)), leaper(1, 4)),
    Slot("strip", "distance", UNSATISFIABLE, STRIPS, STRIPS.index(17), strip(4)),
    Slot("holes", "position", UNSATISFIABLE, HOLES, HOLES.index((5, 10)), holes(4)),
]
