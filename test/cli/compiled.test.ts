/** What the build makes: a program that reads few files when it starts, with the licences of what it took into them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { YANGENT } from '../support/build.js';

const DIST = join(dirname(YANGENT), '../..');
/** Imports all of yangent and prints the files of packages that this read. */
const FILES_READ = `
  import Module from 'node:module';
  await import(process.argv[1]);
  console.log(Object.keys(Module._cache).join('\\n'));
`;

test('only packages with native code are read file by file', () => {
  const args = ['--input-type=module', '--eval', FILES_READ, join(DIST, 'src/index.js')];
  const files = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
  const packages = new Set(files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
  expect(packages).toContain('ssh2');
  expect(packages).toContain('libsql');
  for (const bundled of ['ajv', 'fastify', 'pino', 'rxjs']) expect(packages).not.toContain(bundled);
});

test('the licence of every package that was taken in stands beside the program', () => {
  const notices = readFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const [name, says] of [
    ['ajv', 'The MIT License'],
    ['fastify', 'MIT License'],
    ['rxjs', 'Apache License'],
    ['saxes', '(ISC)'],
  ]) {
    const notice = notices.split(/^-{80}$/m).find((each) => each.trimStart().startsWith(`${name} `));
    expect(notice, name).toContain(says);
  }
});
