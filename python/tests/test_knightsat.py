"""What an installed wheel does; scripts/check-packages runs it."""

import doctest
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import unittest
from pathlib import Path

import knightsat
from pysat.formula import CNF
from pysat.solvers import Cadical153

HERE = Path(__file__).resolve().parent
OPEN_3X4 = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()
ENCODINGS = "position textbook binary order distance adder lfsr crt elimination lazy".split()
DOCTEST = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def program(*arguments, **options):
    path = Path(sysconfig.get_path("scripts")) / "knightsat"
    return subprocess.run([path, *arguments], capture_output=True, text=True, **options)


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
        # Prompts of a shell and the fences are no Python.
        text = re.sub(r"```console.*?```", "", text, flags=re.S)
        self.run_examples(parser.get_doctest(text, {}, "README.md", "README.md", 0))

    def test_the_examples_of_functions_work(self):
        parser = doctest.DocTestParser()
        for name in ["encode", "solve", "verify", "check"]:
            text = getattr(knightsat, name).__doc__
            names = {"knightsat": knightsat}
            self.run_examples(parser.get_doctest(text, names, name, name, 0))


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

    def test_a_model_that_is_none_is_refused(self):
        formula = knightsat.encode("3x4")
        with self.assertRaisesRegex(knightsat.NotATour, "violates clause"):
            formula.decode([-variable for variable in range(1, formula.variables + 1)])
        with self.assertRaisesRegex(ValueError, "0 is not a literal"):
            formula.decode([0])
        with self.assertRaisesRegex(ValueError, "both 1 and its negation|both -1 and its negation"):
            formula.decode([1, -1])

    def test_the_stubs_know_every_option(self):
        stubs = (HERE.parent / "knightsat" / "_knightsat.pyi").read_text()
        known = set(re.findall(r"^    (\w+): ", stubs, flags=re.M))
        for encoding in ENCODINGS:
            text = knightsat.encode("6x6", encoding=encoding).dimacs()
            keys = re.findall(r"^c knightsat ([a-z-]+) ", text, flags=re.M)
            keys = {key.replace("-", "_") for key in keys} - {"board", "tour", "decode"}
            self.assertIn("encoding", keys)
            self.assertLessEqual(keys, known, encoding)


class Asked(unittest.TestCase):
    def test_what_is_given_is_honoured(self):
        tour = knightsat.solve("6x6", closed=True, at={17: "d5"}, require=[("a1", "c2")], forbid=["c3-d5"])
        self.assertEqual(tour[16], "d5")
        pairs = {frozenset(pair) for pair in zip(tour, tour[1:] + tour[:1])}
        self.assertIn(frozenset(["a1", "c2"]), pairs)
        self.assertNotIn(frozenset(["c3", "d5"]), pairs)

    def test_boards_may_have_holes_and_other_pieces(self):
        self.assertEqual(len(knightsat.solve(".../.#./...")), 8)
        self.assertEqual(len(knightsat.solve("10x10", closed=True, leaper=(2, 3))), 100)

    def test_mistakes_are_told(self):
        with self.assertRaisesRegex(ValueError, "is not a board"):
            knightsat.solve("8 by 8")
        with self.assertRaisesRegex(ValueError, "start: e9 is not on the 8x8 board"):
            knightsat.solve("8x8", start="e9")
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'hue'"):
            knightsat.encode("8x8", hue="blue")
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'encoding'"):
            knightsat.solve("8x8", encoding="crt")
        with self.assertRaisesRegex(ValueError, "entry 1 of the map: z9 is not on the 3x3 board"):
            knightsat.check([[1]], [([1], 1, "z9")], "3x3")

    def test_there_is_no_tour_for_a_reason(self):
        with self.assertRaises(knightsat.NoTour) as caught:
            knightsat.solve("3x3")
        self.assertTrue(str(caught.exception))


class Time(unittest.TestCase):
    def test_the_time_is_kept(self):
        begin = time.monotonic()
        with self.assertRaises(TimeoutError):
            knightsat.encode("60x60", encoding="textbook", timeout=0.2)
        self.assertLess(time.monotonic() - begin, 5)

    def test_a_signal_ends_the_work(self):
        begin = time.monotonic()
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        with self.assertRaises(KeyboardInterrupt):
            knightsat.encode("60x60", encoding="textbook")
        self.assertLess(time.monotonic() - begin, 5)


class Program(unittest.TestCase):
    def test_the_program_is_there_and_of_the_same_version(self):
        self.assertEqual(program("--version").stdout.split(), ["knightsat", knightsat.__version__])
        solved = program("solve", "8x8")
        self.assertEqual(solved.returncode, 0)
        self.assertIn("64", solved.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
