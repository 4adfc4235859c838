"""The checks of check-player for the page of a puzzle: it is solved by keys alone, and by clicks
alone."""

import json

from checks import BACKGROUND, Player, expect
from pages import program

NOW = "document.getElementById('now').textContent"
NEXT = "Number(document.getElementById('next').textContent)"
FOCUS = "document.activeElement.dataset.square"
WRONG = "[...document.querySelectorAll('.cell.wrong')].map(e => e.dataset.square).join()"


def make_puzzles(folder):
    """Pages of puzzles, each with its document."""
    boards = {"puzzle": ["6x6", "--closed"], "small": ["3x4"], "wide": ["4x12"]}
    (folder / "cross.txt").write_text("##..##\n##..##\n......\n......\n......\n......\n......\n")
    boards["cross"] = [folder / "cross.txt"]
    made = {}
    for name, board in boards.items():
        page = folder / f"puzzle-{name}.html"
        text = program("puzzle", *board, "--seed", "3", "--html", page, "--format", "json")
        made[name] = (page, json.loads(text))
    return made


def content(square):
    return f"document.querySelector('[data-square={square}]').textContent"


def number(page, square):
    return page.run(content(square))


def go(page, square):
    """To a square by the arrow keys alone."""
    for _ in range(60):
        here = page.run(FOCUS)
        if here == square:
            return
        across = ord(square[0]) - ord(here[0])
        up = int(square[1:]) - int(here[1:])
        ways = ["ArrowRight" if across > 0 else "ArrowLeft"] if across else []
        ways += ["ArrowUp" if up > 0 else "ArrowDown"] if up else []
        # Beside a hole there may be no square that way.
        for way in ways:
            page.key(way)
            if page.run(FOCUS) != here:
                break
    page.expect(False, f"the arrows do not lead to {square}")


def onto_the_board(page):
    for _ in range(20):
        if page.run(FOCUS):
            return
        page.key("Tab")
    page.expect(False, "Tab does not lead onto the board")


def it_is_solved_by_keys(browser, name, file, document):
    page = Player(browser, name, file).start()
    moves = document["moves"]
    given = {at.split("=")[1] for at in document["givens"]}
    onto_the_board(page)
    for step, square in enumerate(moves, 1):
        if square in given:
            continue
        page.expect("Solved" not in page.run(NOW), "it is solved too early")
        go(page, square)
        for digit in str(step):
            page.key(digit)
        page.expect(number(page, square) == str(step), f"{square} has {number(page, square)!r}, not {step}")
    page.expect(page.run(NOW).startswith("Solved"), f"solved, it says {page.run(NOW)!r}")
    free = next(square for square in moves if square not in given)
    go(page, free)
    page.key("Backspace")
    page.expect(number(page, free) == "", "Backspace does not erase")
    page.key("u")
    page.expect(number(page, free) != "", "u does not undo")
    page.expect(page.run(NOW).startswith("Solved"), "undone, it is not solved")
    page.key("r")
    page.expect(number(page, free) == "", "r does not redo")
    page.was_quiet()


def it_is_solved_by_clicks(browser, name, file, document):
    page = Player(browser, name, file, width=390, height=800, touch=True).start()
    moves = document["moves"]
    given = {at.split("=")[1] for at in document["givens"]}
    for step, square in enumerate(moves, 1):
        if square in given:
            continue
        page.expect(page.run(NEXT) == step, f"the next number is {page.run(NEXT)}, not {step}")
        page.click(f"[data-square={square}]")
    page.expect(page.run(NOW).startswith("Solved"), f"solved, it says {page.run(NOW)!r}")
    page.click("#clear")
    empty = [square for square in moves if number(page, square) == ""]
    page.expect(set(empty) == set(moves) - given, "Clear does not clear")
    page.click("#undo")
    page.expect(page.run(NOW).startswith("Solved"), "Clear cannot be undone")
    page.was_quiet()


def mistakes_are_shown_on_request(browser, name, file, document):
    page = Player(browser, name, file).start()
    moves = document["moves"]
    given = {at.split("=")[1] for at in document["givens"]}
    right, wrong = [square for square in moves if square not in given][:2]
    onto_the_board(page)
    for square, step in [(right, moves.index(right) + 1), (wrong, moves.index(wrong) % len(moves) + 2)]:
        go(page, square)
        for digit in str(step):
            page.key(digit)
    page.expect(page.run(WRONG) == "", "mistakes are shown unasked")
    page.key("m")
    page.expect(page.run(WRONG) == wrong, f"wrong is {wrong}, and it shows {page.run(WRONG)!r}")
    page.expect(wrong in page.run(NOW), "mistakes are not told")
    label = page.run(f"document.querySelector('[data-square={wrong}]').ariaLabel")
    page.expect("wrong" in label, f"the mistake is not heard: {label}")
    page.click("#mistakes")
    page.expect(page.run(WRONG) == "", "mistakes are not hidden again")
    fixed = next(iter(given))
    before = number(page, fixed)
    page.run(f"document.querySelector('[data-square={fixed}]').focus()")
    page.key("9")
    page.key("Backspace")
    page.expect(number(page, fixed) == before, "a given number can be changed")
    page.was_quiet()


def it_fits_and_has_names(browser, name, file):
    page = Player(browser, name, file, width=320, height=568, touch=True).start()
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    width = page.run("document.documentElement.scrollWidth")
    page.expect(width <= 320, f"{width} pixels wide on 320")
    small = page.run(
        "[...document.querySelectorAll('button:not(.cell), summary')].filter(e => e.offsetParent)"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.id || e.className)"
    )
    page.expect(not small, f"too small to touch: {small}")
    cells = page.run(
        "[...document.querySelectorAll('.cell')].map(e => e.getBoundingClientRect())"
        ".filter(b => b.width < 24 || b.height < 24).length"
    )
    page.expect(cells == 0, f"{cells} squares are smaller than 24 pixels")
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in {"button", "grid", "gridcell", "DisclosureTriangle"}:
            called = node.get("name", {}).get("value", "")
            page.expect(called.strip() or role == "gridcell", f"a {role} has no name")
    page.was_quiet()
    light = Player(browser, name, file).start(color_scheme="light")
    dark = Player(browser, name, file).start(color_scheme="dark")
    page.expect(light.run(BACKGROUND) != dark.run(BACKGROUND), "the page is not dark")
    ground = "getComputedStyle(document.querySelector('.squares td.dark')).backgroundColor"
    page.expect(light.run(ground) != dark.run(ground), "the board is not dark")
    light.was_quiet()
    dark.was_quiet()


def check(browser, folder):
    """All pages of puzzles; how many there are."""
    made = make_puzzles(folder)
    for name, (file, document) in made.items():
        it_fits_and_has_names(browser, name, file)
        it_is_solved_by_keys(browser, name, file, document)
        it_is_solved_by_clicks(browser, name, file, document)
        mistakes_are_shown_on_request(browser, name, file, document)
    expect(len(made) == 4, "pages are missing")
    return {name: file for name, (file, _) in made.items()}
