#!/usr/bin/env python3
"""A position encoding by another author, for tests of `knightsat check --cnf`.

    position.py RANKS FILES [--closed] [--hole R,F] [--wrong FAULT] > t.cnf

x[i][j][k], step i, rank j and file k all from 0, at numbers that no formula gives; their names are
in comments `c varname NUMBER NAME`. Commander-style groups of three replace all pairs. FAULT is one
of these:

- moves: no moves from the first step;
- step: no at-most-one for the first step;
- square: a square may be visited never or twice;
- corner: the tour may not end in the corner a1.
"""

import argparse
import itertools

LEAPS = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ranks", type=int)
    parser.add_argument("files", type=int)
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--hole", help="rank,file of a square that is not there, from 1")
    parser.add_argument("--wrong", choices=["moves", "step", "square", "corner"])
    args = parser.parse_args()
    squares = list(itertools.product(range(args.ranks), range(args.files)))
    if args.hole:
        rank, file = map(int, args.hole.split(","))
        squares.remove((rank - 1, file - 1))
    steps = range(len(squares))
    names, clauses = {}, []

    def var(name):
        return names.setdefault(name, len(names) + 1)

    def x(i, square):
        return var(f"x[{i}][{square[0]}][{square[1]}]")

    def at_most_one(lits, label):
        """Three at a time: a commander is true where one of its three is."""
        while len(lits) > 3:
            group, lits = lits[:3], lits[3:]
            commander = var(f"c[{label}][{len(lits)}]")
            clauses.extend([-a, -b] for a, b in itertools.combinations(group, 2))
            clauses.extend([-a, commander] for a in group)
            clauses.append([-commander] + group)
            lits.append(commander)
        clauses.extend([-a, -b] for a, b in itertools.combinations(lits, 2))

    # Squares first and from the last on, so that numbers and order have nothing to do with steps.
    for square in reversed(squares):
        if args.wrong != "square":
            lits = [x(i, square) for i in steps]
            clauses.append(lits)
            at_most_one(lits, f"s{square[0]}.{square[1]}")
    for i in steps:
        if args.wrong != "step":
            at_most_one([x(i, square) for square in squares], f"t{i}")
        if args.closed or i != steps[-1]:
            for square in squares:
                near = [(square[0] + a, square[1] + b) for a, b in LEAPS]
                near = [other for other in near if other in squares]
                if args.wrong != "moves" or i > 0:
                    after = (i + 1) % len(squares)
                    clauses.append([-x(i, square)] + [x(after, other) for other in near])
    if args.wrong == "square":
        clauses.append([x(0, square) for square in squares])
    if args.wrong == "corner":
        clauses.append([-x(steps[-1], (0, 0))])
    print(f"p cnf {len(names)} {len(clauses)}")
    for name, number in names.items():
        print(f"c varname {number} {name}")
    for clause in clauses:
        print(*clause, 0)


main()
