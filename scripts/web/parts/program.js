// The program: it waits compiled in this page, and works in a Worker, which can be stopped at any time.

/** Digits of base 85, as Python writes them, but for a comma: the sign in its place begins a tag. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

/** The bytes of a text: five digits are four bytes, and fewer digits one byte less than they are. */
function bytesOf(text) {
  const values = Uint8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
  const all = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let at = 0; at < text.length; at += 5) {
    let word = 0;
    for (let digit = at; digit < at + 5; digit++) {
      word = 85 * word + (digit < text.length ? values[text.charCodeAt(digit)] : 84);
    }
    all.setUint32((at / 5) * 4, word);
  }
  return new Uint8Array(all.buffer, 0, Math.floor((text.length * 4) / 5));
}

/** The module, as it stands in the page: compressed by zlib, in base 85. */
async function compiled() {
  const bytes = bytesOf($("program").textContent);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const program = compiled();
const workerSource = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
let worker = null;
/** Ends what the Worker is at, if it is at anything. */
let giveUp = null;
let stops = 0;

class Stopped extends Error {}

/** What the program answers, and the file that comes with it. Its errors are thrown as it words them. */
async function ask(request) {
  const before = stops;
  const compiled = await program;
  if (stops !== before) throw new Stopped();
  worker ??= new Worker(workerSource);
  const { told, file } = await new Promise((done, fail) => {
    giveUp = () => fail(new Stopped());
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => fail(new Error(`the Worker has failed: ${message}`));
    worker.postMessage({ program: compiled, text: JSON.stringify(request) });
  });
  giveUp = null;
  if (told.error !== undefined) throw new Error(told.error);
  return { ...told, file };
}

/** Ends the Worker, and what it is at. The next question starts another one. */
function stop() {
  stops++;
  worker?.terminate();
  worker = null;
  giveUp?.();
  giveUp = null;
}
