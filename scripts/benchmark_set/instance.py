"""An instance: the problem, its formula as a file, and what identifies that."""

import hashlib
import lzma
from dataclasses import asdict, dataclass

from . import tools


@dataclass(frozen=True)
class Problem:
    """The problem of an instance: a place, called `name`, and options of the tour.

    The place is a board (`20x20`), a drawing of one with `/` between its ranks, or a graph as
    the tool graphs is asked for it (`petersen 29 2`).
    """

    name: str
    board: str = ""
    drawing: str = ""
    graph: str = ""
    options: tuple = ()

    def place(self, home):
        """The arguments that name the place, which is in a file of this folder if it has to be."""
        home.mkdir(parents=True, exist_ok=True)
        if self.drawing:
            path = home / f"{self.name}.txt"
            tools.write(path, self.drawing.replace("/", "\n") + "\n")
            return [str(path)]
        if self.graph:
            path = home / f"{self.name}.col"
            if not path.exists():
                tools.write(path, tools.call([tools.GRAPHS, *self.graph.split()])[1])
            return ["--graph", str(path)]
        return [self.board]


@dataclass(frozen=True)
class Instance:
    """A problem, how it is encoded, and the seed of the shuffle."""

    family: str
    parameter: int
    problem: Problem
    encoding: str
    shuffle: int

    @property
    def name(self):
        return f"{self.problem.name}-{self.encoding}-s{self.shuffle}"

    def style(self):
        """The options of the formula."""
        return ["--encoding", self.encoding, "--no-shortcuts", "--shuffle", str(self.shuffle)]

    def encode(self, folder, home):
        """The compressed formula in the folder, by liblzma, whose bytes the index has hashes of."""
        path = folder / f"{self.name}.cnf.xz"
        if not path.exists():
            args = [*self.problem.place(home), *self.problem.options, *self.style()]
            tools.write(path, lzma.compress(tools.knightsat("encode", *args)[1].encode(), preset=0))
        return path

    def parameters(self):
        """Returns the data for making the same instance again, by `of`."""
        row = asdict(self)
        problem = row.pop("problem")
        problem["options"] = list(self.problem.options)
        return {"name": self.name, **row, "problem": {key: value for key, value in problem.items() if value}}


def of(row):
    """The instance of a row of the index."""
    problem = dict(row["problem"])
    problem["options"] = tuple(problem.get("options", ()))
    instance = Instance(row["family"], row["parameter"], Problem(**problem), row["encoding"], row["shuffle"])
    if instance.name != row["name"]:
        tools.stop(f"{row['name']}: its parameters are those of {instance.name}")
    return instance


def examine(path):
    """Sizes and hashes of a formula, which must be as the SAT Competition asks: comments, the exact header, then a
    clause a line, of distinct literals and no two opposite ones; every variable is in some clause.

    The identifier of GBD is the MD5 of all numbers behind the header, zeros included, with a blank between
    them: github.com/Udopia/gbd, gbd_tool/gbd_hash.py, version 3 of the hash.
    """
    packed = path.read_bytes()
    text = lzma.decompress(packed)
    lines = text.split(b"\n")
    header = next(place for place, line in enumerate(lines) if not line.startswith(b"c"))
    words = lines[header].split()
    body = lines[header + 1 :]
    if words[:2] != [b"p", b"cnf"] or body.pop() != b"":
        tools.stop(f"{path}: no header, or no end of the last line")
    variables, clauses = int(words[2]), int(words[3])
    met, literals = set(), 0
    for line in body:
        *lits, end = map(int, line.split())
        vars_ = {abs(lit) for lit in lits}
        if end != 0 or 0 in vars_ or len(vars_) != len(lits):
            tools.stop(f"{path}: not a clause of different variables: {line[:80].decode()}")
        met |= vars_
        literals += len(lits)
    if (variables, clauses) != (max(met, default=0), len(body)) or len(met) != variables:
        tools.stop(f"{path}: {len(met)} variables and {len(body)} clauses, but the header says {words}")
    return {
        "variables": variables,
        "clauses": clauses,
        "literals": literals,
        "bytes": len(text),
        "bytes_xz": len(packed),
        "sha256": hashlib.sha256(text).hexdigest(),
        "sha256_xz": hashlib.sha256(packed).hexdigest(),
        "gbd": hashlib.md5(b" ".join(body)).hexdigest(),
    }


def inspect(path):
    """Has lint read the formula, and CaDiCaL if it is there, which is strict; what has read it."""
    tools.knightsat("lint", path)
    if not tools.is_there("cadical"):
        return ["knightsat lint"]
    tools.call(["cadical", "-q", "--strict", "-c", "0", path], codes=(0, 10, 20))
    return ["knightsat lint", "cadical --strict"]
