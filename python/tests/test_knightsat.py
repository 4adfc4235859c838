"""Tests of an installed wheel; scripts/check-packages runs them."""

import copy
import doctest
import gzip
import inspect
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import unittest
from pathlib import Path

import knightsat
import networkx
import pandas
from pysat.formula import CNF
from pysat.solvers import Cadical153

HERE = Path(__file__).resolve().parent
OPEN_3X4 = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()
ENCODINGS = "position textbook binary order distance adder lfsr crt elimination lazy".split()
DOCTEST = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


PROGRAM = Path(sysconfig.get_path("scripts")) / "knightsat"
# A solver as a program of its own.
SOLVER = """
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical153
solver = Cadical153(bootstrap_with=CNF(from_file=sys.argv[1]))
assert solver.solve()
print("s SATISFIABLE")
print("v", *solver.get_model(), 0)
sys.exit(10)
"""


def program(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, **options)


class Documentation(unittest.TestCase):
    def run_examples(self, test):
        runner = doctest.DocTestRunner(optionflags=DOCTEST)
        report = []
        runner.run(test, out=report.append)
        self.assertEqual(runner.failures, 0, "".join(report))
        self.assertGreater(runner.tries, 0)

    def test_the_readme_shows_what_happens(self):
        text = (HERE.parent / "README.md").read_text()
        parser = doctest.DocTestParser()
        # Shell prompts and fences are not Python.
        text = re.sub(r"```console.*?```", "", text, flags=re.S)
        self.run_examples(parser.get_doctest(text, {}, "README.md", "README.md", 0))

    def test_the_examples_of_functions_work(self):
        parser = doctest.DocTestParser()
        functions = [name for name in knightsat.__all__ if name[0].islower()]
        self.assertGreater(len(functions), 10)
        for name in functions:
            text = getattr(knightsat, name).__doc__
            if name in ("decode", "verify_certificate"):
                # These need files from other functions. The example of prove contains one of them.
                continue
            names = {"knightsat": knightsat}
            self.run_examples(parser.get_doctest(text, names, name, name, 0))

    def test_a_verified_tour_takes_five_lines(self):
        text = (HERE.parent / "README.md").read_text()
        first = text.split("```pycon\n")[1].split("```")[0]
        lines = [line for line in first.splitlines() if line.startswith((">>>", "..."))]
        self.assertLessEqual(len(lines), 5, first)


class Formulas(unittest.TestCase):
    def test_every_encoding_gives_a_tour_by_way_of_pysat(self):
        for encoding in ENCODINGS:
            for closed, board in [(False, "3x4"), (True, "6x6")]:
                if encoding == "lazy" or (encoding, closed) == ("textbook", True):
                    continue
                with self.subTest(encoding=encoding, closed=closed):
                    formula = knightsat.encode(board, closed=closed, encoding=encoding)
                    cnf = CNF(from_clauses=formula.clauses)
                    self.assertLessEqual(cnf.nv, formula.variables)
                    with Cadical153(bootstrap_with=cnf) as solver:
                        self.assertTrue(solver.solve())
                        tour = formula.decode(solver.get_model())
                    knightsat.verify(board, tour, closed=closed)

    def test_clauses_are_those_of_the_file_that_the_program_writes(self):
        for options in [
            {},
            {"closed": True, "encoding": "crt"},
            {"amo": "ladder", "start": "a1"},
            {"encoding": "textbook"},
            {"encoding": "textbook", "three_cnf": False},
            {"encoding": "order", "three_cnf": True},
        ]:
            formula = knightsat.encode("5x6", **options)
            arguments = []
            for key, value in options.items():
                option = "--" + key.replace("_", "-")
                value = "no" if value is False else value
                arguments.append(option if value is True else f"{option}={value}")
            file = program("encode", "5x6", *arguments).stdout
            self.assertEqual(formula.dimacs(), file)
            lines = [line for line in file.splitlines() if line[0] not in "cp"]
            clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
            self.assertEqual(formula.clauses, clauses)

    def test_maps_and_clauses_pass_the_check_of_the_same_problem(self):
        for encoding in ENCODINGS[:-1]:
            with self.subTest(encoding=encoding):
                formula = knightsat.encode("3x4", encoding=encoding)
                report = knightsat.check(
                    formula.clauses,
                    formula.map,
                    "3x4",
                    style=formula.style,
                    one_direction=formula.one_direction,
                    first=formula.first,
                )
                self.assertTrue(report.good, str(report))

    def test_each_missing_clause_of_a_minimal_formula_is_a_fault(self):
        formula = knightsat.encode("3x3", encoding="textbook", shortcuts=False, start="a1")
        report = knightsat.check(formula.clauses[1:], formula.map, "3x4", start="a1")
        self.assertFalse(report)
        self.assertIn("WRONG", str(report))
        self.assertIsNotNone(report.counterexample)

    def test_a_false_refutation_is_an_error_as_in_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            formula, answer = Path(folder) / "t.cnf", Path(folder) / "t.out"
            formula.write_text(knightsat.encode("3x4").dimacs())
            answer.write_text("s UNSATISFIABLE\n")
            with self.assertRaises(ValueError) as caught:
                knightsat.decode(formula, answer)
            self.assertNotIsInstance(caught.exception, knightsat.NoTour)
            run = program("decode", formula, answer)
            self.assertEqual(run.returncode, 2)
            self.assertEqual(run.stderr, f"knightsat: {caught.exception}\n")

    def test_a_timeout_carries_the_best_tour_and_the_bounds(self):
        for timeout in (1, 4, 16, 64):
            with self.assertRaises(TimeoutError) as caught:
                knightsat.solve("10x10", closed=True, minimize="crossings", timeout=timeout)
            error = caught.exception
            if error.tour is not None:
                break
        knightsat.verify("10x10", error.tour, closed=True)
        self.assertGreater(error.best, 0)
        self.assertTrue(error.bound is None or error.bound <= error.best)
        with self.assertRaises(knightsat.Timeout) as caught:
            knightsat.solve("8x8", minimize="turns", timeout=0)
        error = caught.exception
        self.assertEqual((error.tour, error.best, error.bound), (None, None, None))

    def test_every_timeout_has_the_attributes(self):
        self.assertTrue(issubclass(knightsat.Timeout, TimeoutError))
        for name in ("count", "write", "solve", "puzzle", "frontier"):
            with self.subTest(name), self.assertRaises(knightsat.Timeout) as caught:
                LONG[name](timeout=0.5)
            error = caught.exception
            self.assertEqual((error.tour, error.best), (None, None))
            if name == "count":
                self.assertGreater(error.bound, 0)
                self.assertIn(f"at least {error.bound} tours", str(error))
            else:
                self.assertIsNone(error.bound)

    def test_a_model_that_is_none_is_refused(self):
        formula = knightsat.encode("3x4")
        with self.assertRaisesRegex(knightsat.NotATour, "violates clause"):
            formula.decode([-variable for variable in range(1, formula.variables + 1)])
        with self.assertRaisesRegex(ValueError, "0 is not a literal"):
            formula.decode([0])
        with self.assertRaisesRegex(ValueError, "both 1 and its negation|both -1 and its negation"):
            formula.decode([1, -1])

    def test_groups_add_up_to_the_formula(self):
        formula = knightsat.encode("6x6", closed=True, encoding="crt")
        groups = pandas.DataFrame(formula.groups)
        self.assertEqual(groups["clauses"].sum(), len(formula.clauses))
        self.assertEqual(groups["literals"].sum(), sum(map(len, formula.clauses)))
        self.assertEqual(groups["variables"].sum(), formula.variables)
        for group in formula.groups:
            self.assertIn(f"<td>{group['name']}</td>", formula._repr_html_())


class Keywords(unittest.TestCase):
    TABLES = {name: {row[0] for row in table} for name, table in knightsat._knightsat.KEYWORDS.items()}

    def test_signatures_and_help_name_every_keyword(self):
        formulas = ("encode", "count", "sizes")
        for function in ("solve", "verify", "tours", "prove", "verify_certificate", "check", "stats", *formulas):
            table = self.TABLES["formula" if function in formulas else "tour"]
            parameters = inspect.signature(getattr(knightsat, function)).parameters
            self.assertLessEqual(table, set(parameters), function)
            kinds = {parameter.kind for parameter in parameters.values()}
            self.assertEqual(kinds, {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY})
            self.assertIs(parameters["closed"].default, False)
        self.assertLessEqual(self.TABLES["style"], set(inspect.signature(knightsat.circuit).parameters))
        self.assertLess({"closed", "wrap", "rules", "not_at", "only"}, self.TABLES["tour"])
        self.assertIn("wrap: Join opposite sides of the board", knightsat.solve.__doc__)

    def test_every_keyword_has_help(self):
        for table in knightsat._knightsat.KEYWORDS.values():
            for name, default, text in table:
                self.assertIn(default, (None, False))
                self.assertTrue(text, name)

    def test_a_typo_has_a_near_name(self):
        for function, typo, name in [
            (knightsat.solve, "closd", "closed"),
            (knightsat.encode, "encodin", "encoding"),
            (knightsat.tours, "timout", "timeout"),
            (knightsat.puzzle, "clsed", "closed"),
            (knightsat.compare, "solvers", "solver"),
        ]:
            with self.assertRaises(TypeError) as caught:
                function("8x8", **{typo: 1})
            message = f"unexpected keyword argument '{typo}': did you mean '{name}'?"
            self.assertEqual(str(caught.exception), message)
        with self.assertRaisesRegex(ValueError, "^modulus: the encoding order has no such option$"):
            knightsat.encode("6x6", encoding="order", modulus=21)

    def test_the_stubs_know_every_option(self):
        stubs = (HERE.parent / "knightsat" / "_knightsat.pyi").read_text()
        def known(*headings):
            bodies = [stubs.split(f"class {heading}(")[1].split("\nclass ")[0] for heading in headings]
            return set(re.findall(r"^    (\w+): ", "".join(bodies), flags=re.M))

        self.assertEqual(known("_Tour"), self.TABLES["tour"])
        self.assertEqual(known("_Options", "_Formula", "_Encoded"), self.TABLES["style"])
        self.assertEqual(self.TABLES["tour"] | self.TABLES["style"], self.TABLES["formula"])
        # The comments of files name the same options.
        for encoding in ENCODINGS:
            text = knightsat.encode("6x6", encoding=encoding).dimacs()
            keys = re.findall(r"^c knightsat ([a-z-]+) ", text, flags=re.M)
            keys = {key.replace("-", "_") for key in keys} - {"board", "tour", "decode"}
            self.assertIn("encoding", keys)
            self.assertLessEqual(keys, self.TABLES["formula"], encoding)

    def test_functions_can_be_sent_to_other_processes(self):
        for name in ("solve", "count", "sizes"):
            function = getattr(knightsat, name)
            self.assertIs(pickle.loads(pickle.dumps(function)), function)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_file_is_that_of_the_program_whole_or_not_there(self):
        formula = knightsat.encode("6x6", encoding="crt", closed=True)
        path = self.folder / "t.cnf"
        formula.write(path)
        text = program("encode", "6x6", "--encoding", "crt", "--closed").stdout
        self.assertEqual(path.read_text(), text)
        with gzip.open(self.folder / "t.cnf.gz", "wb") as file:
            formula.write(file)
        with gzip.open(self.folder / "t.cnf.gz", "rt") as file:
            self.assertEqual(file.read(), text)
        with self.assertRaises(TimeoutError):
            knightsat.encode("40x40", encoding="textbook").write(self.folder / "late.cnf", timeout=0.2)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["t.cnf", "t.cnf.gz"])
        with self.assertRaises(FileNotFoundError):
            formula.write(self.folder / "nowhere" / "t.cnf")
        with self.assertRaisesRegex(ValueError, "from 1 on"):
            knightsat.encode("6x6", top=3).write(path)

    def test_an_error_of_the_file_is_passed_on(self):
        class Full:
            def write(self, data):
                raise OSError("no space")

        with self.assertRaisesRegex(OSError, "no space"):
            knightsat.encode("6x6").write(Full())

    def test_an_answer_is_decoded(self):
        formula = knightsat.encode("6x6", closed=True)
        path = self.folder / "t.cnf"
        formula.write(path)
        with Cadical153(bootstrap_with=formula.clauses) as solver:
            solver.solve()
            model = solver.get_model()
        tour = knightsat.decode(path, model)
        knightsat.verify("6x6", tour, closed=True)
        answer = self.folder / "t.out"
        answer.write_text("s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n")
        self.assertEqual(knightsat.decode(path, answer), tour)
        with self.assertRaisesRegex(knightsat.NotATour, "violates clause"):
            knightsat.decode(path, [-abs(lit) for lit in model])
        answer.write_text("s UNSATISFIABLE\n")
        knightsat.encode("4x4", shortcuts=False).write(path)
        sentence = "no open knight's tour of 4x4: "
        for none in (answer, None):
            with self.assertRaisesRegex(knightsat.NoTour, sentence):
                knightsat.decode(path, none)
        with self.assertRaisesRegex(knightsat.NoTour, sentence + "the formula is unsatisfiable"):
            knightsat.encode("4x4", shortcuts=False).decode(None)
        with self.assertRaisesRegex(knightsat.NoTour, sentence + "without b2, c2, b3 and c3 the rest falls"):
            knightsat.solve("4x4")
        path.write_text("p cnf 1 1\n1 0\n")
        with self.assertRaisesRegex(ValueError, "does not say what it encodes"):
            knightsat.decode(path, [1])

    def test_squares_are_visited_in_order(self):
        tour = knightsat.solve("6x6", visit=["c3", "a1", "d2"])
        self.assertLess(tour.index("c3"), tour.index("a1"))
        self.assertLess(tour.index("a1"), tour.index("d2"))

    def test_the_best_tour_reports_its_bounds(self):
        seen = []
        with self.assertRaises(TimeoutError):
            knightsat.solve("10x10", closed=True, minimize="crossings", timeout=3, progress=seen.append)
        self.assertTrue(any("best" in fields for fields in seen), seen)

    def test_boards_and_graphs_are_read(self):
        board = self.folder / "board.txt"
        board.write_text("...\n.#.\n..1\n")
        tour = knightsat.solve(board)
        self.assertEqual((tour[0], len(tour)), ("c1", 8))
        graph = self.folder / "graph.col"
        graph.write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
        self.assertEqual(knightsat.count(graph, closed=True), 1)
        self.assertEqual(knightsat.solve(graph, start="2", end="1"), ["2", "3", "4", "1"])
        graph.write_text("p edge 4 1\ne 1 5\n")
        with self.assertRaisesRegex(ValueError, r"graph.col:2:1: vertex 5 is not among 1 to 4"):
            knightsat.solve(graph)

    def test_a_string_may_be_a_path(self):
        graph = self.folder / "graph.col"
        graph.write_text("p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n")
        self.assertEqual(knightsat.count(str(graph), closed=True), 1)
        with self.assertRaisesRegex(ValueError, "^rules: 1:1: 'turms' .*did you mean turns"):
            knightsat.solve("6x6", rules=["turms <= 33"])
        with self.assertRaisesRegex(ValueError, "is neither a board, such as 8x8, nor"):
            knightsat.solve(str(self.folder / "missing.col"))

    def test_an_error_of_the_system_names_the_file(self):
        missing = self.folder / "missing"
        for call in [
            lambda: knightsat.solve(missing),
            lambda: knightsat.decode(missing, [1]),
            lambda: knightsat.decode(self.written(), missing),
        ]:
            with self.assertRaises(FileNotFoundError) as caught:
                call()
            self.assertEqual(caught.exception.filename, str(missing))
            self.assertIn(str(missing), str(caught.exception))
        with self.assertRaises(IsADirectoryError) as caught:
            knightsat.solve(self.folder)
        self.assertEqual(caught.exception.filename, str(self.folder))

    def written(self):
        path = self.folder / "t.cnf"
        knightsat.encode("3x4").write(path)
        return path

    def test_a_bool_is_no_literal(self):
        for call in [
            lambda: knightsat.circuit([("a", "b", True), ("b", "a", 2)]),
            lambda: knightsat.check([[True]], "(i-1)*N+v", "1x1"),
            lambda: knightsat.encode("3x4").decode([True, -2]),
            lambda: knightsat.decode(self.written(), [False]),
        ]:
            with self.assertRaisesRegex(TypeError, "(True|False) is not a literal"):
                call()

    def test_a_certificate_is_written_and_checked(self):
        for number, (board, options) in enumerate([("4x4", {}), ("3x6", {"closed": True}), ("4x4", {"shortcuts": False})]):
            folder = self.folder / str(number)
            reason = knightsat.prove(board, folder, **options)
            options.pop("shortcuts", None)
            self.assertEqual(knightsat.verify_certificate(board, folder, **options), reason)
            with self.assertRaises(knightsat.NotACertificate):
                knightsat.verify_certificate("5x5", folder, closed=True)
        proof = self.folder / "2" / "proof.lrat"
        proof.write_text("\n".join(proof.read_text().splitlines()[:-1]) + "\n")
        with self.assertRaisesRegex(knightsat.NotACertificate, "proof.lrat"):
            knightsat.verify_certificate("4x4", self.folder / "2")
        with self.assertRaisesRegex(ValueError, "not empty"):
            knightsat.prove("4x4", self.folder / "0")
        with self.assertRaises(knightsat.TourExists) as caught:
            knightsat.prove("5x5", self.folder / "none")
        knightsat.verify("5x5", caught.exception.tour)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["0", "1", "2"])


class Lists(unittest.TestCase):
    """A tour is a list that draws itself."""

    def test_tours_draw_themselves(self):
        formula = knightsat.encode("6x6", closed=True)
        with Cadical153(bootstrap_with=formula.clauses) as solver:
            solver.solve()
            decoded = formula.decode(solver.get_model())
        for tour in [knightsat.solve("6x6"), decoded, next(knightsat.tours("6x6")), knightsat.solve("10x10", leaper=(2, 3), closed=True)]:
            self.assertIsInstance(tour, knightsat.Tour)
            self.assertEqual(tour, list(tour))
            self.assertTrue(tour.svg().startswith("<svg"))
            self.assertEqual(tour._repr_svg_(), tour.svg())
            for other in (copy.copy(tour), copy.deepcopy(tour), pickle.loads(pickle.dumps(tour))):
                self.assertEqual((other, other.svg(), other.closed), (tour, tour.svg(), tour.closed))

    def test_the_best_tour_is_found(self):
        worst, best = (knightsat.solve("5x6", closed=True, **{sense: "turns"}) for sense in ("maximize", "minimize"))

        def turns(tour):
            squares = [(ord(name[0]), int(name[1:])) for name in tour]
            moves = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(squares, squares[1:] + squares[:1])]
            return sum(one != other for one, other in zip(moves, moves[1:] + moves[:1]))

        self.assertLess(turns(best), turns(worst))
        with self.assertRaisesRegex(ValueError, "not a statistic"):
            knightsat.solve("5x6", minimize="tuns")

    def test_tours_of_graphs_have_the_nodes_of_the_caller(self):
        tour = knightsat.solve([("x", "y"), ("z", "x")], start="y")
        self.assertIn("from y to z", tour.svg())
        graph = tour.to_networkx()
        self.assertEqual(list(graph.edges), [("y", "x"), ("x", "z")])
        cycle = knightsat.solve("6x6", closed=True).to_networkx()
        self.assertEqual({degree for _, degree in cycle.degree}, {2})

    def test_pictures_of_graphs_have_names_and_points(self):
        cities = networkx.Graph([("Bern", "New York"), ("New York", "Chur"), ("Chur", "Bern"), ("Chur", "Basel")])
        points = {"Bern": (0, 0), "New York": (1, 0), "Chur": (0, 1), "Basel": (1, 1)}
        tour = knightsat.solve(cities)
        for city in cities:
            self.assertIn(f">{city.replace(' ', chr(160))}<", tour.svg())
        # Each way to give the points draws the same.
        given = tour.svg(pos=points)
        networkx.set_node_attributes(cities, points, "pos")
        placed = knightsat.solve(cities)
        self.assertEqual(placed.svg(), given)
        self.assertEqual(placed._place.__reduce__()[1][0].count('"points"'), 1)
        self.assertEqual(placed.svg(pos=networkx.circular_layout(cities)), tour.svg(pos=networkx.circular_layout(cities)))
        for other in (copy.deepcopy(placed), pickle.loads(pickle.dumps(placed))):
            self.assertEqual((other, other.svg()), (placed, placed.svg()))
        for pos in ({"Bern": (0, 0)}, {**points, "Basel": ()}, {**points, "Rom": (3, 3)}):
            with self.assertRaises(ValueError):
                tour.svg(pos=pos)

    def test_nodes_that_print_alike_are_numbered(self):
        tour = knightsat.solve([(1, "1"), ("1", 2)], start=1)
        self.assertEqual(tour, [1, "1", 2])
        self.assertIn("from 1 to 3", tour.svg())

    def test_puzzles_draw_themselves(self):
        puzzle = knightsat.puzzle("5x6", seed=1)
        for step in puzzle.givens:
            self.assertIn(f">{step}<", puzzle._repr_svg_())
        self.assertIsInstance(puzzle.solution, knightsat.Tour)
        self.assertTrue(puzzle.solution.svg())
        self.assertTrue(knightsat.puzzle("5x5", wrap="both", closed=True, seed=1).svg())
        box = knightsat.puzzle("3x4x2", seed=1)
        for step in box.givens:
            self.assertIn(f">{step}<", box.svg())
        self.assertEqual(list(knightsat.tours("3x4x2", at=box.givens)), [box.solution])
        graph = networkx.dodecahedral_graph()
        numbers = knightsat.puzzle(graph, closed=True, seed=1)
        self.assertLess(set(numbers.givens.values()), set(graph.nodes))
        self.assertEqual(list(knightsat.tours(graph, closed=True, at=numbers.givens)), [numbers.solution])

    def test_reports_draw_themselves(self):
        formula = knightsat.encode("3x4", encoding="textbook")
        right = knightsat.check(formula.clauses, formula.map, "3x4")
        self.assertIn("<td>good</td>", right._repr_html_())
        self.assertNotIn("<svg", right._repr_html_())
        first = [-formula.map[0][0][0]]
        wrong = knightsat.check(formula.clauses + [first], formula.map, "3x4")
        self.assertIn("a tour that is not a model", wrong._repr_html_())
        self.assertEqual(wrong._repr_html_().count("<svg"), 1)
        self.assertEqual(wrong.squares[0], "a1")
        knightsat.verify("3x4", wrong.squares)
        empty = knightsat.check([], formula.map, "3x4")
        self.assertIn("a model that is not a tour", empty._repr_html_())
        self.assertNotIn("<svg", empty._repr_html_())
        named = knightsat.encode([("New York", "Bern"), ("Bern", "Chur")])
        report = knightsat.check(named.clauses + [[-1]], named.map, [("New York", "Bern"), ("Bern", "Chur")])
        self.assertIn(report.squares, (["New York", "Bern", "Chur"], ["Chur", "Bern", "New York"]))

    def test_tours_know_their_statistics(self):
        tour = knightsat.solve("6x6", closed=True, minimize="turns")
        statistics = tour.statistics()
        self.assertEqual(statistics, knightsat.stats("6x6", tour, closed=True))
        self.assertEqual(statistics["turns"] + statistics["straight"], 36)
        self.assertEqual(sum(statistics[name] for name in statistics if name.startswith("slope")), 36)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "6x6.tour")
            file.write_text(" ".join(tour))
            command = json.loads(program("stats", "6x6", "--closed", file, "--format", "json").stdout)
            self.assertEqual(command["statistics"], statistics)
            weights = Path(folder, "weights.txt")
            weights.write_text(f"{tour[0]} {tour[1]} 5\n")
            weighed = knightsat.stats("6x6", tour, closed=True, weights=weights)
            self.assertEqual(weighed[f"weights({weights})"], 5)
        self.assertIn("rot180", knightsat.solve("6x6", closed=True, symmetric="rot180").symmetries())
        turned = knightsat.solve("5x8", closed=True, symmetric="rot180-reversed")
        self.assertEqual(turned.symmetries(), ["rot180-reversed"])
        self.assertEqual(knightsat.solve(Graphs.CUBE).statistics(), {})
        with self.assertRaises(knightsat.NotATour):
            knightsat.stats("6x6", tour[:-1], closed=True)

    def test_a_list_that_was_changed_is_no_tour(self):
        tour = knightsat.solve("5x5")
        tour.reverse()
        self.assertTrue(tour.svg())
        tour.pop(3)
        with self.assertRaises(knightsat.NotATour):
            tour.svg()


class Graphs(unittest.TestCase):
    CUBE = [(a, a ^ bit) for a in range(8) for bit in (1, 2, 4) if a < a ^ bit]

    def test_tours_have_the_nodes_of_the_caller(self):
        named = [((a, "x"), (b, "x")) for a, b in self.CUBE]
        options = {"closed": True, "require": [named[0]], "forbid": [named[5][::-1]]}
        tour = knightsat.solve(named, **options)
        knightsat.verify(named, tour, **options)
        pairs = {frozenset(pair) for pair in zip(tour, tour[1:] + tour[:1])}
        self.assertIn(frozenset(named[0]), pairs)
        self.assertNotIn(frozenset(named[5]), pairs)
        self.assertEqual(knightsat.solve(named, at={3: (6, "x")})[2], (6, "x"))
        with self.assertRaisesRegex(knightsat.NotATour, r"steps 1 and 8 are both on \(0, 'x'\)"):
            knightsat.verify(named, [(node, "x") for node in (0, 1, 3, 2, 6, 7, 5, 0)])

    def test_edges_come_as_networkx_lists_them(self):
        for edges in [
            [list(edge) for edge in self.CUBE],
            [(a, b, {"weight": 3}) for a, b in self.CUBE],
            tuple(self.CUBE),
            set(self.CUBE),
            (edge for edge in self.CUBE),
            networkx.Graph(self.CUBE),
            networkx.Graph(self.CUBE).edges,
            networkx.Graph(self.CUBE).edges(data=True),
        ]:
            self.assertEqual(knightsat.count(edges, closed=True), 6)

    def test_a_directed_graph_is_directed(self):
        ring = networkx.DiGraph([(1, 2), (2, 3), (3, 1)])
        self.assertEqual(knightsat.solve(ring, closed=True, start=2), [2, 3, 1])
        self.assertEqual(len(list(knightsat.tours(ring))), 3)
        ring.remove_edge(3, 1)
        ring.add_edge(1, 3)
        with self.assertRaises(knightsat.NoTour):
            knightsat.solve(ring, closed=True)
        knightsat.verify(ring, [1, 2, 3])
        with self.assertRaises(knightsat.NotATour):
            knightsat.verify(ring, [3, 2, 1])

    def test_every_way_counts_the_same(self):
        self.assertEqual(knightsat.count(self.CUBE, closed=True), 6)
        self.assertEqual(len({tuple(tour) for tour in knightsat.tours(self.CUBE, closed=True)}), 6)
        for encoding in ENCODINGS[:-1]:
            options = {"closed": True, "method": "enumerate", "encoding": encoding}
            self.assertEqual(knightsat.count(self.CUBE, **options), 6, encoding)

    def test_maps_have_the_nodes_too(self):
        for encoding in ("position", "crt", "order"):
            formula = knightsat.encode(self.CUBE, encoding=encoding, closed=True, top=10)
            report = knightsat.check(
                formula.clauses,
                formula.map,
                self.CUBE,
                style=formula.style,
                one_direction=formula.one_direction,
                first=formula.first,
                closed=True,
            )
            self.assertTrue(report, str(report))
            with Cadical153(bootstrap_with=formula.clauses) as solver:
                self.assertTrue(solver.solve())
                knightsat.verify(self.CUBE, formula.decode(solver.get_model()), closed=True)

    def test_mistakes_are_told(self):
        for message, graph, options in [
            ("edge ('b', 'a') is listed twice", [("a", "b"), ("b", "a")], {}),
            ("edge (1, 1) is a loop: leave it out", [(1, 1)], {}),
            ("the graph has no vertices", [], {}),
            ("start: 9 is not a node of the graph", self.CUBE, {"start": 9}),
            ("require: 0 to 3 is not an edge of the graph", self.CUBE, {"require": [(0, 3)]}),
            ("at: 'a' is not a node of the graph", self.CUBE, {"at": {1: "a"}}),
        ]:
            with self.assertRaises(ValueError) as caught:
                knightsat.solve(graph, **options)
            self.assertEqual(str(caught.exception), message)
        for graph in (7, [1, 2], [(1, 2, 3)], ["ab", "bc"], [(1, 2), (2,)]):
            with self.assertRaises(TypeError):
                knightsat.solve(graph)


class Places(unittest.TestCase):
    def test_sides_are_joined_boxes_have_layers_and_pieces_have_names(self):
        self.assertEqual(knightsat.count("4x4", wrap="both", closed=True), 1344)
        torus = knightsat.solve("5x5", wrap="both", closed=True)
        knightsat.verify("5x5", torus, wrap="both", closed=True)
        with self.assertRaises(knightsat.NotATour):
            knightsat.verify("5x5", torus, closed=True)
        cube = knightsat.solve("4x4x4", closed=True)
        self.assertEqual((len(cube), "Dd4" in cube), (64, True))
        knightsat.verify("4x4x4", cube, closed=True)
        king = [knightsat.count("3x3", leaper=leaper) for leaper in ("king", "0,1/1,1", [(0, 1), (1, 1)])]
        self.assertEqual(king, [784] * 3)
        for tour in (torus, cube, knightsat.solve("4x4", leaper="king")):
            self.assertTrue(tour.svg().startswith("<svg"))
            self.assertEqual(pickle.loads(pickle.dumps(tour)).svg(), tour.svg())
        with self.assertRaisesRegex(ValueError, "no piece 'kin'"):
            knightsat.solve("4x4", leaper="kin")

    def test_formulas_of_these_places_are_decoded(self):
        for board, options in [("5x5", {"wrap": "files"}), ("4x4x2", {}), ("4x4", {"leaper": "king"})]:
            formula = knightsat.encode(board, closed=True, **options)
            with Cadical153(bootstrap_with=formula.clauses) as solver:
                self.assertTrue(solver.solve())
                knightsat.verify(board, formula.decode(solver.get_model()), closed=True, **options)


class Rows(unittest.TestCase):
    """Results as rows for pandas."""

    def test_all_tours_with_their_statistics_are_a_frame(self):
        tours = knightsat.tours("6x6", closed=True)
        frame = pandas.DataFrame({"first": tour[1], **tour.statistics()} for tour in tours)
        self.assertEqual(len(frame), 9862)
        self.assertEqual(len(frame.columns), 12)
        for statistic in ("turns", "crossings", "slope+2"):
            counted = knightsat.count("6x6", closed=True, by=statistic)
            self.assertEqual(frame[statistic].value_counts().to_dict(), counted)
            self.assertEqual(sum(counted.values()), 9862)
        with self.assertRaisesRegex(ValueError, "method: 'frontier' counts without by"):
            knightsat.count("6x6", closed=True, by="slope+2", method="frontier")
        best = knightsat.solve("6x6", closed=True, minimize="crossings").statistics()
        self.assertEqual(frame["crossings"].min(), best["crossings"])

    def test_sizes_are_those_of_the_formulas(self):
        rows = pandas.DataFrame(knightsat.sizes("6x6", encoding="all", closed=True))
        self.assertEqual(len(rows), len(ENCODINGS))
        for _, row in rows.iterrows():
            formula = knightsat.encode("6x6", encoding=row["encoding"], closed=True)
            sizes = (formula.variables, sum(map(len, formula.clauses)), len(formula.dimacs()))
            self.assertEqual((row["variables"], row["literals"], row["bytes"]), sizes, row["encoding"])
        [row] = knightsat.sizes(Graphs.CUBE, encoding="order", three_cnf=True)
        self.assertEqual(row["clauses"], len(knightsat.encode(Graphs.CUBE, encoding="order", three_cnf=True).clauses))
        with self.assertRaises(knightsat.Timeout):
            knightsat.sizes("200x200", encoding="distance", timeout=0.2)

    def test_lint_finds_what_the_command_finds(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "t.cnf.gz")
            file.write_bytes(gzip.compress(b"p cnf 3 3\n1 2 0\n1 1 2 0\n"))
            report = knightsat.lint(file)
            self.assertEqual(report, json.loads(program("lint", file, "--format", "json").stdout))
            self.assertFalse(report["clean"])
            self.assertEqual({finding["severity"] for finding in report["findings"]}, {"error", "warning", "note"})
            knightsat.encode("3x4").write(Path(folder, "good.cnf"))
            self.assertTrue(knightsat.lint(Path(folder, "good.cnf"))["clean"])
            opb = Path(folder, "t.opb")
            opb.write_text("* #variable= 1 #constraint= 0\n")
            self.assertIn("a file in OPB", knightsat.lint(opb)["findings"][0]["message"])
            with self.assertRaises(FileNotFoundError):
                knightsat.lint(Path(folder, "missing.cnf"))

    def test_comparisons_are_rows(self):
        rows = pandas.DataFrame(
            knightsat.compare("5x5", "5x6", encoding=["position", "crt"], shuffles=2, timeout=30, closed=False)
        )
        self.assertEqual(len(rows), 8)
        self.assertEqual(set(rows["verdict"]), {"tour"})
        self.assertTrue(rows["checked"].all())
        self.assertTrue((rows["cpu_seconds"] >= 0).all())
        for (board, encoding), group in rows[rows["shuffle"] == 0].groupby(["board", "encoding"]):
            formula = knightsat.encode(board, encoding=encoding, shortcuts=False)
            self.assertEqual(list(group["variables"]), [formula.variables])
        with self.assertRaisesRegex(ValueError, "'crd'"):
            knightsat.compare("5x5", encoding="crd")
        with self.assertRaisesRegex(ValueError, "is neither a board"):
            knightsat.compare("5 by 5")

    def test_graphs_are_compared_with_boards(self):
        petersen, ring = networkx.petersen_graph(), networkx.DiGraph([("x", "y"), ("y", "z"), ("z", "x")])
        ring.name = ""
        cube = [(a, a ^ bit) for a in range(8) for bit in (1, 2, 4) if a < a ^ bit]
        with tempfile.TemporaryDirectory() as folder:
            drawn, file = Path(folder, "drawn.txt"), Path(folder, "k4.col")
            drawn.write_text("....\n....\n....\n")
            file.write_text("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n")
            places = ["3x4", petersen, cube, drawn, "3x4x2", ring, file]
            rows = pandas.DataFrame(knightsat.compare(*places, closed=True, timeout=30))
        names = ["3x4", petersen.name, "graph 3", str(drawn), "3x4x2", "graph 6", str(file)]
        self.assertEqual(list(rows["board"]), names)
        self.assertEqual(list(rows["vertices"]), [12, 10, 8, 12, 24, 3, 4])
        self.assertEqual(list(rows["verdict"]), ["none", "none", "tour", "none", "tour", "tour", "none"])
        self.assertEqual(list(rows["edges"])[1:3], [15, 12])


class Asked(unittest.TestCase):
    def test_what_is_given_is_honoured(self):
        tour = knightsat.solve("6x6", closed=True, at={17: "d5"}, require=[("a1", "c2")], forbid=["c3-d5"])
        self.assertEqual(tour[16], "d5")
        pairs = {frozenset(pair) for pair in zip(tour, tour[1:] + tour[:1])}
        self.assertIn(frozenset(["a1", "c2"]), pairs)
        self.assertNotIn(frozenset(["c3", "d5"]), pairs)

    def test_rules_are_kept(self):
        by_turns = knightsat.count("6x6", closed=True, by="turns")
        few = sum(tours for turns, tours in by_turns.items() if turns <= 33)
        self.assertGreater(few, 0)
        self.assertEqual(knightsat.count("6x6", closed=True, rules="turns <= 33"), few)
        options = {"closed": True, "rules": ["turns <= 33", "a1-c2 or b1-d2", "not c3-d5"]}
        tour = knightsat.solve("6x6", **options)
        knightsat.verify("6x6", tour, **options)
        self.assertLessEqual(tour.statistics()["turns"], 33)
        with self.assertRaises(knightsat.NotATour):
            knightsat.verify("6x6", knightsat.solve("6x6", closed=True, maximize="turns"), **options)
        formula = knightsat.encode("6x6", **options)
        with Cadical153(bootstrap_with=formula.clauses) as solver:
            self.assertTrue(solver.solve())
            knightsat.verify("6x6", formula.decode(solver.get_model()), **options)
        ring = [("Bern", "Basel"), ("Basel", "Chur"), ("Chur", "Bern"), ("Chur", "Biel"), ("Biel", "Bern")]
        self.assertEqual(knightsat.count(ring, closed=True), 1)
        self.assertEqual(knightsat.count(ring, closed=True, rules="Bern-Chur"), 0)
        for rules, message in [("turns <", "^rules: 1:"), (["a1-c2", "a1-a2"], "^rules: 2:"), (7, "^rules: ")]:
            with self.assertRaisesRegex((ValueError, TypeError), message):
                knightsat.solve("6x6", rules=rules)

    def test_the_best_tour_is_proved(self):
        with tempfile.TemporaryDirectory() as folder:
            reason = knightsat.prove("6x6", f"{folder}/best", closed=True, minimize="turns")
            self.assertTrue(reason.startswith("turns: 32, optimal: better tours: "), reason)
            tour = Path(folder, "best", "tour.txt").read_text().split()
            self.assertEqual(knightsat.stats("6x6", tour, closed=True)["turns"], 32)
            files = {path.name for path in Path(folder, "best").iterdir()}
            self.assertLess({"formula.cnf", "proof.lrat", "proof.drat"}, files)
            with Cadical153(bootstrap_with=CNF(from_file=f"{folder}/best/formula.cnf")) as solver:
                self.assertFalse(solver.solve())
            reason = knightsat.prove("3x3", f"{folder}/none", maximize="turns")
            self.assertEqual(knightsat.verify_certificate("3x3", f"{folder}/none"), reason)
            with self.assertRaises(knightsat.Timeout) as caught:
                knightsat.prove("10x10", f"{folder}/late", closed=True, minimize="crossings", timeout=2)
            self.assertTrue(caught.exception.tour is None or caught.exception.best > 0)
            with self.assertRaisesRegex(ValueError, "one of minimize and maximize"):
                knightsat.prove("6x6", f"{folder}/both", minimize="turns", maximize="turns")
            self.assertEqual(sorted(os.listdir(folder)), ["best", "none"])

    def test_a_symmetry_is_kept(self):
        tour = knightsat.solve("6x6", closed=True, symmetric="rot180")
        turned = ["fedcba"["abcdef".index(square[0])] + str(7 - int(square[1])) for square in tour]
        self.assertEqual(turned, tour[18:] + tour[:18])

    def test_boards_may_have_holes_and_other_pieces(self):
        self.assertEqual(len(knightsat.solve(".../.#./...")), 8)
        self.assertEqual(len(knightsat.solve("10x10", closed=True, leaper=(2, 3))), 100)

    def test_counts_are_known(self):
        self.assertEqual(knightsat.count("5x5"), 1728)
        self.assertEqual(knightsat.count("5x5", method="search", start="a1"), 304)
        self.assertEqual(knightsat.count("5x5", limit=100), 100)
        self.assertEqual(knightsat.count("6x6", closed=True, symmetric="rot180"), 78)
        self.assertEqual(knightsat.count("3x4", method="enumerate", encoding="adder"), 16)

    def test_tours_come_one_by_one(self):
        found = [tuple(tour) for tour in knightsat.tours("3x4")]
        self.assertEqual(len(set(found)), 16)
        self.assertEqual(set(found), {tour[::-1] for tour in found})
        first = next(knightsat.tours("8x8", start="a1", end="c2"))
        knightsat.verify("8x8", first, start="a1", end="c2")
        with self.assertRaises(TimeoutError):
            sum(1 for _ in knightsat.tours("7x7", timeout=0.5))

    def test_a_puzzle_has_one_solution_and_no_given_too_many(self):
        puzzle = knightsat.puzzle("5x6", closed=True, seed=3)
        self.assertTrue(puzzle.irreducible)
        self.assertEqual(knightsat.count("5x6", closed=True, at=puzzle.givens), 1)
        for without, other in puzzle.witnesses:
            rest = {step: square for step, square in puzzle.givens.items() if step != without}
            knightsat.verify("5x6", other, closed=True, at=rest)
            self.assertNotEqual(other, puzzle.solution)
        with self.assertRaises(knightsat.NoTour):
            knightsat.puzzle("4x4")
        with self.assertRaises(TimeoutError):
            knightsat.puzzle("12x12", timeout=0.1)

    def test_mistakes_are_told(self):
        names = ", ".join(f"'{name}'" for name in ENCODINGS)
        for message, call in [
            (f"encoding: 'foo' is not one of {names}", {"encoding": "foo"}),
            ("start: e9 is not on the 8x8 board", {"start": "e9"}),
            ("require: 'a1c2' is not a move: write its two squares, such as a1-c2", {"require": ["a1c2"]}),
            ("timeout: expected seconds from 0 on", {"timeout": -1}),
            ("the graph has no vertices", {"board": []}),
        ]:
            call = {"board": "8x8", **call}
            with self.assertRaises(ValueError) as caught:
                knightsat.encode(call.pop("board"), **call)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaisesRegex(ValueError, "is neither a board, such as 8x8"):
            knightsat.solve("8 by 8")
        with self.assertRaisesRegex(ValueError, "^the encoding crt does not support equal sums of steps"):
            knightsat.encode("6x6", closed=True, magic=True, encoding="crt")
        for function in (knightsat.encode, knightsat.solve, knightsat.count, knightsat.puzzle):
            with self.assertRaisesRegex(TypeError, "^unexpected keyword argument 'hue'$"):
                function("8x8", hue="blue")
        with self.assertRaisesRegex(TypeError, "^unexpected keyword argument 'encoding': it belongs to circuit, compare, count, "):
            knightsat.solve("8x8", encoding="crt")
        for method in (None, "search", "frontier"):
            for option in ({"encoding": "crt"}, {"modulus": 21}):
                message = f"^keyword argument '{[*option][0]}' belongs to method='enumerate'$"
                with self.assertRaisesRegex(TypeError, message):
                    knightsat.count("3x4", method=method, **option)
        with self.assertRaisesRegex(ValueError, "^entry 1 of the map: z9 is not on the 3x3 board$"):
            knightsat.check([[1]], [([1], 1, "z9")], "3x3")
        with self.assertRaisesRegex(ValueError, "^method: 'luck' is none of"):
            knightsat.count("3x4", method="luck")

    def test_there_is_no_tour_for_a_reason(self):
        with self.assertRaises(knightsat.NoTour) as caught:
            knightsat.solve("3x3")
        self.assertTrue(str(caught.exception))


class Discarded:
    def write(self, data):
        pass


# Each call takes much longer than its timeout.
LONG = {
    "write": lambda **pace: knightsat.encode("40x40", encoding="textbook").write(Discarded(), **pace),
    "encode": lambda **pace: knightsat.encode("90x90", encoding="distance", **pace),
    "circuit": lambda **pace: knightsat.circuit(COMPLETE, "distance", **pace),
    "count": lambda **pace: knightsat.count("8x8", method="search", **pace),
    "frontier": lambda **pace: knightsat.count("8x8", **pace),
    "solve": lambda **pace: knightsat.solve("12x12", magic=True, **pace),
    "prove": lambda **pace: knightsat.prove("11x11", "nowhere", closed=True, shortcuts=False, **pace),
    "puzzle": lambda **pace: knightsat.puzzle("16x16", **pace),
}
COMPLETE = [(u, v, 1000 * u + v + 1) for u in range(300) for v in range(300) if u != v]


class Time(unittest.TestCase):
    def test_the_time_is_kept_and_progress_told(self):
        for name, call in LONG.items():
            with self.subTest(name):
                seen, begin = [], time.monotonic()
                with self.assertRaises(TimeoutError):
                    call(timeout=0.5, progress=seen.append)
                self.assertLess(time.monotonic() - begin, 5)
                self.assertTrue(seen)
                seconds = [fields["seconds"] for fields in seen]
                self.assertEqual(seconds, sorted(seconds))
                known = {"write": "bytes", "count": "tours", "prove": "cuts"}.get(name, "seconds")
                self.assertIn(known, seen[-1])

    def test_a_signal_ends_the_work(self):
        for name, call in LONG.items():
            with self.subTest(name):
                begin = time.monotonic()
                threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
                with self.assertRaises(KeyboardInterrupt):
                    call()
                self.assertLess(time.monotonic() - begin, 5)

    def test_an_error_of_the_callback_ends_the_work(self):
        def fails(fields):
            raise LookupError("enough")

        for name, call in LONG.items():
            with self.subTest(name), self.assertRaisesRegex(LookupError, "enough"):
                call(progress=fails)

    def test_other_threads_go_on(self):
        counted, over = [0], threading.Event()

        def count():
            while not over.wait(0.01):
                counted[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        try:
            with self.assertRaises(TimeoutError):
                knightsat.count("8x8", method="search", timeout=1)
        finally:
            over.set()
            thread.join()
        self.assertGreater(counted[0], 20)

    def test_nothing_is_left_of_a_proof_that_was_given_up(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(TimeoutError):
                knightsat.prove("11x11", f"{folder}/proof", closed=True, shortcuts=False, timeout=0.3)
            self.assertEqual(os.listdir(folder), [])


class Program(unittest.TestCase):
    def test_the_program_is_there_and_of_the_same_version(self):
        self.assertEqual(program("--version").stdout.split(), ["knightsat", knightsat.__version__])
        solved = program("solve", "8x8")
        self.assertEqual(solved.returncode, 0)
        self.assertIn("64", solved.stdout)

    def test_the_module_is_the_same_program(self):
        for arguments in ["solve", "8x8"], ["sat", "--help"], ["solve", "0x8"], ["solve", "4x4"], []:
            module = [sys.executable, "-m", "knightsat", *arguments]
            module = subprocess.run(module, capture_output=True, text=True)
            expected = program(*arguments)
            self.assertEqual(module.stdout, expected.stdout)
            self.assertEqual(module.stderr, expected.stderr)
            self.assertEqual(module.returncode, expected.returncode)
        self.assertIn("Usage: knightsat", expected.stderr)
        self.assertEqual(expected.returncode, 2)

    def test_it_starts_itself_again(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/{name}.cnf" for name in "ab"]
            for file, board in zip(files, ["5x5", "4x5"]):
                self.assertEqual(program("encode", board, "-o", file).returncode, 0)
            solver = Path(folder, "solver.py")
            solver.write_text(SOLVER)
            # For a run of a comparison, and for one of several files.
            # The command imports no file of the folder it runs in.
            Path(folder, "os.py").write_text("raise ImportError")
            solved = program("solve", "5x5", "--solver", f"{sys.executable} {solver} {{cnf}}")
            compared = program("compare", "5x5", "--encoding", "crt", "--format", "csv", cwd=folder)
            checked = program("check", "--cnf", *files, cwd=folder)
            for done in solved, compared, checked:
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("25", solved.stdout)
            self.assertIn("the tour is verified,true", compared.stdout)
            self.assertIn("2 right", checked.stdout)

    def test_a_signal_ends_it_with_its_solver(self):
        with tempfile.TemporaryDirectory() as folder:
            solver = Path(folder, "solver.py")
            solver.write_text("import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(60)")
            solve = [PROGRAM, "solve", "5x5", "--solver", f"{sys.executable} {solver} {{cnf}}"]
            pid = Path(folder, "pid")
            for number in signal.SIGINT, signal.SIGTERM:
                child = subprocess.Popen(solve, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                while not pid.exists() or not pid.read_text():
                    time.sleep(0.01)
                child.send_signal(number)
                _, errors = child.communicate(timeout=10)
                self.assertEqual((child.returncode, errors), (3, "knightsat: stopped by a signal\n"))
                with self.assertRaises(ProcessLookupError):
                    os.kill(int(pid.read_text()), 0)
                pid.unlink()

    def test_closed_pipes_end_it_quietly(self):
        first = "c A tour as a formula."
        run = lambda close: subprocess.run(
            ["sh", "-c", f"{PROGRAM} encode 20x20 {close}"], capture_output=True, text=True
        )
        for close in "| head -1", "<&-":
            piped = run(close)
            self.assertEqual((piped.returncode, piped.stderr, piped.stdout[: len(first)]), (0, "", first))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
