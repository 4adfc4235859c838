"""The checks of check-page on a phone: nothing leaves the window, whatever is shown."""

import json

from formulas import MAP, again, clauses, drops
from workbench import FAULT, NO_REASON, PLAYING, STATUS, Workbench

WIDTH = 390
# Elements that leave the window, or that their card cuts off. An element that scrolls keeps its content inside.
OUT = f"""[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && !e.closest('svg *')).filter((e) => {{
  if (e.matches('.card') && e.scrollWidth > e.clientWidth) return true;
  for (let up = e.parentElement; up !== document.body; up = up.parentElement) {{
    if (getComputedStyle(up).overflowX !== 'visible') return false;
  }}
  const {{ left, right }} = e.getBoundingClientRect();
  return left < 0 || right > {WIDTH};
}}).map((e) => e.id || e.className || e.textContent)"""
ROW = "z" * 90


class Phone(Workbench):
    """A tab of the width of a phone."""

    def __init__(self, browser):
        super().__init__(browser, "phone", width=WIDTH, height=844, touch=True)

    def shows(self, what, selector):
        """Measures the page, with this in it."""
        shown = f"document.querySelector({json.dumps(selector)})"
        self.expect(self.run(f"{shown}?.checkVisibility() && {shown}.getBoundingClientRect().width > 0"), f"no {what}")
        self.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        wide = self.run("document.documentElement.scrollWidth")
        self.expect(wide <= WIDTH, f"{what}: {wide} pixels wide on {WIDTH}")
        out = self.run(OUT)
        self.expect(not out, f"{what}: outside of the window: {out}")


def tours_and_reasons(page):
    page.wait("encodings.length > 0")
    page.shows("first view", "#squares")
    for address, squares in [("board=5x6", 30), ("board=8x8&tour=closed", 64), ("board=3x40", 120), ("board=40x40", 1600)]:
        page.asks(address)
        page.finds(squares)
        page.shows(f"tour of {address}", "#player")
        wide = page.run(f"{PLAYING}.documentElement.scrollWidth - document.getElementById('player').clientWidth")
        page.expect(wide <= 0, f"the player of {address} is {wide} pixels too wide")
    for address, selector in [("board=4x4", "#reason-board"), ("board=3x16&tour=closed&holes=b2", "#none"), (NO_REASON, "#prove")]:
        page.asks(address).does("#find", 60)
        page.shows(f"no tour of {address}", selector)


def formulas_in_words(page):
    squares = "+".join(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh" if (file, rank) not in [("a", 1), ("b", 3)])
    page.asks("board=5x6&start=a1&encoding=binary&amo=commander&three-cnf=yes").does("#words")
    page.shows("formula in words", "#described")
    page.asks("board=3x4&encoding=textbook").does("#words")
    page.shows("formula of the textbook in words", "#described")
    page.asks(f"board=8x8&holes={squares}")
    page.shows("command with many holes", "#command")
    page.asks(f"board=8x8&require={ROW}").does("#find")
    page.shows("fault of a move", "#ask .fault:not([hidden])")
    page.asks("board=6x6")
    page.pastes(f"s SATISFIABLE\nv {ROW} 0\n")
    page.expect(page.run(FAULT), f"an answer of {ROW} is taken")
    page.shows("fault of an answer", "#decode")


def steps(page):
    page.asks("board=5x6")
    for encoding in ["textbook", "position", "distance"]:
        page.run(f"document.getElementById('steps-encoding').value = {encoding!r}")
        page.does("#trace", 60)
        for button in ["step-first", "step-conflict", "step-last"]:
            page.run(f"document.getElementById('{button}').click()")
            page.run("document.querySelector('#step-clause .literal')?.click()")
            page.shows(f"{encoding} at {button}", "#steps-board")


def formulas_of_others(page):
    lines = clauses(["3x4"])
    open_, wide = again(lines), again([*lines, " ".join(map(str, range(-1, -145, -1))) + " 0"])
    half = again(lines[: len(lines) // 2])
    page.asks("board=3x4")
    for name, formula, map_ in [
        ("right", open_, ""),
        ("half", half, MAP),
        ("long-clause", wide, MAP),
        ("faulty", f"p cnf {ROW} 1\n", MAP),
        ("faulty map", open_, ROW),
    ]:
        page.types("formula", formula)
        page.types("map", map_)
        page.does("#check", 60)
        page.shows(f"report of {name}", "#theirs .fault" if "faulty" in name else "#report")
        if name == "half":
            page.wait("document.getElementById('drawn').naturalWidth > 0")
            page.shows("counterexample", "#drawn")
        page.does("#trace-own", 60)
        page.run("document.getElementById('step-last').click()" if "faulty" not in name else "0")
        page.shows(f"steps of {name}", "#steps .fault" if "faulty" in name else "#steps-board")
    drops(page, f"{ROW}.cnf", open_.encode())
    page.shows("long name of a file", "#theirs .status")
    page.types("map", MAP)
    page.does("#check", 60)
    page.shows(f"report of a file with a long name: {page.run(STATUS)}", "#report")


def check(browser):
    page = Phone(browser)
    for measure in [tours_and_reasons, formulas_in_words, steps, formulas_of_others]:
        measure(page)
    page.was_quiet()
