"""The verdict on a problem, and its evidence: a verified tour, or a checked proof."""

import shutil

from . import tools

SATISFIABLE, UNSATISFIABLE = STATUSES = "satisfiable", "unsatisfiable"
# Seconds for our own engine, which knows a tour or a reason at once where solvers of formulas search.
TIME = 300


def status(problem, home):
    """Returns true if a tour exists, by our engine; None if it is undecided in time. Keeps the
    tour."""
    tour = home / f"{problem.name}.tour"
    none = home / f"{problem.name}.none"
    if tour.exists() or none.exists():
        return SATISFIABLE if tour.exists() else UNSATISFIABLE
    place = problem.place(home)
    args = ["solve", *place, *problem.options, "--timeout", TIME, "--format", "moves"]
    code, said = tools.knightsat(*args, codes=(0, 1, 3))
    if code == 3:
        return None
    tools.write(tour if code == 0 else none, said)
    return SATISFIABLE if code == 0 else UNSATISFIABLE


def show(instance, wanted, folder, home):
    """The evidence for an instance in `folder`, checked: where it is, and what kind."""
    problem = instance.problem
    place = [*problem.place(home), *problem.options]
    folder.mkdir(parents=True, exist_ok=True)
    if status(problem, home) != wanted:
        tools.stop(f"{instance.name} should be {wanted}, and our engine does not say so")
    if wanted == SATISFIABLE:
        path = folder / f"{problem.name}.tour"
        tools.write(path, (home / path.name).read_bytes())
        tools.knightsat("verify", *place, path)
        return {"evidence": "tour", "evidence_file": path.name}
    path = folder / f"{problem.name}.proof"
    if not path.exists():
        prove(instance, place, path)
    tools.knightsat("verify", "--certificate", path, *place)
    return {"evidence": proofs(path), "evidence_file": path.name}


def proofs(path):
    """Returns the content of a proof's folder, after checks by `verify`, and by VeriPB if it is
    installed."""
    kinds = {"proof.lrat": "LRAT", "proof.pbp": "VeriPB"}
    found = [kind for name, kind in kinds.items() if (path / name).exists()]
    if (path / "problem.opb").exists() and tools.is_there("veripb"):
        tools.call(["veripb", path / "problem.opb", path / "proof.pbp"])
    return "+".join(found)


def prove(instance, place, path):
    """A refutation: of the textbook formula itself if it requires counting, else of the tour by our engine.
    A short reason comes with a proof for VeriPB, so that it can be checked independently."""
    draft = path.with_name(f".{path.name}")
    shutil.rmtree(draft, ignore_errors=True)
    how = ["--textbook"] if instance.encoding == "textbook" else ["--proof-format", "lrat,pbp"]
    tools.knightsat("prove", *place, *how, "--timeout", TIME, "-o", draft)
    draft.rename(path)
