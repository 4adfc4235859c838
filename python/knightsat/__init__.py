"""Knight's tours as formulas: clauses and maps for PySAT, tours from models, and checks of your own clauses.

Boards are written as the program takes them: "8x8" is ranks by files; with holes, ranks from the top such as
"..../.##./.##./....". Squares are called "a1" (bottom left), variables and steps are numbered from 1. Keywords are the
options of the program: start="a1", leaper=(2, 3), at={17: "d5"}, require=[("a1", "c2")].
"""

from ._knightsat import (
    Formula,
    NoTour,
    NotATour,
    Report,
    __version__,
    check,
    encode,
    solve,
    verify,
)

__all__ = [
    "Formula",
    "NoTour",
    "NotATour",
    "Report",
    "__version__",
    "check",
    "encode",
    "solve",
    "verify",
]
