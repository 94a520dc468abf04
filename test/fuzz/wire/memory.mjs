// Preloaded into a node under test: on SIGUSR2 it collects its garbage and says, on standard error, how much it holds.
process.on('SIGUSR2', () => {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  setTimeout(() => {
    globalThis.gc();
    process.stderr.write(`resident ${process.memoryUsage.rss()}\n`);
  }, 200);
});
