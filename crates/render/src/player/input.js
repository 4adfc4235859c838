// Buttons, keys, gestures, the clipboard and the second tour.

const KEYS = {
  " ": () => play(!state.playing),
  ArrowLeft: () => pauseAt(state.step - 1),
  ArrowRight: () => pauseAt(state.step + 1),
  Home: () => pauseAt(1),
  End: () => pauseAt(longest()),
  "+": () => setRate(state.rate + 1),
  "=": () => setRate(state.rate + 1),
  "-": () => setRate(state.rate - 1),
  n: () => setNumbers(!state.numbers),
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("textarea, input:not([type=range])")) return;
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

/** The buttons that copy a tour. */
function copies(scene, index) {
  const element = $("copy").content.firstElementChild.cloneNode(true);
  const find = (selector) => element.querySelector(selector);
  const [area, copied] = [find(".text"), find(".copied")];
  find(".which").textContent = capital(ordinal(index));
  area.setAttribute("aria-label", "Text to copy");
  const copy = async (text, what) => {
    area.value = text;
    const done = await toClipboard(text, area);
    area.hidden = done;
    copied.textContent = done ? `${capital(what)} copied` : "Press Ctrl+C to copy";
    if (!done) area.select();
  };
  const connect = (selector, what, text) => {
    const button = find(selector);
    button.hidden = !text;
    if (ordinal(index)) button.setAttribute("aria-label", `Copy ${what} of the ${ordinal(index)}`);
    button.addEventListener("click", () => copy(text, what));
  };
  connect(".moves", "moves", scene.moves());
  connect(".json", "JSON", scene.json());
  return element;
}

/** Whether the text went to the clipboard; pages from disk may be refused the modern way. */
async function toClipboard(text, area) {
  try {
    await navigator.clipboard.writeText(text);
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

function showSecond(text) {
  try {
    const second = readTour(text, scenes[0]);
    $("fault").textContent = "";
    scenes.splice(1, 1, second);
    state.step = longest();
    play(false);
    build();
  } catch (error) {
    $("fault").textContent = capital(error.message);
  }
}

function removeSecond() {
  scenes.splice(1);
  $("pasted").value = $("file").value = "";
  state.step = longest();
  build();
  $("pasted").focus();
}

async function openFile() {
  const [file] = $("file").files;
  if (!file) return;
  $("pasted").value = await file.text();
  showSecond($("pasted").value);
}

function connect() {
  const clicks = {
    first: KEYS.Home,
    back: KEYS.ArrowLeft,
    play: KEYS[" "],
    forward: KEYS.ArrowRight,
    last: KEYS.End,
    numbers: KEYS.n,
    smaller: () => setZoom(state.zoom - 1),
    larger: () => setZoom(state.zoom + 1),
    show: () => showSecond($("pasted").value),
    remove: removeSecond,
  };
  for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
  $("step").addEventListener("input", () => pauseAt(Number($("step").value)));
  $("speed").addEventListener("input", () => setRate(Number($("speed").value)));
  $("file").addEventListener("change", openFile);
  document.addEventListener("keydown", onKey);
  window.addEventListener("resize", layout);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", layout);
  const print = (on) => () => {
    document.documentElement.classList.toggle("print", on);
    layout();
  };
  window.addEventListener("beforeprint", print(true));
  window.addEventListener("afterprint", print(false));
}

$("speed").max = RATES.length - 1;
// A tour takes about twenty seconds, unless somebody wishes otherwise.
state.step = longest();
setRate(Math.max(RATES.findIndex((rate) => rate >= longest() / 20), 2));
connect();
build();
