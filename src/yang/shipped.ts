/** The models that come with this package. */
import { fileURLToPath } from 'node:url';

/** Their directories, ours first, then the standard ones. */
export const modelDirectories: readonly string[] = [packageDirectory('yang'), packageDirectory('yang/ietf')];

/** A directory of the package, whether this file runs from `src/` or from `dist/src/`. */
export function packageDirectory(name: string): string {
  const inDist = import.meta.url.includes('/dist/src/');
  return fileURLToPath(new URL(`${inDist ? '../../../' : '../../'}${name}`, import.meta.url));
}
