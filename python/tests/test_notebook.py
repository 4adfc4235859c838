"""Runs docs/notebook.ipynb, and checks what it shows, stored and anew; scripts/check-packages runs this.

With BLESS=1 the new outputs are stored.
"""

import copy
import os
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


def shown(notebook):
    """Returns the texts that each cell of code shows, by its source."""
    cells = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert all(output.get("name") != "stderr" for output in cell.outputs), cell.source
            texts = [output.get("text", "") for output in cell.outputs]
            texts += [str(text) for output in cell.outputs for text in output.get("data", {}).values()]
            cells[cell.source] = "\n".join(texts)
    return cells


class Notebook(unittest.TestCase):
    def test_it_shows_what_it_says(self):
        stored = nbformat.read(NOTEBOOK, as_version=4)
        run = copy.deepcopy(stored)
        with tempfile.TemporaryDirectory() as folder:
            # An error in a cell is raised here.
            NotebookClient(run, timeout=300, record_timing=False, resources={"metadata": {"path": folder}}).execute()
        if os.environ.get("BLESS"):
            run.metadata = stored.metadata
            nbformat.write(run, NOTEBOOK)
            stored = run
        for cells in [shown(stored), shown(run)]:
            for code, pattern in SHOWN:
                [source] = [source for source in cells if re.search(code, source, re.M)]
                self.assertRegex(cells[source], re.compile(pattern, re.M | re.S), source)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
