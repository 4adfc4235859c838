// Asks the program, a fresh instance each time: none starts with the memory that another has left.

/** What the program says at the address of address and length. */
function said({ memory }, pair) {
  const [address, length] = new Uint32Array(memory.buffer, pair, 2);
  return new Uint8Array(memory.buffer, address, length);
}

function ask(program, text, sent) {
  const { exports } = new WebAssembly.Instance(program);
  const bytes = new TextEncoder().encode(sent ? `${text}\n` : text);
  try {
    const address = exports.request(bytes.length + (sent?.byteLength ?? 0));
    const memory = new Uint8Array(exports.memory.buffer);
    memory.set(bytes, address);
    if (sent) memory.set(new Uint8Array(sent), address + bytes.length);
    const answer = said(exports, exports.answer());
    const end = answer.indexOf(10);
    const told = JSON.parse(new TextDecoder().decode(answer.subarray(0, end)));
    return { told, file: answer.slice(end + 1).buffer };
  } catch (error) {
    const megabytes = Math.round(exports.memory.buffer.byteLength / 2 ** 20);
    const fault = new TextDecoder().decode(said(exports, exports.fault()));
    const why = fault || (megabytes > 1024 ? "the memory of a page is used up" : error.message);
    return { told: { error: `the program has stopped at ${megabytes} MB: ${why}` }, file: null };
  }
}

onmessage = ({ data: { program, text, sent } }) => {
  const { told, file } = ask(program, text, sent);
  postMessage({ told, file }, file ? [file] : []);
};
