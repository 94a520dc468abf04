import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
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

test('a module may be given as a file; its imports are found beside it, and a blank line parts the diagrams', async () => {
  const directory = temporaryFolder();
  const file = join(directory, 'acme-rack.yang');
  writeFileSync(
    join(directory, 'acme-types.yang'),
    'module acme-types { yang-version 1.1; namespace "urn:acme:types"; prefix t; typedef slot { type uint8; } }',
  );
  writeFileSync(
    file,
    'module acme-rack { yang-version 1.1; namespace "urn:acme:rack"; prefix r; import acme-types { prefix t; } leaf slot { type t:slot; } }',
  );
  const { code, out } = await yangent('tree', file, 'yangent-loops');
  expect(code).toBe(0);
  expect(out).toMatch(/^module: acme-rack\n {2}\+--rw slot\? {3}t:slot\n\nmodule: yangent-loops\n/);
});
