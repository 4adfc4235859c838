// The page: what is shown, the controls, the keys and the gestures.

const $ = (id) => document.getElementById(id);
const RATES = [0.5, 1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000];
const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24];
/** The most paths that are listed. */
const LEGEND = 60;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const given = JSON.parse($("scenes").textContent).map(givenScene);
const scenes = [...given];
let views = [];
const state = { step: 1, playing: false, rate: 3, numbers: true, zoom: 0 };
/** When the present step of a tour in play was due, in milliseconds. */
let since = 0;

const longest = () => Math.max(...scenes.map((scene) => scene.length));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// --- What is shown ---------------------------------------------------------------------------

function says(step) {
  const at = scenes.map((scene) => (scene.length ? scene.says(Math.min(step, scene.length)) : "nothing"));
  return `Step ${step}: ${at.join("; ")}`;
}

/** Greys a button out, and leaves it the focus, which a disabled one would lose. */
function turnOff(id, isOff) {
  $(id).setAttribute("aria-disabled", isOff);
}

function tell() {
  const length = longest();
  // While a tour plays, a screen reader would stumble after it: the step is told when it rests.
  $("now").setAttribute("aria-live", state.playing ? "off" : "polite");
  $("now").textContent = length ? says(state.step) : "There is nothing to play";
  $("of").textContent = length ? `${state.step} of ${length}` : "";
  $("step").value = state.step;
  $("step").setAttribute("aria-valuetext", $("now").textContent);
  const [atStart, atEnd] = [state.step <= 1, state.step >= length];
  for (const id of ["first", "back"]) turnOff(id, atStart);
  for (const id of ["forward", "last"]) turnOff(id, atEnd);
}

function paint(part = 0) {
  for (const view of views) {
    view.paint(Math.min(state.step, view.scene.length), part, state.numbers);
  }
}

/** Asks for a picture with the next frame, however often it is called until then. */
function refresh() {
  if (refresh.asked) return;
  refresh.asked = true;
  requestAnimationFrame(() => {
    refresh.asked = false;
    paint();
  });
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
  const [first, second] = views.map((view) => view.figure.offsetTop);
  const isStacked = second > first;
  return isStacked ? Math.max(220, (room() - 420) / 2) : Math.max(280, room() - 300);
}

function layout() {
  // In a frame that is hidden nothing has a size.
  if (!document.body.clientWidth) return;
  const printing = document.documentElement.classList.contains("print");
  const density = printing ? 4 : Math.min(window.devicePixelRatio || 1, 3);
  const height = printing ? 900 : heightOfBoard();
  const zoom = printing ? 1 : ZOOMS[state.zoom];
  for (const view of views) {
    const width = printing ? Math.min(660 / views.length, 660) : view.figure.clientWidth;
    view.layout(width, height, zoom, density);
  }
  document.body.classList.toggle("can-zoom", views.some((view) => view.fit < 26));
  turnOff("smaller", state.zoom === 0);
  turnOff("larger", !canEnlarge());
  $("numbers").disabled = !views.some((view) => view.canNumber);
  paint();
}

const canEnlarge = () => {
  const cells = views.map((view) => view.fit * ZOOMS[state.zoom]);
  return state.zoom + 1 < ZOOMS.length && Math.max(...cells) < 48;
};

/** Makes a figure for every scene. */
function build() {
  const boards = $("boards");
  boards.replaceChildren();
  boards.classList.toggle("two", scenes.length > 1);
  views = scenes.map((scene, index) => figure(scene, index));
  boards.append(...views.map((view) => view.figure));
  $("copies").replaceChildren(...scenes.map(copies));
  const title = scenes.length > 1 ? "Two tours side by side" : capital(scenes[0].title);
  $("title").textContent = document.title = title;
  const length = longest();
  $("step").max = Math.max(length, 1);
  state.step = Math.min(state.step, length);
  for (const id of ["step", "play"]) $(id).disabled = length < 2;
  $("remove").hidden = scenes.length < 2;
  tell();
  layout();
}

/** What a tour is called beside another. */
const ordinal = (index) => (scenes.length > 1 ? ["first tour", "second tour"][index] : "");

function figure(scene, index) {
  const figure = $("board").content.firstElementChild.cloneNode(true);
  const find = (selector) => figure.querySelector(selector);
  const which = ordinal(index) && `${ordinal(index)}: `;
  find("figcaption").textContent = capital(scene.title);
  find("figcaption").hidden = scenes.length < 2;
  find("canvas").setAttribute("aria-label", capital(`${which}${scene.title}`));
  find(".legend").append(...legend(scene));
  const view = new View(scene, find(".scroller"));
  view.figure = figure;
  view.scroller.addEventListener("scroll", refresh, { passive: true });
  gestures(view.scroller);
  return view;
}

/** What the colours and marks mean. */
function legend(scene) {
  const entry = (drawing, text) => {
    const item = document.createElement("li");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 14");
    svg.setAttribute("aria-hidden", "true");
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [name, value] of Object.entries(drawing)) shape.setAttribute(name, value);
    svg.append(shape);
    item.append(svg, text);
    return item;
  };
  const disc = "M6 7a6 6 0 1 1 12 0a6 6 0 1 1-12 0";
  if (scene.paths.length === 1) {
    const { closed, vertices } = scene.paths[0];
    const name = (vertex) => scene.place.name(vertex);
    const start = entry({ d: disc, fill: "var(--start)" }, `start ${name(vertices[0])}`);
    if (closed) return [start];
    return [start, entry({ d: "M6 1h12v12H6z", fill: "var(--end)" }, `end ${name(vertices.at(-1))}`)];
  }
  const entries = scene.paths.slice(0, LEGEND).map(({ vertices }, number) => {
    const dashes = DASHES[Math.floor(number / CYCLE_COLOURS) % DASHES.length];
    const line = { d: "M2 7h20", stroke: `var(--path-${number % CYCLE_COLOURS})`, "stroke-width": 3 };
    const dashed = { ...line, "stroke-linecap": "round", "stroke-dasharray": dashes.map((d) => d * 3) };
    return entry(dashed, `${scene.nameOfPath(number)}: ${vertices.length}`);
  });
  const more = scene.paths.length - LEGEND;
  return more > 0 ? [...entries, entry({}, `and ${more} more`)] : entries;
}

// --- Playing ---------------------------------------------------------------------------------

function goTo(step) {
  state.step = Math.min(Math.max(Math.round(step), 1), Math.max(longest(), 1));
  since = performance.now();
  tell();
  follow();
  refresh();
}

function pauseAt(step) {
  play(false);
  goTo(step);
}

function play(on) {
  if (on === state.playing || longest() < 2) return;
  state.playing = on;
  $("play").classList.toggle("playing", on);
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  if (on) {
    goTo(state.step >= longest() ? 1 : state.step);
    requestAnimationFrame(tick);
  } else {
    tell();
    refresh();
  }
}

function tick(now) {
  if (!state.playing) return;
  const duration = 1000 / RATES[state.rate];
  const passed = Math.max(Math.floor((now - since) / duration), 0);
  if (passed > 0) {
    state.step = Math.min(state.step + passed, longest());
    since += passed * duration;
    if (state.step === longest()) return play(false);
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
  for (const { scene, scroller, cell, margin } of views) {
    const [x, y] = scene.points[Math.min(state.step, scene.length) - 1];
    const [atX, atY] = [x * cell + margin, y * cell];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    const reach = 2 * cell;
    const isOff = (at, from, length) => at < from + reach || at > from + length - reach;
    if (isOff(atX, scrollLeft, clientWidth)) scroller.scrollLeft = atX - clientWidth / 2;
    if (isOff(atY, scrollTop, clientHeight)) scroller.scrollTop = atY - clientHeight / 2;
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
  refresh();
}

function setZoom(zoom) {
  if (zoom > state.zoom && !canEnlarge()) return;
  state.zoom = Math.max(zoom, 0);
  layout();
  follow();
}
