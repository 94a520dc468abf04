/** A home of sessions that is of a later version, lies about agents of this node, or gets lost: the node tells its agents the truth. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { Client, PEERS, type Plain, users, withSecret } from './domains-rig.js';
import { header, message, newId } from './lying-batch.js';
import { LyingNode } from './lying-node.js';
import { act, history, said, session } from './sessions-client.js';

const accepts = (sessions: string) => ({ execution: { accepts: { sessions } } });

let liar: LyingNode;
let near: TestNode;
let [admin, bob]: readonly Client[] = [];
beforeAll(async () => {
  liar = await LyingNode.start();
  near = await startTestNode({ data: withSecret('from-near') });
  const agent = [
    agentEntry('fault', ['bob'], accepts('anyone')),
    agentEntry('busy', ['bob'], accepts('anyone')),
    agentEntry('none', ['bob'], accepts('none')),
    agentEntry('shy', ['bob']),
    agentEntry('x@OTHER.example', ['bob'], accepts('anyone')),
  ];
  await near.node.edit({ ...users('liar', 'one', 'two', 'bob'), 'yangent-agents:agents': { agent } });
  const address = { target: liar.url, user: 'near', credential: 'peer', identity: liar.identity };
  const peer = [
    { name: 'liar', domain: ['liar.example', 'k.example'], user: 'liar', relay: true, address },
    { name: 'one', domain: ['one.example'], user: 'one' },
    { name: 'two', domain: ['two.example'], user: 'two' },
  ];
  await near.node.edit({ 'yangent-peers:peers': { domain: 'near.example', peer } });
  [admin, bob] = [new Client(near), new Client(near, 'bob')];
});
afterAll(async () => {
  for (const client of [admin, bob]) client?.https.close();
  liar?.stop();
  await near?.stop();
});

const coordinator = { agent: 'chief@liar.example', role: 'coordinator', state: 'joined', 'from-sequence': '1' };
const joined = (agent: string, from = '1') => ({ agent, role: 'speaker', state: 'joined', 'from-sequence': from });
const send = (client: Client, id: string, more: Plain) => client.rpc('yangent-sessions:send', { session: id, ...more });
const stateOf = async (id: string, agent: string) =>
  (await session(admin!, id)).member.find((each: Plain) => each.agent === agent)?.state;

describe('a home of a later version', () => {
  it('says something of a type that this node does not know, and all else goes on', async () => {
    const [id, other] = [newId(), newId()];
    const strange = message(id, 2, { type: 'yangent-sessions:poll', content: 'who is for it?' });
    const foreign = message(id, 3, { type: 'example-votes:ballot' });
    await liar.give({
      session: [header(id), header(other)],
      message: [message(id, 1), strange, foreign, message(id, 4), message(other, 1)],
    });
    const all = await history(bob!, id, 'fault');
    expect(all.map(({ sequence, type, content, redacted }) => [sequence, type, content, redacted])).toEqual([
      ['1', 'yangent-sessions:discussion', 'word 1', undefined],
      ['2', 'yangent-sessions:discussion', 'who is for it?', ['type']],
      ['3', 'yangent-sessions:discussion', 'word 3', ['type']],
      ['4', 'yangent-sessions:discussion', 'word 4', undefined],
    ]);
    expect(said(await history(bob!, other, 'fault'))).toHaveLength(1);
  });

  it('is believed when this node knows the type later', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1, { type: 'yangent-sessions:poll' })] });
    const again = await liar.give({
      session: [header(id)],
      message: [message(id, 1, { type: 'yangent-sessions:request' }), message(id, 2)],
    });
    expect(again.get(id)).toMatchObject({ through: '2' });
    expect((await session(admin!, id)).copy.problem).toBeUndefined();
  });
});

describe('an agent of this node that its home calls joined', () => {
  it('is invited, until it joins by itself', async () => {
    const id = newId();
    await liar.give({
      session: [header(id, { member: [coordinator, joined('shy@near.example')] })],
      message: [message(id, 1), message(id, 2)],
    });
    expect(await stateOf(id, 'shy')).toBe('invited');
    expect((await send(bob!, id, { from: 'shy', content: 'x' })).status).toBe(412);
    const read = await bob!.rpc('yangent-sessions:history', { agent: 'shy', session: id });
    expect(read.body).not.toContain('word 2');
    liar.answerAct = () => ({ state: 'joined', sequence: '1' });
    await act(bob!, id, 'join', { agent: 'shy' });
    expect(await stateOf(id, 'shy')).toBe('joined');
    expect(said(await history(bob!, id, 'shy')).map(([sequence]) => sequence)).toEqual([1, 2]);
  });

  it('is invited when a message calls it so, and in when it has asked before', async () => {
    const id = newId();
    const comes = (sequence: number) =>
      message(id, sequence, {
        ...{ type: 'yangent-sessions:membership', content: undefined, from: undefined },
        membership: { agent: 'shy@near.example', state: 'joined', role: 'speaker' },
      });
    await liar.give({ session: [header(id, { member: [coordinator] })], message: [message(id, 1), comes(2)] });
    expect(await stateOf(id, 'shy')).toBe('invited');
    liar.answerAct = () => ({ state: 'joined', sequence: '3' });
    const asking = act(bob!, id, 'join', { agent: 'shy' });
    await liar.give({ session: [header(id)], message: [comes(3)] });
    await asking;
    expect(await stateOf(id, 'shy')).toBe('joined');
  });

  it('declines where it takes no invitation', async () => {
    const id = newId();
    const acted: string[] = [];
    liar.answerAct = (action, { agent }) => {
      acted.push(`${action} ${agent}`);
      return {};
    };
    const comes = message(id, 1, {
      ...{ type: 'yangent-sessions:membership', content: undefined, from: undefined },
      membership: { agent: 'none@near.example', state: 'joined', role: 'speaker' },
    });
    await liar.give({ session: [header(id, { member: [coordinator] })], message: [comes] });
    await until(
      () => acted,
      (all) => all.includes('decline none@near.example'),
    );
    expect(await stateOf(id, 'none')).toBe('invited');
  });
});

describe('words of an agent of this node', () => {
  it('are none that its home says under a name that it has with capital letters', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1, { from: 'x@OTHER.example' })] });
    const read = await bob!.rpc('yangent-sessions:history', { agent: 'fault', session: id });
    expect(read.body).not.toContain('word 1');
    expect((await session(admin!, id)).copy.problem).toContain('an agent of this node is called so');
  });

  it('are not those that its home says with another media type', async () => {
    const id = newId();
    await liar.give({ session: [header(id)], message: [message(id, 1)] });
    await send(bob!, id, { from: 'fault', id: 'f-1', content: 'a.b', 'media-type': 'text/markdown' });
    await until(
      () => liar.sent,
      (sent) => sent.some((each) => each.id === 'f-1'),
    );
    const changed = { from: 'fault@near.example', id: 'f-1', content: 'a.b', 'media-type': 'text/html' };
    await liar.give({ session: [header(id)], message: [message(id, 2, changed)] });
    expect((await session(admin!, id)).copy.problem).toContain('it has other words for message "f-1"');
  });

  it('said in clear before their session was sealed do not come into the session that goes on', async () => {
    const id = newId();
    liar.answerSend = () => 503;
    await liar.give({ session: [header(id)], message: [message(id, 1)] });
    expect((await send(bob!, id, { from: 'fault', id: 'c-1', content: 'the fibre is cut' })).status).toBe(200);
    await liar.give({ session: [header(id, { encryption: 'sealed' })], message: [message(id, 2)] });
    await session(admin!, id, ({ encryption }) => encryption === 'sealed');
    const { id: later } = await act(admin!, id, 'continue', {});
    expect(await session(admin!, later)).toMatchObject({ encryption: 'sealed' });
    expect(said(await history(bob!, later, 'fault'))).toEqual([]);
    const { rejected } = await bob!.output('yangent-sessions:receive', { agent: 'fault', session: id });
    expect(rejected).toEqual([expect.objectContaining({ session: id, id: 'c-1', 'error-app-tag': 'not-sealed' })]);
    const position = [{ session: id, through: '0', rejected: ['c-1'] }];
    await bob!.rpc('yangent-sessions:acknowledge', { agent: 'fault', position });
    liar.answerSend = ({ session: to, id: said }) => ({ session: to, id: said, status: 'accepted' });
  });
});

describe('data of this node', () => {
  it('are not given away by a name with a letter that becomes one of the domain of the home', async () => {
    const [id, name] = [newId(), 'plan@\u212a.example'];
    const path = `/data/${encodeURIComponent(name)}`;
    expect((await admin!.https.send('PUT', path, { type: 'text/plain', body: 'of admin alone' })).status).toBe(201);
    const artifact = [{ name: 'plan', 'data-param': name }];
    await liar.give({ session: [header(id)], message: [message(id, 1, { artifact })] });
    expect((await bob!.https.send('GET', path)).status).toBe(404);
  });
});

describe('messages that a home refuses', () => {
  it('are told to one peer, however many another one leaves lying', async () => {
    const id = newId();
    const member = [coordinator, joined('x@one.example'), joined('y@two.example')];
    await liar.give({ session: [header(id, { member })], message: [message(id, 1)] });
    liar.answerSend = () => 400;
    const [one, two] = [new Client(near, 'one'), new Client(near, 'two')];
    for (let at = 0; at < 110; at += 10) {
      const numbers = Array.from({ length: 10 }, (_, each) => at + each);
      await Promise.all(numbers.map((n) => send(one, id, { from: 'x@one.example', id: `x-${n}`, content: 'x' })));
    }
    await session(admin!, id, ({ copy }) => copy.waiting === undefined);
    expect((await send(two, id, { from: 'y@two.example', id: 'y-1', content: 'y' })).status).toBe(200);
    const refused = await until(
      async () => JSON.parse((await two.rpc('yangent-sessions:receive', { wait: 1 })).body || '{}'),
      (answer) => answer['yangent-sessions:output']?.rejected !== undefined,
      20_000,
    );
    expect(refused['yangent-sessions:output'].rejected).toEqual([
      expect.objectContaining({ id: 'y-1', from: 'y@two.example' }),
    ]);
    for (const client of [one, two]) client.https.close();
  });

  it('wake the node of their sender, when another node on the way tells of them', async () => {
    const id = newId();
    const member = [coordinator, joined('x@one.example')];
    liar.answerSend = ({ session: to, id: sent }) => ({ session: to, id: sent, status: 'accepted' });
    await liar.give({ session: [header(id, { member })], message: [message(id, 1)] });
    const one = new Client(near, 'one');
    expect((await send(one, id, { from: 'x@one.example', id: 'far', content: 'x' })).status).toBe(200);
    const receive = async (wait: number) => {
      const { body } = await one.rpc('yangent-sessions:receive', { wait });
      return body === '' ? undefined : JSON.parse(body)['yangent-sessions:output'];
    };
    // All that waits is taken first.
    for (let given = await receive(0); given; given = await receive(0)) {
      const position = new Map<string, Plain>();
      for (const { id: each } of given.session ?? []) position.set(each, { session: each, through: '0' });
      for (const { session: of, sequence } of given.message ?? []) position.set(of, { session: of, through: sequence });
      for (const { session: of, id: refused } of given.rejected ?? []) {
        const { rejected = [], ...rest } = position.get(of) ?? { session: of, through: '0' };
        position.set(of, { ...rest, rejected: [...rejected, refused] });
      }
      await one.rpc('yangent-sessions:acknowledge', { position: [...position.values()] });
    }
    const waiting = receive(30);
    const rejected = [{ session: id, id: 'far', from: 'x@one.example', 'error-tag': 'access-denied' }];
    await liar.give({ session: [header(id)], rejected });
    expect((await waiting)?.rejected).toEqual([expect.objectContaining({ id: 'far', 'error-tag': 'access-denied' })]);
    one.https.close();
  }, 60_000);

  it('are as many as may wait, for an agent that acknowledges none', async () => {
    /** A changed peer is asked anew. */
    const limit = async (most: number) => {
      const before = liar.asked;
      await admin!.patch(`${PEERS}/peer=liar`, { 'yangent-peers:peer': [{ name: 'liar', 'max-backlog': most }] });
      await until(
        () => liar.asked,
        (asked) => asked > before,
      );
    };
    const id = newId();
    const member = [coordinator, joined('busy@near.example')];
    await liar.give({ session: [header(id, { member })], message: [message(id, 1)] });
    liar.answerSend = () => 400;
    await limit(3);
    for (const each of ['r-1', 'r-2', 'r-3']) {
      expect((await send(bob!, id, { from: 'busy', id: each, content: 'r' })).status).toBe(200);
      await session(admin!, id, ({ copy }) => copy.waiting === undefined);
    }
    const { status, body } = await send(bob!, id, { from: 'busy', id: 'r-4', content: 'r' });
    expect([status, body]).toEqual([409, expect.stringContaining('acknowledge these first')]);
    // One that was refused may be sent again.
    expect((await send(bob!, id, { from: 'busy', id: 'r-1', content: 'r' })).status).toBe(200);
    await session(admin!, id, ({ copy }) => copy.waiting === undefined);
    const { rejected } = await bob!.output('yangent-sessions:receive', { agent: 'busy', session: id });
    const position = [{ session: id, through: '0', rejected: rejected.map((each: Plain) => each.id) }];
    await bob!.rpc('yangent-sessions:acknowledge', { agent: 'busy', position });
    expect((await send(bob!, id, { from: 'busy', id: 'r-4', content: 'r' })).status).toBe(200);
    await limit(100_000);
  });

  it('are acknowledged by their sender only', async () => {
    const id = newId();
    const member = [coordinator, joined('fault@near.example'), joined('shy@near.example')];
    await liar.give({ session: [header(id, { member })], message: [message(id, 1)] });
    liar.answerAct = () => ({ state: 'joined', sequence: '1' });
    await act(bob!, id, 'join', { agent: 'shy' });
    liar.answerSend = () => 400;
    await send(bob!, id, { from: 'fault', id: 'mine', content: 'r' });
    await session(admin!, id, ({ copy }) => copy.waiting === undefined);
    const position = [{ session: id, through: '0', rejected: ['mine'] }];
    await bob!.rpc('yangent-sessions:acknowledge', { agent: 'shy', position });
    await new Client(near, 'liar').rpc('yangent-sessions:acknowledge', { position });
    const { rejected } = await bob!.output('yangent-sessions:receive', { agent: 'fault', session: id });
    expect(rejected).toEqual([expect.objectContaining({ id: 'mine' })]);
  });
});
