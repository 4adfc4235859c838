// The program: it waits compiled in this page, and works in a Worker, which can be stopped at any time.

/** The bytes of a text with seven bits in each letter. */
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let [value, bits, length] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    value = ((value << 7) | (text.charCodeAt(at) & 127)) & 0x7fff;
    bits += 7;
    if (bits >= 8) bytes[length++] = value >> (bits -= 8);
  }
  return bytes;
}

/** The module, as it stands in the page: compressed by zlib. */
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

/** The end of the question before: the Worker takes one at a time. */
let previous = Promise.resolve();

/** What the program answers, and the file that comes with it. Its errors are thrown as it words them. A file may also go
 * with the request, as an ArrayBuffer. */
async function ask(request, sent = null) {
  const before = stops;
  const compiled = await program;
  const answer = previous.then(() => {
    if (stops !== before) throw new Stopped("stopped");
    worker ??= new Worker(workerSource);
    return new Promise((done, fail) => {
      giveUp = () => fail(new Stopped("stopped"));
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => fail(new Error(`the Worker has failed: ${message}`));
      worker.postMessage({ program: compiled, text: JSON.stringify(request), sent });
    });
  });
  previous = answer.catch(() => {});
  const { told, file } = await answer;
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
