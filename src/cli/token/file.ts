import { readFileSync } from 'node:fs';
import { UsageError } from '../../node/index.js';

/** Reads a token from a file, `-` for standard input. @throws UsageError that names the file */
export function tokenIn(file: string): string {
  const token = read(file).trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return token;
  throw new UsageError(`${file}: it has no token; a JSON Web Token is needed: three parts with dots between them`);
}

function read(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new UsageError(`${file}: there is no such file`);
  }
}
