import { UsageError } from '../../node/index.js';
import { smallText } from '../small-file.js';

/** Reads a token from a file, `-` for standard input. @throws UsageError that names the file */
export function tokenIn(file: string): string {
  const token = smallText(file).trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return token;
  throw new UsageError(`${file}: it has no token; a JSON Web Token is needed: three parts with dots between them`);
}
