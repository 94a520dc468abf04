/** How another package depends on this one, from where this one came. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../../data/index.js';
import { membersOf, textOf } from '../../data/rfc7951/members.js';
import { packageDirectory } from '../../node/index.js';

/**
 * The version where the package came from a registry; the packed file or the folder where it came from there.
 * @param from the folder of the package that depends
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

/** What npm noted of the package when it installed it: the address it came from, '' when that was a registry it does not name. */
function resolvedIn(lock: string, path: string): string | undefined {
  try {
    const noted: unknown = JSON.parse(readFileSync(lock, 'utf8'));
    const entry = isObject(noted) ? membersOf(noted, 'packages')[path.split(sep).join('/')] : undefined;
    return isObject(entry) ? (textOf(entry, 'resolved') ?? '') : undefined;
  } catch {
    return undefined;
  }
}

/** Relative where the two lie near each other, so that they may be moved together. */
function fileUrl(from: string, to: string): string {
  const way = relative(from, to);
  const isNear = dirname(from) === dirname(to) || to === dirname(from);
  return `file:${(isNear ? way : to).split(sep).join('/')}`;
}
