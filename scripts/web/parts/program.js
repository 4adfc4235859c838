// The program: it waits compiled in this page, and works in a Worker, which can be stopped at any time.

/** The module, as it stands in the page: compressed by zlib, in base64. */
async function compiled() {
  const text = atob($("program").textContent);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
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
