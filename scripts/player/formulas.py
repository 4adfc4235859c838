"""The checks of formulas in the page: files of students, dropped there, against the command."""

import base64
import gzip
import lzma
import json
import re
import subprocess

from pages import PROGRAM
from workbench import FAULT, IDLE, STATUS, Workbench, command

REPORT = "(e => e.hidden ? '' : e.textContent)(document.getElementById('report'))"
# The numbers of x[i][j][k] in the formula of the textbook.
MAP = "(i-1)*N+(j-1)*n+k"


def clauses(board, *options):
    """Returns the lines of a formula of the textbook, without comments."""
    lines = command(["encode", *board, "--encoding", "textbook", "--three-cnf", "no", *options]).splitlines()
    return [line for line in lines if not line.startswith("c")]


def again(lines):
    """Returns the text of these clauses, with a header that counts them."""
    variables = lines[0].split()[2]
    return "\n".join([f"p cnf {variables} {len(lines) - 1}", *lines[1:], ""])


def without(lines, *numbers):
    return again([line for number, line in enumerate(lines) if number not in numbers])


def files():
    """Returns the files of students: name, board, bytes, map."""
    open_, closed, square = clauses(["3x4"]), clauses(["3x4", "--closed"]), clauses(["5x5"])
    right = again(open_)
    long = max(range(1, len(open_)), key=lambda number: len(open_[number]))
    pair = next(number for number, line in enumerate(open_) if line.startswith("-") and line.count("-") == 2)
    move = next(number for number, line in enumerate(open_) if line.startswith("-") and line.count("-") == 1)
    lines = "\n".join(
        f"{(i - 1) * 12 + (j - 1) * 4 + k} {i} {'abcd'[k - 1]}{j}"
        for i in range(1, 13)
        for j in range(1, 4)
        for k in range(1, 5)
    )
    comments = "".join(
        f"c x[{i}][{j}][{k}] = {(i - 1) * 12 + (j - 1) * 4 + k}\n"
        for i in range(1, 13)
        for j in range(1, 4)
        for k in range(1, 5)
    )
    board = ["3x4"]
    yield "right.cnf", board, right.encode(), MAP
    yield "right-with-lines.cnf", board, right.encode(), lines
    yield "right-with-comments.cnf", board, (comments + right).encode(), ""
    yield "right.cnf.gz", board, gzip.compress(right.encode()), MAP
    yield "right.cnf.xz", board, lzma.compress(right.encode()), MAP
    yield "right-utf16.cnf", board, right.encode("utf-16"), MAP
    yield "closed.cnf", ["3x4", "--closed"], again(closed).encode(), MAP
    yield "square.cnf", ["5x5"], again(square).encode(), MAP
    yield "without-a-square.cnf", board, without(open_, long).encode(), MAP
    yield "without-a-pair.cnf", board, without(open_, pair).encode(), MAP
    yield "without-a-move.cnf", board, without(open_, move).encode(), MAP
    yield "without-the-last.cnf", board, without(open_, len(open_) - 1).encode(), MAP
    yield "closed-for-open.cnf", board, again(closed).encode(), MAP
    yield "open-for-closed.cnf", ["3x4", "--closed"], right.encode(), MAP
    yield "a-fixed-square.cnf", board, again([*open_, "1 0"]).encode(), MAP
    yield "never.cnf", board, again([*open_, "0"]).encode(), MAP
    yield "half.cnf", board, without(open_, *range(1, len(open_) // 2)).encode(), MAP
    yield "empty.cnf", board, b"p cnf 144 0\n", MAP
    yield "header.cnf", board, right.replace("p cnf 144", "p cnf 145").encode(), MAP
    yield "transposed.cnf", ["4x3"], right.encode(), MAP
    yield "shifted.cnf", board, right.encode(), "i*N+(j-1)*n+k-N+1"
    yield "word.cnf", board, b"p cnf two 1\n1 0\n", MAP


def drops(page, name, content):
    """Drops a file on the page."""
    data = base64.b64encode(content).decode()
    page.run(
        f"""(() => {{
          const bytes = Uint8Array.from(atob({json.dumps(data)}), (letter) => letter.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], {json.dumps(name)}));
          document.getElementById("theirs").dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true }}));
        }})()"""
    )
    page.wait(f"{STATUS}.includes({json.dumps(name)})")


def check(browser, folder):
    """Drops the files of students, and compares the reports; returns the time of a 6x6 board."""
    page = Workbench(browser, "formulas")
    verdicts = set()
    for name, board, content, map_ in files():
        page.asks(f"board={board[0]}&tour={'closed' if board[1:] else 'open'}")
        drops(page, name, content)
        page.run(f"document.getElementById('map').value = {json.dumps(map_)}")
        page.does("#check")
        own = folder / name.replace("-utf16", "")
        own.write_bytes(content.decode("utf-16").encode() if "utf16" in name else content)
        given = folder / "given.map"
        given.write_text(map_)
        line = [PROGRAM, "check", *board, "--cnf", own, *(["--map", given] if map_ else [])]
        done = subprocess.run(list(map(str, line)), capture_output=True, text=True)
        # The command names its options, and the page the fields of the library.
        report = re.sub("`(closed|start|end|map|directions)`", r"--\1", page.run(REPORT))
        head, _, report = report.partition("\n\n")
        if done.returncode == 2:
            fault = page.run(FAULT)
            page.expect(board[0] in fault, f"{name}: {fault!r} does not name the board")
            place = re.search(r":(\d+:\d+: .*)", done.stderr) or re.search(r"knightsat: (?:.*: )?(.*)", done.stderr)
            page.expect(place and place[1].strip()[-40:] in fault, f"{name}: {fault!r}, and the command {done.stderr!r}")
            verdicts.add("error")
            continue
        page.expect(report and report in done.stdout, f"{name}: {report!r}{page.run(FAULT)!r}, and the command {done.stdout!r}")
        told, verdict = page.run(STATUS).split(",")[0].split(": ")
        tour = f"Formula of the {'closed' if board[1:] else 'open'} knight's tour of {board[0]}"
        page.expect(head == tour and told == f"{name} for {board[0]}", f"{name}: it says {head!r}, and {told!r}")
        page.expect((verdict == "right") == (done.returncode == 0), f"{name}: {verdict}, and the code {done.returncode}")
        verdicts.add(verdict)
        drawn = "(e => !e.hidden && e.complete && e.naturalWidth)(document.getElementById('drawn'))"
        is_drawn = "a model that is not a tour:" in report or "a tour that is not a model:" in report
        page.expect(not is_drawn or page.wait(f"{drawn} > 100"), f"{name}: no counterexample is drawn")
    page.expect({"right", "wrong", "error"} <= verdicts, f"only {sorted(verdicts)}")
    # Without a map, the page tries the usual orders.
    by_step = [line for line in clauses(["3x4"]) if not line.startswith("p")]

    def turned(word):
        """The number of a literal, if the steps are the last index."""
        number = abs(int(word)) - 1
        return str((number // 12 + 12 * (number % 12) + 1) * (-1 if word.startswith("-") else 1))

    by_square = [" ".join(map(turned, line.split()[:-1])) + " 0" for line in by_step]
    orders = [("steps.cnf", by_step, "((i-1)*m+(j-1))*n+k"), ("squares.cnf", by_square, "((j-1)*n+(k-1))*N+i")]
    for name, lines, order in orders:
        page.asks("board=3x4")
        drops(page, name, again(["p cnf 144 0", *lines]).encode())
        page.run("document.getElementById('map').value = ''")
        page.does("#check", 40)
        page.expect(f"order is taken: {order}\n" in page.run(REPORT), f"{name}: {page.run(REPORT)}{page.run(FAULT)}")
        page.expect(": right," in page.run(STATUS), f"{name}: {page.run(STATUS)}")
    page.does("#trace-own", 40)
    page.expect(f"order is taken: {order}" in page.run(STATUS), f"the steps: {page.run(STATUS)}{page.run(FAULT)}")
    page.asks("board=6x6")
    drops(page, "six.cnf", again(clauses(["6x6"])).encode())
    page.run(f"document.getElementById('map').value = {json.dumps(MAP)}")
    seconds = page.does("#check", 60)
    page.expect(seconds < 3, f"{seconds:.2f} s for 6x6")
    page.expect("right" in page.run(STATUS), f"6x6: {page.run(STATUS)}{page.run(REPORT)}{page.run(FAULT)}")
    # A check can be stopped.
    page.asks("board=7x7")
    drops(page, "seven.cnf", again(clauses(["7x7"])).encode())
    page.click("#check")
    page.run("new Promise(done => setTimeout(done, 300))")
    page.does("#check ~ .stop")
    page.expect(page.run(IDLE) and page.run(STATUS).startswith("Stopped"), f"7x7: {page.run(STATUS)}")
    page.was_quiet()
    return {"check of 6x6": seconds}
