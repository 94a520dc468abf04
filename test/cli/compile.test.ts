import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

function boxModule(typeOfName: string): string {
  return `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box {
    leaf slot { type uint8; }
    leaf name { type ${typeOfName}; }
  }
}
`;
}

test('a module that compiles is said to, with exit code 0', async () => {
  const file = join(temporaryFolder(), 'acme-box.yang');
  writeFileSync(file, boxModule('string'));
  const { code, out } = await yangent('compile', file);
  expect(code).toBe(0);
  expect(out).toMatch(/^1 file compiled; 1 module implemented, content-id [0-9a-f]+\n$/);
});

test('an error names file, line and column, with exit code 1', async () => {
  const file = join(temporaryFolder(), 'acme-box.yang');
  writeFileSync(file, boxModule('sting'));
  const { code, out, err } = await yangent('compile', file);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err:
      `${file}:7:17: error: type 'sting' is not defined (did you mean 'string'?)\n` +
      '  7 |     leaf name { type sting; }\n' +
      '    |                 ^\n',
  });
});

test('imports are found beside the file and in --yang directories', async () => {
  const directory = temporaryFolder();
  mkdirSync(join(directory, 'shared'));
  writeFileSync(
    join(directory, 'shared/acme-types.yang'),
    'module acme-types { yang-version 1.1; namespace "urn:acme:types"; prefix t; typedef slot { type uint8; } }',
  );
  const file = join(directory, 'acme-rack.yang');
  writeFileSync(
    file,
    'module acme-rack { yang-version 1.1; namespace "urn:acme:rack"; prefix r; import acme-types { prefix t; } leaf slot { type t:slot; } }',
  );
  const without = await yangent('compile', file);
  expect(without.code).toBe(1);
  expect(without.err).toContain("module 'acme-types' was not found");
  expect((await yangent('compile', file, '--yang', join(directory, 'shared'))).code).toBe(0);
});

test('a submodule is compiled as part of the module that it belongs to', async () => {
  const directory = temporaryFolder();
  const file = join(directory, 'acme-rack-slots.yang');
  const submodule = (type: string) =>
    `submodule acme-rack-slots { yang-version 1.1; belongs-to acme-rack { prefix r; } leaf slot { type ${type}; } }`;
  const module = (include: string) =>
    `module acme-rack { yang-version 1.1; namespace "urn:acme:rack"; prefix r; ${include} }`;
  writeFileSync(file, submodule('uint8'));
  const alone = await yangent('compile', file);
  expect(alone.code).toBe(1);
  expect(alone.err).toContain(
    `${file}:1:47: error: module 'acme-rack', to which submodule 'acme-rack-slots' belongs, was not found`,
  );
  writeFileSync(join(directory, 'acme-rack.yang'), module(''));
  expect((await yangent('compile', file)).err).toContain("'acme-rack' does not include submodule 'acme-rack-slots'");
  writeFileSync(join(directory, 'acme-rack.yang'), module('include acme-rack-slots;'));
  const { code, out } = await yangent('compile', file);
  expect([code, out]).toEqual([0, expect.stringContaining('1 file compiled; 1 module implemented')]);
  writeFileSync(file, submodule('unit8'));
  expect((await yangent('compile', file)).err).toContain(`${file}:1:94: error: type 'unit8' is not defined`);
});

test('with --json the errors are one document', async () => {
  const file = join(temporaryFolder(), 'acme-box.yang');
  writeFileSync(file, boxModule('sting'));
  const { code, out } = await yangent('compile', '--json', file);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ok: false,
    errors: [{ file, line: 7, column: 17, message: "type 'sting' is not defined (did you mean 'string'?)" }],
  });
});

test('a file that is not there is a fault of usage', async () => {
  expect(await yangent('compile', '/nowhere/acme-box.yang')).toEqual({
    code: 2,
    out: '',
    err: 'yangent: cannot read /nowhere/acme-box.yang: there is no such file\n',
  });
});

test('an import that nobody has is told with what may be meant', async () => {
  const file = join(temporaryFolder(), 'acme-box.yang');
  writeFileSync(
    file,
    `module acme-box { yang-version 1.1; namespace "urn:acme:box"; prefix box;
  import ietf-inet-typs { prefix inet; }
  import ietf-yang-types { prefix yang; revision-date 2011-01-01; }
}`,
  );
  const { code, err } = await yangent('compile', file);
  expect(code).toBe(1);
  expect(err).toContain(":2:3: error: module 'ietf-inet-typs' was not found (did you mean 'ietf-inet-types'?)");
  writeFileSync(file, readFileSync(file, 'utf8').replace('inet-typs', 'inet-types'));
  expect((await yangent('compile', file)).err).toMatch(
    /:3:3: error: module 'ietf-yang-types' of revision 2011-01-01 was not found \(.*ietf-yang-types@2013-07-15.yang is of 2013-07-15\)/,
  );
});

test('the faults of all files are told', async () => {
  const directory = temporaryFolder();
  const files = ['a', 'b'].map((name) => join(directory, `${name}.yang`));
  for (const file of files) writeFileSync(file, 'module m { leaf }');
  const { code, err } = await yangent('compile', ...files);
  expect(code).toBe(1);
  for (const file of files) expect(err).toContain(`${file}:1:`);
});

test.each([
  [['--yang', '/nowhere/models'], 'cannot search /nowhere/models for modules: there is no such directory'],
  [['--feature', 'acme-bix:fans'], "--feature names no module of these: 'acme-bix' (did you mean 'acme-box'?)"],
])('the options %j lead nowhere, which is a fault of usage', async (options, message) => {
  const file = join(temporaryFolder(), 'acme-box.yang');
  writeFileSync(file, boxModule('string'));
  expect(await yangent('compile', file, ...options)).toEqual({ code: 2, out: '', err: `yangent: ${message}\n` });
});
