import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';
import { yangent } from './support.js';

let directory: string;

beforeAll(() => {
  directory = temporaryFolder();
  writeFileSync(
    join(directory, 'acme-box.yang'),
    `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box {
    leaf slot { type uint8; mandatory true; }
    leaf name { type string; }
    leaf peer { type leafref { path "../name"; } }
  }
  rpc ping { input { leaf count { type uint8; mandatory true; } } output { leaf lost { type uint8; } } }
  notification alarm { leaf text { type string; mandatory true; } }
}
`,
  );
});

/** Validates a document against acme-box. */
function validate(document: string, ...options: readonly string[]) {
  const file = join(directory, 'document');
  writeFileSync(file, document);
  return yangent('validate', '--yang', directory, '--module', 'acme-box', ...options, file);
}

test('a valid document, JSON or XML, is said to be', async () => {
  const file = join(directory, 'document');
  const valid = { code: 0, out: `${file}: valid\n`, err: '' };
  expect(await validate('{"acme-box:box": {"slot": 3, "name": "a"}}')).toEqual(valid);
  expect(await validate('<box xmlns="urn:acme:box"><slot>3</slot></box>')).toEqual(valid);
});

test('every fault is told with its path, the right value and its error-tag', async () => {
  const { code, err } = await validate('{"acme-box:box": {"slot": 300, "nme": "x"}}');
  const file = join(directory, 'document');
  expect(code).toBe(1);
  expect(err).toBe(
    `${file}: error: /acme-box:box/slot: 300 does not fit uint8: 0..255 (invalid-value)\n` +
      `${file}: error: /acme-box:box: there is no node 'nme' in 'box' (did you mean 'name'?) (unknown-element)\n`,
  );
});

test('constraints between nodes are checked', async () => {
  const { code, err } = await validate('{"acme-box:box": {"slot": 3, "name": "a", "peer": "b"}}');
  expect(code).toBe(1);
  expect(err).toContain('/acme-box:box/peer');
});

test('rpcs, replies and notifications are documents too', async () => {
  expect((await validate('{"acme-box:ping": {"count": 3}}', '--type', 'rpc')).code).toBe(0);
  expect((await validate('<ping xmlns="urn:acme:box"/>', '--type', 'rpc')).code).toBe(1);
  expect((await validate('{"acme-box:ping": {"lost": 0}}', '--type', 'reply')).code).toBe(0);
  expect(
    (await validate('<alarm xmlns="urn:acme:box"><text>on fire</text></alarm>', '--type', 'notification')).code,
  ).toBe(0);
  expect((await validate('{"acme-box:pong": {}}', '--type', 'rpc')).err).toContain(
    'the modules define no rpc "acme-box:pong"',
  );
});

test('ill-formed documents are refused', async () => {
  expect((await validate('{"acme-box:box": ')).code).toBe(1);
  expect((await validate('<!DOCTYPE box><box xmlns="urn:acme:box"/>')).code).toBe(1);
});

test('with --json the verdict is one document', async () => {
  const { code, out } = await validate('{"acme-box:box": {"slot": 300}}', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    valid: false,
    errors: [{ tag: 'invalid-value', path: '/acme-box:box/slot', message: '300 does not fit uint8: 0..255' }],
  });
});

test('a type that does not exist is a fault of usage', async () => {
  const { code, err } = await validate('{}', '--type', 'everything');
  expect(code).toBe(2);
  expect(err).toContain('Allowed choices are data, config, rpc, reply, notification');
});
