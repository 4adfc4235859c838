"""Tests of the module with PySAT, OR-tools, CPMpy and networkx; scripts/check-packages installs and runs them."""

import itertools
import random
import sys
import unittest

import cpmpy
import knightsat
import networkx
from ortools.sat.python import cp_model
from pysat.formula import CNF, IDPool
from pysat.solvers import Cadical153

ON_ARCS = "order distance adder lfsr crt elimination".split()


def by_pysat(clauses, variables):
    """Returns the models, projected on the first variables."""
    models = set()
    with Cadical153(bootstrap_with=clauses + [[v, -v] for v in variables]) as solver:
        while solver.solve():
            given = tuple(lit for lit in solver.get_model() if abs(lit) in variables)
            assert given not in models
            models.add(given)
            solver.add_clause([-lit for lit in given])
    return models


def by_cp_sat(arcs, variables, find_all=True):
    """Returns the models of the constraint of CP-SAT, projected on its arcs."""
    model = cp_model.CpModel()
    bools = {v: model.new_bool_var(str(v)) for v in variables}
    model.add_circuit([(tail, head, bools[lit] if lit > 0 else ~bools[-lit]) for tail, head, lit in arcs])

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.models = set()

        def on_solution_callback(self):
            self.models.add(tuple(v if self.boolean_value(bools[v]) else -v for v in variables))

    solver, collector = cp_model.CpSolver(), Collector()
    solver.parameters.enumerate_all_solutions = find_all
    solver.parameters.num_workers = 1
    status = solver.solve(model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), status
    return collector.models


def around(arcs, true):
    """Returns the nodes along the true arcs, from 0 back to 0."""
    after = {tail: head for tail, head, literal in arcs if literal in true}
    way = [0]
    while after[way[-1]] != 0:
        way.append(after[way[-1]])
    return way


def random_arcs(rng, nodes, loops, doubles):
    """Returns the arcs of a random directed graph; most arcs have a literal of their own."""
    pairs = [(u, v) for u, v in itertools.product(range(nodes), repeat=2) if u != v and rng.random() < 0.7]
    pairs += [(v, v) for v in range(nodes) if rng.random() < loops]
    # CP-SAT accepts parallel arcs, but no parallel loops.
    moves = [(u, v) for u, v in pairs if u != v]
    pairs += rng.sample(moves, min(len(moves), doubles))
    rng.shuffle(pairs)
    arcs = [(u, v, number) for number, (u, v) in enumerate(pairs, 1)]
    for _ in range(doubles):
        if arcs:
            at = rng.randrange(len(arcs))
            arcs[at] = (*arcs[at][:2], rng.choice((-1, 1)) * rng.randint(1, len(arcs)))
    return arcs


class Circuits(unittest.TestCase):
    def test_the_circuits_are_those_of_cp_sat(self):
        rng = random.Random(7)
        cases = [(n, loops, doubles) for n in (2, 3, 4) for loops in (0, 0.5, 1) for doubles in (0, 2)]
        found = [0, 0]
        for nodes, loops, doubles in cases * 3:
            arcs = random_arcs(rng, nodes, loops, doubles)
            variables = range(1, max([abs(lit) for *_, lit in arcs], default=0) + 1)
            if not arcs:
                continue
            expected = by_cp_sat(arcs, variables)
            found[bool(expected)] += 1
            for encoding in ON_ARCS:
                with self.subTest(encoding=encoding, arcs=arcs):
                    clauses, top = knightsat.circuit(arcs, encoding, top=variables[-1])
                    self.assertEqual(by_pysat(clauses, variables), expected)
                    used = {abs(lit) for clause in clauses for lit in clause}
                    self.assertLessEqual(max(used, default=0), top)
        self.assertGreater(min(found), 5, found)

    def test_there_are_as_many_circuits_of_complete_graphs_as_permutations(self):
        # All 24 circuits of five nodes; with loops at four of them, all circuits through the fifth.
        pairs = itertools.permutations(range(5), 2)
        arcs = [(u, v, number) for number, (u, v) in enumerate(pairs, 1)]
        for encoding in ON_ARCS:
            clauses, _ = knightsat.circuit(arcs, encoding, three_cnf=True)
            self.assertLessEqual(max(map(len, clauses)), 3)
            self.assertEqual(len(by_pysat(clauses, range(1, 21))), 24, encoding)
        arcs += [(v, v, 21 + v) for v in range(4)]
        with_depot = by_cp_sat(arcs, range(1, 25))
        self.assertEqual(len(with_depot), 4 + 12 + 24 + 24)
        for encoding in ON_ARCS:
            clauses, _ = knightsat.circuit(arcs, encoding)
            self.assertEqual(by_pysat(clauses, range(1, 25)), with_depot, encoding)

    def test_a_model_of_larger_graphs_is_a_circuit(self):
        rng = random.Random(3)
        for nodes in (12, 20, 40):
            pairs = [pair for pair in itertools.permutations(range(nodes), 2) if rng.random() < 0.3]
            pool = IDPool()
            arcs = [(u, v, pool.id((u, v))) for u, v in pairs]
            arcs += [(v, v, pool.id(v)) for v in range(1, nodes)]
            clauses, top = knightsat.circuit(arcs, vpool=pool)
            self.assertEqual(pool.top, top)
            visited = [v for v in range(nodes) if v % 4 != 1]
            left = [arc for arc in arcs if {*arc[:2]} <= {*visited} and arc[0] != arc[1]]
            expected = by_cp_sat(left, [lit for *_, lit in left], find_all=False)
            loops = [pool.id(v) if v % 4 == 1 else -pool.id(v) for v in range(1, nodes)]
            with Cadical153(bootstrap_with=clauses) as solver:
                self.assertEqual(solver.solve(assumptions=loops), bool(expected))
                if expected:
                    true = {lit for lit in solver.get_model() if lit > 0}
                    self.assertEqual(sorted(around(arcs, true)), visited)
        self.assertTrue(expected)

    def test_a_model_of_cpmpy_takes_the_clauses(self):
        nodes = 7
        rng = random.Random(1)
        takes = {pair: cpmpy.boolvar(name=f"a{pair}") for pair in itertools.permutations(range(nodes), 2)}
        dear = {pair for pair in takes if rng.random() < 0.6}
        fewest = min(
            len(dear.intersection(zip((0, *way), (*way, 0)))) for way in itertools.permutations(range(1, nodes))
        )
        self.assertGreater(fewest, 0)
        for most in (fewest - 1, fewest):
            model = cpmpy.Model(cpmpy.sum([takes[pair] for pair in dear]) <= most)
            solver = cpmpy.SolverLookup.get("pysat", model)
            arcs = [(u, v, solver.solver_var(literal)) for (u, v), literal in takes.items()]
            clauses, _ = knightsat.circuit(arcs, vpool=solver.pysat_vpool)
            solver.pysat_solver.append_formula(clauses)
            solver.user_vars.update(takes.values())
            self.assertEqual(solver.solve(), most == fewest)
        true = {lit for lit in solver.pysat_solver.get_model() if lit > 0}
        self.assertEqual(sorted(around(arcs, true)), list(range(nodes)))
        # CPMpy's own variables have the answer.
        taken = {pair for pair in takes if takes[pair].value()}
        self.assertEqual(taken, {(u, v) for u, v, literal in arcs if literal in true})
        self.assertEqual(len(dear & taken), fewest)

    def test_nodes_are_what_the_caller_likes(self):
        arcs = [("depot", ("a", 1), 1), (("a", 1), "depot", 2), (("a", 1), ("a", 1), 3)]
        clauses, _ = knightsat.circuit(arcs)
        self.assertEqual(by_pysat(clauses, range(1, 4)), {(1, 2, -3)})
        self.assertEqual(knightsat.circuit([]), ([], 0))

    def test_mistakes_are_told(self):
        arcs = [(0, 1, 1), (1, 2, 2), (2, 0, 7)]
        for message, call in [
            ("top: 5 is below variable 7, which is in use", lambda: knightsat.circuit(arcs, top=5)),
            (
                "encoding position has no variables for arcs: choose one on arcs, such as crt",
                lambda: knightsat.circuit(arcs, "position"),
            ),
            (
                "directions is not for a circuit over given arcs: leave it out",
                lambda: knightsat.circuit(arcs, directions="one"),
            ),
            ("arc 2: 0 is not a literal", lambda: knightsat.circuit([(0, 1, 1), (1, 0, 0)])),
            ("top and vpool: give one of them", lambda: knightsat.circuit(arcs, top=9, vpool=IDPool())),
        ]:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertEqual(str(caught.exception), message)
        with self.assertRaisesRegex(TypeError, "arc 1: expected"):
            knightsat.circuit([(0, 1)])
        with self.assertRaisesRegex(TypeError, "arc 1: .*hashable"):
            knightsat.circuit([([], 1, 1)])


class Pysat(unittest.TestCase):
    def test_variables_follow_those_of_a_pool(self):
        pool = IDPool(occupied=[[40, 50]])
        mine = [pool.id(name) for name in ("x", "y")]
        one = knightsat.encode("3x4", vpool=pool)
        other = knightsat.encode("5x5", encoding="crt", vpool=pool)
        more = pool.id("z")
        numbers = [mine, range(40, 51)]
        for formula in (one, other):
            cnf = formula.cnf()
            self.assertIsInstance(cnf, CNF)
            self.assertEqual(cnf.nv, formula.top)
            numbers.append(sorted({abs(lit) for clause in cnf.clauses for lit in clause}))
            self.assertGreater(numbers[-1][0], formula.top - formula.variables)
        self.assertEqual(more, other.top + 1)
        for some, others in itertools.combinations(numbers + [[more]], 2):
            self.assertFalse(set(some) & set(others))
        with Cadical153(bootstrap_with=one.clauses + other.clauses + [mine, [more]]) as solver:
            self.assertTrue(solver.solve())
            model = solver.get_model()
        knightsat.verify("3x4", one.decode(model))
        knightsat.verify("5x5", other.decode(model))

    def test_a_cnf_is_checked(self):
        formula = knightsat.encode("3x4", top=100)
        report = knightsat.check(formula.cnf(), formula.map, "3x4", one_direction=formula.one_direction)
        self.assertTrue(report, str(report))


class Networkx(unittest.TestCase):
    def test_a_hamiltonian_cycle_is_found_or_refuted(self):
        dodecahedron = networkx.dodecahedral_graph()
        cycle = knightsat.solve(dodecahedron, closed=True)
        self.assertTrue(all(dodecahedron.has_edge(a, b) for a, b in zip(cycle, cycle[1:] + cycle[:1])))
        self.assertEqual(sorted(cycle), sorted(dodecahedron))
        self.assertEqual(knightsat.count(dodecahedron, closed=True), 30)
        petersen = networkx.relabel_nodes(networkx.petersen_graph(), {v: f"v{v}" for v in range(10)})
        with self.assertRaises(knightsat.NoTour):
            knightsat.solve(petersen, closed=True)
        self.assertEqual(sorted(knightsat.solve(petersen, start="v3"))[0], "v0")
        grid = networkx.grid_2d_graph(4, 4)
        formula = knightsat.encode(grid, closed=True, encoding="order")
        with Cadical153(bootstrap_with=formula.cnf()) as solver:
            self.assertTrue(solver.solve())
            knightsat.verify(grid, formula.decode(solver.get_model()), closed=True)

    def test_directed_graphs_are_directed(self):
        self.assertEqual(knightsat.solve(networkx.DiGraph([(0, 1), (1, 2)])), [0, 1, 2])
        with self.assertRaises(knightsat.NoTour):
            knightsat.solve(networkx.DiGraph([(0, 1), (2, 1)]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
