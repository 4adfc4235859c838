"use strict";
// Boards and graphs, tours on them, and their texts. Knows nothing of the page.

/** The letters of a file: 1 is a, 26 is z, 27 is aa. */
function fileName(file) {
  let letters = "";
  for (; file > 0; file = Math.floor((file - 1) / 26)) {
    letters = String.fromCharCode(97 + ((file - 1) % 26)) + letters;
  }
  return letters;
}

/** Rank and file of `c2`, or of `2,3`; null if it is neither. */
function squareOf(name) {
  const pair = /^([1-9]\d*),([1-9]\d*)$/.exec(name);
  if (pair) return { rank: Number(pair[1]), file: Number(pair[2]) };
  const named = /^([a-z]{1,6})([1-9]\d*)$/i.exec(name);
  if (!named) return null;
  let file = 0;
  for (const letter of named[1].toLowerCase()) file = file * 26 + letter.charCodeAt(0) - 96;
  return { rank: Number(named[2]), file };
}

/** A board. Its vertices are the squares of the rectangle, rank by rank from a1, holes left out. */
class BoardPlace {
  constructor(size, leaper, holes) {
    const sides = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i.exec(size);
    if (!sides) throw new Error(`'${size}' is not a board: write RANKSxFILES, for example 8x8`);
    [this.ranks, this.files] = [Number(sides[1]), Number(sides[2])];
    // A page holds a million squares at most; a scene of the program is never larger.
    if (this.ranks * this.files > 1e7) throw new Error(`a ${size} board is too large to show`);
    this.leaper = leaper ?? [1, 2];
    this.holes = new Set();
    this.holes = new Set((holes ?? []).map((name) => this.find(name)));
    this.size = this.ranks * this.files - this.holes.size;
    [this.width, this.height] = [this.files, this.ranks];
    this.isKnight = Math.min(...this.leaper) === 1 && Math.max(...this.leaper) === 2;
  }

  find(name) {
    const square = squareOf(name);
    if (!square) throw new Error(`'${name}' is not a square: write a file and a rank such as a1`);
    if (square.rank > this.ranks || square.file > this.files) {
      throw new Error(`${name} is not on the ${this.ranks}x${this.files} board`);
    }
    const vertex = (square.rank - 1) * this.files + square.file - 1;
    if (this.holes.has(vertex)) throw new Error(`${name} is a hole`);
    return vertex;
  }

  name(vertex) {
    return fileName((vertex % this.files) + 1) + (Math.floor(vertex / this.files) + 1);
  }

  /** The name where nothing says what it names. */
  spoken(vertex) {
    return this.name(vertex);
  }

  /** The centre, in squares from the top left corner. */
  point(vertex) {
    return [(vertex % this.files) + 0.5, this.ranks - Math.floor(vertex / this.files) - 0.5];
  }

  adjacent(a, b) {
    const files = Math.abs((a % this.files) - (b % this.files));
    const ranks = Math.abs(Math.floor(a / this.files) - Math.floor(b / this.files));
    const [less, more] = [Math.min(...this.leaper), Math.max(...this.leaper)];
    return Math.min(files, ranks) === less && Math.max(files, ranks) === more;
  }

  /** How the JSON document of a tour begins. */
  head() {
    const holes = [...this.holes].map((vertex) => this.name(vertex));
    const head = { version: 1, kind: "tour", board: `${this.ranks}x${this.files}`, leaper: this.leaper };
    return holes.length ? { ...head, holes } : head;
  }

  tour(closed) {
    const piece = this.isKnight ? "knight" : `(${this.leaper})-leaper`;
    const holes = ["", " with a hole"][this.holes.size] ?? ` with ${this.holes.size} holes`;
    return `${closed ? "closed" : "open"} ${piece}'s tour of ${this.ranks}x${this.files}${holes}`;
  }
}

/** A graph, its vertices 1 to `vertices` on a circle. `edges` is null if they are too many. */
class GraphPlace {
  constructor(vertices, edgeCount, edges) {
    Object.assign(this, { size: vertices, edgeCount, edges: edges ?? null });
    // Neighbours on the circle are a little more than a vertex apart.
    this.radius = Math.max(1.2, (vertices * 1.3) / (2 * Math.PI));
    this.width = this.height = 2 * this.radius + 2.4;
  }

  find(name) {
    if (!/^[1-9]\d*$/.test(name) || Number(name) > this.size) {
      throw new Error(`'${name}' is not a vertex: the graph has the vertices 1 to ${this.size}`);
    }
    return Number(name) - 1;
  }

  name(vertex) {
    return String(vertex + 1);
  }

  spoken(vertex) {
    return `vertex ${this.name(vertex)}`;
  }

  point(vertex) {
    const angle = (2 * Math.PI * vertex) / this.size;
    const middle = this.width / 2;
    return [middle + this.radius * Math.sin(angle), middle - this.radius * Math.cos(angle)];
  }

  adjacent(a, b) {
    if (this.edges === null) return true;
    const key = (u, v) => Math.min(u, v) * (this.size + 1) + Math.max(u, v);
    this.known ??= new Set(this.edges.map(([u, v]) => key(u, v)));
    return this.known.has(key(a + 1, b + 1));
  }

  head() {
    return { version: 1, kind: "tour", graph: { vertices: this.size, edges: this.edgeCount } };
  }

  tour(closed) {
    const what = closed ? "Hamiltonian cycle" : "Hamiltonian path";
    return `${what} of the graph with ${this.size} vertices and ${this.edgeCount} edges`;
  }
}

/** What is on show: a place with paths and cycles, `{ closed, vertices }`, played one after another. */
class Scene {
  constructor(title, place, paths) {
    Object.assign(this, { title, place, paths });
    this.vertices = paths.flatMap((path) => path.vertices);
    this.points = this.vertices.map((vertex) => place.point(vertex));
    this.starts = [0];
    for (const { vertices } of paths) this.starts.push(this.starts.at(-1) + vertices.length);
    this.length = this.starts.pop();
    this.longestPath = paths.reduce((most, { vertices }) => Math.max(most, vertices.length), 0);
  }

  /** The path, from 0, that a step, from 1, belongs to. */
  pathOf(step) {
    const after = this.starts.findIndex((start) => start >= step);
    return (after < 0 ? this.starts.length : after) - 1;
  }

  /** Where a step is: "c3", or "c3 in cycle 2". */
  says(step) {
    const number = this.pathOf(step);
    const { closed, vertices } = this.paths[number];
    const name = this.place.spoken(this.vertices[step - 1]);
    const which = this.paths.length > 1 ? ` in ${this.nameOfPath(number)}` : "";
    const isLast = step === this.starts[number] + vertices.length;
    return name + which + (isLast && closed ? `, and back to ${this.place.spoken(vertices[0])}` : "");
  }

  nameOfPath(number) {
    return `${this.paths[number].closed ? "cycle" : "path"} ${number + 1}`;
  }

  /** The names in order as `knightsat render` reads them; a cycle among several pieces is closed. */
  moves() {
    const pieces = this.paths.map(({ closed, vertices }) => {
      const ends = closed && this.paths.length > 1 ? vertices.slice(0, 1) : [];
      return [...vertices, ...ends].map((vertex) => this.place.name(vertex)).join(" ");
    });
    return pieces.join("; ");
  }

  /** The JSON form of a tour, or of cycles; null if this is neither. */
  json() {
    if (faultOf(this)) return null;
    const [path, ...more] = this.paths.map(({ closed, vertices }) => {
      return { closed, names: vertices.map((vertex) => this.place.name(vertex)) };
    });
    const tour = path.closed ? "closed" : "open";
    const head = { ...this.place.head(), tour };
    if (!more.length) return JSON.stringify({ ...head, result: "tour", moves: path.names });
    const cycles = [path, ...more].map(({ names }) => names);
    return JSON.stringify({ ...head, result: "cycles", cycles });
  }
}

/** What keeps a scene from being a tour, or several cycles; null if nothing does. */
function faultOf({ place, paths }) {
  const seen = new Set();
  for (const { closed, vertices } of paths) {
    for (const [index, vertex] of vertices.entries()) {
      const name = place.name(vertex);
      if (seen.has(vertex)) return `${name} is visited twice`;
      seen.add(vertex);
      const next = vertices[index + 1] ?? (closed ? vertices[0] : null);
      if (next !== null && !place.adjacent(vertex, next)) {
        return `from step ${index + 1}, ${name}, to ${place.name(next)} there is no move`;
      }
    }
  }
  if (paths.length !== 1) return paths.every(({ closed }) => closed) ? null : "it is in pieces";
  return seen.size < place.size ? `it visits ${seen.size} of the ${place.size} places` : null;
}

/** The scene that came with the page. */
function givenScene(found) {
  const place = placeOf(found, null);
  const paths = found.paths.map(({ closed, moves }) => {
    return { closed, vertices: moves.map((name) => place.find(name)) };
  });
  return new Scene(found.title, place, paths);
}

function placeOf(found, first) {
  if (found.board !== undefined) {
    return new BoardPlace(String(found.board), found.leaper, found.holes);
  }
  const { vertices, edges } = found.graph ?? {};
  if (!Number.isSafeInteger(vertices)) throw new Error("it names no board and no graph");
  if (found.edges !== undefined) return new GraphPlace(vertices, edges, found.edges);
  if (first instanceof GraphPlace && first.size === vertices && first.edgeCount === edges) {
    return first;
  }
  throw new Error("it is about another graph, whose edges are not in this page");
}
