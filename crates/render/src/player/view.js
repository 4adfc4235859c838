// What goes over the ground: paths, numbers or dots, the marks of their ends, and the knight.

// Paths beyond the colours repeat them with other dashes, in multiples of the width of the line.
const DASHES = [[], [3, 2.5], [0.1, 2.2]];
// A chess knight that looks to the left, in a box of 100 x 100.
const KNIGHT =
  "M27 88V80C27 68 47 60 46 45C41 51 35 52 29 58C24 63 17 62 14 55L13 50C20 42 23 30 31 24L32 13" +
  "L41 20C62 18 77 35 76 60C76 68 75 74 77 80V88Z";

/** A scene as it is after some of its steps. */
class View extends Ground {
  constructor(scene, scroller) {
    super(scene, scroller);
    this.knight = new Path2D(KNIGHT);
  }

  /** Draws the steps 1 to `step`, and the knight `part` of the way, 0 to 1, to the next. */
  paint(step, part, numbers) {
    this.paintGround();
    this.paintHere(step);
    this.paintPaths(step, numbers && this.canNumber);
    this.paintSteps(step, numbers);
    this.paintPiece(step, part);
    if (this.isBoard) this.paintNames();
  }

  /** Whether there is a knight to be seen, and not only a ring. */
  get hasKnight() {
    return this.isBoard && this.scene.place.isKnight && this.cell >= 18;
  }

  /** The square of the present step stands out, unless the tour is complete. */
  paintHere(step) {
    if (!this.isBoard || step === 0 || step >= this.scene.length) return;
    const { context, cell, colours, scene } = this;
    const [x, y] = scene.points[step - 1];
    context.fillStyle = colours.here;
    context.fillRect((x - 0.5) * cell, (y - 0.5) * cell, cell, cell);
  }

  /** The moves up to a step: each path in a colour of its own, or in one with other dashes. Under numbers, the lines are
   * thin and go through. */
  paintPaths(step, isThin) {
    const { context, cell, colours, scene } = this;
    context.lineJoin = context.lineCap = "round";
    const width = isThin ? Math.min(cell * 0.05, 2) : Math.min(cell * 0.08, 4);
    context.lineWidth = Math.max(width, Math.min(cell * 0.4, 1.1));
    scene.paths.forEach(({ closed, vertices }, number) => {
      const start = scene.starts[number];
      const end = Math.min(step, start + vertices.length);
      if (end <= start + 1) return;
      const dashes = DASHES[Math.floor(number / CYCLE_COLOURS) % DASHES.length];
      context.setLineDash(dashes.map((dash) => dash * context.lineWidth));
      context.strokeStyle = colours.paths[number % CYCLE_COLOURS];
      this.polyline(start, end);
      if (closed && end === start + vertices.length) {
        context.beginPath();
        this.line(scene.points[end - 1], scene.points[start]);
        context.stroke();
      }
    });
    context.setLineDash([]);
  }

  /** The points from `start` to before `end`, in pieces: long lines are slow to draw. */
  polyline(start, end) {
    const { context, cell, scene } = this;
    let previous = scene.points[start];
    let pieces = 0;
    let pen = false;
    context.beginPath();
    for (let index = start + 1; index < end; index++) {
      const point = scene.points[index];
      if (this.sees(previous, 2) || this.sees(point, 2) || !this.isBoard) {
        if (!pen) context.moveTo(previous[0] * cell, previous[1] * cell);
        context.lineTo(point[0] * cell, point[1] * cell);
        pen = true;
      } else pen = false;
      previous = point;
      if (++pieces % 256 === 0) {
        context.stroke();
        context.beginPath();
        pen = false;
      }
    }
    context.stroke();
  }

  /** What is on the squares that have been visited: numbers or dots, and the marks of both ends. */
  paintSteps(step, numbers) {
    const { context, cell, colours, scene } = this;
    const withNumbers = numbers && this.canNumber;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `500 ${this.numberSize}px ${colours.font}`;
    scene.paths.forEach(({ closed, vertices }, number) => {
      const first = scene.starts[number];
      const last = first + vertices.length - 1;
      const colour = colours.paths[number % CYCLE_COLOURS];
      const [start, end] = scene.paths.length === 1 ? [colours.start, colours.end] : [colour, colour];
      for (let index = first; index <= last && index < step; index++) {
        if (!this.sees(scene.points[index])) continue;
        const text = withNumbers ? index - first + 1 : "";
        if (index === first) this.mark(index, start, false, text);
        else if (index === last && !closed) this.mark(index, end, true, text);
        else if (this.hasKnight && index === step - 1 && step < scene.length) continue;
        else if (text) this.number(index, text);
        else if (cell >= 6) this.dot(index, colour);
      }
    });
  }

  dot(index, colour) {
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.disc(this.scene.points[index], 0.12);
    this.context.fill();
  }

  /** A number over the lines, with an edge of the colour of its square. */
  number(index, text) {
    const { context, cell, colours, scene } = this;
    const [x, y] = scene.points[index];
    const isDark = (Math.floor(x) + Math.floor(y) + scene.place.ranks) % 2 === 1;
    context.strokeStyle = this.isBoard ? (isDark ? colours.dark : colours.light) : colours.page;
    context.lineWidth = this.numberSize / 2;
    context.strokeText(text, x * cell, (y + 0.02) * cell);
    this.label(index, text, colours.number);
  }

  /** The radius of a mark under a number. */
  markRadius(text) {
    const digits = Math.max(String(text).length, 2);
    return Math.min((this.numberSize * (0.3 * digits + 0.3)) / this.cell, 0.44);
  }

  label(index, text, colour) {
    const [x, y] = this.scene.points[index];
    this.context.fillStyle = colour;
    this.context.fillText(text, x * this.cell, (y + 0.02) * this.cell);
  }

  /** A start is a filled disc, an end a filled square: not the colour alone tells them apart. */
  mark(index, colour, isEnd, text) {
    const { context, cell, colours, scene } = this;
    const [x, y] = scene.points[index];
    // On small squares the marks are larger than these, to be found at all.
    const radius = Math.max(text ? Math.max(this.markRadius(text), 0.3) : 0.22, 4.5 / cell);
    const side = 2 * radius * cell;
    context.fillStyle = colour;
    context.beginPath();
    if (isEnd) context.rect((x - radius) * cell, (y - radius) * cell, side, side);
    else this.disc([x, y], radius);
    context.fill();
    context.strokeStyle = colours.page;
    context.lineWidth = 1;
    context.stroke();
    this.label(index, text, colours["on-mark"]);
  }

  /** The knight, or a ring where it would hide too much, on its way from a step to the next. */
  paintPiece(step, part) {
    const { context, cell, colours, scene } = this;
    if (step === 0 || step >= scene.length) return;
    const [[x, y], [toX, toY]] = [scene.points[step - 1], scene.points[step]];
    const leaps = scene.pathOf(step) === scene.pathOf(step + 1);
    const way = leaps ? part : 0;
    const [atX, atY] = [x + (toX - x) * way, y + (toY - y) * way];
    if (!this.hasKnight) {
      const radius = Math.max(0.42, 6 / cell);
      context.strokeStyle = colours.knight;
      context.lineWidth = Math.max(cell * 0.06, 2);
      context.beginPath();
      this.disc([atX, atY], radius);
      context.stroke();
      return;
    }
    context.save();
    context.translate((atX - 0.45) * cell, (atY - 0.47) * cell);
    context.scale((cell * 0.9) / 100, (cell * 0.9) / 100);
    context.lineWidth = 9;
    context.strokeStyle = colours.here;
    context.stroke(this.knight);
    context.fillStyle = colours.knight;
    context.fill(this.knight);
    context.restore();
  }
}
