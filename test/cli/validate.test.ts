import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

let directory: string;
const MODEL = () => join(directory, 'acme-box.yang');

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
    list port {
      key id;
      leaf id { type uint8; }
      leaf mtu { type uint16; must ". > 1000" { error-message "too small"; } }
      leaf mode { type string; mandatory true; }
      action reset { input { leaf delay { type uint8; mandatory true; } } output { leaf took { type uint8; } } }
      notification flapped { leaf port { type leafref { path "../../id"; } } }
    }
  }
  rpc ping { input { leaf count { type uint8; mandatory true; } leaf port { type leafref { path "/box/port/id"; } } } output { leaf lost { type uint8; } } }
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
    `${file}: error: /acme-box:box/slot: 300 does not fit uint8: 0..255 (invalid-value)
  ${MODEL()}:6:5: leaf slot { type uint8; mandatory true; }
${file}: error: /acme-box:box: there is no node 'nme' in 'box' (did you mean 'name'?) (unknown-element)
  ${MODEL()}:5:3: container box {
${file}: not valid, 2 errors
`,
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
    "there is no rpc or action 'acme-box:pong' at the top level (did you mean 'acme-box:ping'?)",
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
    errors: [
      {
        tag: 'invalid-value',
        path: '/acme-box:box/slot',
        message: '300 does not fit uint8: 0..255',
        schemaPath: '/acme-box:box/slot',
        statement: { file: MODEL(), line: 6, column: 5 },
      },
    ],
  });
});

test('a type that does not exist is a fault of usage', async () => {
  const { code, err } = await validate('{}', '--type', 'everything');
  expect(code).toBe(2);
  expect(err).toContain('Allowed choices are data, config, rpc, reply, notification');
});

test('what is wrong with the command line is no verdict on the document', async () => {
  const { code, err } = await validate('{}', '--at', '/acme-box:box/prt');
  expect(code).toBe(2);
  expect(err).toContain(
    "--at /acme-box:box/prt: there is no node 'acme-box:prt' in 'acme-box:box' (did you mean 'port'?)",
  );
  expect((await validate('{}', '--at', '/acme-box:box/port')).err).toContain(
    "'port' holds no document: name a container, or a list entry with its keys",
  );
  expect((await validate('{}', '--context', join(directory, 'none.json'))).code).toBe(2);
});

test('a part of a datastore is a document, checked with what it is told to refer into', async () => {
  const port = "/acme-box:box/port[id='1']";
  expect((await validate('{"acme-box:mtu": 1500}', '--at', port)).code).toBe(0);
  expect((await validate('<mtu xmlns="urn:acme:box">1500</mtu>', '--at', port)).code).toBe(0);
  const { code, err } = await validate('{"mtu": 900}', '--at', port);
  expect(code).toBe(1);
  expect(err).toContain(
    `${port}/mtu: too small (operation-failed, must-violation)\n  ${MODEL()}:12:31: must ". > 1000"`,
  );
  const peer = '{"acme-box:peer": "a"}';
  const context = join(directory, 'context.json');
  writeFileSync(context, '{"acme-box:box": {"name": "a", "port": [{"id": 1}]}}');
  expect((await validate(peer, '--at', '/acme-box:box')).code).toBe(1);
  expect((await validate(peer, '--at', '/acme-box:box', '--context', context)).code).toBe(0);
  const ping = '{"acme-box:ping": {"count": 1, "port": 1}}';
  expect((await validate(ping, '--type', 'rpc')).code).toBe(1);
  expect((await validate(ping, '--type', 'rpc', '--context', context)).code).toBe(0);
});

test('actions and notifications of a node stand in the nodes that lead to them', async () => {
  const reset = (input: string) => `{"acme-box:box": {"port": [{"id": 1, "reset": ${input}}]}}`;
  expect((await validate(reset('{"delay": 3}'), '--type', 'rpc')).code).toBe(0);
  expect((await validate(reset('{"took": 3}'), '--type', 'reply')).code).toBe(0);
  expect((await validate(reset('{}'), '--type', 'rpc')).err).toContain(
    "/acme-box:box/port[id='1']/reset/delay: the mandatory leaf 'delay' is missing in 'reset'",
  );
  const flapped = (port: number) =>
    `<box xmlns="urn:acme:box"><port><id>1</id><flapped><port>${port}</port></flapped></port></box>`;
  expect((await validate(flapped(1), '--type', 'notification')).code).toBe(0);
  expect((await validate(flapped(2), '--type', 'notification')).code).toBe(1);
});

test('the envelopes of the protocols are seen through', async () => {
  const base = 'xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"';
  const box = '<box xmlns="urn:acme:box"><slot>3</slot></box>';
  expect((await validate(`<data ${base}>${box}</data>`)).code).toBe(0);
  expect((await validate(`<config ${base}>${box}</config>`, '--type', 'config')).code).toBe(0);
  expect((await validate('{"ietf-restconf:data": {"acme-box:box": {"slot": 3}}}')).code).toBe(0);
  const ping = '<ping xmlns="urn:acme:box"><count>3</count></ping>';
  expect((await validate(`<rpc ${base} message-id="1">${ping}</rpc>`, '--type', 'rpc')).code).toBe(0);
  expect((await validate(`<rpc ${base}>${ping}</rpc>`, '--type', 'rpc')).err).toContain('message-id');
  const event = (time: string) =>
    `{"ietf-restconf:notification": {"eventTime": "${time}", "acme-box:alarm": {"text": "fire"}}}`;
  expect((await validate(event('2026-01-31T12:00:00Z'), '--type', 'notification')).code).toBe(0);
  expect((await validate(event('yesterday'), '--type', 'notification')).err).toContain('date and time of RFC 3339');
});

test('the first error is enough where it is asked for, and a byte order mark is none', async () => {
  const two = '{"acme-box:box": {"slot": 300, "nme": "x"}}';
  expect((await validate(two, '--first')).err).toContain('not valid, 1 error\n');
  expect((await validate('\ufeff{"acme-box:box": {"slot": 3}}')).code).toBe(0);
});

test('ill-formed XML is told with its own line and column, whatever stands around it inside', async () => {
  expect((await validate('<box xmlns="urn:acme:box"><slot>3</slt></box>')).err).toContain('line 1, column 3');
  expect((await validate('<?xml version="1.0"?>\n<box xmlns="urn:acme:box">\n<slot>3</slt></box>')).err).toContain(
    'line 3, column ',
  );
});
