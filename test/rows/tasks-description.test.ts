/** The structured description of a task (seed 000 §4.1), and who sees how much of it, over the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Face, type Members, netconfFace, RESOURCES, restconfFace } from '../support/faces.js';
import { startTestNode, type TestNode } from '../support/node.js';

const PASSWORDS = { alice: 'the password of alice', carol: 'the password of carol' } as const;
type User = keyof typeof PASSWORDS;

let node: TestNode;
const faces = new Map<string, Face>();
const face = (way: string, user: User): Face => {
  const found = faces.get(`${way} ${user}`);
  if (!found) throw new Error(`${user} has no ${way}`);
  return found;
};

beforeAll(async () => {
  node = await startTestNode({ passwords: PASSWORDS });
  const profile = { description: 'an agent', version: '1.0.0', provider: 'ACME' };
  await node.node.edit({
    'yangent-agents:agents': {
      agent: [
        { id: 'noc', owner: ['alice'], profile: { ...profile, name: 'noc' } },
        { id: 'crew', owner: ['carol'], profile: { ...profile, name: 'crew' } },
      ],
    },
    'yangent-contexts:sharing-policy': [
      { name: 'crews', to: ['crew'], type: ['task'], action: 'redact', redact: ['email', 'phone'] },
    ],
  });
  for (const user of ['alice', 'carol'] as const) {
    const login = { user, password: PASSWORDS[user] };
    faces.set(`NETCONF ${user}`, await netconfFace(node, login));
    faces.set(`RESTCONF ${user}`, restconfFace(node, login));
  }
});
afterAll(async () => {
  for (const each of faces.values()) await each.close();
  await node?.stop();
});

const DESCRIPTION: Members = {
  type: 'monitoring',
  domain: 'IP',
  initiator: 'ticket 4711',
  'expected-completion': '2036-11-21T12:00:00Z',
  deadline: '2036-11-21T13:00:00Z',
  objective: 'watch the loss of ring 7',
  constraint: [
    { name: 'probes', type: 'resource', value: '2', description: 'no more than two probes' },
    { name: 'laser', type: 'safety', value: 'class 1' },
  ],
  'expected-artifact': [
    { name: 'curve', format: 'application/json', description: 'loss by minute' },
    { name: 'photo', modality: 'image', required: false },
  ],
  'expected-response': 'one curve without gaps',
  term: [{ term: 'loss', explanation: 'in dB' }],
};
const OWN = ['initiator', 'policy', 'subscription'];

describe.each(['NETCONF', 'RESTCONF'])('through %s', (way) => {
  const assign = async (more: Members): Promise<string> =>
    String(
      (await face(way, 'alice').invoke('yangent-tasks:assign', { from: 'noc', to: 'crew', ...DESCRIPTION, ...more }))
        ?.id,
    );

  it('CUI-4.1-a CUI-4.1-b CUI-4.1-d CUI-4.1-e CUI-4.1-f CUI-4.1-g CUI-4.1-h CUI-4.1-i CUI-4.1-j CUI-4.1-k CUI-4.1-l CUI-4.1-m CUI-4.1-n MAG-4.2-a MAG-4.4-a: metadata, objective, constraints and artifacts are given as structure, and read as given', async () => {
    const id = await assign({ 'task-id': `${way}-full`, priority: 6 });
    for (const reader of ['NETCONF', 'RESTCONF']) {
      const task = await face(reader, 'alice').read(RESOURCES.task(id));
      const { 'expected-completion': _, deadline: __, ...same } = DESCRIPTION;
      expect(task).toMatchObject({ 'task-id': `${way}-full`, priority: 6, ...same });
      expect(Date.parse(String(task?.created))).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(String(task?.['expected-completion']))).toBe(Date.parse('2036-11-21T12:00:00Z'));
    }
    await expect(
      face(way, 'alice').invoke('yangent-tasks:assign', { from: 'noc', to: 'crew', priority: 8 }),
    ).rejects.toMatchObject({ tag: 'invalid-value' });
  });

  it('CUI-4.1-c MAG-4.5-a: the result is held against the expected artifacts, and judged by the assigner', async () => {
    const id = await assign({ 'task-id': `${way}-judged`, verification: { wanted: true } });
    const crew = face(way, 'carol');
    await crew.act(id, 'claim');
    expect(await crew.act(id, 'complete', { artifact: [{ name: 'note', value: 'could not measure' }] })).toMatchObject({
      state: 'verifying',
    });
    expect(await face(way, 'alice').read(RESOURCES.task(id))).toMatchObject({
      verification: { wanted: true, finding: [{ artifact: 'curve', problem: 'missing' }] },
    });
    const judged = { verdict: 'rejected', comment: 'where is the curve?' };
    expect(await face(way, 'alice').act(id, 'verify', judged)).toMatchObject({ state: 'accepted' });
    await crew.act(id, 'claim');
    const artifact = [{ name: 'curve', 'media-type': 'application/json', value: '[1,2]' }];
    await crew.act(id, 'complete', { artifact });
    expect(await face(way, 'alice').act(id, 'verify', { verdict: 'accepted' })).toMatchObject({ state: 'completed' });
  });

  it('CUI-4.1-o CUI-4.1-p CUI-4.3-h: the executor gets what the execution needs, personal data removed by policy', async () => {
    const id = await assign({
      'task-id': `${way}-minimal`,
      content: '##target object ring-7 ##task description ask bob@example.net or +49 30 1234567',
      policy: { 'max-attempts': 2 },
      subscription: { url: 'http://127.0.0.1:9/' },
    });
    const assigner = await face(way, 'alice').read(RESOURCES.task(id));
    expect(Object.keys(assigner ?? {})).toEqual(expect.arrayContaining(OWN));
    const executor = await face(way, 'carol').read(RESOURCES.task(id));
    for (const name of OWN) expect(executor).not.toHaveProperty(name);
    expect(executor).toMatchObject({
      content: '##target object ring-7 ##task description ask [redacted] or [redacted]',
      redacted: expect.arrayContaining(['email', 'phone']),
    });
    await face(way, 'alice').act(id, 'cancel');
  });
});
