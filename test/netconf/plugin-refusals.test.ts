/** What a plugin refuses with reaches the client as an error of the protocol, whatever the plugin makes of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const MODULE = `module acme-no {
  yang-version 1.1;
  namespace "urn:acme:no";
  prefix n;
  rpc refuse { input { leaf how { type string; } } }
}`;
const PLUGIN = `export default {
  module: 'acme-no',
  rpcs: { refuse: async ({ how }, call) => call.fail(JSON.parse(how)) },
};`;

let node: TestNode;
let admin: RawNetconf;
let https: Https;
beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-no.yang'), MODULE);
  writeFileSync(join(folder, 'no.mjs'), PLUGIN);
  node = await startTestNode({ yang: [folder], plugins: [join(folder, 'no.mjs')], logLevel: 'silent' });
  admin = await RawNetconf.open(node);
  https = new Https(node);
});
afterAll(async () => {
  admin.close();
  https.close();
  await node.stop();
});

it.each([
  [{ tag: 'in-use', message: 'later' }, 409, 'in-use', 'later'],
  [{ message: 'no' }, 412, 'operation-failed', 'no'],
  [{ message: 'the disk is full', origin: 'node' }, 500, 'operation-failed', 'the disk is full'],
  [{ message: 'no', origin: 'nobody' }, 500, 'operation-failed', /failed inside the server/],
  [{ tag: 'no-such-tag', message: 'no' }, 500, 'operation-failed', /failed inside the server/],
  [{ tag: '<tag>', message: 'no' }, 500, 'operation-failed', /failed inside the server/],
  [{ type: 'mine', message: 'no' }, 500, 'operation-failed', /failed inside the server/],
])('%j', async (how, status, tag, message) => {
  const text = JSON.stringify(how);
  const xml = text.replace(/[<>&]/g, (each) => `&#${each.charCodeAt(0)};`);
  const reply = await admin.ask(`<refuse xmlns="urn:acme:no"><how>${xml}</how></refuse>`);
  expect(reply).toContain(`<error-type>application</error-type><error-tag>${tag}</error-tag>`);
  expect(reply).toMatch(message);
  const body = JSON.stringify({ 'acme-no:input': { how: text } });
  const answer = await https.send('POST', '/restconf/operations/acme-no:refuse', { body });
  const error = JSON.parse(answer.body)['ietf-restconf:errors']?.error;
  expect([answer.status, error?.length]).toEqual([status, 1]);
  expect(error[0]).toMatchObject({ 'error-tag': tag, 'error-message': expect.stringMatching(message) });
});
