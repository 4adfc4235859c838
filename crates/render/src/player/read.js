// Reads a second tour, in the forms in which the program writes one.

/** Reads a tour as the program writes it: JSON, or a board or moves on the place of `first`. */
function readTour(text, first) {
  text = text.replace(/^\ufeff/, "").trim();
  if (!text) throw new Error("there is nothing here yet: paste a tour first");
  const scene = text.startsWith("{") ? readDocument(text, first) : readPlain(text, first);
  const fault = faultOf(scene);
  if (fault) throw new Error(`this is not a tour: ${fault}`);
  return scene;
}

function readDocument(text, first) {
  let found;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new Error(`this is no JSON: ${error.message}`);
  }
  const place = placeOf(found, first.place);
  checkable(place);
  const lists = found.result === "cycles" ? found.cycles : [found.moves];
  if (!Array.isArray(lists) || !lists.length || !lists.every(Array.isArray)) {
    throw new Error("there is no tour in this document");
  }
  const closed = found.tour === "closed";
  const paths = lists.map((names) => {
    return { closed, vertices: names.map((name) => place.find(String(name))) };
  });
  return titled(place, paths);
}

function readPlain(text, { place, paths }) {
  checkable(place);
  const isDrawn = place instanceof BoardPlace && text.includes("│");
  const pieces = isDrawn ? [drawnMoves(text)] : text.split(";").map((piece) => piece.trim().split(/\s+/));
  const read = pieces.filter(([first]) => first).map((names) => {
    const vertices = names.map((name) => place.find(name));
    // A piece that ends where it begins is closed. Another one does not say whether it is: as a tour
    // it is what the first tour of this page is, if it can be.
    if (vertices.length > 2 && vertices.at(-1) === vertices[0]) {
      return { closed: true, vertices: vertices.slice(0, -1) };
    }
    const closes = vertices.length > 2 && place.adjacent(vertices.at(-1), vertices[0]);
    const closed = pieces.length === 1 && closes && paths.some((path) => path.closed);
    return { closed, vertices };
  });
  return titled(place, read);
}

function titled(place, paths) {
  const one = () => place.tour(paths[0].closed);
  return new Scene(paths.length === 1 ? one() : `${paths.length} cycles`, place, paths);
}

function checkable(place) {
  if (place.edges !== null) return;
  const remedy = "let knightsat render put both tours into a page";
  throw new Error(`the edges of this graph are too many to be in this page: ${remedy}`);
}

/** The names of the squares of a drawn board in the order of its numbers. */
function drawnMoves(text) {
  const rows = text.split("\n").filter((line) => line.includes("│"));
  const names = [];
  rows.forEach((line, row) => {
    line.split("│").slice(1, -1).forEach((cell, file) => {
      const step = Number(cell.trim());
      if (step > 0) names[step - 1] = fileName(file + 1) + (rows.length - row);
    });
  });
  const missing = names.findIndex((name) => name === undefined);
  if (missing >= 0) throw new Error(`step ${missing + 1} is missing on this board`);
  return names;
}
