"""Knight's tours and Hamiltonian cycles as formulas: clauses for PySAT, tours from models, counts, proofs and puzzles.

Boards are written as the program takes them: "8x8" is ranks by files; with holes, ranks from the top such as
"..../.##./.##./....". Squares are called "a1" (bottom left), variables and steps are numbered from 1. A graph is a list
of edges, a graph of networkx, or the path of a file. Keywords are the options of the program: start="a1",
leaper=(2, 3), at={17: "d5"}, require=[("a1", "c2")].

Long calls release the GIL, end with Ctrl-C or after `timeout` seconds (TimeoutError), and call `progress` some twenty
times a second with a dict of numbers: "seconds", and what is known of the work.
"""

from ._knightsat import (
    Formula,
    NoTour,
    NotACertificate,
    NotATour,
    Puzzle,
    Report,
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
    solve,
    tours,
    verify,
    verify_certificate,
)

__all__ = [
    "Formula",
    "NoTour",
    "NotACertificate",
    "NotATour",
    "Puzzle",
    "Report",
    "TourExists",
    "TourIterator",
    "__version__",
    "check",
    "circuit",
    "count",
    "decode",
    "encode",
    "prove",
    "puzzle",
    "solve",
    "tours",
    "verify",
    "verify_certificate",
]
