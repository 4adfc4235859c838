"""The checks of check-page: the program in the page, compared with the program at the command
line."""

import json
import re
import shlex
import subprocess
import time

from checks import BACKGROUND, Player, expect
from pages import PROGRAM, ROOT, hashes

PAGE = ROOT / "target/knightsat.html"
SAID = "[...document.querySelectorAll('{}')].map((e) => e.textContent).join('')"
STATUS = SAID.format(".status")
FAULT = SAID.format("[role=alert]")
REASON = "(e => e.hidden ? '' : document.getElementById('reason').textContent)(document.getElementById('none'))"
STOP = "#find ~ .stop"
IDLE = "document.body.ariaBusy === 'false'"
# The player in the frame, once it has been laid out there.
PLAYING = "document.getElementById('player').contentDocument"
LENGTH = f"Number({PLAYING}?.getElementById('step')?.max)"
PLAYED = f"JSON.parse({PLAYING}.getElementById('scenes').textContent)[0].paths[0].moves.join(' ')"

# What is asked by the address, and the options that ask the program for the same.
ASKED = {
    "board=8x8": "8x8",
    "board=6x6&tour=closed&encoding=crt": "6x6 --closed --encoding crt",
    "board=3x10&tour=closed&encoding=textbook": "3x10 --closed --encoding textbook",
    "board=3x4&encoding=textbook&three-cnf=no": "3x4 --encoding textbook --three-cnf no",
    "board=6x6&start=a1&end=f6&encoding=order": "6x6 --start a1 --end f6 --encoding order",
    "board=5x5&at=1%3Da1+25%3De5&encoding=binary": "5x5 --at 1=a1,25=e5 --encoding binary",
    "board=5x6&require=a1-c2&forbid=a3-b5&encoding=lfsr": None,
    "board=8x8&holes=a1+h8&encoding=position&amo=ladder&three-cnf=yes": None,
    "board=4x4&leaper=0%2C1&tour=closed&encoding=adder": "4x4 --leaper 0,1 --closed --encoding adder",
}


# A problem whose impossibility has no short reason.
NO_REASON = "board=8x8&at=10%3Db3+20%3Dc2"


class Workbench(Player):
    """A tab with the page in it."""

    def __init__(self, browser, name, **size):
        super().__init__(browser, name, PAGE, **size)
        self.start()

    def asks(self, address):
        self.run(f"location.hash = {address!r}")
        self.wait("document.readyState === 'complete' && encodings.length > 0")
        self.run("new Promise(done => setTimeout(done))")
        return self

    def does(self, selector, seconds=20):
        """Clicks, and waits until the program has answered; how long it took."""
        started = time.monotonic()
        self.click(selector)
        self.expect(self.wait(IDLE, seconds), f"{selector}: no answer in {seconds} s")
        return time.monotonic() - started

    def types(self, id, value):
        """Sets an input as by the keyboard."""
        field = f"document.getElementById({id!r})"
        self.run(f"{field}.value = {json.dumps(str(value))}")
        self.run(f"{field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")

    def pastes(self, answer):
        """Has the answer of a solver decoded."""
        self.run(f"document.getElementById('answer').value = {json.dumps(answer)}")
        self.run("document.getElementById('player').srcdoc = ''")
        self.does("#decode")

    def finds(self, length, seconds=20):
        """Searches for a tour, until the player shows it."""
        self.run("document.getElementById('player').srcdoc = ''")
        started = time.monotonic()
        self.click("#find")
        self.expect(self.wait(f"{LENGTH} === {length}", seconds), f"no tour of {length} squares: {self.run(FAULT)}")
        return time.monotonic() - started

    def was_quiet(self):
        """Nothing on the console, nothing from the network."""
        for event in self.seen("Log.entryAdded"):
            self.expect(False, f"console: {event['entry']['text']}")
        for event in self.seen("Runtime.consoleAPICalled"):
            self.expect(False, f"console: {event['args']}")
        for event in self.seen("Runtime.exceptionThrown"):
            self.expect(False, f"exception: {event['exceptionDetails']}")
        for event in self.seen("Network.requestWillBeSent"):
            address = event["request"]["url"]
            self.expect(address.startswith((PAGE.as_uri(), "about:", "blob:", "data:")), f"asks for {address}")
        self.close()


def command(options, *more, code=0, text=None):
    """Returns the output of the program."""
    words = [PROGRAM, *options, *more]
    done = subprocess.run(list(map(str, words)), input=text, capture_output=True, text=True)
    expect(done.returncode == code, f"knightsat {' '.join(map(str, words[1:]))}: {done.stderr}")
    return done.stdout


def policy_lets_nothing_else_run():
    text = PAGE.read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    expect("default-src 'none'" in policy and "unsafe-inline" not in policy, "page: the policy is lax")
    # The first script is data, for this page as for the browser.
    script = text.rsplit("<script>", 1)[1]
    style = re.search("<style>.*?</style>", text, re.S)[0]
    for value in hashes(f"{style}<script>{script}"):
        expect(value in policy, "page: run scripts/build-page")
    for address in re.findall(r"https?://[^\"'\s<]*", text):
        expect(address == "http://www.w3.org/2000/svg", f"page: names {address}")


def tours_come_soon(browser):
    """The first click comes as soon as the page stands, before the program is compiled."""
    page = Workbench(browser, "5x5")
    times = {"5x5": page.finds(25)}
    page.expect(times["5x5"] < 1, f"{times['5x5']:.2f} s")
    page.run(f"{PLAYING}.getElementById('play').click()")
    page.expect(page.wait(f"[2, 3].includes(Number({PLAYING}.getElementById('step').value))"), "it does not play")
    page.asks("board=100x100&tour=closed")
    times["100x100 closed"] = page.finds(10_000)
    page.expect(times["100x100 closed"] < 3, f"{times['100x100 closed']:.2f} s for 100x100 closed")
    saved = page.run("document.getElementById('save').download")
    page.expect(saved == "100x100-closed.html", f"the page of the tour is saved as {saved}")
    page.was_quiet()
    return times


def it_can_be_stopped(browser):
    page = Workbench(browser, "stop").asks("board=16x16&tour=closed&encoding=textbook&find=formula")
    page.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    page.click("#find")
    time.sleep(1)
    page.expect(not page.run(IDLE), f"it was not at work: {page.run(STATUS)}{page.run(FAULT)}")
    seconds = page.does(STOP)
    page.expect(seconds < 0.5, f"stopped after {seconds:.2f} s")
    page.expect(page.run(STATUS).startswith("Stopped"), f"says {page.run(STATUS)!r}")
    page.expect(len(page.seen("Target.attachedToTarget")) == 1, "there is no Worker to be ended")
    # Chromium lets it go on for two seconds before it uses force.
    ends = time.monotonic() + 6
    while not page.seen("Target.detachedFromTarget") and time.monotonic() < ends:
        time.sleep(0.02)
    page.expect(page.seen("Target.detachedFromTarget"), "the Worker goes on")
    page.asks("board=5x5&find=formula&encoding=crt")
    page.finds(25)
    page.was_quiet()
    # Before the program is even compiled.
    page = Workbench(browser, "stop at once")
    page.run("(document.getElementById('find').click(), document.querySelector('#find ~ .stop').click())")
    page.expect(page.wait(IDLE), "it does not stop at once")
    page.finds(25)
    page.was_quiet()
    return {"stop": seconds}


def formulas_and_answers_are_the_programs(browser, folder):
    page = Workbench(browser, "same")
    browser.call(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), browserContextId=page.context
    )
    for number, (address, options) in enumerate(ASKED.items()):
        page.asks(address)
        told = page.run("document.getElementById('command').textContent")
        own = folder / f"{number}.cnf"
        line = told.replace("knightsat", shlex.quote(PROGRAM)).replace("tour.cnf", shlex.quote(str(own)))
        subprocess.run(["bash", "-c", line], check=True)
        if options is not None:
            page.expect(own.read_text() == command(["encode", *options.split()]), f"{told} is not {options}")
        page.does("#encode")
        page.expect(" bytes" in page.run(STATUS), f"{address}: {page.run(FAULT)}")
        saved = folder / page.run(STATUS).split()[1].rstrip(",")
        for _ in range(100):
            if saved.exists():
                break
            time.sleep(0.02)
        page.expect(saved.read_bytes() == own.read_bytes(), f"{address}: another formula")
        saved.unlink()
        decodes_as_the_program(page, own, address)
    page.was_quiet()


def decodes_as_the_program(page, formula, address):
    """The answer of a solver, pasted."""
    answer = formula.with_suffix(".out")
    done = subprocess.run([PROGRAM, "sat", formula], capture_output=True, text=True)
    answer.write_text(done.stdout)
    if done.returncode == 10:
        literals = " ".join(re.findall("^v (.*)", done.stdout, re.M))
        moves = command(["decode", formula, answer, "--format", "moves"]).strip()
        page.pastes(f"SAT\n{literals}\n")
        page.expect(page.wait(f"{LENGTH} === {len(moves.split())}"), f"{address}: MiniSat's form is not read")
    page.pastes(done.stdout)
    if done.returncode == 10:
        there = page.wait(f"{LENGTH} === {len(moves.split())}")
        page.expect(there, f"{address}: the answer is not decoded: {page.run(FAULT)}")
        page.expect(there and page.run(PLAYED) == moves, f"{address}: another tour")
    else:
        is_told = "unverified" in page.run(REASON) or page.run("document.getElementById('proof').hidden")
        page.expect(is_told, f"{address}: {page.run(REASON)}{page.run(FAULT)}")


def says_what_the_program_says(browser):
    page = Workbench(browser, "words")
    version = command(["--version"]).strip()
    page.expect(page.run("document.getElementById('version').textContent") == version, f"it is not {version}")
    inside = page.run("ready().then(() => ask({ task: 'about' })).then(({ version }) => version)")
    page.expect(f"knightsat {inside}" == version, f"the program inside is {inside}")
    for address, options in [("board=4x4", ["4x4"]), ("board=5x5&tour=closed", ["5x5", "--closed"])]:
        page.asks(address).does("#find")
        told = command(["solve", *options], code=1).splitlines()[0]
        page.expect(page.run(REASON) == told, f"{page.run(REASON)!r} is not {told!r}")
    page.asks("board=3x4&encoding=order").does("#words")
    told = command(["encode", "3x4", "--encoding", "order", "--format", "words"])
    said = page.run("document.getElementById('described').textContent")
    page.expect(said == told, "the formula in words differs")
    faults = {
        "board=8x8&start=z9": ("#find", "z9"),
        "board=7x8&require=a1-a2": ("#find", "a1-a2"),
        "board=200x200&encoding=textbook": ("#encode", "DIMACS readers take at most"),
        "board=1500x1500": ("#find", "too large for this page"),
    }
    for address, (button, words) in faults.items():
        page.asks(address).does(button)
        for word in [words, address.split("&")[0].removeprefix("board=")]:
            page.expect(word in page.run(FAULT), f"{address}: {page.run(FAULT)!r} says nothing of {word}")
    page.asks("board=6x6")
    page.pastes("s SATISFIABLE\nv 1 2 0\n")
    page.expect("answer:" in page.run(FAULT) or "violates" in page.run(FAULT), f"says {page.run(FAULT)!r}")
    page.finds(36)
    page.was_quiet()


def the_address_remembers(browser):
    page = Workbench(browser, "address")
    first = page.run("[$('ranks').value, $('files').value, location.hash]")
    page.expect(first == ["5", "5", ""], f"it opens with {first}")
    page.types("ranks", 8)
    page.expect("board=8x5" in page.run("location.hash"), f"the address is {page.run('location.hash')}")
    page.asks("tour=closed")
    page.expect(page.run("spec().board") == "5x5", f"without a board, it asks {page.run('spec().board')}")
    page.asks("nonsense=1&board=6x7&encoding=nothing&tour=never")
    page.expect(page.run("entries().join(' ')").startswith("board,6x7 leaper,1,2 tour,open"), "nonsense is taken")
    page.click("[name=tour][value=closed]")
    page.click("[data-square=c3]")
    page.click("[name=tool][value=start]")
    page.click("[data-square=a1]")
    asked, address = page.run("entries().join(' ')"), page.run("location.hash")
    page.expect("holes,c3" in asked and "start,a1" in asked and "tour,closed" in asked, f"clicked, it asks {asked}")
    other = Workbench(browser, "another tab").asks(address)
    other.expect(other.run("entries().join(' ')") == asked, f"{address} asks {other.run('entries().join()')}")
    page.was_quiet()
    other.was_quiet()


def answers_go_with_their_question(browser):
    page = Workbench(browser, "answers", width=1280, height=900).asks("board=8x8")
    hidden = lambda id: page.run(f"document.getElementById({id!r}).hidden")
    page.finds(64)
    page.expect(page.run(f"{PLAYING}.getElementById('play').checkVisibility()"), "there is no player")
    controls = f"{PLAYING}.querySelector('.player .row').getBoundingClientRect().bottom"
    bottom = page.run(f"document.getElementById('player').getBoundingClientRect().top + {controls}")
    page.expect(bottom <= 900, f"the controls of the player end at {bottom:.0f} of 900 pixels")
    squares = "document.getElementById('squares').checkVisibility()"
    page.expect(not page.run(squares), "an empty board stands beside the tour")
    page.expect(not hidden("result"), "the tour is hidden")
    page.run("document.getElementById('encoding').value = 'crt'")
    page.run("document.getElementById('encoding').dispatchEvent(new Event('change'))")
    page.expect(not hidden("result"), "another encoding removes the tour of the same board")
    page.types("ranks", 7)
    page.expect(hidden("result") and page.run(squares), "an old tour stands beside a new board")
    page.asks("board=4x4").does("#find")
    page.expect(not hidden("none") and page.run(REASON), "that there is no tour is not shown as the result")
    page.types("ranks", 5)
    page.expect(hidden("none"), "an old answer stands beside a new board")
    # What the program is at is about the board that it was asked about.
    page.asks("board=16x16&tour=closed&encoding=textbook&find=formula").click("#find")
    page.wait("asked !== null")
    page.types("files", 15)
    page.expect(page.wait(IDLE), "it looks for a tour of a board that has gone")
    page.was_quiet()


def the_reason_is_on_the_board(browser):
    """Why is there no tour? The page draws what the document of the program contains."""
    shown = "document.getElementById('{}').checkVisibility()"
    signs = """JSON.stringify([...document.querySelectorAll('#reason-board [data-sign]')]
      .map(({ dataset: { square, sign } }) => [square, sign]).filter(([, sign]) => sign))"""
    moves = "[...document.querySelectorAll('#reason-board [data-move]')].map((e) => e.dataset.move).sort().join(' ')"
    for width, address, options in [
        (1280, "board=4x4", ["4x4"]),
        (390, "board=4x6&tour=closed", ["4x6", "--closed"]),
        (390, "board=3x5", ["3x5"]),
    ]:
        page = Workbench(browser, f"why none {width}", width=width, height=844, touch=width < 500)
        page.asks(address).does("#find")
        document = json.loads(command(["solve", *options, "--format", "json"], code=1))["witness"]
        expected = {name: "×" for name in document["marked"]}
        expected |= {name: str(nth) for nth, group in enumerate(document["groups"], 1) for name in group}
        page.expect(dict(json.loads(page.run(signs))) == expected, f"{address}: other squares")
        page.expect(page.run(moves) == " ".join(sorted(document["moves"])), f"{address}: other moves")
        page.expect(page.run("document.getElementById('legend').textContent") == document["legend"], "another legend")
        page.expect(page.run(shown.format("reason-board")), f"{address}: no board")
        page.expect(not page.run(shown.format("proof")), f"{address}: a proof is proposed beside the reason")
        wide = page.run("document.documentElement.scrollWidth")
        page.expect(wide <= width, f"{wide} pixels wide on {width}")
        page.types("ranks", 8)
        page.expect(not page.run(shown.format("reason-board")), "an old reason stands beside a new board")
        page.was_quiet()
    page = Workbench(browser, "no short reason")
    page.asks(NO_REASON).does("#find", 60)
    page.expect(page.run(shown.format("proof")), f"{NO_REASON}: no proof is proposed")
    page.expect(not page.run(shown.format("reason-board")), f"{NO_REASON}: a board without a reason")
    line = page.run("document.getElementById('prove').textContent")
    page.expect(line.startswith("knightsat prove ") and line.endswith(" -o proof"), f"it proposes {line}")
    page.was_quiet()


def no_board_is_told(browser):
    page = Workbench(browser, "no board")
    page.wait("encodings.length > 0")
    told = "document.getElementById('no-board').checkVisibility()"
    line = "document.getElementById('command').checkVisibility()"
    page.expect(page.run(line) and not page.run(told), "5x5 is no board")
    for value in ["0", "", "-1", "2.5", "1048577"]:
        page.types("ranks", value)
        page.expect(page.run(told), f"of {value!r} ranks it says nothing")
        page.expect(not page.run(line), f"there is a command for {value!r} ranks")
        page.click("#words")
        page.expect(page.run(STATUS) == "", f"it writes a formula of {value!r} ranks")
    page.types("ranks", 6)
    page.expect(page.run(line) and not page.run(told), "6x5 is no board")
    page.was_quiet()


def boards_and_formulas_fit(browser):
    for width, height in [(1280, 900), (390, 844)]:
        page = Workbench(browser, f"{width} wide", width=width, height=height, touch=width < 500)
        page.asks("board=16x16")
        overhang = "(e => e.scrollWidth - e.clientWidth)(document.getElementById({!r}))"
        page.expect(page.run(overhang.format("scroller")) <= 0, "16x16 is cut off")
        page.asks("board=5x5&holes=c3&start=a1").does("#words")
        page.expect(page.run(overhang.format("described")) <= 0, "the formula in words is cut off")
        page.was_quiet()


def every_panel_has_its_own_stop(browser):
    page = Workbench(browser, "panels").asks("board=3x4")
    panels = "[...document.querySelectorAll('.stop')].map((e) => e.closest('section').getAttribute('aria-labelledby'))"
    before = page.run(panels)
    wanted = ["find-title", "formula-title", "steps-title", "decode-title", "check-title"]
    page.expect(before == wanted, f"Stop stands in {before}")
    for button in ["#words", "#find"]:
        page.does(button)
    page.expect(page.run(panels) == before, "Stop jumps between the panels")
    page.was_quiet()


def its_size_is_that_of_its_document():
    size = f"{PAGE.stat().st_size / 1e6:.1f} MB"
    expect(f"one file of {size}:" in (ROOT / "docs/page.md").read_text(), f"page.md: the page has {size}")


def it_has_no_dead_links(browser):
    page = Workbench(browser, "links")
    links = page.run("[...document.querySelectorAll('a[href]:not(#save)')].map((e) => e.getAttribute('href'))")
    page.expect(links == [], f"nothing is beside the page, and it has links to {links}")
    for id in ["about-leaps", "about-lazy"]:
        page.expect(page.run(f"document.getElementById({id!r}).checkVisibility()"), f"{id} is hidden")
    page.was_quiet()


def keys_alone_do(browser):
    page = Workbench(browser, "keys").asks("board=8x8")
    focus = "document.activeElement.id || document.activeElement.name || document.activeElement.dataset.square || document.activeElement.tagName"
    seen = []
    for _ in range(70):
        page.key("Tab")
        at = page.run(focus)
        if at == "BODY":
            continue
        if at in seen and at == seen[0]:
            break
        outline = "getComputedStyle(document.activeElement.matches('[type=radio]') ? document.activeElement.parentElement : document.activeElement).outlineStyle"
        page.expect(page.run(outline) != "none", f"{at}: the focus is not seen")
        seen.append(at)
        if at == "a1":
            for key in ["ArrowUp", "ArrowRight", "h", "ArrowRight", "s"]:
                page.key(key)
    wanted = {"ranks", "files", "leaper", "tour", "tool", "a1", "find", "encoding", "three", "words", "encode", "answer", "decode", "file", "formula", "map", "check", "trace-own", "open"}
    page.expect(wanted <= set(seen), f"Tab does not lead to {sorted(wanted - set(seen))}")
    asked = page.run("entries().join(' ')")
    page.expect("holes,b2" in asked and "start,c2" in asked, f"the keys of the board ask {asked}")
    page.run("document.getElementById('ranks').focus()")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", windowsVirtualKeyCode=13, text="\r")
    page.expect(page.wait(f"{LENGTH} === 63"), f"Enter finds nothing: {page.run(FAULT)}{page.run(STATUS)}")
    page.was_quiet()


def it_fits_and_has_names(browser):
    page = Workbench(browser, "narrow", width=320, height=640, touch=True).asks("board=8x8")
    page.finds(64)
    page.does("#words")
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    width = page.run("document.documentElement.scrollWidth")
    page.expect(width <= 320, f"{width} pixels wide on 320")
    small = page.run(
        "[...document.querySelectorAll('button:not(.square), summary, select, label:has([type=radio])')]"
        ".filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.id || e.textContent)"
    )
    page.expect(not small, f"too small to touch: {small}")
    smallest = page.run("Math.min(...[...document.querySelectorAll('.square')].map(e => e.getBoundingClientRect().width))")
    page.expect(smallest >= 22, f"squares of {smallest} pixels")
    roles = {"button", "textbox", "spinbutton", "combobox", "radio", "checkbox", "grid", "Iframe", "DisclosureTriangle", "link"}
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in roles:
            page.expect(node.get("name", {}).get("value", "").strip(), f"a {role} has no name")
    page.was_quiet()


def it_is_dark_in_the_dark(browser):
    grounds = []
    for scheme in ["light", "dark"]:
        page = Workbench(browser, scheme).start(color_scheme=scheme)
        page.wait("encodings.length > 0")
        page.finds(25)
        frame = BACKGROUND.replace("document", PLAYING)
        board = "getComputedStyle(document.querySelector('.squares .dark')).backgroundColor"
        grounds.append([page.run(BACKGROUND), page.run(frame), page.run(board)])
        page.was_quiet()
    for light, dark, what in zip(*grounds, ["the page", "the player", "the board"]):
        expect(light != dark, f"page: {what} is not dark")


def pictures(browser, folder):
    """Takes pictures of the page."""
    folder.mkdir(exist_ok=True)
    for width in [1200, 380]:
        for scheme in ["light", "dark"]:
            page = Workbench(browser, scheme, width=width, height=900).start(color_scheme=scheme)
            page.wait("encodings.length > 0")
            page.call("Page.bringToFront")
            page.picture(folder / f"{width}-{scheme}-first.png")
            page.asks("board=8x8&tour=closed&holes=c3+f3&start=a1&encoding=crt")
            page.finds(62)
            page.does("#words")
            time.sleep(0.3)
            page.size(width, page.run("document.documentElement.scrollHeight"))
            time.sleep(0.3)
            page.picture(folder / f"{width}-{scheme}.png")


def check(browser, folder):
    """Everything; the times that are promised."""
    policy_lets_nothing_else_run()
    its_size_is_that_of_its_document()
    times = tours_come_soon(browser) | it_can_be_stopped(browser)
    formulas_and_answers_are_the_programs(browser, folder)
    says_what_the_program_says(browser)
    the_address_remembers(browser)
    answers_go_with_their_question(browser)
    the_reason_is_on_the_board(browser)
    no_board_is_told(browser)
    boards_and_formulas_fit(browser)
    every_panel_has_its_own_stop(browser)
    it_has_no_dead_links(browser)
    keys_alone_do(browser)
    it_fits_and_has_names(browser)
    it_is_dark_in_the_dark(browser)
    return times
