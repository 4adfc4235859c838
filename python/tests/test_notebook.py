"""Runs docs/notebook.ipynb, which has no outputs, and checks what it shows; scripts/check-packages runs this."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"
# The code of a cell, and a pattern in what it shows.
SHOWN = [
    ("^formula$", r"A formula of a closed knight's tour of 6x6.*<td>all</td>"),
    (r"groups\.loc", "clauses"),
    ("sizes.*sort_values", "elimination"),
    (r"formula\.decode", "<svg.*closed knight's tour of 6x6"),
    ("16x16", "<svg.*closed knight's tour of 16x16"),
    ("NoTour", "."),
    ("^right$", "<td>good</td>"),
    ("^wrong$", "a tour that is not a model.*<svg"),
    ("^missing$", "a model that is not a tour"),
    (r'count\("6x6", closed=True\)$', "^9862$"),
    ("by=.turns", "32 .*35 "),
    ("describe", "9862"),
    ("wrap=", "<svg.*5x5 torus"),
    ("^cycle$", "<svg.*Hamiltonian cycle"),
    ("^puzzle$", "<svg.*a puzzle"),
    ("^puzzle.solution$", "<svg"),
    ("^best$", "<svg"),
    ("compare", "cpu_seconds"),
]


class Notebook(unittest.TestCase):
    def test_it_runs_and_shows_what_it_says(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertEqual([cell for cell in cells if cell.outputs or cell.execution_count], [])
        with tempfile.TemporaryDirectory() as folder:
            # An error in a cell is raised here.
            NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
        shown = {}
        for cell in cells:
            texts = [output.get("text", "") for output in cell.outputs]
            texts += [str(text) for output in cell.outputs for text in output.get("data", {}).values()]
            shown[cell.source] = "\n".join(texts)
            for output in cell.outputs:
                self.assertNotEqual(output.get("name"), "stderr", cell.source)
        for code, pattern in SHOWN:
            [source] = [source for source in shown if re.search(code, source, re.M)]
            self.assertRegex(shown[source], re.compile(pattern, re.M | re.S), source)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
