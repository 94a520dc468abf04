// How long npm start runs: until it is told to stop, one of its nodes ends, or npm has ended.

/**
 * Keeps the nodes that were started together. A signal stops them, the last first, and then this process, and so does the
 * end of one of them.
 */
export function lifetime() {
  const running = [];
  let stopping;

  function stop(code) {
    stopping ??= (async () => {
      for (const each of running.reverse()) await each.stop();
      process.exit(code);
    })();
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
  whenNpmEnds(() => stop(0));

  return {
    stop,
    isStopping: () => stopping !== undefined,
    /** Notes a node to be stopped with the others, and stops the others when it ends by itself. */
    keep(node) {
      running.push(node);
      void node.ended.then((how) => {
        if (stopping) return;
        console.error(`The ${node.name} has ended (${how}); what it said stands above.`);
        stop(1);
      });
      return node.ready;
    },
  };
}

const LOOK_INTERVAL = 250;

/**
 * npm hands SIGTERM on to the shell between it and the script only, which ends and leaves the script to another parent. The
 * operating system does not tell of that, so it is looked at.
 */
function whenNpmEnds(then) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && then(), LOOK_INTERVAL).unref();
}
