/** The models of this package. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Directories of the models: the package's own first, then the standard ones. */
export const modelDirectories: readonly string[] = [packageDirectory('yang'), packageDirectory('yang/ietf')];

/**
 * Returns the path of a file or directory of the package, for code in `src/` or bundled in `dist/`.
 * @throws Error when this code is not inside a package
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
