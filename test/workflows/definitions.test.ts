/** Definitions of workflows as configuration: checks at commit, revisions, findings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

let rig: TestNode;
let admin: Https;
const DEFINITIONS = '/restconf/data/yangent-workflows:workflows';
const JSON_TYPE = { accept: 'application/yang-data+json' };

beforeAll(async () => {
  rig = await startTestNode();
  admin = new Https(rig);
  const skill = ['find', 'fix', 'test'].map((name) => ({ 'skill-name': name }));
  const profile = { name: 'noc', description: 'd', version: '1.0.0', provider: 'p', skills: { skill } };
  await rig.node.edit({ 'yangent-agents:agents': { agent: [{ id: 'noc', profile }] } } as never);
});
afterAll(async () => {
  admin.close();
  await rig.stop();
});

const node = (name: string, more: object = {}) => ({ name, task: { skill: name }, ...more });
const repair = (more: object = {}) => ({
  name: 'repair',
  version: '1.0',
  node: [node('find'), node('fix'), node('test')],
  edge: [
    { from: 'find', to: 'fix' },
    { from: 'fix', to: 'test' },
  ],
  ...more,
});
const put = (definition: { readonly name: string }) =>
  admin.send('PUT', `${DEFINITIONS}/definition=${definition.name}`, {
    body: JSON.stringify({ 'yangent-workflows:definition': [definition] }),
  });
const revisions = async (name: string) => {
  const { body } = await admin.send('GET', `${DEFINITIONS}/definition=${name}`, JSON_TYPE);
  const [{ revision = [], finding = [] }] = JSON.parse(body)['yangent-workflows:definition'];
  return { revision, finding };
};

describe('a definition', () => {
  it('is refused with a circle, and nothing of it is stored', async () => {
    const refused = await put(repair({ edge: [...repair().edge, { from: 'test', to: 'find' }] }));
    expect([refused.status, errorIn(refused)]).toEqual([
      400,
      {
        'error-type': 'application',
        'error-tag': 'invalid-value',
        'error-app-tag': 'dag-cycle',
        'error-path': "/yangent-workflows:workflows/definition[name='repair']/node[name='find']",
        'error-message': 'the edges lead in a circle: find -> fix -> test -> find',
      },
    ]);
    expect((await admin.send('GET', `${DEFINITIONS}/definition=repair`)).status).toBe(404);
  });

  it('becomes a revision; a content that was there before keeps its number', async () => {
    expect((await put(repair())).status).toBe(201);
    expect((await put(repair({ version: '1.1' }))).status).toBe(204);
    // Defaults that are spelt out, and another order, change nothing.
    const same = repair({ node: [node('test'), node('find', { join: 'all' }), node('fix')], enabled: true });
    expect((await put(same)).status).toBe(204);
    const { revision } = await revisions('repair');
    expect(revision.map(({ number, version, by }: never) => [number, version, by])).toEqual([
      [1, '1.0', 'admin'],
      [2, '1.1', 'admin'],
    ]);
    expect(revision[0].digest).toMatch(/^sha-256:[0-9a-f]{64}$/);
  });
});
