/** docs/standard-modules.md says with what each module of yang/ietf is compared, and it is. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModule, type Statement } from '../../src/yang/index.js';
import { peer } from '../peers.js';
import { STANDARD_MODULES } from './modules.js';
import { publishedRows } from './published.js';

const rows = publishedRows();
/** Each package that the page names, as a peer of the tests. */
const PEER_OF = { 'libyuma-base': 'libyuma-base', libyang2: 'libyang-modules' } as const;
const isPeer = (name: string): name is keyof typeof PEER_OF => Object.hasOwn(PEER_OF, name);

describe('docs/standard-modules.md', () => {
  it('names each module and its revision, in order, once', () => {
    expect(rows.map(({ module, revision }) => `${module}@${revision}`).sort()).toEqual(
      STANDARD_MODULES.map(({ name, revision }) => `${name}@${revision}`).sort(),
    );
  });

  it.each(rows)('names the RFC of $module', ({ module, rfc }) => {
    const text = STANDARD_MODULES.find(({ name }) => name === module)?.text ?? '';
    expect(/\brevision [\s\S]*?"RFC (\d+)/.exec(text)?.[1]).toBe(rfc);
  });

  it.each(rows.filter(({ packaged }) => packaged))('names a file that is there, for $module', ({ packaged }) => {
    const name = packaged?.name ?? '';
    if (!isPeer(name)) throw new Error(`${name} is no peer of the tests`);
    expect(peer(PEER_OF[name]) === undefined || existsSync(packaged?.file ?? '')).toBe(true);
  });
});

/** The statements of a file without texts for people: what it says to a program, in the order of the file. */
function statementsOf(statements: readonly Statement[]): unknown[] {
  return statements
    .filter(({ keyword }) => !TEXTS.has(keyword))
    .map(({ keyword, argument, statements: below }) => [keyword, argument?.replace(/\s+/g, ' '), statementsOf(below)]);
}

const TEXTS: ReadonlySet<string> = new Set(['description', 'reference', 'organization', 'contact']);

describe('what is in no package', () => {
  it.each(rows.filter(({ digest }) => digest))('$module is as it was when it was compared', ({ module, digest }) => {
    const file = STANDARD_MODULES.find(({ name }) => name === module);
    const text = JSON.stringify(statementsOf(parseModule(file?.text ?? '', file?.title ?? '').statements));
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(digest);
  });
});
