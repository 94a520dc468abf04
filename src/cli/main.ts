#!/usr/bin/env node
import { run } from './program.js';

// A reader that stops early, as in `yangent tree … | head`, is not a fault: the process, maybe a node, continues.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Milliseconds that the process of a failed command has to end by itself. */
const EXIT_GRACE = 1_000;

const code = await run(process.argv.slice(2));
process.exitCode = code;
// A failed command ends when its output is written, whatever timers or sockets a plugin has left open.
if (code !== 0) process.stdout.write('', () => setTimeout(() => process.exit(code), EXIT_GRACE).unref());
