// The board: squares to click, or to walk over with the arrow keys.

/** More squares than these are too small, and too many, to click. */
const MOST_SQUARES = 1024;
const MOST_FILES = 40;

const words = (text) => text.trim().split(/[\s,;]+/).filter(Boolean);
const holes = () => new Set(words($("holes").value));
const side = (id) => Math.floor(Number($(id).value));
const tool = () => document.querySelector("[name=tool]:checked").value;

/** The buttons of the squares by name; none if there are too many. */
let squares = new Map();
let drawn = "";
/** The square that Tab leads to. */
let here = "a1";

function fileName(file) {
  let name = "";
  for (; file > 0; file = Math.floor((file - 1) / 26)) name = String.fromCharCode(97 + ((file - 1) % 26)) + name;
  return name;
}

function head(text, scope) {
  return Object.assign(document.createElement("th"), { textContent: text, scope });
}

/** Draws the squares again if there are others, and what is on them. */
function drawBoard() {
  const [ranks, files] = [side("ranks"), side("files")];
  const isBoard = $("ranks").validity.valid && $("files").validity.valid;
  const fits = isBoard && files <= MOST_FILES && ranks * files <= MOST_SQUARES;
  $("no-board").hidden = isBoard;
  $("places").hidden = !isBoard;
  $("scroller").hidden = !fits;
  $("too-many").hidden = fits || !isBoard;
  if (drawn !== `${ranks}x${files}`) layOut(fits ? ranks : 0, fits ? files : 0);
  drawn = `${ranks}x${files}`;
  if (!squares.has(here)) here = "a1";
  const missing = holes();
  const [start, end] = ["start", "end"].map((id) => $(id).value.trim());
  for (const [name, { button }] of squares) {
    const marks = { hole: missing.has(name), start: name === start, end: name === end };
    for (const [mark, isOn] of Object.entries(marks)) button.classList.toggle(mark, isOn);
    const what = Object.keys(marks).filter((mark) => marks[mark]);
    button.setAttribute("aria-label", [name, ...what].join(", "));
    button.tabIndex = name === here ? 0 : -1;
  }
}

function layOut(ranks, files) {
  const table = $("squares");
  table.replaceChildren();
  table.style.setProperty("--files", files);
  table.setAttribute("aria-label", `Board of ${ranks} ranks and ${files} files`);
  squares = new Map();
  for (let rank = ranks; rank >= 1; rank--) {
    const row = table.insertRow();
    row.append(head(rank, "row"));
    for (let file = 1; file <= files; file++) {
      const cell = row.insertCell();
      cell.className = (rank + file) % 2 ? "light" : "dark";
      const button = Object.assign(document.createElement("button"), { type: "button", className: "square" });
      button.dataset.square = fileName(file) + rank;
      cell.append(button);
      squares.set(button.dataset.square, { button, rank, file });
    }
  }
  const row = table.insertRow();
  row.append(document.createElement("th"));
  for (let file = 1; file <= files; file++) row.append(head(fileName(file), "col"));
}

/** Makes a square a hole, the start or the end, or no longer. */
function mark(name, what) {
  if (what === "holes") {
    const missing = holes();
    if (!missing.delete(name)) missing.add(name);
    $("holes").value = [...squares.keys()].filter((square) => missing.has(square)).reverse().join(" ");
  } else {
    $(what).value = $(what).value.trim() === name ? "" : name;
  }
  here = name;
  changed();
  $("square").textContent = squares.get(name).button.getAttribute("aria-label");
}

const TOOLS = { h: "holes", x: "holes", s: "start", e: "end" };

function onBoardKey(event) {
  const at = squares.get(event.target.dataset.square);
  if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
  const ways = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  Object.assign(ways, { Home: [0, 1 - at.file], End: [0, side("files") - at.file] });
  if (TOOLS[event.key]) {
    mark(event.target.dataset.square, TOOLS[event.key]);
  } else if (ways[event.key]) {
    const [up, across] = ways[event.key];
    const to = squares.get(fileName(at.file + across) + (at.rank + up));
    if (to) {
      here = to.button.dataset.square;
      at.button.tabIndex = -1;
      to.button.tabIndex = 0;
      to.button.focus();
    }
  } else return;
  event.preventDefault();
}

$("squares").addEventListener("keydown", onBoardKey);
$("squares").addEventListener("click", ({ target }) => {
  if (target.dataset.square) mark(target.dataset.square, tool());
});
