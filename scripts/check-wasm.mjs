#!/usr/bin/env node
// Runs what scripts/build-wasm has built and checks its tours by the rules of the game alone.
//
// usage: scripts/check-wasm.mjs [MODULE]
import assert from "node:assert/strict";
import fs from "node:fs";

const built = new URL("../target/wasm/wasm32-unknown-unknown/release/examples/wasm.wasm", import.meta.url);
const bytes = fs.readFileSync(process.argv[2] ?? built);
const module = new WebAssembly.Module(bytes);
// No clock, no files, no random numbers: nothing is asked of whoever runs it.
assert.deepEqual(WebAssembly.Module.imports(module), []);
const { memory, tour } = new WebAssembly.Instance(module).exports;

/** The squares of a tour, none if there is no tour; null if there is no such board. */
function squares(ranks, files, closed) {
  const address = tour(ranks, files, closed);
  if (address === 0) return null;
  const [length] = new Uint32Array(memory.buffer, address, 1);
  return [...new Uint32Array(memory.buffer, address + 4, length)];
}

function isMove(files, from, to) {
  const ranks = Math.abs(Math.floor(from / files) - Math.floor(to / files));
  const aside = Math.abs((from % files) - (to % files));
  return ranks * aside === 2;
}

function check(ranks, files, closed) {
  const found = squares(ranks, files, closed);
  const all = Array.from({ length: ranks * files }, (_, square) => square);
  assert.deepEqual([...found].sort((a, b) => a - b), all, `${ranks}x${files}: every square once`);
  found.slice(1).forEach((to, at) => assert(isMove(files, found[at], to), `move ${at + 1}`));
  if (closed) assert(isMove(files, found.at(-1), found[0]), "back to the start");
}

for (const closed of [0, 1]) {
  for (const [ranks, files] of [[8, 8], [5, 6], [12, 7], [40, 40]]) check(ranks, files, closed);
}
check(3, 4, 0);
assert.deepEqual(squares(3, 4, 1), [], "no closed tour of 3x4");
assert.deepEqual(squares(4, 4, 0), [], "no tour of 4x4");
assert.equal(squares(0, 8, 0), null, "no board without squares");
console.log(`${bytes.length} bytes: tours found and checked`);
