// Preloaded into a node under test (--expose-gc, an IPC channel): when asked, collects its garbage and tells what it still holds.
const ROUNDS = 4;
/** Milliseconds in which what was freed is given back. */
const SETTLING = 200;

process.on('message', () => {
  for (let round = 0; round < ROUNDS; round += 1) globalThis.gc();
  setTimeout(() => {
    globalThis.gc();
    process.send(process.memoryUsage());
  }, SETTLING);
});
// It must not keep a node alive that ends.
process.channel.unref();
