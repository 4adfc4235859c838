"""A program that mypy --strict has to accept, with one line that it has to refuse; scripts/check-packages asks it."""

import knightsat


def main() -> None:
    formula = knightsat.encode("8x8", closed=True, encoding="crt", modulus=21, at={17: "d5"}, timeout=10)
    clauses: list[list[int]] = formula.clauses
    literals, step, square = formula.map[0]
    names: list[str] = formula.decode(literals)
    report: knightsat.Report = knightsat.check(clauses, formula.map, "8x8", style=formula.style, closed=True)
    knightsat.verify("8x8", names, require=[("a1", "c2")], leaper=(1, 2))
    print(step, square, report.good, report.findings[0][1], knightsat.solve("8x8", start="a1"))
    knightsat.solve("8x8", hue="blue")  # type: ignore[call-arg]
