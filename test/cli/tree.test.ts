import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';
import { yangent } from './support.js';

test('a module is drawn as a tree', async () => {
  const directory = temporaryFolder();
  writeFileSync(
    join(directory, 'acme-box.yang'),
    `module acme-box { yang-version 1.1; namespace "urn:acme:box"; prefix box;
       container box {
         list port { key name; leaf name { type string; } leaf up { type boolean; config false; } }
       }
     }`,
  );
  expect(await yangent('tree', '--yang', directory, 'acme-box')).toEqual({
    code: 0,
    out: `module: acme-box
  +--rw box
     +--rw port* [name]
        +--rw name    string
        +--ro up?     boolean
`,
    err: '',
  });
});

test('the shipped models are found by name', async () => {
  const { code, out } = await yangent('tree', 'yangent-loops');
  expect(code).toBe(0);
  expect(out).toContain('+--rw loop* [name]');
});

test('a module that nobody has is told', async () => {
  const { code, err } = await yangent('tree', 'acme-nothing');
  expect(code).toBe(1);
  expect(err).toContain("module 'acme-nothing' was not found");
});

test('with --json the diagrams are one document', async () => {
  const { code, out } = await yangent('tree', '--json', 'irtf-agent', 'yangent-loops');
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out))).toEqual(['irtf-agent', 'yangent-loops']);
});
