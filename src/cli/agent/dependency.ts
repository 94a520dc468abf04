/** Determines how another package depends on this one: by the source this package was installed from. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../../data/index.js';
import { membersOf, textOf } from '../../data/rfc7951/members.js';
import { packageDirectory } from '../../node/index.js';

/**
 * Returns the version when the package came from a registry, else the URL of its packed file or folder.
 * @param from the folder of the dependent package
 */
export function dependencyOn(version: string, from: string, home: string = packageDirectory('')): string {
  const modules = `${sep}node_modules${sep}`;
  const at = resolve(home);
  const end = at.lastIndexOf(modules);
  if (end < 0) return fileUrl(from, at);
  const root = at.slice(0, end);
  const resolved = resolvedIn(join(root, 'node_modules', '.package-lock.json'), relative(root, at));
  if (resolved === undefined) return fileUrl(from, at);
  if (!resolved.startsWith('file:')) return `^${version}`;
  const packed = resolve(root, resolved.slice('file:'.length));
  return fileUrl(from, existsSync(packed) ? packed : at);
}

/** Returns the address from which npm installed the package, as npm recorded it; '' for an unnamed registry. */
function resolvedIn(lock: string, path: string): string | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(lock, 'utf8'));
    const entry = isObject(noted) ? membersOf(noted, 'packages')[path.split(sep).join('/')] : undefined;
    return isObject(entry) ? (textOf(entry, 'resolved') ?? '') : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a file URL; relative when the folders are neighbours, so that they can be moved together. */
function fileUrl(from: string, to: string): string {
  const way = relative(from, to);
  const isNear = dirname(from) === dirname(to) || to === dirname(from);
  return `file:${(isNear ? way : to).split(sep).join('/')}`;
}
