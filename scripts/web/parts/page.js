// The page: what is asked, the address that remembers it, and what is shown.

/** What is asked about the formula; the program names the encodings. */
const style = { encoding: "position", amo: "", three: null };
let encodings = [];

const choice = (name) => document.querySelector(`[name=${name}]:checked`).value;
const named = [...document.querySelectorAll("[data-key]")];
const encoding = () => encodings.find(({ name }) => name === style.encoding);
/** Whether clauses are split: as asked, or as the encoding has it. */
const isThree = () => style.three ?? encoding()?.three ?? false;

// --- What is asked ---------------------------------------------------------------------------

/** Keys whose value is a list. */
const LISTS = ["holes", "require", "forbid", "at", "not-at"];

/** All that is asked, as the comments of a formula have it. */
function spec() {
  const typed = ([key, value]) => [key, LISTS.includes(key) ? value.split(" ") : value];
  return { ...Object.fromEntries(entries().map(typed)), "three-cnf": isThree() };
}

/** Key and value of all that is asked, in text. */
function entries() {
  const all = [
    ["board", `${$("ranks").value}x${$("files").value}`],
    ["leaper", $("leaper").value.replace(/\s/g, "")],
    ["tour", choice("tour")],
  ];
  for (const { dataset, value } of named) {
    if (words(value).length) all.push([dataset.key, words(value).join(" ")]);
  }
  all.push(["encoding", style.encoding]);
  if (style.amo && encoding()?.amo) all.push(["amo", style.amo]);
  all.push(["three-cnf", isThree() ? "yes" : "no"]);
  return all;
}

/** The command that does the same. */
function command() {
  const options = { tour: "", encoding: ` --encoding ${style.encoding}` };
  if (choice("tour") === "closed") options.tour = " --closed";
  let text = "";
  for (const [key, value] of entries()) {
    if (key in options) text += options[key];
    else if (key === "leaper" && value !== "1,2") text += ` --leaper ${value}`;
    else if (key === "three-cnf" && isThree() !== (encoding()?.three ?? false)) text += ` --three-cnf ${value}`;
    else if (["start", "end", "require", "forbid", "at", "amo"].includes(key)) {
      text += ` --${key} ${value.replaceAll(" ", ",")}`;
    }
  }
  const [, board] = entries()[0];
  if (!holes().size) return `knightsat encode ${board}${text} -o tour.cnf`;
  return `printf '${drawing()}' | knightsat encode -${text} -o tour.cnf`;
}

/** The board with its holes as a file draws it. */
function drawing() {
  const missing = holes();
  const [ranks, files] = [side("ranks"), side("files")];
  const square = (rank) => (_, file) => (missing.has(fileName(file + 1) + rank) ? "#" : ".");
  const row = (_, index) => Array.from({ length: files }, square(ranks - index)).join("");
  return Array.from({ length: ranks }, row).join("\\n") + "\\n";
}

// --- The address -----------------------------------------------------------------------------

function address() {
  const state = new URLSearchParams();
  const plain = { leaper: "1,2", tour: "open", encoding: "position" };
  for (const [key, value] of entries()) {
    if (key !== "three-cnf" && value !== plain[key]) state.append(key, value);
  }
  if (style.three !== null) state.append("three-cnf", style.three ? "yes" : "no");
  if (choice("find") !== "lazy") state.append("find", choice("find"));
  return `#${state}`;
}

/** Sets what the address says; what it does not say is as at first. */
function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  const get = (key, plain) => state.get(key) ?? plain;
  const [ranks, files] = get("board", "5x5").split("x");
  $("ranks").value = ranks;
  $("files").value = files ?? "";
  $("leaper").value = get("leaper", "1,2");
  for (const input of named) input.value = get(input.dataset.key, "");
  for (const [name, plain] of [["tour", "open"], ["find", "lazy"]]) {
    for (const input of document.getElementsByName(name)) input.checked = input.value === get(name, plain);
    if (!document.querySelector(`[name=${name}]:checked`)) document.getElementsByName(name)[0].checked = true;
  }
  style.encoding = get("encoding", "position");
  if (encodings.length && !encoding()) style.encoding = "position";
  style.amo = get("amo", "");
  style.three = state.has("three-cnf") ? get("three-cnf") === "yes" : null;
  $("names").open = ["require", "forbid", "at"].some((key) => state.has(key));
  $("edit").open = true;
  show();
  forget();
}

/** Something else is asked now. */
function changed() {
  show();
  forget();
  if (isValid() && location.hash !== address()) location.replace(address());
}

const isValid = () => $("ask").checkValidity();
const STYLE_KEYS = ["encoding", "amo", "three-cnf"];
/** What a tour is a tour of. */
const problem = () => JSON.stringify(entries().filter(([key]) => !STYLE_KEYS.includes(key)));
/** The problem of the tour that is shown. */
let solved = null;
/** All that the program has been asked; null while it is not at work. */
let asked = null;

/** Removes answers to other questions, and ends the work on them. */
function forget() {
  $("described").hidden = true;
  if (problem() !== solved || !$("none").hidden) hideResult();
  if (problem() !== tracedProblem) forgetGroups();
  if (isBusy()) {
    if (asked && asked !== JSON.stringify(spec())) stop();
    return;
  }
  clearTold();
}

function clearTold() {
  for (const told of document.querySelectorAll(".status, [role=alert]")) told.textContent = "";
}

function hideResult() {
  if (!$("result").hidden) $("edit").open = true;
  $("result").hidden = $("none").hidden = true;
  $("player").srcdoc = "";
}

function show() {
  drawBoard();
  const known = encoding();
  $("amo-label").hidden = !known?.amo;
  if (known) {
    $("encoding").value = known.name;
    $("amo").value = style.amo;
    $("amo").options.item(0).textContent = `default: ${known.amo}`;
  }
  $("three").checked = isThree();
  // A drawing of more squares than the page takes would only use up its memory.
  const canDraw = !holes().size || side("ranks") * side("files") <= 2 ** 20;
  const isShown = isValid() && canDraw;
  $("command").parentElement.hidden = !isShown;
  $("command").textContent = isShown ? command() : "";
}

function fillEncodings(told) {
  encodings = told.encodings;
  const option = (value, text) => new Option(text, value);
  $("encoding").append(...encodings.map(({ name, summary }) => option(name, `${name}: ${summary}`)));
  $("amo").append(option("", ""), ...told.amos.map((name) => option(name, name)));
  if (!encoding()) style.encoding = "position";
  show();
}

let about = null;

/** Once the program has told which encodings there are. */
function ready() {
  const forget = (error) => {
    about = null;
    throw error;
  };
  about ??= ask({ task: "about" }).then(fillEncodings, forget);
  return about;
}

// --- What is answered ------------------------------------------------------------------------

const BUSY = ["find", "words", "encode", "decode", "trace", "check", "trace-own"];
let since = 0;
let ticking = 0;

const isBusy = () => document.body.getAttribute("aria-busy") === "true";
const seconds = () => `${((performance.now() - since) / 1000).toFixed(2)} s`;

/** Begins or ends work: its panel has the button that stops it, and the clock. */
function work(panel, on) {
  for (const id of BUSY) $(id).setAttribute("aria-disabled", on);
  panel.querySelector(".stop").setAttribute("aria-disabled", !on);
  document.body.setAttribute("aria-busy", on);
  asked = null;
  clearInterval(ticking);
  const clock = panel.querySelector(".clock");
  clock.textContent = "";
  if (!on) return;
  since = performance.now();
  ticking = setInterval(() => (clock.textContent = seconds()), 100);
}

/** Asks the program; the panel of the button tells what it is at, and stops it. */
async function run(button, request, doing, done) {
  if (isBusy() || !$("ask").reportValidity()) return;
  const panel = $(button).closest("section");
  const [status, fault] = [panel.querySelector(".status"), panel.querySelector("[role=alert]")];
  work(panel, true);
  clearTold();
  status.textContent = doing;
  try {
    await ready();
    asked = JSON.stringify(spec());
    status.textContent = done(await ask({ spec: spec(), ...request }));
  } catch (error) {
    const stopped = error instanceof Stopped;
    status.textContent = stopped ? `Stopped after ${seconds()}` : "";
    if (!stopped) fault.textContent = error.message;
  }
  work(panel, false);
}

/** Shows the player of a tour; or says, in the program's words, that there is none. */
function showTour({ player, told, short, witness }) {
  $("result").hidden = !player;
  $("none").hidden = Boolean(player);
  $("reason").textContent = told ?? "";
  $("proof").hidden = player || short;
  $("prove").textContent = command().replace("encode", "prove").replace(/ --(encoding|amo|three-cnf) \S+/g, "").replace("tour.cnf", "proof");
  $("reason-drawn").hidden = !witness?.legend;
  if (witness?.legend) drawReason($("reason-board"), witness);
  $("legend").textContent = witness?.legend ?? "";
  // Beside a tour, the empty board would only be in the way.
  if (player) $("edit").open = false;
  const shown = $(player ? "result" : "none");
  const { top } = shown.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) shown.scrollIntoView();
  if (!player) return `Answered in ${seconds()}`;
  solved = problem();
  $("player").srcdoc = player;
  const save = $("save");
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([player], { type: "text/html" }));
  save.download = `${fileStem()}.html`;
  return `Found and verified in ${seconds()}`;
}

const fileStem = () => `${$("ranks").value}x${$("files").value}-${choice("tour")}`;

function showWords({ words }) {
  $("described").textContent = words;
  $("described").hidden = false;
  return "";
}

function saveFormula({ file }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "text/plain" }));
  link.download = `${fileStem()}-${style.encoding}.cnf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `Wrote ${link.download}, ${file.byteLength.toLocaleString("en")} bytes`;
}

// --- A formula of somebody else ----------------------------------------------------------------

/** The formula in a file; null if it is in the text field. */
let dropped = null;

/** The formula and its map. */
const theirs = () => ({ formula: dropped?.text ?? $("formula").value, map: $("map").value });

/** Another formula, or another map, has another report and other steps. */
function forgetTheirs() {
  hideReport();
  if (isOfTheirs()) hideSteps();
}

/** The text of a file, which may be compressed; in UTF-16 if it says so. */
async function textOf(file) {
  const plain = (await ask({ task: "unpack" }, await file.arrayBuffer())).file;
  const begin = new Uint8Array(plain.slice(0, 2)).join();
  const coding = { "255,254": "utf-16le", "254,255": "utf-16be" }[begin] ?? "utf-8";
  return new TextDecoder(coding).decode(plain);
}

/** Takes the files of a formula and its map; a map has this ending. */
async function take(files) {
  const [status, fault] = ["status", "alert"].map((role) => $("theirs").querySelector(`[role=${role}]`));
  clearTold();
  forgetTheirs();
  for (const file of files) {
    try {
      const text = await textOf(file);
      if (/\.map$/i.test(file.name)) $("map").value = text;
      else dropped = { name: file.name, text };
    } catch (error) {
      fault.textContent = `${file.name}: it cannot be read: ${error.message}`;
    }
  }
  if (!dropped) return;
  $("formula").value = "";
  status.textContent = `${dropped.name}, ${dropped.text.length.toLocaleString("en")} characters`;
}

function hideReport() {
  $("report").hidden = $("drawn").hidden = true;
}

const takenOrder = (map) => `No map is given, and this usual order is taken: ${map}`;

function showReport({ tour, verdict, report, drawn, map }) {
  $("drawn").hidden = !drawn;
  if (drawn) $("drawn").src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  const head = `Formula of the ${tour}\n\n`;
  $("report").textContent = head + (map ? `${takenOrder(map)}\n\n` : "") + report;
  $("report").hidden = false;
  return `${dropped?.name ?? "The formula"} for ${spec().board}: ${verdict}, checked in ${seconds()}`;
}

/** The frame is as high as what is in it. */
function fitFrame() {
  const { contentDocument } = $("player");
  if (!contentDocument?.body) return;
  const fit = () => ($("player").style.height = `${Math.ceil(contentDocument.body.getBoundingClientRect().height)}px`);
  new ResizeObserver(fit).observe(contentDocument.body);
  fit();
}

// --- Controls --------------------------------------------------------------------------------

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const task = choice("find");
  run("find", { task }, "Looking for a tour …", showTour);
});
document.addEventListener("input", ({ target }) => {
  if (target.form === $("ask") && target.name !== "tool") changed();
});
$("encoding").addEventListener("change", () => {
  Object.assign(style, { encoding: $("encoding").value, amo: "", three: null });
  changed();
});
$("amo").addEventListener("change", () => {
  style.amo = $("amo").value;
  changed();
});
$("three").addEventListener("change", () => {
  style.three = $("three").checked;
  changed();
});
for (const button of document.querySelectorAll(".stop")) {
  button.addEventListener("click", () => button.getAttribute("aria-disabled") === "false" && stop());
}
$("words").addEventListener("click", () => run("words", { task: "words" }, "Writing the formula in words …", showWords));
$("encode").addEventListener("click", () => run("encode", { task: "encode" }, "Writing the formula …", saveFormula));
$("decode").addEventListener("click", () => {
  run("decode", { task: "decode", result: $("answer").value }, "Checking the answer …", showTour);
});
$("file").addEventListener("change", async ({ target }) => {
  if (target.files.length) $("answer").value = await target.files[0].text();
});
$("check").addEventListener("click", () => {
  hideReport();
  run("check", { task: "check", ...theirs() }, "Checking the formula …", showReport);
});
$("formula").addEventListener("input", () => (dropped = null));
for (const id of ["formula", "map"]) $(id).addEventListener("input", forgetTheirs);
$("open").addEventListener("change", ({ target }) => take(target.files));
$("theirs").addEventListener("dragover", (event) => event.preventDefault());
$("theirs").addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files);
});
$("player").addEventListener("load", fitFrame);
addEventListener("hashchange", () => {
  if (location.hash !== address()) recall();
});

recall();
ready().catch((error) => {
  if (error instanceof Stopped) return;
  document.querySelector("#ask [role=alert]").textContent = `The program does not run in this browser: ${error.message}`;
});
