"""Knight's tours and Hamiltonian cycles as formulas: clauses for PySAT, tours from models, counts, proofs and puzzles.

The syntax of boards is that of the program. "8x8" is ranks by files; a board with holes is its ranks
from the top, such as "..../.##./.##./....". "a1" is the bottom left square. Variables and steps are
numbered from 1. "4x4x4" is a box of layers. A graph is a list of edges, a graph of networkx, or the path of a
file. Keywords are the options of the program: start="a1", leaper="king", wrap="both", at={17: "d5"},
require=[("a1", "c2")]. A Tour is a list; a notebook shows its picture.

Long calls release the GIL. They end with Ctrl-C, or with Timeout after `timeout` seconds. About
twenty times a second they call `progress` with a dict of numbers: "seconds", and counters of the work.
"""

from . import _keywords as _keywords
from ._command import compare, lint
from ._knightsat import (
    Formula,
    NoTour,
    NotACertificate,
    NotATour,
    Puzzle,
    Report,
    Timeout,
    TourExists,
    TourIterator,
    __version__,
    check,
    circuit,
    count,
    decode,
    encode,
    prove,
    puzzle,
    sizes,
    solve,
    stats,
    tours,
    verify,
    verify_certificate,
)
from ._tour import Tour

__all__ = [
    "Formula",
    "NoTour",
    "NotACertificate",
    "NotATour",
    "Puzzle",
    "Report",
    "Timeout",
    "Tour",
    "TourExists",
    "TourIterator",
    "__version__",
    "check",
    "circuit",
    "compare",
    "count",
    "decode",
    "encode",
    "lint",
    "prove",
    "puzzle",
    "sizes",
    "solve",
    "stats",
    "tours",
    "verify",
    "verify_certificate",
]
