/** Many readers of the stream `inbox`: who is woken, what is read from the database, and readers that read nothing. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Place } from '../../src/sessions/deliver/inbox/place.js';
import { MemberRows } from '../../src/sessions/record/members.js';
import { MessageRows } from '../../src/sessions/record/messages.js';
import { SessionRows } from '../../src/sessions/record/sessions.js';
import { register } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, act, open, say, read, drain } = useSessionsRig();
const READERS = 40;
const streams: EventStream[] = [];
const agents = Array.from({ length: 2 * READERS }, (_, index) => `reader-${index}`);
beforeAll(async () => {
  for (const agent of [...agents, 'reader-idle', 'reader-turns']) await register(rig, 'admin', agent);
}, 120_000);
afterEach(() => {
  vi.restoreAllMocks();
  for (const stream of streams.splice(0)) stream.close();
});

async function inbox(agent: string, lastEventId?: string): Promise<EventStream> {
  const path = `/agents/${agent}/restconf/streams/inbox/json`;
  const login = agent.startsWith('reader') ? {} : { user: 'bob', password: 'the password of bob' };
  const stream = await EventStream.open(rig.node, path, { ...login, ...(lastEventId ? { lastEventId } : {}) });
  streams.push(stream);
  return stream;
}

it('a post wakes the readers of its session only, and none of them reads the database', async () => {
  const topics = [await open('topic'), await open('topic')];
  const readers: EventStream[][] = [[], []];
  for (const [index, agent] of agents.entries()) {
    const topic = topics[index % 2] ?? '';
    await act('admin', topic, 'join', { agent });
    readers[index % 2]?.push(await inbox(agent));
  }
  const [first = '', second = ''] = topics;
  for (const [index, topic] of topics.entries()) {
    await say('noc', topic, 'begin');
    for (const reader of readers[index] ?? []) expect((await reader.next())?.value.content).toBe('begin');
  }
  const looks = vi.spyOn(Place.prototype, 'look');
  const reads = [
    vi.spyOn(MessageRows.prototype, 'range'),
    vi.spyOn(MessageRows.prototype, 'among'),
    vi.spyOn(SessionRows.prototype, 'get'),
    vi.spyOn(MemberRows.prototype, 'get'),
  ];
  for (let n = 1; n <= 5; n += 1) {
    await say('noc', first, `news ${n}`);
    for (const reader of readers[0] ?? []) expect((await reader.next())?.value.content).toBe(`news ${n}`);
  }
  expect(new Set(looks.mock.contexts.flatMap((place) => (place instanceof Place ? [place.session] : [])))).toEqual(
    new Set([first]),
  );
  expect(looks.mock.calls.length).toBeGreaterThanOrEqual(5 * READERS);
  // A post itself knows the session and its sender from the one before, whatever the number of readers.
  expect(reads.map((each) => each.mock.calls.length)).toEqual([0, 0, 0, 0]);
  await say('noc', second, 'for the others');
  for (const reader of readers[1] ?? []) expect((await reader.next())?.value.content).toBe('for the others');
}, 120_000);

it('a reader that reads nothing holds up nobody, and reads all in order when it reads again', async () => {
  const session = await open('topic', { qos: { 'max-backlog': 100_000 } });
  await act('admin', session, 'join', { agent: 'reader-idle' });
  await act('bob', session, 'join', { agent: 'ip' });
  await drain('ip');
  const [idle, busy] = [await inbox('reader-idle'), await inbox('ip')];
  const content = 'x'.repeat(200_000);
  const numbers: number[] = [];
  for (let n = 0; n < 150; n += 1) {
    await say('noc', session, content);
    numbers.push(Number((await busy.next())?.value.sequence));
  }
  const { member } = await read('admin', session);
  const delivered = Number(member.find(({ agent }: { agent: string }) => agent === 'reader-idle').delivered);
  // What is written fills the buffers of the connection, of which the kernel holds most.
  expect((delivered - 3) * content.length).toBeLessThan(15_000_000);
  const found: number[] = [];
  for (const _ of numbers) found.push(Number((await idle.next())?.value.sequence));
  expect(found).toEqual(numbers);
}, 120_000);

it('ANF-11.2-a: what waits in many sessions comes by the priority with which they were opened, in order within each', async () => {
  const member = [{ agent: 'reader-turns' }];
  const low = await open('group', { member, qos: { priority: 0 } });
  const high = await open('group', { member, qos: { priority: 3 } });
  const content = 'y'.repeat(1_000);
  for (let n = 0; n < 40; n += 1) {
    await say('noc', low, content);
    await say('noc', high, content);
  }
  const stream = await inbox('reader-turns');
  const events = (await stream.take(80)).filter(({ value }) => value.content === content);
  for (const session of [low, high]) {
    const numbers = events.filter(({ value }) => value.session === session).map(({ value }) => Number(value.sequence));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers).toHaveLength(40);
  }
  const lastOfHigh = events.map(({ value }) => value.session).lastIndexOf(high);
  const lowBefore = events.slice(0, lastOfHigh).filter(({ value }) => value.session === low).length;
  expect(lowBefore).toBeGreaterThan(0);
  expect(lowBefore).toBeLessThanOrEqual(8);
}, 60_000);
