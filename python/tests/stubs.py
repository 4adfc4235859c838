"""Compares the stubs with the module by stubtest, without the keywords of tables, which test_knightsat.py compares."""

import sys

import knightsat
from mypy import stubtest

for module in knightsat._knightsat, knightsat:
    for name, function in list(vars(module).items()):
        setattr(module, name, getattr(function, "__wrapped__", function))
sys.exit(stubtest.test_stubs(stubtest.parse_options(["knightsat"])))
