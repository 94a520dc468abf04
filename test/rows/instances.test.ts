/** The instance documents of the draft's module: the verdicts of our own engine, and of a node to which they are sent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  decodeJson,
  decodeXml,
  encodeJson,
  encodeXml,
  parseJson,
  parseXml,
  RpcError,
  validate,
} from '../../src/data/index.js';
import type { DataParent } from '../../src/yang/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { isMembers, type Members, netconfFace, nodeSchema as schema } from '../support/faces.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';
import { type Instance, instances } from '../yang-modules/modules.js';

/** Why the invalid ones are refused. */
const REASONS: Readonly<Record<string, { readonly tag: string; readonly path: string; readonly says: RegExp }>> = {
  '06': { tag: 'invalid-value', path: 'time', says: /2025-04-21 14:19:00\+0.*pattern/ },
  '07': { tag: 'data-missing', path: '/irtf-agent:tasks/msg-data', says: /nope/ },
  '10': { tag: 'invalid-value', path: '/irtf-agent:tasks/content', says: /pattern/ },
  '11': { tag: 'data-missing', path: '/irtf-agent:agent', says: /provider/ },
  '31': { tag: 'missing-element', path: 'input-required', says: /start-time/ },
};

const SECRET = 'the secret of every sender';

const numberOf = ({ title }: Instance) => title.slice(0, 2);
const named = (number: string): Instance => {
  const found = instances().find((each) => numberOf(each) === number);
  if (!found) throw new Error(`there is no instance ${number}`);
  return found;
};

/** The document, and where it hangs. */
function documentOf({ text, type }: Instance): { readonly parent: DataParent; readonly value: Members } {
  const document = parseJson(text);
  if (!isMembers(document)) throw new Error('no object');
  if (type === 'data') return { parent: schema.root, value: document };
  const [[name, value] = []] = Object.entries(document);
  const parent = type === 'rpc' ? schema.rpcs.get(String(name))?.input : schema.notifications.get(String(name));
  if (!parent || !isMembers(value)) throw new Error(`${name} is not modelled`);
  return { parent, value };
}

describe('our engine', () => {
  it('has all sixteen', () => {
    expect(instances()).toHaveLength(16);
    expect(
      instances()
        .filter(({ valid }) => !valid)
        .map(numberOf),
    ).toEqual(Object.keys(REASONS).sort());
  });

  it.each(instances().filter(({ valid }) => valid))('accepts $title in JSON and as its twin in XML', (instance) => {
    const { parent, value } = documentOf(instance);
    const tree = decodeJson(parent, value, { schema });
    validate(tree, { schema, type: instance.type, skip: others(value) });
    const xml = encodeXml(tree);
    const twin = decodeXml(parent, parseXml(`<top>${xml}</top>`).children, { schema });
    validate(twin, { schema, type: instance.type, skip: others(value) });
    expect(JSON.parse(encodeJson(twin))).toEqual(value);
    expect(encodeXml(twin)).toBe(xml);
  });

  it.each(instances().filter(({ valid }) => !valid))('refuses $title for the right reason', (instance) => {
    const { parent, value } = documentOf(instance);
    const reason = REASONS[numberOf(instance)];
    try {
      validate(decodeJson(parent, value, { schema }), { schema, type: instance.type, skip: others(value) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      expect({ tag: error.tag, path: error.path, message: error.message }).toEqual({
        tag: reason?.tag,
        path: expect.stringContaining(String(reason?.path)),
        message: expect.stringMatching(reason?.says ?? /never/),
      });
      return;
    }
    throw new Error('it was accepted');
  });

  /** The documents are whole as far as irtf-agent goes. */
  function others(value: Members): ReadonlySet<string> {
    return new Set([...schema.root.data.keys()].filter((name) => !name.startsWith('irtf-agent:') && !(name in value)));
  }
});

describe('a node', () => {
  let rig: TestNode;
  let admin: Https;
  /** The documents use the same task-id for different tasks: each comes from an agent, and a user, of its own. */
  const senders = new Map<string, Https>();

  beforeAll(async () => {
    const folder = temporaryFolder();
    const agent = join(folder, 'b.mjs');
    writeFileSync(
      agent,
      `export default {
        id: 'b',
        profile: { name: 'b', description: 'listens', version: '1.0.0', provider: 'ACME' },
        skills: { listen: async () => 'heard' },
        feasibility: async () => ({ feasible: true }),
        fulfillment: async () => ({ satisfied: true }),
      };`,
    );
    const config = join(folder, 'a.json');
    const numbers = instances().map(numberOf);
    const speaker = (number: string) => (named(number).text.includes('"a"') ? 'a' : `a-${number}`);
    const agents = [...new Set(numbers.map(speaker))].map((id) => ({
      id,
      owner: numbers.filter((number) => speaker(number) === id).map((number) => `ann-${number}`),
      profile: { name: id, description: 'asks', version: '1.0.0', provider: 'ACME' },
    }));
    writeFileSync(config, JSON.stringify({ 'yangent-agents:agents': { agent: agents } }));
    const passwords = Object.fromEntries(numbers.map((number) => [`ann-${number}`, SECRET]));
    rig = await startTestNode({ agents: [agent], config: [config], passwords });
    for (const number of numbers) senders.set(number, new Https(rig, `ann-${number}`, SECRET));
    admin = new Https(rig);
  });
  afterAll(async () => {
    for (const sender of senders.values()) sender.close();
    admin?.close();
    await rig?.stop();
  });

  function senderOf(number: string): Https {
    const found = senders.get(number);
    if (!found) throw new Error(`nobody sends ${number}`);
    return found;
  }

  /** Writes what a client may write of the document, in the order in which it refers to itself. */
  async function put(number: string) {
    const { value } = documentOf(named(number));
    const answers = [];
    for (const name of ['irtf-agent:data-params', 'irtf-agent:context', 'irtf-agent:tasks']) {
      const member = value[name];
      if (member === undefined) continue;
      const [entry] = Array.isArray(member) ? member : [];
      const uri = `/agents/b/restconf/data/${isMembers(entry) ? `${name}=${entry.id}` : name}`;
      answers.push(await senderOf(number).send('PUT', uri, { body: JSON.stringify({ [name]: member }) }));
    }
    return answers;
  }

  it.each(['02', '03', '04', '05'])('takes %s by PUT', async (number) => {
    const answers = await put(number);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ''));
    for (const { status } of answers) expect([201, 204]).toContain(status);
  });

  it('takes the data of 09 by PUT, keeps the context item that is there, and misses what the message asks for', async () => {
    const [param, context, message] = await put('09');
    expect([param?.status, context?.status, message?.status]).toEqual([201, 409, 400]);
    expect(errorIn(message ?? { body: '' })).toMatchObject({
      'error-tag': 'missing-element',
      'error-message': expect.stringContaining('content'),
    });
  });

  it.each([
    ['06', 400, 'invalid-value', /pattern/],
    ['07', 409, 'data-missing', /nope/],
    ['10', 400, 'invalid-value', /pattern/],
    ['08', 400, 'invalid-value', /"whatever" is none of the draft's operations/],
  ])('refuses %s by PUT with %i', async (number, status, tag, says) => {
    const refused = (await put(number)).at(-1);
    expect(refused?.status).toBe(status);
    expect(errorIn(refused ?? { body: '' })).toMatchObject({
      'error-tag': tag,
      'error-message': expect.stringMatching(says),
    });
  });

  it.each(['02', '05', '06', '07', '10'])('says the same of the XML of %s by edit-config', async (number) => {
    const { value } = documentOf(named(number));
    const { 'irtf-agent:agent': _, ...writable } = value;
    const face = await netconfFace(rig, { user: `ann-${number}`, password: SECRET });
    const sent = face.merge(writable).finally(() => face.close());
    if (named(number).valid) await sent;
    else
      await expect(sent).rejects.toMatchObject({
        tag: REASONS[number]?.tag,
        message: expect.stringMatching(REASONS[number]?.says ?? /never/),
      });
  });

  it.each([
    ['01', 201],
    ['11', 400],
  ])('answers %s, loaded as a profile, with %i', async (number, status) => {
    const { value } = documentOf(named(number));
    const entry = { id: `agent-${number}`, profile: value['irtf-agent:agent'] };
    const answer = await admin.send('PUT', `/restconf/data/yangent-agents:agents/agent=agent-${number}`, {
      body: JSON.stringify({ 'yangent-agents:agent': [entry] }),
    });
    if (status === 201) {
      expect(answer).toMatchObject({ status: 201, body: '' });
      const shown = await admin.send('GET', `/agents/agent-${number}/restconf/data/irtf-agent:agent`);
      expect(JSON.parse(shown.body)).toEqual(value);
      return;
    }
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(errorIn(answer)).toMatchObject({
      'error-tag': 'data-missing',
      'error-message': expect.stringContaining('provider'),
    });
  });

  it('does not let a profile be written through the draft view, which is state', async () => {
    const answer = await admin.send('PUT', '/agents/b/restconf/data/irtf-agent:agent', { body: named('01').text });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toMatch(/irtf-agent:agent|config false|state/);
  });

  it.each(['20', '21', '22'])('answers the negotiation %s', async (number) => {
    const { value } = documentOf(named(number));
    const body = JSON.stringify({ 'irtf-agent:input': value });
    const answer = await senderOf(number).send('POST', '/agents/b/restconf/operations/irtf-agent:task-negotiate', {
      body,
    });
    expect({
      status: answer.status,
      verdict: JSON.parse(answer.body)['irtf-agent:output']?.data['yangent-tasks:negotiation'].verdict,
    }).toEqual({
      status: 200,
      verdict: value.type === 'FULFILLMENT' ? 'satisfied' : 'feasible',
    });
  });

  it('sends 30 to its subscribers, and lets nobody send 31', async () => {
    const watcher = await Watcher.start(rig);
    const { value } = documentOf(named('30'));
    await rig.node.notify<string>('irtf-agent:condition-notifications', value);
    const event = await watcher.until(({ name }) => name === 'irtf-agent:condition-notifications');
    expect(event.value).toEqual(value);
    await watcher.close();
    const bad = documentOf(named('31')).value;
    await expect(rig.node.notify<string>('irtf-agent:condition-notifications', bad)).rejects.toThrow(/start-time/);
  });
});
