import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dependencyOn } from '../../src/cli/agent/dependency.js';
import { temporaryFolder } from '../support/clean-up.js';

const desk = temporaryFolder();
const home = join(desk, 'node_modules/yangent');
const agent = join(desk, 'x');
mkdirSync(home, { recursive: true });

function noted(entry: object | undefined): string {
  const packages = entry && { '': {}, 'node_modules/yangent': entry };
  writeFileSync(join(desk, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  return dependencyOn('0.1.0', agent, `${home}/`);
}

it('is the version where the package came from a registry, whether npm noted the address or not', () => {
  expect(noted({ version: '0.1.0', resolved: 'https://registry.example/yangent-0.1.0.tgz' })).toBe('^0.1.0');
  expect(noted({ version: '0.1.0', integrity: 'sha512-x' })).toBe('^0.1.0');
});

it('is the packed file where it came from one that is still there, else the folder', () => {
  const packed = { version: '0.1.0', resolved: 'file:yangent-0.1.0.tgz' };
  expect(noted(packed)).toBe(`file:${home}`);
  writeFileSync(join(desk, 'yangent-0.1.0.tgz'), '');
  expect(noted(packed)).toBe('file:../yangent-0.1.0.tgz');
});

it('is the folder where npm noted nothing, and of a clone', () => {
  expect(noted(undefined)).toBe(`file:${home}`);
  expect(dependencyOn('0.1.0', join(desk, 'clone/x'), join(desk, 'clone'))).toBe('file:..');
  expect(dependencyOn('0.1.0', join(desk, 'x'), join(desk, 'clone'))).toBe('file:../clone');
});
