/** No two sibling folders of `src` import each other: each pair of them has one direction. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, it } from 'vitest';

/** The folders below a common parent to which two files belong; undefined where one stands in a folder above the other. */
function siblings(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [dirname(from).split(sep), dirname(to).split(sep)];
  const parts = a.findIndex((part, at) => part !== b[at]);
  if (parts < 0 || b[parts] === undefined) return undefined;
  return [a.slice(0, parts + 1).join('/'), b.slice(0, parts + 1).join('/')];
}

/** An import of each direction by the pair of folders. */
function importsOf(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = join(root, name);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']*)'/g)) {
      const pair = siblings(file, normalize(join(dirname(file), path)));
      if (pair) found.set(pair.join(' -> '), `${file} imports ${path}`);
    }
  }
  return found;
}

it('folders that stand side by side import each other in one direction only', () => {
  const imports = importsOf('src');
  expect(imports.size).toBeGreaterThan(100);
  const mutual = [...imports].filter(([pair]) => imports.has(pair.split(' -> ').reverse().join(' -> ')));
  expect(mutual.map(([, example]) => example)).toEqual([]);
});
