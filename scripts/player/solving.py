"""The checks of check-page for the solver step by step. They compare each step on the board with the trace of
the command line, and with a propagator of this file's own."""

import json
import re

from formulas import MAP, again, clauses, drops
from workbench import FAULT, STATUS, Workbench, command

RANKS, FILES = 3, 4
SQUARES = RANKS * FILES
NAMES = [f"{'abcd'[file]}{rank + 1}" for rank in range(RANKS) for file in range(FILES)]
# What the board shows: the possible steps and the step of each square, and the value of each move.
BOARD = """JSON.stringify({
  squares: Object.fromEntries([...document.querySelectorAll('#steps-board [data-square]')]
    .map(({ dataset: { square, open, true: yes } }) => [square, [open, yes]])),
  moves: Object.fromEntries([...document.querySelectorAll('#steps-board [data-move]')]
    .map(({ dataset: { move, value } }) => [move, value])),
})"""
AFTER = "(document.getElementById('{}').click(), {})"
VISIBLE = "[...document.querySelectorAll('#steps-board .step:not(.false)')].filter(e => getComputedStyle(e).visibility === 'visible').length"


def is_move(one, other):
    return {abs(one // FILES - other // FILES), abs(one % FILES - other % FILES)} == {1, 2}


MOVES = [(one, other) for one in range(SQUARES) for other in range(one) if is_move(one, other)]


def clauses_of(path):
    numbers = [int(word) for line in path.read_text().splitlines() if line[:1] not in "cp" for word in line.split()]
    clauses, clause = [], []
    for number in numbers:
        if number:
            clause.append(number)
        else:
            clauses.append(clause)
            clause = []
    return clauses


def closure(clauses, true):
    """Everything that follows by unit propagation, clause by clause; None after a conflict."""
    true = set(true)
    while True:
        before = len(true)
        for clause in clauses:
            if any(lit in true for lit in clause):
                continue
            rest = [lit for lit in clause if -lit not in true]
            if not rest:
                return None
            if len(rest) == 1:
                true.add(rest[0])
        if len(true) == before:
            return true


def board_of(true):
    """The board under some true literals of the textbook formula: variable (i-1)·mn + v is square v at step i."""
    value = lambda step, square: {True: "true", False: "false"}.get(
        None
        if not {step * SQUARES + square + 1, -step * SQUARES - square - 1} & true
        else step * SQUARES + square + 1 in true,
        "open",
    )
    steps = range(SQUARES)
    squares = {
        name: [" ".join(str(step + 1) for step in steps if value(step, square) == kind) for kind in ("open", "true")]
        for square, name in enumerate(NAMES)
    }

    def move(one, other):
        pairs = [
            {value(step, here), value(step + 1, there)}
            for step in range(SQUARES - 1)
            for here, there in [(one, other), (other, one)]
        ]
        if {"true"} in pairs:
            return "true"
        return "open" if any("false" not in pair for pair in pairs) else "false"

    moves = {f"{NAMES[other]}-{NAMES[one]}": move(one, other) for one, other in MOVES}
    return {"squares": squares, "moves": moves}


def begin(page, level, encoding="textbook"):
    """Asks for the steps; returns the events."""
    page.run(f"document.getElementById('steps-encoding').value = {encoding!r}")
    return solve(page, level, "#trace")


def solve(page, level, button):
    page.run(f"document.getElementById('level').value = {level!r}")
    page.does(button, 60)
    page.expect(" steps in " in page.run(STATUS), f"no steps: {page.run(STATUS)}{page.run(FAULT)}")
    return json.loads(page.run("JSON.stringify(traced.events)"))


def own_trace(path, level):
    """The events by the command line, without the clauses that the page has already."""
    trace = path.with_suffix(".jsonl")
    code = {"propagation": 0}.get(level, 10)
    command(["sat", path, "--trace", trace, "--level", level, "--steps", "50000"], code=code)
    events = [json.loads(line) for line in trace.read_text().splitlines()[1:]]
    for event in events:
        if event["event"] != "learn":
            event.pop("literals", None)
    return events


def walk(page, clauses, events):
    """Goes through all events forwards, and then backwards, and compares the board at each."""
    clauses = list(clauses)
    true, levels, seen, count = [], [], [], len(clauses)
    tried = []
    for place, event in enumerate([None, *events]):
        if event is not None:
            kind, lit = event["event"], event.get("literal")
            if kind == "decide":
                # Everything that follows has followed.
                implied = closure(clauses + tried, [true[at] for at in levels])
                page.expect(implied == set(true), f"step {place}: propagation was not complete")
                levels.append(len(true))
            if kind == "propagate":
                rest = [other for other in clauses[event["clause"] - 1] if -other not in true]
                page.expect(rest == [lit], f"step {place}: the clause does not force {lit}")
            if kind == "conflict":
                page.expect(all(-lit in true for lit in clauses[event["clause"] - 1]), f"step {place}: no conflict")
            if kind == "learn":
                page.expect(closure(clauses, [-lit for lit in event["literals"]]) is None, f"step {place}: learnt")
                clauses.append(event["literals"])
            if kind in ("backjump", "restart"):
                level = event["decision_level"]
                decisions = [true[at] for at in levels]
                del true[levels[level] :], levels[level:]
            if kind == "flip":
                page.expect(decisions[len(levels)] == -lit, f"step {place}: the other value")
                tried.append([-other for other in decisions[: len(levels)]] + [lit])
            if kind in ("decide", "propagate", "flip"):
                page.expect(lit not in true and -lit not in true, f"step {place}: {lit} has a value")
                true.append(lit)
        board = json.loads(page.run(BOARD if event is None else AFTER.format("step-on", BOARD)))
        seen.append(board)
        page.expect(board == board_of(set(true)), f"step {place}: the board differs from the propagator's")
        number = page.run("document.getElementById('step-number').textContent")
        page.expect(number == f"{place} of {len(events)}", f"step {place} is called {number}")
    page.expect(page.run("traced.active.length") == count, "the page has another number of clauses")
    for place in range(len(events) - 1, -1, -1):
        board = json.loads(page.run(AFTER.format("step-back", BOARD)))
        page.expect(board == seen[place], f"step {place}: the board differs on the way back")


def the_board_follows_every_step(browser, folder):
    path = folder / "steps.cnf"
    command(["encode", "3x4", "--encoding", "textbook", "--three-cnf", "no", "-o", path])
    clauses = clauses_of(path)
    for width, height in [(390, 844), (1280, 900)]:
        page = Workbench(browser, f"steps {width}", width=width, height=height, touch=width < 500)
        page.asks("board=3x4")
        for level in ["propagation", "dpll", "cdcl"]:
            events = begin(page, level)
            page.expect(events == own_trace(path, level), f"{level}: the command has other steps")
            walk(page, clauses, events)
        wide = page.run("document.documentElement.scrollWidth")
        page.expect(wide <= width, f"{wide} pixels wide on {width}")
        small = page.run(
            "[...document.querySelectorAll('#steps button')].filter(e => e.checkVisibility() "
            "&& e.getBoundingClientRect().height < 44).map(e => e.id || e.textContent)"
        )
        page.expect(not small, f"too small to touch: {small}")
        page.was_quiet()


def clauses_and_reasons_are_shown(browser):
    page = Workbench(browser, "reasons").asks("board=3x4")
    events = begin(page, "cdcl")
    conflict = next(place for place, event in enumerate(events, 1) if event["event"] == "conflict")
    page.run("document.getElementById('step-conflict').click()")
    page.expect(page.run("replay.at") == conflict, "the next conflict is another step")
    clause = page.run("traced.active[traced.events[replay.at - 1].clause - 1].literals")
    shown = page.run("[...document.querySelectorAll('#step-clause .literal')].map(e => Number(e.dataset.literal))")
    page.expect(shown == clause, f"clause {clause} is shown as {shown}")
    lit = "[...document.querySelectorAll('#steps-board .lit')].map(e => e.dataset.square)"
    page.expect(page.run(lit) == [], "squares are lit without a reason")
    page.run("document.querySelector('#step-clause .clause').dispatchEvent(new PointerEvent('pointerenter'))")
    squares = {NAMES[(abs(number) - 1) % SQUARES] for number in clause}
    page.expect(set(page.run(lit)) == squares, f"a clause of {squares} lights {page.run(lit)}")
    page.run("document.querySelector('#step-clause .clause').dispatchEvent(new PointerEvent('pointerleave'))")
    page.expect(page.run(lit) == [], "squares stay lit")
    sentence = page.run("document.querySelector('#step-clause .sentence').textContent")
    page.expect("tep " in sentence and f"Clause {events[conflict - 1]['clause']}, " in sentence, f"says {sentence}")
    # A literal of the conflict that was propagated, and the reasons of all that it follows from.
    causes = {event["literal"]: event for event in events[:conflict] if event["event"] in ("decide", "propagate")}
    literal = next(number for number in clause if causes[-number]["event"] == "propagate")
    page.click(f'#step-clause [data-literal="{literal}"]')
    found, queue, met = [], [-literal], {-literal}
    while queue:
        one = queue.pop(0)
        found.append(causes[one].get("clause"))
        if "clause" in causes[one]:
            reason = page.run(f"traced.active[{causes[one]['clause'] - 1}].literals")
            queue += [-other for other in reason if other != one and -other not in met]
            met.update(-other for other in reason)
    items = page.run("[...document.querySelectorAll('#why-list li')].map(e => e.textContent)")
    named = [re.search(r": clause (\d+)", item) for item in items]
    named = [int(match[1]) if match else None for match in named]
    page.expect(named == found, f"the reasons are clauses {named} instead of {found}")
    page.expect(items and f"clause {causes[-literal]['clause']}," in items[0], f"the first reason is {items[:1]}")
    page.expect(any(item.endswith(": decided.") for item in items), "the reasons end at no decision")
    arrows = page.run("document.querySelectorAll('#steps-board .because').length")
    page.expect(arrows > 0, "no arrow is drawn")
    page.run("document.getElementById('step-run').click()")
    page.expect(page.wait(f"replay.at > {conflict + 2}"), "it does not run")
    page.run("document.getElementById('step-run').click()")
    page.was_quiet()


# The texts that leave their square.
OUTSIDE = """[...document.querySelectorAll('#steps-board g[data-square]')].flatMap((group) => {
  const square = group.querySelector('rect').getBoundingClientRect();
  const texts = [...group.querySelectorAll('text')].filter((text) => getComputedStyle(text).visibility === 'visible');
  const shown = group.dataset.true.split(' ').filter(Boolean);
  const seen = texts.map((text) => text.textContent);
  const boxes = texts.filter((text) => text.textContent).map((text) => text.getBoundingClientRect());
  const isOut = (box) => box.left < square.left || box.right > square.right || box.top < square.top || box.bottom > square.bottom;
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)));
  return [...boxes.filter(isOut), ...pairs, ...shown.filter((step) => !seen.includes(step))];
}).length"""


def groups_can_be_switched_off(browser):
    page = Workbench(browser, "groups").asks("board=3x4")
    begin(page, "cdcl")
    names = page.run("[...document.querySelectorAll('#groups input')].map(e => e.value)")
    page.expect("moves" in names, f"the groups are {names}")
    faults = 0
    for name in names:
        page.run(
            "[...document.querySelectorAll('#groups input')].forEach(e => { e.checked = e.value !== "
            f"{name!r}; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})"
        )
        page.expect(page.run("document.getElementById('stepper').hidden"), "the old steps stay")
        begin(page, "cdcl")
        page.run("document.getElementById('step-last').click()")
        said = page.run("document.getElementById('step-said').textContent")
        wrong = page.run("document.querySelectorAll('#wrong .clause').length")
        page.expect(("no tour" in said) <= (wrong > 0), f"without {name}: {said}, {wrong} wrong clauses")
        page.expect(page.run(OUTSIDE) == 0, f"without {name}: a step is cut off, or outside its square")
        faults += "no tour" in said and wrong > 0
    page.expect(faults > 0, "each group can be dropped without a wrong model")
    page.was_quiet()


def other_encodings_and_boards(browser):
    page = Workbench(browser, "more steps").asks("board=5x6")
    for encoding in ["position", "distance", "textbook"]:
        events = begin(page, "cdcl", encoding)
        page.run("document.getElementById('step-last').click()")
        moves = page.run("document.querySelectorAll('#steps-board [data-value=true]').length")
        if events[-1]["event"] == "satisfiable":
            page.expect(moves == 29, f"{encoding}: a tour of {moves} moves")
        page.run("document.getElementById('step-first').click()")
        page.expect(encoding == "distance" or page.run(VISIBLE) > 30, f"{encoding}: no steps on the board")
    page.asks("board=5x7")
    page.expect(page.run("document.getElementById('stepper').hidden"), "the steps of another board stay")
    page.does("#trace")
    page.expect("at most 30" in page.run(FAULT), f"5x7 is answered with {page.run(STATUS)}")
    page.was_quiet()


# The last words on the steps, and the board that is drawn.
SAID = "document.getElementById('step-said').textContent"
DRAWN = "[...document.querySelectorAll('#steps-board [data-true]')].map(e => e.dataset.true).join()"


def formulas_of_others_are_solved(browser, folder):
    """Compares the steps with those of the program, for each kind of map."""
    lines = clauses(["3x4"])
    path = folder / "own.cnf"
    path.write_text(again(lines))
    numbers = [(step * SQUARES + square + 1, step + 1, NAMES[square]) for step in range(SQUARES) for square in range(SQUARES)]
    comments = "".join(f"c x[{step}][{name[1]}][{ord(name[0]) - 96}] = {number}\n" for number, step, name in numbers)
    page = Workbench(browser, "own steps").asks("board=3x4")
    for level, head, map_ in [
        ("cdcl", "", MAP),
        ("dpll", "", "".join(f"{number} {step} {name}\n" for number, step, name in numbers)),
        ("propagation", comments, ""),
        ("cdcl", "", ""),
    ]:
        page.types("formula", head + path.read_text())
        page.types("map", map_)
        events = solve(page, level, "#trace-own")
        page.expect(events == own_trace(path, level), f"{level}: the command has other steps")
        page.expect(("order is taken" in page.run(STATUS)) == (not head + map_), f"it says {page.run(STATUS)}")
        walk(page, clauses_of(path), events)
    page.expect(page.run("document.getElementById('groups-box').hidden"), "it has groups")
    page.run("document.getElementById('step-conflict').click()")
    sentence = page.run("document.querySelector('#step-clause .sentence').textContent")
    page.expect(re.match(r"Clause \d+: [A-Z]", sentence), f"it says {sentence}")
    page.types("map", MAP)
    page.expect(page.run("document.getElementById('stepper').hidden"), "the steps of another map stay")
    page.was_quiet()


def other_formulas_of_others(browser):
    page = Workbench(browser, "more own steps").asks("board=3x4")
    lines = clauses(["3x4"])
    # A model that is no tour.
    page.types("formula", again([line for line in lines if line.count("-") != 1]))
    page.types("map", MAP)
    solve(page, "cdcl", "#trace-own")
    page.run("document.getElementById('step-last').click()")
    page.expect("no tour: " in page.run(SAID), f"without moves: {page.run(SAID)}")
    # Edges: each square has two of them, which is enough at the corners.
    edges = [f"{NAMES[other]}-{NAMES[one]}" for one, other in MOVES]
    page.asks("board=3x4&tour=closed")
    page.types("map", "".join(f"{number} {edge}\n" for number, edge in enumerate(edges, 1)))
    corner = [number for number, edge in enumerate(edges, 1) if "a1" in edge]
    page.types("formula", again([f"p cnf {len(edges)} 2", *(f"{number} 0" for number in corner)]))
    solve(page, "propagation", "#trace-own")
    page.run("document.getElementById('step-last').click()")
    true = page.run("[...document.querySelectorAll('#steps-board [data-value=true]')].map(e => e.dataset.move)")
    page.expect(sorted(true) == sorted(edges[number - 1] for number in corner), f"taken: {true}")
    page.run("document.getElementById('step-back').click()")
    page.expect("the tour uses the move" in page.run(SAID), f"of an edge: {page.run(SAID)}")
    constraint = "* #variable= 14 #constraint= 1\n" + " ".join(f"+1 x{number}" for number in corner) + " = 2 ;\n"
    page.types("formula", constraint)
    solve(page, "propagation", "#trace-own")
    page.run("document.getElementById('step-on').click()")
    sentence = page.run("document.querySelector('#step-clause .sentence')?.textContent ?? ''")
    page.expect("constraint 1: " in sentence, f"of a constraint: {sentence}")
    # All steps on one square.
    for width in [390, 1280]:
        page.size(width, 844)
        page.asks("board=5x6")
        page.types("map", MAP)
        for count in [2, 5, 30]:
            page.types("formula", again(["p cnf 900 0", *(f"{30 * step + 1} 0" for step in range(count))]))
            solve(page, "propagation", "#trace-own")
            page.run("document.getElementById('step-last').click()")
            shown = page.run(DRAWN).split(",")
            page.expect(" ".join(str(step + 1) for step in range(count)) in shown, f"{count} steps: {shown}")
            page.expect(page.run(OUTSIDE) == 0, f"{count} steps are outside their square at {width} pixels")
    page.was_quiet()


def refusals_of_others(browser):
    page = Workbench(browser, "own refusals")
    for address, formula, map_, words in [
        ("board=5x7", again(lines := clauses(["3x4"])), MAP, "5x7 has 35 squares, and at most 30"),
        ("board=3x4", "", MAP, "3x4: formula:1:1:"),
        ("board=3x4", "p cnf two 1\n1 0\n", MAP, "3x4: formula:1:"),
        ("board=3x4", again(lines), "i+q", "3x4: map:1:"),
        ("board=4x5", again(lines), "", "4x5: formula: its comments name no variables, and no usual order"),
        ("board=3x4", "p cnf 2000000 1\n2000000 0\n", MAP, "3x4: the formula has 2000000 variables"),
    ]:
        page.asks(address)
        page.types("formula", formula)
        page.types("map", map_)
        page.does("#trace-own")
        page.expect(words in page.run(FAULT), f"{address}: {page.run(FAULT)!r}{page.run(STATUS)!r} instead of {words!r}")
        page.expect(page.run("document.getElementById('stepper').hidden"), f"{address}: old steps stay")
    # The order that fits is named.
    by_tens = {number + 1: 100 * (number // 12 + 1) + 10 * (number % 12 // 4 + 1) + number % 4 + 1 for number in range(144)}
    renamed = lambda word: word if word == "0" else ("-" if word[0] == "-" else "") + str(by_tens[abs(int(word))])
    page.asks("board=3x4")
    page.types("formula", again(["p cnf 1234 0", *(" ".join(map(renamed, line.split())) for line in lines[1:])]))
    page.types("map", "")
    page.does("#trace-own", 60)
    page.expect("100*i+10*j+k" in page.run(STATUS), f"it says {page.run(FAULT)!r}{page.run(STATUS)!r}")
    page.was_quiet()


def it_opens_with_steps(browser):
    page = Workbench(browser, "steps at first")
    page.wait("encodings.length > 0")
    begin(page, "cdcl")
    page.expect(page.run("traced.squares.length") == 25, "it opens with another board")
    page.run("document.getElementById('step-last').click()")
    page.expect(page.run(SAID) == "A model: a tour.", f"the last step is {page.run(SAID)}")
    page.was_quiet()


def check(browser, folder):
    it_opens_with_steps(browser)
    formulas_of_others_are_solved(browser, folder)
    other_formulas_of_others(browser)
    refusals_of_others(browser)
    the_board_follows_every_step(browser, folder)
    clauses_and_reasons_are_shown(browser)
    groups_can_be_switched_off(browser)
    other_encodings_and_boards(browser)
