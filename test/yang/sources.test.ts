import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { combineSources, directories, sourceTexts } from '../../src/yang/index.js';

const dir = mkdtempSync(join(tmpdir(), 'yang-sources-'));
afterAll(() => rmSync(dir, { recursive: true }));
const text = (name: string, ...revisions: string[]): string =>
  `module ${name} { namespace urn:${name}; prefix p; ${revisions.map((r) => `revision ${r};`).join(' ')} }`;

writeFileSync(join(dir, 'a@2020-01-01.yang'), text('a', '2020-01-01'));
writeFileSync(join(dir, 'a@2021-01-01.yang'), text('a', '2021-01-01', '2020-01-01'));
writeFileSync(join(dir, 'b.yang'), text('b', '2019-05-05'));
writeFileSync(join(dir, 'c.yang'), text('other'));
writeFileSync(join(dir, 'broken.yang'), 'module broken {');
const sources = directories([dir]);

describe('directories', () => {
  test('answers the newest revision when none is asked for', () => {
    expect(sources.find('a')?.file).toBe(join(dir, 'a@2021-01-01.yang'));
  });

  test('answers exactly the revision asked for', () => {
    expect(sources.find('a', '2020-01-01')?.file).toBe(join(dir, 'a@2020-01-01.yang'));
    expect(sources.find('a', '2018-01-01')).toBeUndefined();
  });

  test('a plain file name serves the revision it declares', () => {
    expect(sources.find('b', '2019-05-05')?.file).toBe(join(dir, 'b.yang'));
  });

  test('a file that declares another module is not that module', () => {
    expect(sources.find('c')).toBeUndefined();
  });

  test('a broken text is answered, so that loading it shows what is wrong', () => {
    expect(sources.find('broken')?.text).toBe('module broken {');
  });

  test('names cannot leave the directory', () => {
    expect(sources.find('../b')).toBeUndefined();
  });
});

test('repositories are asked in turn', () => {
  const first = sourceTexts([{ file: 'x.yang', text: text('x') }]);
  expect(combineSources(first, sources).find('x')?.file).toBe('x.yang');
  expect(combineSources(first, sources).find('b')?.file).toBe(join(dir, 'b.yang'));
});
