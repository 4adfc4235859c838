"""Functions that run the command, in a process of its own, and return its JSON."""

import os
import sys
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union, cast

from . import _knightsat
from ._keywords import named

Names = Union[str, Iterable[str]]
Board = Union[str, "os.PathLike[str]", Iterable[Tuple[Any, Any]], "_knightsat._NetworkX"]


def _run(command: str, *arguments: str, good: "tuple[int, ...]" = (0,)) -> Any:
    """Returns the JSON document of a command. Raises ValueError with its message unless its exit code is good."""
    # The command is started without these, and as the module __main__.
    import json
    import subprocess

    from .__main__ import START

    run = [sys.executable, *START, command, "--format", "json", *arguments]
    done = subprocess.run(run, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in good:
        raise ValueError(done.stderr.strip().replace("knightsat: ", "", 1))
    return json.loads(done.stdout)


def _names(names: Names) -> str:
    return names if isinstance(names, str) else ",".join(names)


@named
def lint(file: "Union[str, os.PathLike[str]]") -> Dict[str, Any]:
    """Finds faults and doubtful places in a DIMACS file, which may be compressed.

    Returns a dict: `clean`, the sizes, the solvers that refuse or misread the file, and `findings`. These are dicts
    with line, column, severity, name and message, as rows for pandas.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "t.cnf")
    >>> _ = file.write_text("p cnf 2 2\\n1 2 0\\n")
    >>> report = knightsat.lint(file)
    >>> report["clean"], report["findings"][0]["name"]
    (False, 'clause-count')
    """
    path = os.fspath(file)
    open(path, "rb").close()
    report: Dict[str, Any] = _run("lint", "--", path, good=(0, 1))
    return report


def _places(boards: "Tuple[Board, ...]", folder: str) -> "Iterator[Tuple[List[str], Optional[str]]]":
    """Returns the arguments of each run of the command, and the name of a graph of the caller."""
    plain: List[str] = []
    for number, board in enumerate(boards, 1):
        graph = _knightsat.dimacs(board)
        if graph is None:
            plain.append(os.fspath(cast(str, board)))
            continue
        if plain:
            yield ["--", *plain], None
            plain = []
        if isinstance(board, (str, os.PathLike)):
            yield [f"--graph={os.fspath(board)}"], None
            continue
        path = os.path.join(folder, f"{number}.col")
        with open(path, "w", encoding="ascii") as file:
            file.write(graph)
        yield [f"--graph={path}"], getattr(board, "name", "") or f"graph {number}"
    if plain:
        yield ["--", *plain], None


@named
def compare(
    *boards: Board,
    closed: bool = False,
    leaper: Optional[str] = None,
    wrap: Optional[str] = None,
    encoding: Names = "position",
    amo: Names = "auto",
    solver: Names = "varisat",
    shuffles: int = 1,
    timeout: float = 60.0,
    memory: Optional[int] = None,
    jobs: int = 1,
) -> List[Dict[str, Any]]:
    """Compares encodings and solvers: runs each on each board, and measures the time.

    Returns a dict for each run, as rows for pandas, with the columns of rows.csv of the command. Every run is a
    process of its own with `timeout` CPU seconds and `memory` MB. Encodings and solvers are lists, or "all". Boards
    are those of `solve`, and graphs too. The `board` of a graph is its `name`, or its number among the boards.

    >>> rows = knightsat.compare("5x5", encoding=["position", "crt"])
    >>> [(row["encoding"], row["verdict"], row["checked"]) for row in rows]
    [('position', 'tour', True), ('crt', 'tour', True)]
    """
    options = {
        "leaper": leaper,
        "wrap": wrap,
        "encoding": _names(encoding),
        "amo": _names(amo),
        "shuffles": shuffles,
        "timeout": timeout,
        "memory": memory,
        "jobs": jobs,
    }
    given = [f"--{name}={value}" for name, value in options.items() if value is not None]
    given += [f"--solver={name}" for name in ([solver] if isinstance(solver, str) else solver)]
    given += ["--closed"] if closed else []
    # A wrong answer of a solver is a row as well.
    from tempfile import TemporaryDirectory

    rows: List[Dict[str, Any]] = []
    with TemporaryDirectory() as folder:
        for place, name in list(_places(boards, folder)) or [([], None)]:
            found = _run("compare", *given, *place, good=(0, 1))["rows"]
            rows += found if name is None else [{**row, "board": name} for row in found]
    return rows
