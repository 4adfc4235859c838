"""A program that mypy --strict must accept, with one line to reject; scripts/check-packages runs mypy."""

import knightsat


def main() -> None:
    formula = knightsat.encode("8x8", closed=True, encoding="crt", modulus=21, at={17: "d5"}, timeout=10)
    clauses: list[list[int]] = formula.clauses
    literals, step, square = formula.map[0]
    names: list[str] = formula.decode(literals)
    report: knightsat.Report = knightsat.check(clauses, formula.map, "8x8", style=formula.style, closed=True)
    knightsat.verify("8x8", names, require=[("a1", "c2")], leaper=(1, 2))
    print(step, square, report.good, report.findings[0][1], knightsat.solve("8x8", start="a1"))
    edges = [(1, 2), (2, 3), (3, 1)]
    cycle: knightsat.Tour[int] = knightsat.solve(edges, closed=True, start=1, progress=print)
    nodes: list[int] = knightsat.encode(edges, top=7).decode(literals)
    total: int = knightsat.count(edges, method="search", limit=3) + sum(1 for _ in knightsat.tours("3x4"))
    found, top = knightsat.circuit([("a", "b", 1), ("b", "a", 2)], "order", three_cnf=True)
    given: dict[int, str] = knightsat.puzzle("5x5", closed=False).givens
    formula.write("t.cnf", timeout=3)
    by: dict[int, int] = knightsat.count("6x6", by="turns", rules="turns <= 40", wrap="files", leaper="camel")
    statistics: dict[str, int] = cycle.statistics()
    rows = [*knightsat.sizes("8x8", encoding=["crt"], closed=True), *knightsat.compare("5x5", edges, jobs=2), *formula.groups]
    print(by, statistics, rows, cycle.svg(pos={1: (0, 0)}), knightsat.lint("t.cnf"), knightsat.stats(edges, cycle))
    try:
        knightsat.prove("6x6", "folder", minimize="turns", timeout=1)
    except knightsat.Timeout as late:
        print(late.tour, late.best, late.bound)
    print(cycle.svg(), cycle.closed)
    print(cycle, nodes, total, found + clauses, top + formula.top, given, knightsat.prove("4x4", "folder"))
    knightsat.solve("8x8", hue="blue")  # type: ignore[call-overload]
