// The ground of a picture: its size on the page, and the squares or the edges that are played on.
// Only what is in sight is drawn, so that a zoomed board of any size needs no more memory than the
// window. Lengths without a unit are in squares.

const CYCLE_COLOURS = 7;

/** The colours of the page as it is now, light, dark or for print. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["light", "dark", "hole", "frame", "page", "text", "quiet", "number", "edge"];
  names.push("start", "end", "on-mark", "here", "knight");
  const found = Object.fromEntries(names.map((name) => [name, read(name)]));
  found.paths = Array.from({ length: CYCLE_COLOURS }, (_, index) => read(`path-${index}`));
  found.font = getComputedStyle(document.body).fontFamily;
  return found;
}

/** A place on a canvas inside an element that scrolls. */
class Ground {
  constructor(scene, scroller) {
    Object.assign(this, { scene, scroller });
    [this.canvas, this.extent] = scroller.children;
    this.context = this.canvas.getContext("2d");
    this.ground = document.createElement("canvas");
    this.isBoard = scene.place instanceof BoardPlace;
  }

  /** Fits the place into a box of CSS pixels, `zoom` times enlarged; `density` device pixels each. */
  layout(width, height, zoom, density) {
    const { place } = this.scene;
    const margin = this.isBoard ? 22 : 0;
    const fit = Math.min((width - margin - 1) / place.width, (height - margin - 1) / place.height, 96);
    this.fit = Math.max(fit, 0.05);
    const whole = Math.floor(this.fit * zoom * density) / density;
    // Squares of whole pixels are crisp; small ones would lose too much by it.
    this.cell = whole >= 8 ? whole : this.fit * zoom;
    this.margin = margin;
    this.density = density;
    this.extend(width, height);
    this.colours = colours();
  }

  /** Sets the sizes of the elements: of the scroller, of what it scrolls, and of the canvas in it. */
  extend(width, height) {
    const { place } = this.scene;
    const { scroller, canvas, extent, cell, margin, density } = this;
    // A pixel more for the frame.
    const full = [place.width * cell + margin, place.height * cell + margin];
    const [fullWidth, fullHeight] = full.map((length) => Math.ceil(length) + 1);
    const size = (element, x, y) => {
      Object.assign(element.style, { width: `${x}px`, height: `${y}px` });
    };
    size(canvas, 0, 0);
    size(extent, fullWidth, fullHeight);
    size(scroller, Math.min(fullWidth, width), Math.min(fullHeight, height));
    // Without the scroll bars. The canvas sticks to the corner and takes no room.
    this.seen = [Math.min(scroller.clientWidth, fullWidth), Math.min(scroller.clientHeight, fullHeight)];
    const [seenWidth, seenHeight] = this.seen;
    size(canvas, seenWidth, seenHeight);
    canvas.style.marginBottom = `${-seenHeight}px`;
    for (const each of [canvas, this.ground]) {
      each.width = Math.round(seenWidth * density);
      each.height = Math.round(seenHeight * density);
    }
    this.painted = null;
  }

  /** Whether the numbers of the steps are large enough to be read. */
  get canNumber() {
    return this.numberSize >= 6;
  }

  get numberSize() {
    const digits = String(this.scene.longestPath).length;
    return Math.min(this.cell * 0.4, (this.cell * 0.74) / (digits * 0.6), 18);
  }

  /** Draws the place, which stays as it is until it is scrolled or laid out anew. */
  paintGround() {
    const { context, ground, scroller, cell, margin } = this;
    const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
    if (this.painted !== `${left} ${top}`) {
      this.painted = `${left} ${top}`;
      const [width, height] = this.seen;
      this.sight = [left - margin, top, left - margin + width, top + height].map((x) => x / cell);
      this.context = ground.getContext("2d");
      this.clear();
      if (this.isBoard) this.paintBoard();
      else this.paintEdges();
      this.context = context;
    }
    this.clear();
    context.save();
    context.resetTransform();
    context.drawImage(ground, 0, 0);
    context.restore();
  }

  /** Clears the canvas; its origin becomes the top left corner of the place. */
  clear() {
    const { context, scroller, margin, density } = this;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, ...this.seen);
    context.translate(margin - scroller.scrollLeft, -scroller.scrollTop);
  }

  /** Whether a point is in sight, or as near to it as a move is long. */
  sees([x, y], reach = 1) {
    const [left, top, right, bottom] = this.sight;
    return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
  }

  paintBoard() {
    const { context, cell, colours } = this;
    const { place } = this.scene;
    const [left, top, right, bottom] = this.squaresInSight();
    const square = (column, row) => context.rect(column * cell, row * cell, cell, cell);
    context.fillStyle = colours.light;
    context.fillRect(left * cell, top * cell, (right - left) * cell, (bottom - top) * cell);
    context.fillStyle = colours.dark;
    context.beginPath();
    // Squares that are less than two pixels wide would only flicker.
    for (let row = top; row < (cell < 2 ? top : bottom); row++) {
      // a1 is dark.
      const first = left + ((place.ranks - 1 - row + left) % 2);
      for (let column = first; column < right; column += 2) square(column, row);
    }
    context.fill();
    context.fillStyle = colours.hole;
    context.beginPath();
    for (const hole of place.holes) {
      const [x, y] = place.point(hole);
      if (this.sees([x, y])) square(x - 0.5, y - 0.5);
    }
    context.fill();
    context.strokeStyle = colours.frame;
    context.lineWidth = 1;
    context.strokeRect(0.5, 0.5, place.files * cell, place.ranks * cell);
  }

  /** The names of files and ranks, along the edges of what is in sight. */
  paintNames() {
    const { context, cell, margin, scroller, colours } = this;
    const { place } = this.scene;
    const [left, top, right, bottom] = this.squaresInSight();
    const [x, y] = [scroller.scrollLeft - margin, scroller.scrollTop];
    const [width, height] = this.seen;
    const edge = y + height - margin;
    // What has been scrolled under the names is not to be seen there.
    context.fillStyle = colours.page;
    if (x > -margin) context.fillRect(x, y, margin - 0.5, height);
    if (edge < Math.floor(place.ranks * cell)) context.fillRect(x, edge + 0.5, width, margin);
    context.fillStyle = colours.quiet;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${place.ranks > 999 ? 8 : 11}px ${colours.font}`;
    // Every name where there is room, else every second, fifth, tenth, …
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((n) => n * cell >= 18) ?? 1000;
    const isNamed = (number) => step === 1 || number % step === 0;
    for (let file = left + 1; file <= right; file++) {
      // The last name may be wider than its square.
      const most = file === place.files ? x + width - 8 : Infinity;
      const at = Math.min((file - 0.5) * cell, most);
      if (isNamed(file)) context.fillText(fileName(file), at, edge + margin / 2 + 1);
    }
    for (let row = top; row < bottom; row++) {
      const at = Math.max((row + 0.5) * cell, 6);
      if (isNamed(place.ranks - row) && at < edge) {
        context.fillText(place.ranks - row, x + margin / 2 - 1, at);
      }
    }
  }

  /** The first column and row, from the top left corner, and those after the last. */
  squaresInSight() {
    const { place } = this.scene;
    const [left, top] = this.sight.slice(0, 2).map((x) => Math.max(Math.floor(x), 0));
    const right = Math.min(Math.ceil(this.sight[2]), place.files);
    return [left, top, right, Math.min(Math.ceil(this.sight[3]), place.ranks)];
  }

  paintEdges() {
    const { context, cell, colours } = this;
    const { place } = this.scene;
    context.strokeStyle = colours.edge;
    context.lineWidth = Math.max(cell * 0.03, 0.75);
    context.beginPath();
    // More edges than these would be one grey disc.
    const edges = place.edges?.length <= 20000 ? place.edges : [];
    for (const [a, b] of edges) {
      this.line(place.point(a - 1), place.point(b - 1));
    }
    context.stroke();
    context.fillStyle = colours.frame;
    context.beginPath();
    for (let vertex = 0; vertex < place.size; vertex++) this.disc(place.point(vertex), 0.14);
    context.fill();
    if (cell < 12) return;
    context.font = `${Math.min(cell * 0.36, 13)}px ${colours.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colours.quiet;
    const middle = place.width / 2;
    for (let vertex = 0; vertex < place.size; vertex++) {
      const beyond = (x) => (middle + (x - middle) * (1 + 0.75 / place.radius)) * cell;
      const [x, y] = place.point(vertex);
      context.fillText(place.name(vertex), beyond(x), beyond(y));
    }
  }

  line([x, y], [to, down]) {
    this.context.moveTo(x * this.cell, y * this.cell);
    this.context.lineTo(to * this.cell, down * this.cell);
  }

  disc([x, y], radius) {
    const { context, cell } = this;
    context.moveTo((x + radius) * cell, y * cell);
    context.arc(x * cell, y * cell, radius * cell, 0, 2 * Math.PI);
  }
}
