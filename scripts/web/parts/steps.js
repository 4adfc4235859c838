// The solver, step by step: a replay of its events on the board, forwards and backwards.

const SVG = "http://www.w3.org/2000/svg";
/** Side of a square in the drawing. */
const SIDE = 100;
/** The most lines of an explanation. */
const MOST_REASONS = 200;

/** The formula and the events; null if nothing is shown. */
let traced = null;
/** The state after the first `at` events. */
let replay = null;
/** What the trace belongs to. */
let tracedProblem = "";
/** The literal that is explained; 0 for none. */
let explained = 0;
let running = 0;

function drawn$(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// --- The state of the search -------------------------------------------------------------------

/** The values after some events: each true literal with the event that made it true. */
class Replay {
  constructor() {
    this.at = 0;
    this.causes = new Map();
    this.trail = [];
    this.levels = [];
  }

  value(literal) {
    return this.causes.has(literal) ? true : this.causes.has(-literal) ? false : null;
  }

  cut(level) {
    const length = this.levels[level] ?? this.trail.length;
    for (const literal of this.trail.splice(length)) this.causes.delete(literal);
    this.levels.length = Math.min(level, this.levels.length);
  }

  forward() {
    const event = traced.events[this.at++];
    if (event.event === "decide") this.levels.push(this.trail.length);
    if (event.event === "backjump" || event.event === "restart") this.cut(event.decision_level);
    if (["decide", "propagate", "flip"].includes(event.event)) {
      this.causes.set(event.literal, event);
      this.trail.push(event.literal);
    }
  }
}

/** The state after this number of events. An earlier one is replayed from the beginning. */
function goTo(at) {
  if (at < replay.at) replay = new Replay();
  while (replay.at < at) replay.forward();
}

// --- Words -------------------------------------------------------------------------------------

const symbol = (literal) => {
  const text = traced.symbols[Math.abs(literal) - 1];
  if (literal > 0) return text;
  return text.startsWith("¬") ? text.slice(1) : `¬${text}`;
};

/** A literal as a sentence about the tour. */
function inWords(literal) {
  const fact = traced.meaning.get(Math.abs(literal));
  if (!fact) return `${symbol(Math.abs(literal))} is ${literal > 0 ? "true" : "false"}`;
  const name = (square) => traced.squares[square];
  const holds = literal > 0 === fact.sign;
  if ("step" in fact) return `step ${fact.step} is ${holds ? "" : "not "}on ${name(fact.at)}`;
  if (fact.either) return `the tour ${holds ? "uses" : "does not use"} the move ${name(fact.from)}-${name(fact.to)}`;
  return `the tour ${holds ? "goes" : "does not go"} from ${name(fact.from)} to ${name(fact.to)}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A clause as a sentence: its negative literals are conditions. */
function sentence(literals) {
  if (!literals.length) return "A contradiction.";
  const isNegative = (literal) => literal < 0;
  const conditions = literals.filter(isNegative);
  const conclusions = literals.filter((literal) => !isNegative(literal));
  if (!conclusions.length && conditions.length > 1) conclusions.push(conditions.pop());
  const all = (list, word) => list.join(`, ${word} `);
  if (!conditions.length) return `${capital(all(conclusions.map(inWords), "or"))}.`;
  const premises = all(conditions.map((literal) => inWords(-literal)), "and");
  if (!conclusions.length) return `${capital(inWords(conditions[0]))}.`;
  return `If ${premises}, then ${all(conclusions.map(inWords), "or")}.`;
}

function told(event) {
  const { event: name, literal, clause, decision_level: level, resolved } = event;
  const decisions = level === 1 ? "1 decision" : `${level} decisions`;
  switch (name) {
    case "decide": return `Decision ${level}: assume that ${inWords(literal)}.`;
    case "propagate": return `So ${inWords(literal)}: clause ${clause} leaves nothing else.`;
    case "conflict": return `Conflict: clause ${clause} is false.`;
    case "learn": return `Learnt: clause ${clause}, which follows from clauses ${resolved.join(", ")}.`;
    case "backjump": return `Back to ${decisions}.`;
    case "flip": return `The other value: ${inWords(literal)}.`;
    case "restart": return "Restart: no decisions; the learnt clauses stay.";
    case "satisfiable": return traced.fault ? `A model, but no tour: ${traced.fault}.` : "A model: a tour.";
    case "unsatisfiable": return "Unsatisfiable: a clause is false without any decision. There is no model.";
    case "stuck": return "Propagation alone finds nothing more.";
    default: return "";
  }
}

// --- Clauses and reasons -----------------------------------------------------------------------

/** The literals of a clause and what it belongs to; learnt clauses follow those of the formula. */
function clauseOf(number) {
  if (number <= traced.active.length) return traced.active[number - 1];
  return { literals: traced.learnt.get(number), origin: "learnt" };
}

/** The squares that a literal is about. */
function squaresOf(literal) {
  const fact = traced.meaning.get(Math.abs(literal));
  if (!fact) return [];
  return "step" in fact ? [fact.at] : [fact.from, fact.to];
}

function light(literals) {
  const lit = new Set(literals.flatMap(squaresOf));
  for (const [square, { group }] of traced.cells.entries()) group.classList.toggle("lit", lit.has(square));
}

/** Lights the squares of literals while the pointer or the focus is on an element. */
function lighting(made, literals) {
  for (const on of ["pointerenter", "focusin"]) made.addEventListener(on, () => light(literals));
  for (const off of ["pointerleave", "focusout"]) made.addEventListener(off, () => light([]));
  return made;
}

function literalButton(literal) {
  const value = replay.value(literal);
  const state = value === null ? "open" : value ? "true" : "false";
  const button = element("button", { type: "button", className: `literal ${state}`, textContent: symbol(literal) });
  button.dataset.literal = literal;
  button.title = `${inWords(literal)}: ${state}`;
  button.addEventListener("click", () => {
    explained = explained === literal ? 0 : literal;
    showState();
  });
  return button;
}

function clauseElement(number, { literals, origin }) {
  const head = number ? `Clause ${number}${origin && `, ${origin}`}: ` : `${capital(origin)}: `;
  const words = element("p", { className: "sentence", textContent: head + sentence(literals) });
  const row = element("p", { className: "literals" });
  literals.forEach((literal, place) => row.append(place ? " ∨ " : "", literalButton(literal)));
  if (!literals.length) row.append("⊥");
  const made = element("div", { className: "clause" }, words, row);
  if (number) made.dataset.clause = number;
  return lighting(made, literals);
}

/** The true literals from which a true literal follows, and their reasons: the implication graph. */
function reasons(literal) {
  const found = [];
  const seen = new Set([literal]);
  const queue = [literal];
  while (queue.length && found.length < MOST_REASONS) {
    const next = queue.shift();
    const cause = replay.causes.get(next);
    const clause = cause.event === "propagate" ? clauseOf(cause.clause) : null;
    const premises = clause ? clause.literals.filter((other) => other !== next).map((other) => -other) : [];
    found.push({ literal: next, cause, clause, premises });
    for (const premise of premises) {
      if (!seen.has(premise)) queue.push(premise);
      seen.add(premise);
    }
  }
  return found;
}

const CAUSES = { decide: "decided", flip: "the other value was tried" };

function showReasons() {
  const list = $("why-list");
  list.replaceChildren();
  traced.layer.replaceChildren();
  const literal = explained && replay.value(explained) === false ? -explained : explained;
  $("why").hidden = !literal;
  if (!literal) return;
  if (replay.value(literal) === null) {
    list.append(element("li", { textContent: `${capital(inWords(literal))}: open.` }));
    return;
  }
  for (const { literal: conclusion, cause, clause, premises } of reasons(literal)) {
    const because = clause ? `clause ${cause.clause}` : CAUSES[cause.event];
    const words = premises.length ? `, since ${premises.map(inWords).join(", and ")}` : "";
    const item = element("li", { textContent: `${capital(inWords(conclusion))}: ${because}${words}.` });
    list.append(lighting(item, [conclusion, ...premises]));
    for (const premise of premises) arrow(premise, conclusion);
  }
}

/** The place of a literal in the drawing: the middle of its squares. */
function placeOf(literal) {
  const centres = squaresOf(literal).map((square) => traced.cells[square].centre);
  if (!centres.length) return null;
  return [0, 1].map((axis) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length);
}

function arrow(premise, conclusion) {
  const [from, to] = [placeOf(premise), placeOf(conclusion)];
  if (!from || !to || (from[0] === to[0] && from[1] === to[1])) return;
  const [x1, y1] = from;
  const [x2, y2] = to;
  traced.layer.append(drawn$("line", { x1, y1, x2, y2, class: "because", "marker-end": "url(#steps-arrow)" }));
}

// --- The board ---------------------------------------------------------------------------------

function placeOfName(name) {
  const [, letters, rank] = /^([a-z]+)(\d+)$/.exec(name);
  const file = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 96, 0);
  return { file, rank: Number(rank) };
}

/** Draws the reason why there is no tour: crosses, numbered groups in colours, and moves. */
function drawReason(board, { marked, groups, moves, legend }) {
  const [ranks, files] = [side("ranks"), side("files")];
  board.replaceChildren();
  board.setAttribute("viewBox", `0 0 ${files * SIDE} ${ranks * SIDE}`);
  board.setAttribute("aria-label", legend);
  const at = (name) => {
    const { file, rank } = placeOfName(name);
    return [(file - 0.5) * SIDE, (ranks - rank + 0.5) * SIDE];
  };
  const signs = new Map(marked.map((name) => [name, "×"]));
  groups.forEach((group, index) => group.forEach((name) => signs.set(name, index + 1)));
  const missing = holes();
  const texts = [];
  for (let file = 1; file <= files; file++) {
    for (let rank = 1; rank <= ranks; rank++) {
      const name = fileName(file) + rank;
      if (missing.has(name)) continue;
      const [x, y] = at(name);
      const sign = signs.get(name) ?? "";
      const group = drawn$("g", { class: (file + rank) % 2 ? "light" : "dark", "data-square": name, "data-sign": sign });
      const rect = drawn$("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
      if (sign > 0) group.setAttribute("fill", `hsl(${((sign - 1) * 137) % 360} 70% 50% / .4)`);
      group.append(rect);
      board.append(group);
      texts.push(drawn$("text", { x, y: y + 14, "font-size": 40 }, sign), drawn$("text", { x: x - 32, y: y + 42, "font-size": 18 }, name));
    }
  }
  for (const move of moves) {
    const [[x1, y1], [x2, y2]] = move.split("-").map(at);
    board.append(drawn$("line", { x1, y1, x2, y2, "data-move": move }));
  }
  board.append(...texts);
}

/** Puts a step of a square at one of the places there: the more columns, the smaller. */
function place({ marks, corner: [x, y] }, step, index, columns) {
  const space = SIDE / (columns + 0.5);
  const at = { x: x + space * ((index % columns) + 0.75), y: y + space * (Math.floor(index / columns) + 1) };
  for (const [key, value] of Object.entries({ ...at, "font-size": space * 0.62 })) marks.get(step).setAttribute(key, value);
}

/** Draws the squares, a place for each step, and a line for each move. */
function layOutSteps() {
  const board = $("steps-board");
  board.replaceChildren();
  const places = traced.squares.map(placeOfName);
  const ranks = Math.max(...places.map(({ rank }) => rank));
  const files = Math.max(...places.map(({ file }) => file));
  board.setAttribute("viewBox", `0 0 ${files * SIDE} ${ranks * SIDE}`);
  const marker = drawn$("marker", { id: "steps-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" });
  marker.append(drawn$("path", { d: "M0 0L8 4L0 8Z" }));
  traced.columns = Math.ceil(Math.sqrt(traced.squares.length));
  traced.cells = places.map(({ file, rank }, square) => {
    const [x, y] = [(file - 1) * SIDE, (ranks - rank) * SIDE];
    const group = drawn$("g", { class: (file + rank) % 2 ? "light" : "dark", "data-square": traced.squares[square] });
    group.append(drawn$("rect", { x, y, width: SIDE, height: SIDE }));
    const marks = new Map();
    for (const step of traced.steps.get(square)?.keys() ?? []) marks.set(step, drawn$("text", { class: "step" }, step));
    group.append(...marks.values());
    const cell = { group, marks, corner: [x, y], centre: [x + SIDE / 2, y + SIDE / 2] };
    for (const step of marks.keys()) place(cell, step, step - 1, traced.columns);
    return cell;
  });
  traced.lines = new Map();
  for (const [from, to] of traced.arcs) {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const [[x1, y1], [x2, y2]] = [low, high].map((square) => traced.cells[square].centre);
    const name = `${traced.squares[low]}-${traced.squares[high]}`;
    if (!traced.lines.has(name)) {
      traced.lines.set(name, { line: drawn$("line", { x1, y1, x2, y2, "data-move": name }), ends: [low, high] });
    }
  }
  traced.layer = drawn$("g", {});
  const lines = drawn$("g", {});
  lines.append(...[...traced.lines.values()].map(({ line }) => line));
  const defs = drawn$("defs", {});
  defs.append(marker);
  board.append(defs, ...traced.cells.map(({ group }) => group), lines, traced.layer);
}

/** The value of a fact: that of all its literals together. A missing fact is false. */
function factValue(literals) {
  if (!literals) return false;
  const values = literals.map((literal) => replay.value(literal));
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

/** The value of a move in one direction: by its variable, or by the steps of its squares. */
function moveValue(from, to) {
  if (!traced.steps.size) return factValue(traced.moves.get(`${from} ${to}`));
  let value = false;
  const count = traced.squares.length;
  for (let step = 1; step <= count; step++) {
    const next = step < count ? step + 1 : traced.isClosed ? 1 : 0;
    const pair = [factValue(traced.steps.get(from)?.get(step)), factValue(traced.steps.get(to)?.get(next))];
    if (pair.includes(false)) continue;
    if (!pair.includes(null)) return true;
    value = null;
  }
  return value;
}

function drawState() {
  traced.cells.forEach((cell, square) => {
    const { group, marks } = cell;
    const isTrue = [];
    const open = [];
    for (const [step, text] of marks) {
      const value = factValue(traced.steps.get(square).get(step));
      if (value === true) isTrue.push(step);
      if (value === null) open.push(step);
      text.classList.toggle("false", value !== null);
    }
    if (group.dataset.true !== isTrue.join(" ")) {
      for (const step of marks.keys()) place(cell, step, step - 1, traced.columns);
      // They fill the square: one is large, and several share it.
      const columns = Math.ceil(Math.sqrt(isTrue.length));
      isTrue.forEach((step, index) => place(cell, step, index, columns));
      for (const [step, text] of marks) text.classList.toggle("true", isTrue.includes(step));
    }
    group.classList.toggle("full", isTrue.length > 0);
    group.dataset.open = open.join(" ");
    group.dataset.true = isTrue.join(" ");
    group.classList.toggle("none", marks.size > 0 && !isTrue.length && !open.length);
  });
  for (const { line, ends: [one, other] } of traced.lines.values()) {
    const values = [moveValue(one, other), moveValue(other, one)];
    line.dataset.value = values.includes(true) ? "true" : values.includes(null) ? "open" : "false";
  }
}

// --- What is shown -----------------------------------------------------------------------------

function showState() {
  const { at } = replay;
  const event = traced.events[at - 1];
  const last = traced.events.length;
  $("at-step").value = at;
  $("step-number").textContent = `${at} of ${last}`;
  const begin = `${traced.active.length} clauses, ${traced.symbols.length} variables, all open.`;
  const limit = at === last && traced.isCut ? " The trace ends here, at its limit." : "";
  $("step-said").textContent = (event ? told(event) : begin) + limit;
  const shown = event?.clause ? [clauseElement(event.clause, clauseOf(event.clause))] : [];
  $("step-clause").replaceChildren(...shown);
  $("trail").textContent = replay.levels.map((length) => symbol(replay.trail[length])).join(", ") || "none";
  drawState();
  light([]);
  showReasons();
  showWrong(event);
  for (const id of ["step-first", "step-back"]) $(id).setAttribute("aria-disabled", at === 0);
  for (const id of ["step-on", "step-conflict", "step-last"]) $(id).setAttribute("aria-disabled", at === last);
}

/** Below a model: the clauses of the groups that are switched off and that it violates. */
function showWrong(event) {
  const wrong = $("wrong");
  wrong.replaceChildren();
  if (event?.event !== "satisfiable") return;
  const isFalse = ({ literals }) => literals.every((literal) => replay.value(literal) === false);
  const found = traced.passive.filter(isFalse);
  if (!found.length) return;
  const count = found.length === 1 ? "1 clause" : `${found.length} clauses`;
  wrong.append(element("p", { textContent: `The model violates ${count} of the groups that are off:` }));
  wrong.append(...found.slice(0, 10).map((clause) => clauseElement(0, clause)));
}

function move(to) {
  goTo(Math.max(0, Math.min(to, traced.events.length)));
  showState();
}

function pause() {
  clearInterval(running);
  running = 0;
  $("step-run").textContent = "Run";
}

function hideSteps() {
  pause();
  traced = null;
  $("stepper").hidden = true;
}

/** The groups that are switched off. */
const off = () => [...document.querySelectorAll("#groups input:not(:checked)")].map(({ value }) => value);

function showSteps(told) {
  const isOff = new Set(off());
  const name = (group) => told.groups[group]?.name;
  const clauses = told.clauses.map(([group, literals, constraint]) => ({ group, literals, origin: name(group) ?? constraint ?? "" }));
  traced = {
    ...told,
    active: clauses.filter(({ group }) => !isOff.has(name(group))),
    passive: clauses.filter(({ group }) => isOff.has(name(group))),
    learnt: new Map(told.events.filter(({ event }) => event === "learn").map(({ clause, literals }) => [clause, literals])),
    meaning: new Map(),
    steps: new Map(),
    moves: new Map(),
    isClosed: choice("tour") === "closed",
    isCut: !["satisfiable", "unsatisfiable", "stuck"].includes(told.events.at(-1)?.event),
  };
  for (const fact of told.facts) {
    const { step, at, from, to, lits } = fact;
    if (lits.length === 1) traced.meaning.set(Math.abs(lits[0]), { ...fact, sign: lits[0] > 0 });
    if (step === undefined) {
      traced.moves.set(`${from} ${to}`, lits);
      if (fact.either) traced.moves.set(`${to} ${from}`, lits);
    } else {
      if (!traced.steps.has(at)) traced.steps.set(at, new Map());
      traced.steps.get(at).set(step, lits);
    }
  }
  if (!isOff.size) {
    const box = ({ name, says }) => {
      const input = element("input", { type: "checkbox", value: name, checked: true });
      return element("label", { className: "check", title: says }, input, ` ${name}`);
    };
    $("groups").replaceChildren(...told.groups.map(box));
    $("groups-box").hidden = !told.groups.length;
  }
  tracedProblem = problem();
  explained = 0;
  replay = new Replay();
  $("stepper").hidden = false;
  $("at-step").max = told.events.length;
  layOutSteps();
  showState();
  const taken = told.map ? `. ${takenOrder(told.map)}` : "";
  return `${told.events.length.toLocaleString("en")} steps in ${seconds()}${taken}`;
}

/** Another formula or problem has other groups. */
function forgetGroups() {
  hideSteps();
  $("groups").replaceChildren();
  $("groups-box").hidden = true;
}

function traceSteps() {
  pause();
  const { amo, ...asked } = spec();
  const encoding = $("steps-encoding").value;
  const of = { task: "steps", spec: { ...asked, encoding, "three-cnf": false }, off: off() };
  const request = isOfTheirs() ? { task: "ownsteps", ...theirs() } : of;
  run("trace", { ...request, level: $("level").value }, "Solving step by step …", showSteps);
}

/** Whether the steps are those of the formula in the card of checks. */
const isOfTheirs = () => $("steps-encoding").value === "own";

function traceTheirs() {
  if (isBusy()) return;
  $("steps-encoding").value = "own";
  forgetGroups();
  $("steps").scrollIntoView();
  traceSteps();
}

const enabled = ({ target }) => target.getAttribute("aria-disabled") !== "true";
const STEPS = {
  "step-first": () => 0,
  "step-back": () => replay.at - 1,
  "step-on": () => replay.at + 1,
  "step-conflict": () => {
    const next = traced.events.findIndex(({ event }, place) => place >= replay.at && event === "conflict");
    return next < 0 ? traced.events.length : next + 1;
  },
  "step-last": () => traced.events.length,
};
for (const [id, to] of Object.entries(STEPS)) {
  $(id).addEventListener("click", (event) => {
    pause();
    if (enabled(event)) move(to());
  });
}
$("step-run").addEventListener("click", () => {
  if (running) return pause();
  $("step-run").textContent = "Pause";
  running = setInterval(() => (replay.at < traced.events.length ? move(replay.at + 1) : pause()), 120);
});
$("at-step").addEventListener("input", ({ target }) => {
  pause();
  move(Number(target.value));
});
$("trace").addEventListener("click", traceSteps);
$("trace-own").addEventListener("click", traceTheirs);
$("steps-encoding").addEventListener("change", forgetGroups);
for (const id of ["level", "groups"]) $(id).addEventListener("change", hideSteps);
