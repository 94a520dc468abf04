/** A peer that lies about sessions is not believed, stays within bounds, and harms no session of another peer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { addressOf, Client, type Plain, users, withSecret } from './domains-rig.js';
import { header, message, newId } from './lying-batch.js';
import { LyingNode } from './lying-node.js';
import { act, history, said, session } from './sessions-client.js';

const SESSIONS = '/restconf/data/yangent-sessions:sessions/session';
const MAX_SESSIONS = 40;
const ANYONE = { execution: { accepts: { sessions: 'anyone' } } };

let liar: LyingNode;
let near: TestNode;
let good: TestNode;
let admin: Client;
let bob: Client;
let ann: Client;
/** The session of the honest peer. */
let honest: string;

beforeAll(async () => {
  liar = await LyingNode.start();
  good = await startTestNode({ data: withSecret('from-good') });
  near = await startTestNode({ data: withSecret('from-near') });
  await near.node.edit({
    ...users('liar', 'from-good', 'bob'),
    'yangent-agents:agents': { agent: ['fault', 'optics'].map((id) => agentEntry(id, ['bob'], ANYONE)) },
    'yangent-sessions:sessions': { 'max-members': 50 },
  });
  await good.node.edit({
    ...users('from-near', 'ann'),
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann'])] },
  });
  await near.node.edit({
    'yangent-peers:peers': {
      domain: 'near.example',
      peer: [
        {
          ...{ name: 'liar', domain: ['liar.example'], user: 'liar', 'max-sessions': MAX_SESSIONS },
          address: { target: liar.url, user: 'near', credential: 'peer', identity: liar.identity },
        },
        { name: 'good', domain: ['good.example'], user: 'from-good', address: addressOf(good, 'from-near') },
      ],
    },
  });
  await good.node.edit({
    'yangent-peers:peers': {
      domain: 'good.example',
      peer: [{ name: 'near', domain: ['near.example'], user: 'from-near', address: addressOf(near, 'from-good') }],
    },
  });
  [admin, bob, ann] = [new Client(near), new Client(near, 'bob'), new Client(good, 'ann')];
  ({ id: honest } = await ann.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', name: 'honest', member: [{ agent: 'fault@near.example' }] },
  }));
  await session(bob, honest);
  await act(bob, honest, 'join', { agent: 'fault' });
});
afterAll(async () => {
  for (const client of [admin, bob, ann]) client?.https.close();
  liar?.stop();
  await Promise.all([near?.stop(), good?.stop()]);
});

const shown = async (id: string): Promise<Plain | undefined> => {
  const { status, body } = await admin.https.send('GET', `${SESSIONS}=${id}`);
  return status === 200 ? JSON.parse(body)['yangent-sessions:session'][0] : undefined;
};
const words = async (id: string) => said(await history(bob, id, 'fault'));

/** Gives a batch together with a session that is right, which does not suffer from the others. */
async function giveBeside({ session: sessions, message: messages = [], ...more }: Plain): Promise<void> {
  const id = newId();
  const right = { session: [...sessions, header(id)], message: [...messages, message(id, 1)] };
  const told = await liar.give({ ...right, ...more });
  expect(told.get(id)).toMatchObject({ through: '1' });
  await liar.give({ session: [header(id, { state: 'closed', 'close-reason': 'closed' })], message: [message(id, 2)] });
}

let count = 0;
/** Lets the honest peer say something, which comes through. */
async function honestGoesOn(): Promise<void> {
  count += 1;
  const content = `honest word ${count}`;
  await ann.output('yangent-sessions:send', { session: honest, from: 'noc', content });
  await until(
    () => words(honest),
    (all) => all.at(-1)?.[2] === content,
  );
}

describe('a peer that lies about a session of its own', () => {
  it('is believed where it may be', async () => {
    const id = newId();
    const told = await liar.give({
      session: [header(id)],
      message: [message(id, 1), message(id, 2, { from: 'x@other.example' })],
    });
    expect(told.get(id)).toMatchObject({ through: '2' });
    expect(await words(id)).toEqual([
      [1, 'chief@liar.example', 'word 1'],
      [2, 'x@other.example', 'word 2'],
    ]);
  });

  it('cannot let an agent of this node say something', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1, { from: 'fault@near.example' })] });
    expect(await words(id)).toEqual([[1, 'fault@near.example', 'word 1']]);
  });

  it('cannot change what an agent of this node said', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1)] });
    await bob.output('yangent-sessions:send', { session: id, from: 'fault', id: 'f-1', content: 'no light' });
    await until(
      () => liar.sent,
      (sent) => sent.some((each) => each.id === 'f-1'),
    );
    await liar.give({
      session: [header(id)],
      message: [message(id, 2, { from: 'fault@near.example', id: 'f-1', content: 'all is well' })],
    });
    expect(await words(id)).toEqual([[1, 'chief@liar.example', 'word 1']]);
    expect((await shown(id))?.copy).toMatchObject({
      problem: 'it has other words for message "f-1" than agent "fault" has sent',
    });
    await honestGoesOn();
  });

  it('stores the words of an agent of this node as it sent them, whatever was removed for others', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1)] });
    await bob.output('yangent-sessions:send', { session: id, from: 'fault', id: 'f-1', content: 'no light' });
    const own = { from: 'fault@near.example', id: 'f-1', content: 'xxx', redacted: ['content'] };
    await liar.give({ session: [header(id)], message: [message(id, 2, own)] });
    const again = await liar.give({ session: [header(id)], message: [message(id, 2, own), message(id, 3)] });
    expect(again.get(id)).toMatchObject({ through: '3' });
    expect(await words(id)).toEqual([
      [1, 'chief@liar.example', 'word 1'],
      [2, 'fault', 'no light'],
      [3, 'chief@liar.example', 'word 3'],
    ]);
  });

  it.each<[string, (id: string) => readonly Plain[], number, string]>([
    [
      'another message under a number',
      (id) => [message(id, 1), message(id, 2), message(id, 2, { previous: '1', content: 'other' })],
      2,
      'it gives another message 2 than before, or one message twice',
    ],
    [
      'one message under two numbers of one agent',
      (id) => [message(id, 1), message(id, 2, { id: 'm-1', content: 'word 1' })],
      1,
      'it gives another message 2 than before, or one message twice',
    ],
    [
      'the last number of all',
      (id) => [message(id, 1), message(id, '9007199254740991', { previous: '1' })],
      1,
      'it has a message with the number 9007199254740991, behind which there is no other',
    ],
    [
      'an agent without domain',
      (id) => [message(id, 1), message(id, 2, { from: 'optics' })],
      1,
      'it names agent "optics" without the domain of its node',
    ],
    [
      'a day that no calendar has',
      (id) => [message(id, 1), message(id, 2, { at: '2030-02-33T00:00:00Z' })],
      1,
      'it has the time 2030-02-33T00:00:00Z, which is no time of any day',
    ],
    [
      'an extension that is no JSON',
      (id) => [message(id, 1), message(id, 2, { extension: '{' })],
      1,
      'its message 2 is not taken: "extension" is no JSON text: write text in quotes, or as an object',
    ],
    [
      'an extension without bottom',
      (id) => [message(id, 1), message(id, 2, { extension: `${'['.repeat(30_000)}${']'.repeat(30_000)}` })],
      1,
      'its message 2 is not taken: "extension" is nested deeper than 200',
    ],
    [
      'a text without end',
      (id) => [message(id, 1), message(id, 2, { content: 'x'.repeat(1_048_577) })],
      1,
      'its message 2 has 1048577 characters, and may have 1048576',
    ],
  ])('is believed up to %s, and no further', async (_what, messages, last, problem) => {
    const id = newId();
    // In one answer, the model lets no number come twice.
    for (const each of messages(id)) await liar.give({ session: [header(id)], message: [each] });
    expect((await words(id)).map(([sequence]) => sequence)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect((await shown(id))?.copy.problem).toBe(problem);
    await giveBeside({ session: [header(id)], message: [message(id, last + 1, { content: 'again' })] });
    expect(await words(id)).toHaveLength(last);
    await honestGoesOn();
  });

  it('is asked again for messages that were left out, and numbers that go back change nothing', async () => {
    const id = newId();
    const left = await liar.give({ session: [header(id)], message: [message(id, 1), message(id, 4)] });
    expect(left.get(id)).toMatchObject({ through: '1' });
    const back = await liar.give({ session: [header(id)], message: [message(id, 2), message(id, 1)] });
    expect(back.get(id)).toMatchObject({ through: '2' });
    expect(await words(id)).toHaveLength(2);
  });

  it('gives nobody a right to data of this node', async () => {
    const id = newId();
    expect((await admin.https.send('PUT', '/data/secret', { type: 'text/plain', body: 'the plan' })).status).toBe(201);
    const artifact = [{ name: 'plan', 'data-param': 'secret' }];
    await liar.give({ session: [header(id)], message: [message(id, 1, { artifact })] });
    const [first] = await history(bob, id, 'fault');
    expect(first).toMatchObject({ artifact: [{ name: 'plan' }], redacted: ['data-param'] });
    expect(first?.artifact[0]['data-param']).toBeUndefined();
    expect((await bob.https.send('GET', '/data/secret')).status).toBe(404);
    expect((await admin.https.send('GET', '/data/secret')).body).toBe('the plan');
  });
});

describe('a peer that lies about sessions of others', () => {
  it.each<[string, () => Promise<[string, Plain]>]>([
    [
      'a session of this node',
      async () => {
        const { id } = await bob.output('yangent-sessions:open', { from: 'fault', kind: 'group', name: 'ours' });
        return [id, { name: 'theirs' }];
      },
    ],
    ['a session of another peer', async () => [honest, { name: 'theirs' }]],
    [
      'a session of another peer, of which it says that it is the home',
      async () => [honest, { name: 'theirs', home: 'good.example' }],
    ],
  ])('does not get %s', async (_what, of) => {
    const [id, more] = await of();
    const before = await shown(id);
    await giveBeside({ session: [header(id, more)], message: [message(id, 90)] });
    expect(await shown(id)).toEqual(before);
    await honestGoesOn();
  });

  it.each<[string, () => [string, Plain]]>([
    ['an identifier of another version', () => [randomUUID(), {}]],
    ['a home for which it does not speak', () => [newId(), { home: 'elsewhere.example' }]],
    ['no home', () => [newId(), { home: undefined }]],
    ['a beginning on no day', () => [newId(), { created: '2030-02-33T00:00:00Z' }]],
    ['an agent without domain', () => [newId(), { coordinator: 'optics' }]],
    [
      'too many members',
      () => [
        newId(),
        {
          member: Array.from({ length: 51 }, (_, at) => ({
            agent: `a${at}@liar.example`,
            role: 'speaker',
            state: 'joined',
          })),
        },
      ],
    ],
  ])('opens nothing with %s', async (_what, of) => {
    const [id, more] = of();
    await giveBeside({ session: [header(id, more)], message: [message(id, 1)] });
    expect(await shown(id)).toBeUndefined();
  });

  it('refuses no message that goes to another peer', async () => {
    await bob.output('yangent-sessions:send', { session: honest, from: 'fault', id: 'keep', content: 'kept' });
    await giveBeside({
      session: [header(newId())],
      rejected: [{ session: honest, id: 'keep', from: 'fault@near.example', 'error-tag': 'invalid-value' }],
    });
    await until(
      () => words(honest),
      (all) => all.at(-1)?.[2] === 'kept',
    );
    const { rejected } = await bob.output('yangent-sessions:receive', { agent: 'fault' });
    expect(rejected).toBeUndefined();
  });

  it('continues no session without right', async () => {
    const [id, ours] = [newId(), (await bob.output('yangent-sessions:open', { from: 'fault', kind: 'group' })).id];
    await giveBeside({ session: [header(id, { continues: { session: ours, through: '1' } })] });
    await giveBeside({ session: [header(newId(), { continues: { session: honest, through: '1' } })] });
    expect([(await shown(ours))?.state, (await shown(honest))?.state]).toEqual(['open', 'open']);
    await honestGoesOn();
  });
});

describe('a peer without end', () => {
  it('is asked less often while it gives at once what is no news', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1)] });
    liar.endless = { session: [header(id)], message: [message(id, 1)] };
    const before = liar.asked;
    const begun = Date.now();
    await liar.give(liar.endless);
    await until(
      () => liar.asked,
      (asked) => asked >= before + 5,
    );
    // Pauses of 100, 200, 400 and 800 ms.
    expect(Date.now() - begun).toBeGreaterThan(1_400);
    liar.endless = undefined;
    await honestGoesOn();
  });

  it('fills its own places only', async () => {
    const ids = Array.from({ length: 200 }, newId);
    await liar.give({ session: ids.map((id) => header(id)) });
    const open = await Promise.all(ids.map(shown));
    expect(open.filter((each) => each !== undefined).length).toBeLessThan(MAX_SESSIONS);
    await honestGoesOn();
  });
});

describe('a peer that lies as a reader', () => {
  it.each<[string, (client: Client) => Promise<{ status: number }>, number]>([
    [
      'acknowledges a session without agents of it',
      (client) =>
        client.rpc('yangent-sessions:acknowledge', { position: [{ session: honest, through: '1', rejected: ['x'] }] }),
      409,
    ],
    [
      'joins for an agent of another peer',
      (client) =>
        client.https.send('POST', `${SESSIONS}=${honest}/join`, {
          body: JSON.stringify({ 'yangent-sessions:input': { agent: 'noc@good.example' } }),
        }),
      404,
    ],
    [
      'joins for an agent of this node',
      (client) =>
        client.https.send('POST', `${SESSIONS}=${honest}/join`, {
          body: JSON.stringify({ 'yangent-sessions:input': { agent: 'optics' } }),
        }),
      404,
    ],
    [
      'speaks for an agent of another peer',
      (client) => client.rpc('yangent-sessions:send', { session: honest, from: 'noc@good.example', content: 'x' }),
      403,
    ],
  ])('is refused when it %s', async (_what, ask, status) => {
    const client = new Client(near, 'liar');
    expect((await ask(client)).status).toBe(status);
    client.https.close();
    await honestGoesOn();
  });
});
