/** What an edit does to nodes whose `when` it makes false (RFC 7950 §8.3.1, §8.3.2), over both protocols. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { edit, outcome } from './box.js';

const MODULE = `module acme-radio {
  yang-version 1.1;
  namespace "urn:acme:radio";
  prefix r;
  container radio {
    leaf mode { type enumeration { enum fixed; enum mobile; } default fixed; }
    leaf mast { when "../mode = 'fixed'"; type string; }
    container handover { when "../mode = 'mobile'"; leaf margin { type uint8; } }
    leaf note { when "../handover/margin"; type string; }
    list cell {
      key id;
      leaf id { type string; }
      leaf azimuth { when "../../mode = 'fixed'"; type uint16; }
      leaf-list neighbour { when "../../mode = 'mobile'"; type string; }
    }
  }
}`;

let node: TestNode;
let admin: RawNetconf;
beforeAll(async () => {
  const yang = temporaryFolder();
  writeFileSync(join(yang, 'acme-radio.yang'), MODULE);
  node = await startTestNode({ yang: [yang] });
  admin = await RawNetconf.open(node);
});
afterAll(async () => {
  admin.close();
  await node.stop();
});

const radio = (content: string, options = '') => `<radio xmlns="urn:acme:radio"${options}>${content}</radio>`;
const change = async (content: string, datastore = 'running') =>
  outcome(await admin.ask(edit(datastore, radio(content))));

async function content(datastore = 'running'): Promise<string> {
  const reply = await admin.ask(
    `<get-config><source><${datastore}/></source><filter>${radio('')}</filter></get-config>`,
  );
  return /<radio [^>]*>(.*)<\/radio>/.exec(reply)?.[1] ?? '';
}

const MOBILE = '<mode>mobile</mode><handover><margin>3</margin></handover><note>n</note>';
const CELLS = '<cell><id>a</id><neighbour>x</neighbour></cell><cell><id>b</id></cell>';

beforeEach(async () => {
  const whole = radio(MOBILE + CELLS, ' nc:operation="replace"');
  expect(outcome(await admin.ask(edit('running', whole)))).toBe('ok');
});

it('deletes them, and those whose conditions looked at them', async () => {
  expect(await change('<mode>fixed</mode>')).toBe('ok');
  expect(await content()).toBe('<mode>fixed</mode><cell><id>a</id></cell><cell><id>b</id></cell>');
});

it('does so where the condition becomes false because its subject goes', async () => {
  expect(await change('<handover nc:operation="delete"/>')).toBe('ok');
  expect(await content()).not.toContain('note');
  expect(await change('<mode nc:operation="delete"/>')).toBe('ok');
  expect(await content()).toBe('<cell><id>a</id></cell><cell><id>b</id></cell>');
});

it('refuses those that the edit itself sets', async () => {
  const reply = await admin.ask(edit('running', radio('<mode>fixed</mode><handover><margin>4</margin></handover>')));
  expect(reply).toContain('<error-tag>unknown-element</error-tag>');
  expect(reply).toContain('/acme-radio:radio/acme-radio:handover</error-path>');
  expect(reply).toContain('<bad-element>handover</bad-element>');
  expect(await content()).toBe(MOBILE + CELLS);
});

it('takes the new nodes of the other side in the same edit', async () => {
  expect(await change('<mode>fixed</mode><mast>m</mast><cell><id>a</id><azimuth>90</azimuth></cell>')).toBe('ok');
  const cells = '<cell><id>a</id><azimuth>90</azimuth></cell><cell><id>b</id></cell>';
  expect(await content()).toBe(`<mode>fixed</mode><mast>m</mast>${cells}`);
});

it('deletes them in the candidate, where what never fitted stays until the commit finds it', async () => {
  expect(await change('<mode>fixed</mode>', 'candidate')).toBe('ok');
  expect(await content('candidate')).toBe('<mode>fixed</mode><cell><id>a</id></cell><cell><id>b</id></cell>');
  expect(await content()).toBe(MOBILE + CELLS);
  expect(await change('<handover><margin>9</margin></handover>', 'candidate')).toBe('ok');
  expect(await change('<mast>m</mast>', 'candidate')).toBe('ok');
  expect(await content('candidate')).toContain('<handover><margin>9</margin></handover>');
  expect(outcome(await admin.ask('<commit/>'))).toBe('unknown-element');
  expect(outcome(await admin.ask('<discard-changes/>'))).toBe('ok');
});

it('says what goes in the change event', async () => {
  const events = await RawNetconf.open(node);
  const filter =
    '<filter><netconf-config-change xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-notifications"/></filter>';
  await events.ask(
    `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0">${filter}</create-subscription>`,
  );
  expect(await change('<mode>fixed</mode>')).toBe('ok');
  const event = await events.receive();
  expect(event).toMatch(/<target[^>]*>\/r:radio\/r:handover<\/target><operation>delete<\/operation>/);
  events.close();
});

it('does the same over RESTCONF', async () => {
  const https = new Https(node);
  const at = '/restconf/data/acme-radio:radio';
  expect((await https.send('PUT', `${at}/mode`, { body: '{"acme-radio:mode":"fixed"}' })).status).toBe(204);
  const answer = await https.send('GET', at);
  expect(JSON.parse(answer.body)).toEqual({ 'acme-radio:radio': { mode: 'fixed', cell: [{ id: 'a' }, { id: 'b' }] } });
  const both = { 'acme-radio:radio': { mode: 'mobile', mast: 'm' } };
  const refused = await https.send('PATCH', at, { body: JSON.stringify(both) });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('"error-tag":"unknown-element"');
  https.close();
});
