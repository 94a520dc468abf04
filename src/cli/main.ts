#!/usr/bin/env node
import { run } from './program.js';

// Who reads no further, as in `yangent tree … | head`, has seen enough: that is no fault, and a node goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Milliseconds in which the process of a command that failed ends by itself. */
const EXIT_GRACE = 1_000;

const code = await run(process.argv.slice(2));
process.exitCode = code;
// A command that failed ends once its words are out, whatever timer or socket a plugin has left open.
if (code !== 0) process.stdout.write('', () => setTimeout(() => process.exit(code), EXIT_GRACE).unref());
