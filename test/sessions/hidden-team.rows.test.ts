/** A team whose members are hidden: each learns of its own turn and task, by every way in which it reads, and of no other member. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { SESSIONS_XML, useSessionsRig } from './sessions-rig.js';

const { rig, call, say, read, receive, drain } = useSessionsRig();
const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** Opens such a team, whose coordinator has said three messages that name members. */
async function team(): Promise<string> {
  const members = [{ agent: 'ip' }, { agent: 'optics' }];
  const more = { 'show-members': false, qos: { history: 'summary' } };
  const opening = { from: 'noc', kind: 'team', goal: 'why', member: members, ...more };
  const session = (await call('alice', 'open', opening)).output.id;
  for (const agent of ['ip', 'optics']) await drain(agent);
  const assign = { type: 'yangent-sessions:task-assignment', mode: 'asynchronous', 'next-speaker': ['ip', 'optics'] };
  for (const [content, said] of [
    ['look', { ...assign, task: { 'task-id': session } }],
    ['you two', { to: ['ip', 'optics'] }],
    ['the first', { 'next-speaker': ['ip'] }],
  ] as const)
    expect(await say('noc', session, content, said)).toMatchObject({ status: 200 });
  return session;
}

/** What a member reads of the three messages. */
const told = (agent: string) => [
  { content: 'look', 'next-speaker': [agent], holder: undefined, to: undefined },
  { content: 'you two', 'next-speaker': undefined, holder: undefined, to: [agent] },
  {
    ...{ content: 'the first', to: undefined },
    ...(agent === 'ip' ? { 'next-speaker': ['ip'], holder: ['ip'] } : { 'next-speaker': undefined, holder: undefined }),
  },
];
const namesIn = (message: Plain) => ({
  ...{ content: message.content, 'next-speaker': message['next-speaker'], to: message.to },
  holder: message.floor?.holder,
});
const OWNERS = { ip: 'bob', optics: 'carol' } as const;

describe.each(['ip', 'optics'] as const)('member %s of a team whose members are hidden', (agent) => {
  const user = OWNERS[agent];
  const other = agent === 'ip' ? 'optics' : 'ip';
  let session = '';
  beforeAll(async () => {
    session = await team();
  });

  it('is told of its own turn and task by receive and history', async () => {
    expect((await receive(agent, { 'redeliver-after': 1 })).message.map(namesIn)).toEqual(told(agent));
    const { output } = await call(user, 'history', { agent, session, type: ['yangent-sessions:discussion'] });
    expect(output.message.map(namesIn)).toEqual(told(agent).slice(1));
  });

  it('is told the same by the stream inbox, and by a filter of it that names another', async () => {
    const open = async (query: string) => {
      const login = { user, password: `the password of ${user}` };
      const path = `/agents/${agent}/restconf/streams/inbox/json${query}`;
      const stream = await EventStream.open(rig.node, path, login);
      streams.push(stream);
      return stream;
    };
    const all = await (await open('')).take(3);
    expect(all.map(({ value }) => namesIn(value))).toEqual(told(agent));
    const holder = `yangent-sessions:floor/yangent-sessions:holder='ip'`;
    const end = `yangent-sessions:content='the end of ${agent}'`;
    const filter = encodeURIComponent(`/yangent-sessions:message[${holder} or ${end}]`);
    const filtered = await open(`?filter=${filter}`);
    await say('noc', session, `the end of ${agent}`);
    const [first] = await filtered.take(1);
    expect(first?.value.content).toBe(agent === 'ip' ? 'the first' : 'the end of optics');
  });

  it('is told the same over NETCONF', async () => {
    const history = `<history xmlns="${SESSIONS_XML}"><agent>${agent}</agent><session>${session}</session></history>`;
    const reply = await rig.netconf(user, history);
    expect(reply).toContain('<content>look</content>');
    expect(reply).toContain(`<next-speaker>${agent}</next-speaker>`);
    expect(reply).not.toContain(`>${other}<`);
  });

  it('sees its own turn and task in the state of the session, and no other', async () => {
    const seen = await read(user, session);
    expect(seen.task).toMatchObject([{ 'task-id': `${session}/${agent}`, assigner: 'noc', assignee: agent }]);
    expect(JSON.stringify(seen)).not.toContain(`"${other}"`);
    expect(seen).not.toHaveProperty('coordinator');
    const { id } = (await read('alice', session)).task.find(({ assignee }: Plain) => assignee === other);
    const path = `/restconf/data/yangent-sessions:sessions/session=${session}/task=${id}`;
    expect(await rig.http(user, 'GET', path)).toMatchObject({ status: 404 });
    await say('noc', session, 'you', { 'next-speaker': [agent] });
    expect((await read(user, session)).floor).toMatchObject({ holder: [agent] });
    await say('noc', session, 'the other', { 'next-speaker': [other] });
    expect((await read(user, session)).floor).toEqual({ turn: expect.any(Number), expires: expect.any(String) });
  });

  it('is refused without a word of others', async () => {
    await say('noc', session, 'the other', { 'next-speaker': [other] });
    const refused = await say(agent, session, 'me');
    expect(refused).toMatchObject({ status: 412, output: { 'error-app-tag': 'no-floor' } });
    expect(JSON.stringify(refused)).not.toContain(`"${other}"`);
    await say('noc', session, 'you', { 'next-speaker': [agent] });
    const stored = (await say(agent, session, 'said')).output;
    const { output } = await call(user, 'history', { agent, session, after: String(Number(stored.sequence) - 1) });
    expect(JSON.stringify(output)).not.toContain(`"${other}"`);
  });
});

it('the coordinator of such a team reads all that it said', async () => {
  const session = await team();
  const { output } = await call('alice', 'history', { agent: 'noc', session, from: 'noc', after: '0', limit: 2 });
  expect(output.message.map(namesIn)).toMatchObject([
    { 'next-speaker': ['ip', 'optics'], holder: ['noc'] },
    { to: ['ip', 'optics'] },
  ]);
});

it('one that joins such a team later reads no member in the summary of what was said', async () => {
  const session = await team();
  await rig.operation('bob', 'yangent-agents:register', {
    id: 'late',
    profile: { name: 'late', description: 'Comes late', version: '1.0.0', provider: 'ACME' },
  });
  await rig.http('alice', 'POST', `/restconf/data/yangent-sessions:sessions/session=${session}/invite`, {
    'yangent-sessions:input': { agent: 'noc', member: [{ agent: 'late' }] },
  });
  const { output } = await call('bob', 'receive', { agent: 'late', session });
  expect(output.message).toMatchObject([
    { type: 'yangent-sessions:summary', content: expect.stringContaining('- noc: look') },
  ]);
  expect(output.message[0].content).not.toMatch(/noc to/);
});
