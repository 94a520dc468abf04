#!/usr/bin/env node
import { run } from './program.js';

// Who reads no further, as in `yangent tree … | head`, has seen enough: that is no fault, and a node goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await run(process.argv.slice(2));
