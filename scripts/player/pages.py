"""The pages that check-player looks at, made by the program, and the policy that they carry."""

import base64
import hashlib
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PLAYER = ROOT / "crates/render/src/player"
PUZZLE = ROOT / "crates/render/src/puzzle"
PROGRAM = os.environ.get("KNIGHTSAT", str(ROOT / "target/debug/knightsat"))


def program(*arguments, text=None):
    if not Path(PROGRAM).exists():
        raise SystemExit(f"{PROGRAM} is not there: run cargo build first")
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"knightsat {' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return done.stdout


def make_pages(folder):
    """Every kind of page, by name."""
    page = lambda name: folder / f"{name}.html"
    solve = lambda name, *options: program("solve", *options, "--html", page(name), "--format", "json")
    tours = {
        "open": solve("open", "8x8"),
        "closed": solve("closed", "8x8", "--closed"),
        "hundred": solve("hundred", "100x100", "--closed"),
        "tall": solve("tall", "12x3"),
    }
    (folder / "mask.txt").write_text("........\n........\n..#..#..\n" + "........\n" * 5)
    solve("mask", folder / "mask.txt")
    edges = [(v, v % 12 + 1) for v in range(1, 13)] + [(v, v + 6) for v in range(1, 7)]
    lines = [f"e {a} {b}" for a, b in edges]
    (folder / "graph.col").write_text(f"p edge 12 {len(edges)}\n" + "\n".join(lines) + "\n")
    solve("graph", "--graph", folder / "graph.col", "--closed")
    # The sides of this torus are joined; a cylinder, two boxes, and a graph with points.
    solve("torus", "6x6", "--wrap", "both", "--closed")
    solve("cylinder", "5x8", "--wrap", "files", "--closed")
    solve("box", "2x3x4", "--closed")
    program("solve", "4x4x4", "--format", "moves", "--html", page("cube"))
    points = "\n".join(f"{v} {v % 4} {v // 4}" for v in range(1, 13))
    pairs = "\n".join(f"{a} {b}" for a, b in edges)
    head = "NAME: points\nTYPE: HCP\nDIMENSION: 12\nEDGE_DATA_FORMAT: EDGE_LIST\n"
    text = f"{head}NODE_COORD_SECTION\n{points}\nEDGE_DATA_SECTION\n{pairs}\n-1\nEOF\n"
    (folder / "points.hcp").write_text(text)
    solve("points", "--graph", folder / "points.hcp", "--closed")
    for name in ["open", "closed"]:
        (folder / f"{name}.json").write_text(tours[name])
    program("render", "8x8", folder / "open.json", folder / "closed.json", "--html", page("two"))
    pieces = "a1 b3 d4 c2 a1; e1 f3 h4 g2 e1; a5 b7 d8 c6 a5; d1 e3 g4"
    program("render", "8x8", "-", "--html", page("cycles"), text=pieces)
    return {file.stem: file for file in sorted(folder.glob("*.html"))}, tours


def hashes(page):
    """The hashes that the page's policy must name, of its style and of its script."""
    texts = [re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1] for tag in ["style", "script"]]
    digest = lambda text: hashlib.sha256(text.encode()).digest()
    return ["sha256-" + base64.b64encode(digest(text)).decode() for text in texts]


def write_hashes():
    """Brings the policies in player.html and puzzle.html up to date."""
    write_policy(PLAYER / "player.html", [PLAYER / "player.css", PLAYER / "player.js"])
    write_policy(PUZZLE / "puzzle.html", [PLAYER / "player.css", PUZZLE / "puzzle.css", PUZZLE / "puzzle.js"])


def write_policy(template, parts):
    read = lambda kind: "".join(path.read_text() for path in parts if path.suffix == kind)
    style, script = hashes(f"<style>{read('.css')}</style><script>{read('.js')}</script>")
    text = re.sub(r"style-src '[^']*'", f"style-src '{style}'", template.read_text())
    template.write_text(re.sub(r"script-src '[^']*'", f"script-src '{script}'", text))
