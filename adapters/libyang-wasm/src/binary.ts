import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LibyangError } from './problem.js';

const FILE = new URL('../libyang.wasm', import.meta.url);
let compiled: WebAssembly.Module | undefined;

/** Compiled once a thread. @throws LibyangError `not-built` */
export function binary(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(read());
  return compiled;
}

function read(): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(FILE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw new LibyangError(
      'not-built',
      `${fileURLToPath(FILE)} is not there; npm run build:libyang builds it (on Debian)`,
    );
  }
}
