/** The models that come with this package. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Their directories, ours first, then the standard ones. */
export const modelDirectories: readonly string[] = [packageDirectory('yang'), packageDirectory('yang/ietf')];

/**
 * A file or directory of the package, wherever in it this code stands: in `src/`, or in `dist/` beside other code.
 * @throws Error when this code lies in no package
 */
export function packageDirectory(name: string): string {
  let place = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', place))) {
    const above = new URL('..', place);
    if (above.href === place.href) throw new Error(`no package.json above ${import.meta.url}`);
    place = above;
  }
  return fileURLToPath(new URL(name, place));
}
