from os import PathLike
from typing import (
    Any,
    Callable,
    Generic,
    Hashable,
    Iterable,
    Iterator,
    Literal,
    Mapping,
    NoReturn,
    Protocol,
    Sequence,
    TypedDict,
    TypeVar,
    Union,
    final,
    overload,
)

from typing_extensions import Unpack

from ._tour import Tour

__all__ = [
    "__version__",
    "KEYWORDS",
    "Timeout",
    "NoTour",
    "NotATour",
    "NotACertificate",
    "TourExists",
    "Formula",
    "Report",
    "Place",
    "Puzzle",
    "TourIterator",
    "encode",
    "decode",
    "circuit",
    "solve",
    "verify",
    "stats",
    "sizes",
    "count",
    "tours",
    "prove",
    "verify_certificate",
    "puzzle",
    "dimacs",
    "check",
    "run_command",
]
__version__: str

# For each table its keywords: name, default and help.
KEYWORDS: dict[str, list[tuple[str, bool | None, str]]]

_Node = TypeVar("_Node", bound=Hashable)
_Style = Literal["positions", "arcs", "edges"]
_Entry = tuple[list[int], Any, Any]
_Symmetry = Literal[
    "rot180",
    "rot90",
    "flip-files",
    "flip-ranks",
    "rot180-reversed",
    "flip-files-reversed",
    "flip-ranks-reversed",
    "eulerian",
    "bergholtian",
]
# A name such as king, a leap, or several leaps.
_Piece = Union[str, tuple[int, int], Sequence[tuple[int, int]]]
_Wrap = Literal["files", "ranks", "both"]
_Moves = Iterable[Union[str, tuple[Any, Any]]]
_Steps = Union[Mapping[int, Any], Iterable[str]]
_Progress = Callable[[dict[str, float]], object]
_Path = Union[str, PathLike[str]]
# A size, a drawing, or a file with a drawing or a graph.
_Board = Union[str, PathLike[str]]

class _NetworkX(Protocol):
    def is_directed(self) -> bool: ...
    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...

class _Pool(Protocol):
    top: int

class _Binary(Protocol):
    def write(self, data: bytes, /) -> object: ...

class _Cnf(Protocol):
    clauses: Any

class _Tour(TypedDict, total=False):
    """Options of a tour."""

    closed: bool
    start: Any
    end: Any
    leaper: _Piece | None
    wrap: _Wrap | None
    symmetric: _Symmetry | None
    require: _Moves
    forbid: _Moves
    at: _Steps
    not_at: _Steps
    visit: Sequence[Any]
    magic: bool
    blocks: str
    joints: int
    only: str | Sequence[str]
    rules: str | Sequence[str]

class _Options(TypedDict, total=False):
    """Options of encodings; each encoding accepts some of them."""

    amo: str
    directions: Literal["one", "both"]
    variables: Literal["edges", "arcs"]
    modulus: int
    negate: bool
    predecessors: bool
    prune: bool
    square_at_least_one: bool
    three_cnf: bool
    shortcuts: bool
    shuffle: int

class _Formula(_Tour, _Options, total=False):
    """Options of a tour and of its formula. A circuit has other arcs."""

    arcs: bool

class _Encoded(_Formula, total=False):
    """Options of a tour, of its formula and its encoding."""

    encoding: str

class Timeout(TimeoutError):
    tour: Tour[Any] | None
    best: int | None
    bound: int | None

class NoTour(ValueError): ...
class NotATour(ValueError): ...
class NotACertificate(ValueError): ...

class TourExists(ValueError):
    tour: Tour[Any]

@final
class Formula(Generic[_Node]):
    @property
    def clauses(self) -> list[list[int]]: ...
    @property
    def variables(self) -> int: ...
    @property
    def top(self) -> int: ...
    @property
    def map(self) -> list[_Entry]: ...
    @property
    def groups(self) -> list[dict[str, Any]]: ...
    @property
    def style(self) -> _Style: ...
    @property
    def one_direction(self) -> bool: ...
    @property
    def first(self) -> _Node | None: ...
    def cnf(self) -> Any: ...
    def decode(self, model: Sequence[int] | None) -> Tour[_Node]: ...
    def write(
        self, file: _Path | _Binary, *, timeout: float | None = None, progress: _Progress | None = None
    ) -> None: ...
    def dimacs(self) -> str: ...
    def _repr_html_(self) -> str: ...
    @classmethod
    def __class_getitem__(cls, _node: Any, /) -> Any: ...

@final
class Report:
    @property
    def good(self) -> bool: ...
    @property
    def late(self) -> bool: ...
    @property
    def faults(self) -> list[str]: ...
    @property
    def findings(self) -> list[tuple[str, Literal["good", "wrong", "skipped"], str]]: ...
    @property
    def counterexample(self) -> str | None: ...
    @property
    def squares(self) -> list[Any] | None: ...
    def __bool__(self) -> bool: ...
    def _repr_html_(self) -> str: ...

@final
class Place:
    def __new__(cls, description: str, nodes: Sequence[Any] | None = None) -> Place: ...
    def svg(self, tour: Sequence[Any], closed: bool, pos: dict[Any, Any] | None = None) -> str: ...
    def statistics(self, tour: Sequence[Any], closed: bool) -> dict[str, int]: ...
    def symmetries(self, tour: Sequence[Any], closed: bool) -> list[str]: ...

@final
class Puzzle:
    @property
    def givens(self) -> dict[int, Any]: ...
    @property
    def solution(self) -> Tour[Any]: ...
    @property
    def irreducible(self) -> bool: ...
    @property
    def witnesses(self) -> list[tuple[int, Tour[Any]]]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class TourIterator(Generic[_Node]):
    def __iter__(self) -> TourIterator[_Node]: ...
    def __next__(self) -> Tour[_Node]: ...
    @classmethod
    def __class_getitem__(cls, _node: Any, /) -> Any: ...

@overload
def encode(
    board: _Board,
    *,
    top: int | None = None,
    vpool: _Pool | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Encoded],
) -> Formula[str]: ...
@overload
def encode(
    board: Iterable[tuple[_Node, _Node]],
    *,
    top: int | None = None,
    vpool: _Pool | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Encoded],
) -> Formula[_Node]: ...
@overload
def encode(
    board: _NetworkX,
    *,
    top: int | None = None,
    vpool: _Pool | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Encoded],
) -> Formula[Any]: ...
def decode(formula: _Path, answer: _Path | Sequence[int] | None) -> Tour[str]: ...
def circuit(
    arcs: Iterable[tuple[Hashable, Hashable, int]],
    encoding: str = "crt",
    top: int | None = None,
    *,
    vpool: _Pool | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **style: Unpack[_Options],
) -> tuple[list[list[int]], int]: ...
@overload
def solve(
    board: _Board,
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **tour: Unpack[_Tour],
) -> Tour[str]: ...
@overload
def solve(
    board: Iterable[tuple[_Node, _Node]],
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **tour: Unpack[_Tour],
) -> Tour[_Node]: ...
@overload
def solve(
    board: _NetworkX,
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **tour: Unpack[_Tour],
) -> Tour[Any]: ...
def verify(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX, squares: Sequence[Any], **tour: Unpack[_Tour]
) -> None: ...
def stats(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    squares: Sequence[Any],
    *,
    weights: _Path | None = None,
    **tour: Unpack[_Tour],
) -> dict[str, int]: ...
def sizes(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    *,
    encoding: str | Sequence[str] | None = None,
    exact: bool = False,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Formula],
) -> list[dict[str, Any]]: ...
@overload
def count(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    *,
    by: None = None,
    limit: int | None = None,
    method: Literal["frontier", "search", "enumerate"] | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Encoded],
) -> int: ...
@overload
def count(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    *,
    by: str,
    limit: int | None = None,
    method: Literal["frontier", "search", "enumerate"] | None = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **formula: Unpack[_Encoded],
) -> dict[int, int]: ...
@overload
def tours(board: _Board, *, timeout: float | None = None, **tour: Unpack[_Tour]) -> TourIterator[str]: ...
@overload
def tours(
    board: Iterable[tuple[_Node, _Node]], *, timeout: float | None = None, **tour: Unpack[_Tour]
) -> TourIterator[_Node]: ...
@overload
def tours(board: _NetworkX, *, timeout: float | None = None, **tour: Unpack[_Tour]) -> TourIterator[Any]: ...
def prove(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    folder: _Path,
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    shortcuts: bool = True,
    seed: int = 0,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **tour: Unpack[_Tour],
) -> str: ...
def verify_certificate(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    folder: _Path,
    *,
    timeout: float | None = None,
    **tour: Unpack[_Tour],
) -> str: ...
def dimacs(place: _Board | Iterable[tuple[Any, Any]] | _NetworkX) -> str | None: ...
def puzzle(
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    *,
    closed: bool = False,
    leaper: _Piece | None = None,
    wrap: _Wrap | None = None,
    rules: str | Sequence[str] | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: _Progress | None = None,
) -> Puzzle: ...
def check(
    clauses: Sequence[Sequence[int]] | _Cnf,
    map: str | Sequence[_Entry],
    board: _Board | Iterable[tuple[Any, Any]] | _NetworkX,
    *,
    style: _Style | None = None,
    one_direction: bool = False,
    first: Any = None,
    timeout: float | None = None,
    progress: _Progress | None = None,
    **tour: Unpack[_Tour],
) -> Report: ...
def run_command(start: Sequence[str], arguments: Sequence[str]) -> NoReturn: ...
