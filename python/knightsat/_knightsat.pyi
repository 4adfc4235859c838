from typing import Iterable, Literal, Mapping, Sequence, TypedDict, Union, final

from typing_extensions import Unpack

__all__ = ["__version__", "NoTour", "NotATour", "Formula", "Report", "encode", "solve", "verify", "check"]
__version__: str

_Style = Literal["positions", "arcs", "edges"]
_Entry = tuple[list[int], Union[int, str], str]
_Moves = Iterable[Union[str, tuple[str, str]]]
_Steps = Union[Mapping[int, str], Iterable[str]]

class _Tour(TypedDict, total=False):
    """Which tour."""

    closed: bool
    start: str | None
    end: str | None
    leaper: tuple[int, int] | None
    symmetric: Literal["rot180", "rot90"] | None
    require: _Moves
    forbid: _Moves
    at: _Steps
    not_at: _Steps
    magic: bool

class _Encoded(_Tour, total=False):
    """Which tour, and how to encode it; each encoding takes some of the rest."""

    encoding: str
    amo: str
    directions: Literal["one", "both"]
    variables: Literal["edges", "arcs"]
    arcs: bool
    different: str
    modulus: int
    negate: bool
    predecessors: bool
    prune: bool
    square_at_least_one: bool
    three_cnf: bool
    shortcuts: bool

class NoTour(ValueError): ...
class NotATour(ValueError): ...

@final
class Formula:
    @property
    def clauses(self) -> list[list[int]]: ...
    @property
    def variables(self) -> int: ...
    @property
    def map(self) -> list[_Entry]: ...
    @property
    def style(self) -> _Style: ...
    @property
    def one_direction(self) -> bool: ...
    @property
    def first(self) -> str | None: ...
    def decode(self, model: Sequence[int]) -> list[str]: ...
    def dimacs(self) -> str: ...

@final
class Report:
    @property
    def good(self) -> bool: ...
    @property
    def late(self) -> bool: ...
    @property
    def findings(self) -> list[tuple[str, Literal["good", "wrong", "skipped"], str]]: ...
    @property
    def counterexample(self) -> str | None: ...
    @property
    def squares(self) -> list[str] | None: ...
    def __bool__(self) -> bool: ...

def encode(board: str, *, timeout: float | None = None, **options: Unpack[_Encoded]) -> Formula: ...
def solve(board: str, *, timeout: float | None = None, **options: Unpack[_Tour]) -> list[str]: ...
def verify(board: str, squares: Sequence[str], **options: Unpack[_Tour]) -> None: ...
def check(
    clauses: Sequence[Sequence[int]],
    map: str | Sequence[_Entry],
    board: str,
    *,
    style: _Style | None = None,
    one_direction: bool = False,
    first: str | None = None,
    timeout: float | None = None,
    **options: Unpack[_Tour],
) -> Report: ...
