"""The checks of check-player, as a reader sees, hears and operates the page."""

import json
import re
import subprocess
import time

from browser import Page
from pages import PROGRAM, hashes, program

failures = []


def expect(holds, text):
    if not holds:
        failures.append(text)
        print(text)


def policy_lets_nothing_else_run(name, text):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    expect("unsafe" not in policy and "default-src 'none'" in policy, f"{name}: the policy is lax")
    for value in hashes(text):
        expect(value in policy, f"{name}: run scripts/check-player --hashes and build again")
    for address in re.findall(r"https?://[^\"'\s<]*", text):
        expect(address == "http://www.w3.org/2000/svg", f"{name}: names {address}")


STEP = "Number(document.getElementById('step').value)"
SAID = "document.getElementById('now').textContent"
BOARDS = "(b => [b.x, b.y, b.width, b.height])(document.getElementById('boards').getBoundingClientRect())"
PIECE = "document.querySelector('.piece').getAttribute('transform')"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


class Player(Page):
    """A page with a player in it."""

    def __init__(self, browser, name, file, **size):
        super().__init__(browser, **size)
        self.name = name
        self.file = file

    def expect(self, holds, text):
        expect(holds, f"{self.name}: {text}")

    def start(self, **media):
        wishes = {f"prefers-{name.replace('_', '-')}": value for name, value in media.items()}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.open(self.file.as_uri())
        return self

    def step(self):
        return self.run(STEP)

    def steps_to(self, expected, what):
        self.wait(f"{STEP} === {expected}", 2)
        self.expect(self.step() == expected, f"{what}: step {self.step()} instead of {expected}")

    def pixels(self):
        self.run("scrollTo(0, 0)")
        self.run(FRAME)
        clip = dict(zip(["x", "y", "width", "height"], self.run(BOARDS)), scale=1)
        return self.call("Page.captureScreenshot", format="png", clip=clip)["data"]

    def was_quiet(self):
        """Nothing on the console, nothing from anywhere else."""
        for event in self.seen("Log.entryAdded"):
            self.expect(False, f"console: {event['entry']['text']}")
        for event in self.seen("Runtime.consoleAPICalled"):
            self.expect(False, f"console: {event['args']}")
        for event in self.seen("Runtime.exceptionThrown"):
            self.expect(False, f"exception: {event['exceptionDetails']}")
        addresses = {event["request"]["url"] for event in self.seen("Network.requestWillBeSent")}
        self.expect(addresses == {self.file.as_uri()}, f"asks for {sorted(addresses)}")
        self.close()


def it_looks_the_same_in_light_and_dark(browser, name, file):
    light = Player(browser, name, file).start(color_scheme="light")
    pixels, background = light.pixels(), light.run(BACKGROUND)
    dark = Player(browser, name, file).start(color_scheme="dark")
    dark.expect(dark.pixels() != pixels, "the board is not dark")
    dark.expect(dark.run(BACKGROUND) != background, "the page is not dark")
    dark.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark.expect(dark.run(BACKGROUND) == "rgb(255, 255, 255)", "the print is dark")
    light.was_quiet()
    dark.was_quiet()


def it_fits_a_small_phone(browser, name, file):
    page = Player(browser, name, file, width=320, height=568, touch=True).start()
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    width = page.run("document.documentElement.scrollWidth")
    page.expect(width <= 320, f"{width} pixels wide on 320")
    small = page.run(
        "[...document.querySelectorAll('button, summary, input')].filter(e => e.offsetParent)"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.id || e.className)"
    )
    page.expect(not small, f"too small to touch: {small}")
    page.was_quiet()


def every_control_has_a_name(browser, name, file):
    page = Player(browser, name, file).start()
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    roles = {"button", "slider", "image", "region", "DisclosureTriangle"}
    seen = set()
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in roles:
            continue
        seen.add(role)
        called = node.get("name", {}).get("value", "")
        page.expect(called.strip(), f"a {role} has no name")
    page.expect({"button", "slider", "image"} <= seen, f"only {sorted(seen)} to be heard")
    page.key("Tab")
    outline = page.run("getComputedStyle(document.activeElement).outlineStyle")
    page.expect(outline == "solid", "the focus is not seen")
    page.was_quiet()


def it_plays_and_steps(browser, name, file, length):
    page = Player(browser, name, file).start()
    page.steps_to(length, "at first")
    page.key("Home")
    page.steps_to(1, "Home")
    before = page.pixels()
    page.click("#play")
    page.expect(page.wait(f"{STEP} >= 3"), "play does not advance")
    page.expect(page.run("document.getElementById('play').ariaLabel") == "Pause", "no pause button")
    page.click("#play")
    step = page.step()
    time.sleep(0.6)
    page.steps_to(step, "after a pause")
    page.expect(page.pixels() != before, "the picture does not change")
    live = "document.getElementById('now').getAttribute('aria-live')"
    page.expect(page.run(live) == "polite", "the step is not told after a pause")
    page.click("#first")
    steps = [("#forward", 2), ("#forward", 3), ("#back", 2), ("#last", length), ("#back", length - 1)]
    for selector, expected in steps:
        page.click(selector)
        page.steps_to(expected, selector)
    page.click("#step")
    page.expect(abs(page.step() - (length + 1) / 2) <= length / 50 + 1, f"the slider leads to {page.step()}")
    page.key("Home")
    page.key("ArrowRight")
    page.steps_to(2, "the arrow on the slider")
    page.was_quiet()


def keys_work(browser, name, file, moves):
    page = Player(browser, name, file).start()
    rate = "document.getElementById('speed').value"
    steps = [("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 64)]
    for key, expected in [*steps, ("Home", 1)]:
        page.key(key)
        page.steps_to(expected, key)
        said = page.run(SAID)
        page.expect(said.startswith(f"Step {expected}: {moves[expected - 1]}"), f"says {said}")
    for key, change in [("+", 1), ("+", 1), ("-", -1)]:
        before = int(page.run(rate))
        page.key(key)
        page.expect(int(page.run(rate)) == before + change, f"{key} does not change the speed")
    page.key(" ")
    page.expect(page.wait(f"{STEP} >= 3"), "space does not play")
    page.key(" ")
    step = page.step()
    time.sleep(0.5)
    page.steps_to(step, "space does not pause")
    before = page.pixels()
    page.key("n")
    page.expect(page.run("document.getElementById('numbers').ariaPressed") == "false", "n is without effect")
    page.expect(page.pixels() != before, "the numbers stay")
    page.click("#numbers")
    shown = "getComputedStyle(document.querySelector('.number')).display"
    page.expect(page.run(shown) != "none", "the numbers do not come back")
    page.was_quiet()


def every_step_is_drawn(browser, name, file, squares, reach):
    """A path of so many squares, whose lines are at most `reach` squares long."""
    page = Player(browser, name, file).start()
    drawn = page.run("""(() => {
        const { points, lines, length, svg, cell, names } = pictures[0];
        const { width, height } = svg.viewBox.baseVal;
        const isInside = ([x, y]) => x > 0 && y > 0 && x < width && y < height;
        const longest = lines[0].points.flatMap((from, at) => {
            let [x, y] = from;
            const found = [];
            for (const [, kind, toX, toY] of (lines[0].moves[at] ?? "").matchAll(/([ML])([-0-9.]+) ([-0-9.]+)/g)) {
                if (kind === "L") found.push(Math.hypot(toX - x, toY - y) / cell);
                [x, y] = [Number(toX), Number(toY)];
            }
            return found;
        });
        const shown = lines[0].parts.map(({ part }) => part.getAttribute("d").match(/L/g)?.length ?? 0);
        const all = lines[0].moves.join("").match(/L/g)?.length ?? 0;
        return [length, new Set(points.map(String)).size, new Set(names).size, points.every(isInside),
          shown.reduce((sum, count) => sum + count, 0) - all, Math.max(...longest)];
    })()""")
    page.expect(drawn[:3] == [squares] * 3, f"a path of {drawn[:3]} squares instead of {squares}")
    page.expect(drawn[3], "a square is outside of the picture")
    page.expect(drawn[4] == 0, f"{drawn[4]} lines too many")
    page.expect(drawn[5] <= reach * 1.01, f"a line of {drawn[5]} squares")
    colour = page.run("getComputedStyle(document.querySelector('.path')).stroke")
    page.expect(colour.startswith("rgb"), f"a path of the colour {colour}")
    page.was_quiet()


def two_tours_fit_a_phone(browser, name, file):
    """Both boards and their controls, without scrolling."""
    page = Player(browser, name, file, width=390, height=844, touch=True).start()
    bottom = lambda element: page.run(f"document.querySelector('{element}').getBoundingClientRect().bottom")
    controls = page.run("document.querySelector('.player').getBoundingClientRect().top")
    page.expect(bottom("figure:last-child svg") <= controls, "the controls hide a board")
    page.expect(bottom(".player .row") <= 844, "the controls are below the window")
    # On a lower screen the boards are as small as they get, and the controls stay.
    page.size(390, 600, touch=True)
    page.run(FRAME)
    page.expect(bottom(".player .row") <= 600, "the controls do not stay in the window")
    page.was_quiet()


def fingers_work(browser, name, file):
    page = Player(browser, name, file, width=390, height=800, touch=True).start()
    page.key("Home")
    for across, expected in [(-120, 2), (-120, 3), (120, 2)]:
        page.swipe(".tour", across)
        page.steps_to(expected, f"a swipe of {across}")
    page.swipe(".tour", 0)
    page.expect(page.wait(f"{STEP} >= 4"), "a tap does not play")
    page.swipe(".tour", 0)
    page.expect(page.wait("document.getElementById('play').ariaLabel === 'Play'"), "a tap does not pause")
    page.was_quiet()


def motion_is_reduced(browser, name, file):
    # The different pictures of a first step that takes two seconds.
    pictures = f"""(async () => {{
        const seen = new Set();
        for (const end = performance.now() + 3000; {STEP} === 1 && performance.now() < end;) {{
            seen.add({PIECE});
            await new Promise(done => setTimeout(done, 50));
        }}
        return seen.size;
    }})()"""
    for wish, moves in [("no-preference", True), ("reduce", False)]:
        page = Player(browser, name, file).start(reduced_motion=wish)
        page.key("Home")
        for _ in range(12):
            page.key("-")
        page.pixels()
        page.key(" ")
        count = page.run(pictures)
        page.expect((count > 1) == moves, f"with motion {wish}: {count} pictures of a step")
        page.was_quiet()


def copies_are_tours(browser, name, file, board):
    page = Player(browser, name, file)
    allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.call("Browser.grantPermissions", browserContextId=page.context, permissions=allowed)
    page.start()
    copied = "document.querySelector('.copied').textContent"
    refuse = "Clipboard.prototype.writeText = () => Promise.reject()"
    for way, script in [("", ""), (" without the modern way", refuse)]:
        page.run(script)
        page.run("navigator.clipboard.write([new ClipboardItem({'text/plain': 'nothing'})])")
        page.run(f"{copied} = ''")
        page.click("button.moves")
        page.expect(page.wait(f"{copied}.endsWith('copied')"), f"moves not copied{way}")
        text = page.run("navigator.clipboard.readText()")
        command = [PROGRAM, "verify", board, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        page.expect(done.returncode == 0, f"copied moves{way}: {done.stderr.strip()}")
    page.run("document.execCommand = () => false")
    page.click("button.moves")
    selected = "(a => !a.hidden && a.selectionEnd === a.value.length)(document.querySelector('.text'))"
    page.expect(page.wait(selected), "what cannot be copied is not there to be copied by hand")
    page.was_quiet()


def two_tours_are_side_by_side(browser, name, file, tours):
    page = Player(browser, name, file).start()
    tops = page.run("[...document.querySelectorAll('.tour')].map(e => e.getBoundingClientRect().top)")
    page.expect(len(tops) == 2 and max(tops) - min(tops) < 1, f"the tours begin at {tops}")
    page.run("document.activeElement.blur()")
    page.key("Home")
    page.key("ArrowRight")
    first, second = [json.loads(tours[name])["moves"][1] for name in ["open", "closed"]]
    said = page.run(SAID)
    page.expect(said == f"Step 2: {first}; {second}", f"of two tours it says {said}")
    page.was_quiet()


def a_large_board_stays_fluid(browser, name, file):
    page = Player(browser, name, file).start()
    # At full speed the picture changes with every frame, and no frame comes before it is drawn.
    for _ in range(12):
        page.key("+")
    page.key("Home")
    page.key(" ")
    frame = page.run(
        "(async () => { const next = () => new Promise(requestAnimationFrame); const times = [];"
        " for (let last = await next(); times.length < 60;) { const now = await next();"
        " times.push(now - last); last = now; } return times.sort((a, b) => a - b)[30]; })()"
    )
    page.expect(page.step() > 200, f"only step {page.step()} after a second at full speed")
    page.expect(frame < 60, f"{frame:.0f} ms for a picture")
    page.key(" ")
    page.click("#larger")
    page.click("#larger")
    scrolls = "(s => s.scrollHeight > s.clientHeight)(document.querySelector('.scroller'))"
    page.expect(page.run(scrolls), "no zoom")
    page.was_quiet()
    return frame
