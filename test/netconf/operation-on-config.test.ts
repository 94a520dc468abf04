/** An operation attribute on `config` itself is refused: who sends one means it (RFC 6241 §7.2 has it on what is in config). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, boxIn, edit, get, NMDA, outcome, startBox } from './box.js';

const NC = 'xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"';
const CONFIG = `<config ${NC} nc:operation="replace"><box ${B}><limit>1</limit></box></config>`;

let node: BoxNode;
let admin: RawNetconf;
beforeAll(async () => {
  node = await startBox();
  admin = await node.session();
  expect(outcome(await admin.ask(edit('running', `<box ${B}><name>n</name></box>`)))).toBe('ok');
});
afterAll(() => node.stop());

const target = '<target><running/></target>';
it.each([
  ['edit-config', `<edit-config>${target}${CONFIG}</edit-config>`],
  [
    'edit-config that goes on after errors',
    `<edit-config>${target}<error-option>continue-on-error</error-option>${CONFIG}</edit-config>`,
  ],
  ['edit-data', `<edit-data ${NMDA}><datastore>ds:running</datastore>${CONFIG}</edit-data>`],
])('by %s', async (_title, request) => {
  const reply = await admin.ask(request);
  expect(reply).toContain('<error-type>protocol</error-type><error-tag>unknown-attribute</error-tag>');
  expect(reply).toContain('<bad-attribute>operation</bad-attribute><bad-element>config</bad-element>');
  expect(boxIn(await admin.ask(get('running')))).toBe('<name>n</name>');
});
