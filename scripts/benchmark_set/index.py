"""The index of a set: a row an instance, as JSON lines and as comma-separated values, and as a table of Markdown."""

import csv
import io
import json

from . import tools

JSONL, CSV = "index.jsonl", "index.csv"


def read(path):
    """The rows of an index in JSON lines."""
    try:
        return [json.loads(line) for line in path.read_text().splitlines()]
    except (OSError, ValueError) as error:
        tools.stop(f"{path}: {error}")


def solvers(rows):
    """The solvers that were timed, in order."""
    return list(dict.fromkeys(name for row in rows for name in row["times"]))


def flat(row, names):
    """A row for the table of comma-separated values."""
    problem = row["problem"]
    columns = {
        "name": row["name"],
        "family": row["family"],
        "parameter": json.dumps(row["parameter"]),
        "place": problem.get("board") or problem.get("drawing") or problem.get("graph"),
        "options": " ".join(problem.get("options", [])),
        "encoding": row["encoding"],
        "shuffle": row["shuffle"],
        "status": row["status"],
        "evidence": row["evidence"],
    }
    for key in ["variables", "clauses", "literals", "bytes", "bytes_xz"]:
        columns[key] = row[key]
    for name in names:
        time = row["times"].get(name, {})
        columns[f"{name}_seconds"] = time.get("seconds")
        columns[f"{name}_verdict"] = time.get("verdict")
        columns[f"{name}_version"] = time.get("version")
    for key in ["timeout", "sha256", "sha256_xz", "gbd", "checked_by", "knightsat"]:
        value = row[key]
        columns[key] = "+".join(value) if isinstance(value, list) else value
    return columns


def write(folder, rows):
    """Both files, in the order of names."""
    rows = sorted(rows, key=lambda row: (row["status"], row["name"]))
    text = "".join(json.dumps(row) + "\n" for row in rows)
    tools.write(folder / JSONL, text)
    flats = [flat(row, solvers(rows)) for row in rows]
    output = io.StringIO()
    writer = csv.DictWriter(output, flats[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(flats)
    tools.write(folder / CSV, output.getvalue())
    return rows


def shown(row, solver):
    """The time of a solver for people."""
    time = row["times"].get(solver)
    if time is None:
        return "-"
    return f"> {row['timeout']:g}" if time["seconds"] is None else f"{time['seconds']:.3g}"


def markdown(rows):
    """The table of lab/docs/benchmarks.md."""
    names = solvers(rows)
    lines = ["| instance | variables | clauses | answer | evidence | " + " | ".join(names) + " |"]
    lines.append("| --- | ---: | ---: | --- | --- |" + " ---: |" * len(names))
    for row in rows:
        times = " | ".join(shown(row, name) for name in names)
        sizes = f"{row['variables']} | {row['clauses']}"
        lines.append(f"| {row['name']} | {sizes} | {row['status']} | {row['evidence']} | {times} |")
    return "\n".join(lines) + "\n"
