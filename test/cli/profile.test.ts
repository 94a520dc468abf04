import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { type CommandNode, startCommandNode } from './node.js';

let node: CommandNode;
let directory: string;

beforeAll(async () => {
  node = await startCommandNode();
  directory = temporaryFolder();
});

afterAll(() => node.stop());

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const JSON_PROFILE = JSON.stringify({
  'yangent-agents:agents': {
    agent: [
      {
        id: 'optical',
        domain: 'optical',
        profile: {
          name: 'optical',
          description: 'watches optical modules',
          version: '1.0',
          provider: 'acme',
          skills: { skill: [{ 'skill-name': 'read-power', 'skill-description': 'reads the received power' }] },
        },
      },
    ],
  },
});

const XML_PROFILE = `<agent xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">
  <name>wireless</name><description>plans cells</description><version>2.0</version><provider>acme</provider>
</agent>`;

test('profiles load from JSON and from XML', async () => {
  const { code, out } = await node.command('profile', 'load', file('a.json', JSON_PROFILE), file('b.xml', XML_PROFILE));
  expect(out).toBe(
    `loaded  optical   ${node.url}/agents/optical/restconf\nloaded  wireless   ${node.url}/agents/wireless/restconf\n`,
  );
  expect(code).toBe(0);
});

test('loading again updates the profile and keeps what was configured besides', async () => {
  await node.command('profile', 'load', file('a.json', JSON_PROFILE));
  await node.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'optical', owner: ['admin'] }] } });
  const { out } = await node.command('profile', 'load', file('a.json', JSON_PROFILE.replace('watches', 'tunes')));
  expect(out).toMatch(/^updated optical /);
  const shown = await node.command('profile', 'show', 'optical');
  expect(shown.out).toMatch(/^description +tunes optical modules$/m);
  expect(shown.out).toMatch(/^owners +admin$/m);
  expect(shown.out).toMatch(/^read-power +reads the received power$/m);
});

test('when one file is wrong, none is loaded', async () => {
  const wrong = file('wrong.json', '{"irtf-agent:agent": {"name": "half"}}');
  const right = file('right.json', JSON_PROFILE.replaceAll('"optical"', '"whole"'));
  const { code, err } = await node.command('profile', 'load', right, wrong);
  expect(code).toBe(1);
  expect(err).toContain('wrong.json: error: ');
  expect((await node.command('profile', 'show', 'whole')).code).toBe(1);
});

test('a file that holds something else is refused with what is wanted', async () => {
  const { code, err } = await node.command('profile', 'load', file('c.json', '{"yangent-loops:loops": {}}'));
  expect(code).toBe(1);
  expect(err).toMatch(/^\S+c\.json: error: /);
});

test('list shows state, kind and skills of every agent', async () => {
  const { code, out } = await node.command('profile', 'list');
  expect(code).toBe(0);
  expect(out).toMatch(/^ID +STATE +KIND +TASKS +DOMAIN +SKILLS$/m);
  expect(out).toMatch(/^ip-fault +online +hosted +IP +break, diagnose-link, wait$/m);
  const ids = JSON.parse((await node.command('profile', 'list', '--json')).out).map(
    (agent: { id: string }) => agent.id,
  );
  expect(ids).toEqual(expect.arrayContaining(['ip-fault', 'noc']));
});

test('an agent nobody knows', async () => {
  const { code, err } = await node.command('profile', 'show', 'nobody');
  expect(code).toBe(1);
  expect(err).toContain('there is no agent nobody that you may see');
});
