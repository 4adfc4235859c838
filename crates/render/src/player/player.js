"use strict";
// The page shows the pictures of the program up to a step: controls, keys and gestures.

const $ = (id) => document.getElementById(id);
const RATES = [0.5, 1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000];
const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];
/** The most moves of an element: a long line is slow to change. */
const PART = 256;
// A chess knight that looks to the left, in a box of 100 x 100.
const KNIGHT =
  "M27 88V80C27 68 47 60 46 45C41 51 35 52 29 58C24 63 17 62 14 55L13 50C20 42 23 30 31 24L32 13" +
  "L41 20C62 18 77 35 76 60C76 68 75 74 77 80V88Z";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// --- The pictures ----------------------------------------------------------------------------

/** The points of the steps of a line, and the commands of each move. A move that crosses a joined
 * side, or leaves its layer, is two stubs: the line is interrupted. */
function stepsOf(line) {
  const [points, moves] = [[], []];
  const runs = line.getAttribute("d").split("M").slice(1);
  let [x, y] = [0, 0];
  let move = "";
  runs.forEach((run, nth) => {
    const numbers = run.replace("Z", "").split(/[ l]/).map(Number);
    for (let at = 0; at < numbers.length; at += 2) {
      const from = at ? [x, y] : [0, 0];
      [x, y] = [0, 1].map((axis) => Math.round((from[axis] + numbers[at + axis]) * 100) / 100);
      if (at || nth) move += `${at ? "L" : "M"}${x} ${y}`;
      const isStub = nth ? at === 0 : false;
      const goesOn = at > 0 && at + 2 === numbers.length && nth + 1 < runs.length;
      if (isStub || goesOn) continue;
      points.push([x, y]);
      if (move) moves.push(move);
      move = "";
    }
    if (run.endsWith("Z")) moves.push(`L${points[0].join(" ")}`);
  });
  return { points, moves };
}

/** The elements of a path of the picture, each a part of its moves. */
class Line {
  constructor(element) {
    const { points, moves } = stepsOf(element);
    Object.assign(this, { points, moves, parts: [] });
    for (let first = 0; first === 0 || first < moves.length; first += PART) {
      const part = element.cloneNode();
      this.parts.push({ part, first, shown: -1 });
      element.before(part);
    }
    element.remove();
  }

  /** Shows this number of moves. */
  show(count) {
    for (const entry of this.parts) {
      const { part, first, shown } = entry;
      const wanted = Math.min(Math.max(count - first, 0), PART);
      if (wanted === shown) continue;
      entry.shown = wanted;
      part.setAttribute("d", `M${this.points[first].join(" ")}${this.moves.slice(first, first + wanted).join("")}`);
    }
  }
}

/** A picture with paths and cycles, `{ closed, moves }`, played one after another. */
class Picture {
  constructor(data, figure) {
    Object.assign(this, data);
    this.figure = figure;
    this.scroller = figure.querySelector(".scroller");
    this.svg = figure.querySelector("svg");
    this.lines = [...this.svg.querySelectorAll(".path")].map((element) => new Line(element));
    this.names = this.paths.flatMap(({ moves }) => moves);
    this.points = this.paths.flatMap(({ moves }, nth) => this.lines[nth].points.slice(0, moves.length));
    this.starts = [0];
    for (const { moves } of this.paths) this.starts.push(this.starts.at(-1) + moves.length);
    this.length = this.starts.pop();
    this.dots = [...this.svg.querySelectorAll(".dot")].map((element) => {
      return { element, dots: element.getAttribute("d").split(/(?=M)/) };
    });
    this.numbers = this.paths.length === 1 ? [...this.svg.querySelectorAll(".number text")] : [];
    this.piece = document.createElementNS("http://www.w3.org/2000/svg", "path");
    this.piece.classList.add("piece");
    this.svg.append(this.piece);
  }

  /** Fits the picture into this height, and enlarges it. */
  resize(height, zoom) {
    const { width, height: tall } = this.svg.viewBox.baseVal;
    this.fit = Math.min(this.figure.clientWidth / width, height / tall, 2);
    this.scale = this.fit * zoom;
    this.svg.style.width = `${width * this.scale}px`;
    this.svg.style.height = `${tall * this.scale}px`;
    Object.assign(this.scroller.style, { width: `${width * this.fit}px`, height: `${tall * this.fit}px` });
    this.scroller.classList.toggle("zoomed", zoom > 1);
    this.isKnight = this.knight && this.cell * this.scale >= 18;
    const radius = Math.max(0.42 * this.cell, 6 / this.scale);
    const ring = `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    this.piece.setAttribute("d", this.isKnight ? KNIGHT : ring);
    this.piece.classList.toggle("ring", !this.isKnight);
  }

  /** Shows the steps up to one, and the piece `part` of the way, 0 to 1, to the next. */
  show(step, part) {
    this.lines.forEach((line, nth) => {
      const { closed, moves } = this.paths[nth];
      const steps = Math.min(Math.max(step - this.starts[nth], 0), moves.length);
      line.show(closed && steps === moves.length ? steps : steps - 1);
      if (!this.dots[nth] || this.shown === step) return;
      const { element, dots } = this.dots[nth];
      element.setAttribute("d", dots.slice(0, steps).join(""));
    });
    for (const text of this.shown === step ? [] : this.numbers) {
      text.style.visibility = text.textContent <= step ? "" : "hidden";
    }
    this.shown = step;
    this.place(step, part);
  }

  /** Places the piece. It does not glide across a joined side. */
  place(step, part) {
    this.piece.style.visibility = step > 0 && step < this.length ? "" : "hidden";
    if (step === 0 || step >= this.length) return;
    const path = this.pathOf(step);
    const [[x, y], [toX, toY]] = [this.points[step - 1], this.points[step]];
    const move = this.lines[path].moves[step - 1 - this.starts[path]];
    const way = path === this.pathOf(step + 1) && !move.includes("M") ? part : 0;
    const at = [x + (toX - x) * way, y + (toY - y) * way];
    const size = (0.9 * this.cell) / 100;
    const [left, top] = [at[0] - 50 * size, at[1] - 52 * size];
    const knight = `translate(${left} ${top}) scale(${size})`;
    this.piece.setAttribute("transform", this.isKnight ? knight : `translate(${at.join(" ")})`);
  }

  /** The path, from 0, that a step, from 1, belongs to. */
  pathOf(step) {
    const after = this.starts.findIndex((start) => start >= step);
    return (after < 0 ? this.starts.length : after) - 1;
  }

  /** Where a step is: "c3", or "c3 in cycle 2". */
  says(step) {
    const number = this.pathOf(step);
    const { closed, moves } = this.paths[number];
    const which = this.paths.length > 1 ? ` in ${closed ? "cycle" : "path"} ${number + 1}` : "";
    const isLast = step === this.starts[number] + moves.length;
    const back = isLast && closed ? `, and back to ${this.word}${moves[0]}` : "";
    return this.word + this.names[step - 1] + which + back;
  }

  /** The names in order as `knightsat render` reads them; a cycle among several pieces is closed. */
  text() {
    const pieces = this.paths.map(({ closed, moves }) => {
      return [...moves, ...(closed && this.paths.length > 1 ? moves.slice(0, 1) : [])].join(" ");
    });
    return pieces.join("; ");
  }
}

const figures = [...document.querySelectorAll("figure")];
$("boards").classList.toggle("two", figures.length > 1);
const pictures = JSON.parse($("scenes").textContent).map((data, index) => new Picture(data, figures[index]));
const longest = Math.max(...pictures.map(({ length }) => length));
const state = { step: longest, playing: false, rate: 3, numbers: true, zoom: 0 };
/** When the present step of a tour in play was due, in milliseconds. */
let since = 0;

// --- What is shown ---------------------------------------------------------------------------

function says(step) {
  const at = pictures.map((picture) => (picture.length ? picture.says(Math.min(step, picture.length)) : "nothing"));
  return `Step ${step}: ${at.join("; ")}`;
}

/** Greys a button out, and leaves it the focus, which a disabled one would lose. */
function turnOff(id, isOff) {
  $(id).setAttribute("aria-disabled", isOff);
}

function tell() {
  // While a tour plays, a screen reader would stumble after it: the step is told when it rests.
  $("now").setAttribute("aria-live", state.playing ? "off" : "polite");
  $("now").textContent = longest ? says(state.step) : "There is nothing to play";
  $("of").textContent = longest ? `${state.step} of ${longest}` : "";
  $("step").value = state.step;
  $("step").setAttribute("aria-valuetext", $("now").textContent);
  for (const id of ["first", "back"]) turnOff(id, state.step <= 1);
  for (const id of ["forward", "last"]) turnOff(id, state.step >= longest);
}

function paint(part = 0) {
  for (const picture of pictures) picture.show(Math.min(state.step, picture.length), part);
}

/** The window, or where this page is a frame as high as its content, what the page around it leaves. */
function room() {
  if (!window.frameElement) return window.innerHeight;
  const { innerHeight, scrollY } = window.parent;
  const top = window.frameElement.getBoundingClientRect().top + scrollY;
  // Further down, the page scrolls to it.
  return top < innerHeight / 2 ? innerHeight - top : innerHeight;
}

/** So high that the boards and their controls are seen together where the window allows it. */
function heightOfBoard() {
  const [first, second] = figures.map(({ offsetTop }) => offsetTop);
  return second > first ? Math.max(220, (room() - 420) / 2) : Math.max(280, room() - 300);
}

const canEnlarge = () => {
  const cells = pictures.map(({ cell, fit }) => cell * fit * ZOOMS[state.zoom]);
  return state.zoom + 1 < ZOOMS.length && Math.max(...cells) < 48;
};

function layout() {
  // In a frame that is hidden nothing has a size.
  if (!document.body.clientWidth) return;
  const height = heightOfBoard();
  for (const picture of pictures) picture.resize(height, ZOOMS[state.zoom]);
  document.body.classList.toggle("can-zoom", pictures.some(({ cell, fit }) => cell * fit < 26));
  turnOff("smaller", state.zoom === 0);
  turnOff("larger", !canEnlarge());
  paint();
}

// --- Playing ---------------------------------------------------------------------------------

function goTo(step) {
  state.step = Math.min(Math.max(Math.round(step), 1), Math.max(longest, 1));
  since = performance.now();
  tell();
  follow();
  paint();
}

function pauseAt(step) {
  play(false);
  goTo(step);
}

function play(on) {
  if (on === state.playing || longest < 2) return;
  state.playing = on;
  $("play").classList.toggle("playing", on);
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  if (on) {
    goTo(state.step >= longest ? 1 : state.step);
    requestAnimationFrame(tick);
  } else {
    tell();
    paint();
  }
}

function tick(now) {
  if (!state.playing) return;
  const duration = 1000 / RATES[state.rate];
  const passed = Math.max(Math.floor((now - since) / duration), 0);
  if (passed > 0) {
    state.step = Math.min(state.step + passed, longest);
    since += passed * duration;
    if (state.step === longest) return play(false);
    tell();
    follow();
  }
  // The knight rests on its square for half of the time, then leaps.
  const glides = !calm.matches && RATES[state.rate] <= 8;
  const part = glides ? Math.max(((now - since) / duration) * 2 - 1, 0) : 0;
  if (passed > 0 || part > 0) paint(part * part * (3 - 2 * part));
  requestAnimationFrame(tick);
}

/** Keeps the present step of a zoomed board in sight. */
function follow() {
  if (state.zoom === 0) return;
  for (const { points, length, scroller, cell, scale } of pictures) {
    const [x, y] = points[Math.min(state.step, length) - 1].map((at) => at * scale);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    const reach = 2 * cell * scale;
    const isOff = (at, from, length) => at < from + reach || at > from + length - reach;
    if (isOff(x, scrollLeft, clientWidth)) scroller.scrollLeft = x - clientWidth / 2;
    if (isOff(y, scrollTop, clientHeight)) scroller.scrollTop = y - clientHeight / 2;
  }
}

function setRate(rate) {
  state.rate = Math.min(Math.max(rate, 0), RATES.length - 1);
  since = performance.now();
  $("speed").value = state.rate;
  $("rate").textContent = `${RATES[state.rate]} / s`;
  $("speed").setAttribute("aria-valuetext", `${RATES[state.rate]} steps per second`);
}

function setNumbers(on) {
  state.numbers = on;
  $("numbers").setAttribute("aria-pressed", on);
  document.body.classList.toggle("no-numbers", !on);
}

function setZoom(zoom) {
  if (zoom > state.zoom && !canEnlarge()) return;
  state.zoom = Math.max(zoom, 0);
  layout();
  follow();
}

// --- Buttons, keys, gestures, the clipboard --------------------------------------------------

const KEYS = {
  " ": () => play(!state.playing),
  ArrowLeft: () => pauseAt(state.step - 1),
  ArrowRight: () => pauseAt(state.step + 1),
  Home: () => pauseAt(1),
  End: () => pauseAt(longest),
  "+": () => setRate(state.rate + 1),
  "=": () => setRate(state.rate + 1),
  "-": () => setRate(state.rate - 1),
  n: () => setNumbers(!state.numbers),
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("textarea")) return;
  // A slider has its own arrows; a button or a summary its own space.
  const { key } = event;
  const isSlider = target.matches("input[type=range]");
  if (isSlider && (key.startsWith("Arrow") || key === "Home" || key === "End")) return;
  if (key === " " && target.closest("button, summary")) return;
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** A tap plays or pauses, a swipe steps; a zoomed board is moved instead. */
function gestures(scroller) {
  let down = null;
  scroller.addEventListener("pointerdown", (event) => {
    down = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  });
  scroller.addEventListener("pointercancel", () => (down = null));
  scroller.addEventListener("pointerup", (event) => {
    if (!down || !event.isPrimary || event.button !== 0) return;
    const [right, across] = [event.clientX - down.x, Math.abs(event.clientY - down.y)];
    down = null;
    if (Math.hypot(right, across) < 10) return play(!state.playing);
    if (state.zoom > 0 || Math.abs(right) < 30 || Math.abs(right) < 2 * across) return;
    pauseAt(state.step + (right < 0 ? 1 : -1));
  });
}

/** The button that copies the moves of a picture. */
function copies(picture, index) {
  const element = $("copy").content.firstElementChild.cloneNode(true);
  const find = (selector) => element.querySelector(selector);
  const [area, copied, button] = [find(".text"), find(".copied"), find(".moves")];
  if (pictures.length > 1) button.textContent += ` of the ${["first", "second"][index]} tour`;
  button.addEventListener("click", async () => {
    area.value = picture.text();
    const done = await toClipboard(area);
    area.hidden = done;
    copied.textContent = done ? "Moves copied" : "Press Ctrl+C to copy";
    if (!done) area.select();
  });
  return element;
}

/** Whether the text went to the clipboard; pages from disk may be refused the modern way. */
async function toClipboard(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    const focused = document.activeElement;
    area.hidden = false;
    area.select();
    const done = document.execCommand("copy");
    if (done) focused?.focus();
    return done;
  }
}

const CLICKS = {
  first: KEYS.Home,
  back: KEYS.ArrowLeft,
  play: KEYS[" "],
  forward: KEYS.ArrowRight,
  last: KEYS.End,
  numbers: KEYS.n,
  smaller: () => setZoom(state.zoom - 1),
  larger: () => setZoom(state.zoom + 1),
};
for (const [id, action] of Object.entries(CLICKS)) $(id).addEventListener("click", action);
$("step").addEventListener("input", () => pauseAt(Number($("step").value)));
$("speed").addEventListener("input", () => setRate(Number($("speed").value)));
document.addEventListener("keydown", onKey);
window.addEventListener("resize", layout);
pictures.forEach(({ scroller }) => gestures(scroller));
$("copies").append(...pictures.map(copies));
$("step").max = Math.max(longest, 1);
$("speed").max = RATES.length - 1;
for (const id of ["step", "play"]) $(id).disabled = longest < 2;
$("numbers").disabled = pictures.every(({ numbers }) => !numbers.length);
// A tour takes about twenty seconds, unless somebody wishes otherwise.
setRate(Math.max(RATES.findIndex((rate) => rate >= longest / 20), 2));
tell();
layout();
