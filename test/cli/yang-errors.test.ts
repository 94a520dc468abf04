import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paintFor } from '../../src/cli/paint.js';
import { describeYangErrors } from '../../src/cli/yang-errors.js';
import { temporaryFolder } from '../support/clean-up.js';

const plain = paintFor({});

function described(source: string, line: number, column: number): string[] {
  const file = join(temporaryFolder(), 'm.yang');
  writeFileSync(file, source);
  const [head, ...rest] = describeYangErrors([{ message: 'wrong', location: { file, line, column } }], plain).split(
    '\n',
  );
  expect(head).toBe(`${file}:${line}:${column}: error: wrong`);
  return rest;
}

test('the source line follows, with a caret under the place', () => {
  expect(described('module m {\n  leaf x;\n}', 2, 3)).toEqual(['  2 |   leaf x;', '    |   ^']);
});

test('tabs before the place are kept, so that the caret stands under it', () => {
  expect(described('module m {\n\tleaf x;\n}', 2, 2)).toEqual(['  2 | \tleaf x;', '    | \t^']);
});

test('of a long line the part around the place is shown', () => {
  const [line = '', caret = ''] = described(`${'a'.repeat(300)}!${'b'.repeat(300)}`, 1, 301);
  expect(line.length).toBeLessThan(120);
  expect(line[caret.indexOf('^')]).toBe('!');
});

test('without a file there is the error alone', () => {
  const location = { file: 'nowhere', line: 1, column: 1 };
  expect(describeYangErrors([{ message: 'gone', location }], plain)).toBe('nowhere:1:1: error: gone');
});
