"""The description of a set in LaTeX, filled from its index."""

from collections import Counter
from pathlib import Path

from . import index, tools
from .families import MEANINGS

TEMPLATE = Path(__file__).with_name("page.tex")


def escaped(text):
    """Text as LaTeX takes it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    plain = {sign: "\\" + sign for sign in "#$%&_{}"}
    return "".join((special | plain).get(sign, sign) for sign in str(text))


def listed(words):
    """Words with commas and an `and`."""
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def line(row, names):
    """The line of an instance."""
    times = [index.shown(row, name).replace("> ", "$>$ ") for name in names]
    cells = [r"\texttt{" + escaped(row["name"]) + "}", row["variables"], row["clauses"], row["status"], row["evidence"]]
    return " & ".join(map(str, cells + times)) + r"\\"


def text(rows, author):
    """The page."""
    about = rows[0]
    names = index.solvers(rows)
    counts = Counter(row["status"] for row in rows)
    families = dict.fromkeys(row["family"] for row in rows)
    first = {name: next(row["times"][name] for row in rows if name in row["times"]) for name in names}
    versions = [f"{name} {first[name]['version'] or ''}".strip() for name in names]
    words = {
        "AUTHOR": escaped(author),
        "COUNT": len(rows),
        "SATISFIABLE": counts["satisfiable"],
        "UNSATISFIABLE": counts["unsatisfiable"],
        "FAMILIES": "\n".join(rf"\item \emph{{{escaped(name)}}}: {MEANINGS[name]}" for name in families),
        "REFERENCE": escaped(about["reference"]),
        "TARGET": f"{about['target']:g}",
        "TIMEOUT": f"{about['timeout']:g}",
        "CPU": escaped(about["cpu"]),
        "VERSIONS": escaped(listed(versions)),
        "CHECKED": escaped(listed(about["checked_by"])).replace("--", "-{}-"),
        "COLUMNS": r"@{\hspace{1em}}r" * len(names),
        "SOLVERS": "".join(f" & {escaped(name)}" for name in names),
        "ROWS": "\n".join(line(row, names) for row in rows),
        "VERSION": escaped(about["knightsat"]),
    }
    page = TEMPLATE.read_text()
    for word, value in words.items():
        page = page.replace(f"@{word}@", str(value))
    return page


def write(folder, rows, author):
    """The page as benchmarks.tex."""
    tools.write(folder / "benchmarks.tex", text(rows, author))
