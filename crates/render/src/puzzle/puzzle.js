// A puzzle to be solved: what is on the squares, the controls and the keys.

const $ = (id) => document.getElementById(id);
const puzzle = JSON.parse($("puzzle").textContent);
const last = puzzle.solution.length;
const answer = new Map(puzzle.solution.map((square, step) => [square, step + 1]));
const given = new Map(puzzle.givens.map(([step, square]) => [square, step]));
/** What has been put on squares, and how it was before each change, and after those undone. */
let put = new Map();
let before = [];
let after = [];
const state = { next: 1, at: null, typed: "", mistakes: false };

const [ranks, files] = puzzle.board.split("x").map(Number);
const cells = new Map();

const number = (square) => given.get(square) ?? put.get(square);
const used = () => new Set([...given.values(), ...put.values()]);
const isSolved = () => puzzle.solution.every((square) => number(square) === answer.get(square));

function fileName(file) {
  let name = "";
  for (; file > 0; file = Math.floor((file - 1) / 26)) name = String.fromCharCode(97 + ((file - 1) % 26)) + name;
  return name;
}

// --- What is shown ---------------------------------------------------------------------------

function build() {
  const table = $("squares");
  table.style.setProperty("--files", files);
  table.setAttribute("aria-label", `Board of ${ranks} ranks and ${files} files`);
  const head = (text) => Object.assign(document.createElement("th"), { textContent: text, scope: "row" });
  for (let rank = ranks; rank >= 1; rank--) {
    const row = table.insertRow();
    row.append(head(rank));
    for (let file = 1; file <= files; file++) {
      const square = fileName(file) + rank;
      const cell = row.insertCell();
      if (!answer.has(square)) continue;
      cell.className = (rank + file) % 2 ? "light" : "dark";
      const button = document.createElement("button");
      button.className = "cell";
      button.tabIndex = -1;
      button.dataset.square = square;
      cell.append(button);
      cells.set(square, { button, rank, file });
    }
  }
  const row = table.insertRow();
  row.append(document.createElement("th"));
  for (let file = 1; file <= files; file++) {
    row.append(Object.assign(head(fileName(file)), { scope: "col" }));
  }
  $("rules").textContent = rules();
}

function rules() {
  const piece = puzzle.leaper.join() === "1,2" ? "knight" : `(${puzzle.leaper})-leaper`;
  const back = puzzle.closed ? ` and from ${last} back to 1` : "";
  return `Put the numbers 1 to ${last} on the squares so that a ${piece} can go from each to the next${back}. There is one solution.`;
}

function paint() {
  for (const [square, { button }] of cells) {
    const found = number(square);
    const isWrong = state.mistakes && put.has(square) && found !== answer.get(square);
    button.textContent = found ?? "";
    button.classList.toggle("given", given.has(square));
    button.classList.toggle("here", found !== undefined && found === state.next - 1);
    button.classList.toggle("wrong", isWrong);
    const words = [square, found ?? "empty"];
    if (given.has(square)) words.push("given");
    if (isWrong) words.push("wrong");
    button.setAttribute("aria-label", words.join(", "));
    button.tabIndex = square === state.at ? 0 : -1;
  }
  const count = [...cells.keys()].filter((square) => number(square) !== undefined).length;
  $("of").textContent = `${count} of ${last}`;
  $("next").textContent = state.next;
  const turnOff = (id, isOff) => $(id).setAttribute("aria-disabled", isOff);
  turnOff("undo", !before.length);
  turnOff("redo", !after.length);
  turnOff("erase", !put.has(state.at));
  turnOff("clear", !put.size);
  turnOff("less", state.next <= 1);
  turnOff("more", state.next >= last);
  $("mistakes").setAttribute("aria-pressed", state.mistakes);
  document.body.classList.toggle("solved", isSolved());
}

function say(text) {
  const full = [...cells.keys()].every((square) => number(square) !== undefined);
  if (isSolved()) text = "Solved: that is it";
  else if (full) text += ". All squares are full, and not all are right";
  $("now").textContent = text;
}

// --- What can be done ------------------------------------------------------------------------

/** The first number from `from` on that is nowhere yet, around the end if need be. */
function free(from) {
  const all = used();
  for (let step = 0; step < last; step++) {
    const found = ((from - 1 + step) % last) + 1;
    if (!all.has(found)) return found;
  }
  return Math.min(from, last);
}

/** Changes what is on squares, so that it can be undone. */
function change(changed, text) {
  before.push(put);
  after = [];
  put = changed;
  paint();
  say(text);
}

function set(square, value) {
  const changed = new Map(put);
  if (value === undefined) changed.delete(square);
  else changed.set(square, value);
  change(changed, value === undefined ? `${square} is empty` : `${value} on ${square}`);
}

/** Goes on from the number of a square, or puts the next one there. */
function choose(square) {
  state.at = square;
  state.typed = "";
  const found = number(square);
  if (found !== undefined) {
    state.next = free(found + 1);
    paint();
    say(`On ${square} is ${found}; next is ${state.next}`);
    return;
  }
  const value = state.next;
  if (used().has(value)) {
    paint();
    say(`${value} is on the board already`);
    return;
  }
  set(square, value);
  state.next = free(value + 1);
  paint();
  say(`${value} on ${square}; next is ${state.next}`);
}

function type(digit) {
  const square = state.at;
  if (given.has(square)) return say(`${given.get(square)} on ${square} is given`);
  const typed = Number(state.typed + digit);
  const value = typed >= 1 && typed <= last ? typed : Number(digit);
  if (value < 1 || value > last) return say(`There is no step ${value}`);
  state.typed = String(value);
  const others = [...cells.keys()].filter((other) => other !== square && number(other) === value);
  set(square, value);
  state.next = free(value + 1);
  paint();
  if (others.length) say(`${value} on ${square}, and on ${others.join(" and ")} too`);
}

function erase() {
  state.typed = "";
  if (put.has(state.at)) set(state.at, undefined);
}

function undo() {
  if (!before.length) return;
  after.push(put);
  put = before.pop();
  state.typed = "";
  paint();
  say("Undone");
}

function redo() {
  if (!after.length) return;
  before.push(put);
  put = after.pop();
  state.typed = "";
  paint();
  say("Done again");
}

function mistakes() {
  state.mistakes = !state.mistakes;
  paint();
  const wrong = [...put].filter(([square, value]) => value !== answer.get(square));
  const words = wrong.length ? `Wrong: ${wrong.map(([square]) => square).join(", ")}` : "No mistakes so far";
  say(state.mistakes ? words : "Mistakes are hidden");
}

function turn(by) {
  state.next = Math.min(Math.max(state.next + by, 1), last);
  paint();
  say(`Next is ${state.next}`);
}

function clear() {
  if (put.size) change(new Map(), "The board is as at first");
}

/** The focus goes to the next square that way, over holes. */
function move(across, up) {
  const { rank, file } = cells.get(state.at);
  for (let far = 1; far <= Math.max(ranks, files); far++) {
    const square = fileName(file + far * across) + (rank + far * up);
    if (cells.has(square)) return focus(square);
  }
}

function focus(square) {
  state.at = square;
  state.typed = "";
  paint();
  cells.get(square).button.focus();
}

const KEYS = {
  ArrowLeft: () => move(-1, 0),
  ArrowRight: () => move(1, 0),
  ArrowUp: () => move(0, 1),
  ArrowDown: () => move(0, -1),
  Backspace: erase,
  Delete: erase,
};
const EVERYWHERE = { u: undo, r: redo, m: mistakes, "-": () => turn(-1), "+": () => turn(1) };

document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if (isUndo) {
    event.preventDefault();
    return event.shiftKey ? redo() : undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onBoard = event.target.classList?.contains("cell");
  const act = (onBoard && KEYS[event.key]) || EVERYWHERE[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (onBoard && /^[0-9]$/.test(event.key)) {
    event.preventDefault();
    type(event.key);
  }
});
$("squares").addEventListener("click", (event) => {
  const button = event.target.closest(".cell");
  if (button) choose(button.dataset.square);
});
$("squares").addEventListener("focusin", (event) => {
  const square = event.target.dataset?.square;
  if (square && square !== state.at) {
    state.at = square;
    state.typed = "";
    paint();
  }
});
const BUTTONS = { less: () => turn(-1), more: () => turn(1), undo, redo, erase, mistakes, clear };
for (const [id, act] of Object.entries(BUTTONS)) $(id).addEventListener("click", act);

build();
state.at = puzzle.givens.length ? puzzle.givens[0][1] : puzzle.solution[0];
state.next = free(1);
paint();
say(`Next is ${state.next}`);
