/** Members that read in different ways see the same messages in the same order, one of them after it was away for 10,000. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createFace } from '../../adapters/ioa-websocket/index.js';
import { IoaClient } from '../adapters/ioa-websocket/ioa-rig.js';
import { type Plain, register } from '../rows/agents-rig.js';
import { member } from '../sessions/hosted-rig.js';
import { useSessionsRig } from '../sessions/sessions-rig.js';
import { EventStream } from '../support/event-stream.js';
import { RawNetconf } from '../support/raw-netconf.js';

/** What the hosted member heard and was not asked for yet. */
const heard: Seen[] = [];
let tellHeard: (() => void) | undefined;
const hosted = member('by-host', {
  sessions: {
    message: ({ sequence, content = '' }) => {
      heard.push([Number(sequence), content]);
      tellHeard?.();
    },
  },
});

const { rig, call, open, say, read } = useSessionsRig({
  ...{ adapters: [createFace({})], agents: [hosted] },
  limits: { agentSessions: { rate: 1_000_000 } },
});

/** Messages that are sent while one member is away, and after it came back. */
const AWAY = 10_000;
const MORE = 100;
/** Messages that are under way at the same time. */
const AT_ONCE = 10;
/** How many messages a reader takes before it says that it has them. */
const STEP = 500;

/** A message as a member saw it. */
type Seen = readonly [sequence: number, content: string];

/** A member that reads in its own way. */
interface Reader {
  next(): Promise<Seen>;
  /** Says that all messages up to this one were read. */
  done(sequence: number): Promise<void>;
  close(): void;
}

const USER = 'bob';
const PASSWORD = 'the password of bob';
let session: string;

/** Readers that stay connected acknowledge by the rpc. */
const byRpc = (agent: string) => async (sequence: number) => {
  const position = [{ session, through: String(sequence) }];
  expect(await call(USER, 'acknowledge', { agent, position })).toMatchObject({ status: 204 });
};

/** The ways of reading, by the identifier of the agent that reads so. */
const WAYS: Readonly<Record<string, (agent: string) => Promise<Reader>>> = {
  'by-netconf': async (agent) => {
    const client = await RawNetconf.open(rig.node, '1.1', { user: `${USER}%${agent}`, password: PASSWORD });
    const subscribe = 'create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"';
    expect(await client.ask(`<${subscribe}><stream>inbox</stream></create-subscription>`)).toContain('<ok/>');
    const next = async (): Promise<Seen> => {
      const text = await client.receive();
      if (text === 'closed') throw new Error('the session of NETCONF ended');
      const [, sequence, content] = /<sequence>(\d+)<.*<content>([^<]*)</s.exec(text) ?? [];
      return content === undefined ? next() : [Number(sequence), content];
    };
    return { next, done: byRpc(agent), close: () => client.close() };
  },
  'by-events': async (agent) => {
    const login = { user: USER, password: PASSWORD };
    const stream = await EventStream.open(rig.node, `/agents/${agent}/restconf/streams/inbox/json`, login);
    const next = async (): Promise<Seen> => {
      const [event] = await stream.take(1);
      const { sequence, content } = event?.value ?? {};
      return content === undefined ? next() : [Number(sequence), content];
    };
    return { next, done: byRpc(agent), close: () => stream.close() };
  },
  'by-receive': async (agent) => {
    const waiting: Plain[] = [];
    const next = async (): Promise<Seen> => {
      if (waiting.length === 0) {
        const { status, output } = await call(USER, 'receive', { agent, max: STEP, wait: 60 });
        expect([200, 204]).toContain(status);
        waiting.push(...(output?.message ?? []));
        if (waiting.length > 0) await byRpc(agent)(Number(waiting.at(-1).sequence));
      }
      const { sequence, content } = waiting.shift() ?? {};
      return content === undefined ? next() : [Number(sequence), content];
    };
    // What it takes is acknowledged at once: else it would get no more.
    return { next, done: async () => undefined, close: () => undefined };
  },
  'by-host': async () => ({
    next: async () => {
      while (heard.length === 0) {
        await new Promise<void>((resolve) => {
          tellHeard = resolve;
        });
      }
      return heard.shift() ?? [0, ''];
    },
    // The node acknowledges when the function has returned.
    done: async () => undefined,
    close: () => undefined,
  }),
  'by-websocket': async (agent) => {
    const url = `${rig.node.url.replace('https', 'wss')}/ioa/ws/${agent}`;
    const socket = new WebSocket(url, { auth: `${USER}:${PASSWORD}`, ca: readFileSync(rig.node.certificate) });
    const client = new IoaClient(socket);
    await once(socket, 'open');
    return {
      next: async () => {
        const { sequence, content } = await client.in(session, 'discussion');
        return [sequence, content];
      },
      done: async (sequence) => client.send({ type: 'acknowledge', group_id: session, sequence }),
      close: () => socket.terminate(),
    };
  },
};
/** The member that comes late. */
const LATE = 'by-websocket';

const readers = new Map<string, Reader>();
const seen = new Map<string, Seen[]>(Object.keys(WAYS).map((agent) => [agent, []]));

async function come(agent: string): Promise<void> {
  const reader = await WAYS[agent]?.(agent);
  if (reader) readers.set(agent, reader);
}

/** Reads until so many messages were seen in all. */
async function readOn(agent: string, total: number): Promise<void> {
  const [reader, messages] = [readers.get(agent), seen.get(agent)];
  if (!reader || !messages) throw new Error(`there is no reader ${agent}`);
  while (messages.length < total) {
    const message = await reader.next();
    messages.push(message);
    if (messages.length % STEP === 0 || messages.length === total) await reader.done(message[0]);
  }
}

/** The numbers that the sender was told, with what it said. */
const sent: Seen[] = [];

/** Sends so many messages, several at a time. */
async function send(count: number): Promise<void> {
  let left = count;
  const voice = async (name: number) => {
    for (; left > 0; ) {
      left -= 1;
      const content = `message ${left} of voice ${name}`;
      const { status, output } = await say('noc', session, content);
      expect({ status, output }).toMatchObject({ status: 200 });
      sent.push([Number(output.sequence), content]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, name) => voice(name)));
}

beforeAll(async () => {
  for (const agent of Object.keys(WAYS)) if (agent !== hosted.id) await register(rig, USER, agent);
  const members = Object.keys(WAYS).map((agent) => ({ agent }));
  session = await open('group', { member: members, qos: { 'max-backlog': 2 * AWAY } });
});
afterAll(() => {
  for (const reader of readers.values()) reader.close();
});

it(`members over ${Object.keys(WAYS).length} ways see the same messages in the same order, one of them after ${AWAY} in its absence`, async () => {
  const present = Object.keys(WAYS).filter((agent) => agent !== LATE);
  for (const agent of present) await come(agent);
  await Promise.all([send(AWAY), ...present.map((agent) => readOn(agent, AWAY))]);
  await come(LATE);
  await Promise.all([send(MORE), ...Object.keys(WAYS).map((agent) => readOn(agent, AWAY + MORE))]);
  const order = sent.toSorted(([one], [other]) => one - other);
  const first = order[0]?.[0] ?? 0;
  // Each number is given once, and none is left out.
  expect(order.map(([sequence]) => sequence)).toEqual(order.map((_, index) => first + index));
  for (const [agent, messages] of seen) {
    const wrong = order.findIndex((message, index) => String(messages[index]) !== String(message));
    expect({ agent, wrong, seen: messages[wrong] }).toEqual({ agent, wrong: -1, seen: undefined });
    expect(messages).toHaveLength(order.length);
  }
  const acknowledged = async (agent: string) =>
    (await read('alice', session)).member.find((each: Plain) => each.agent === agent).acknowledged;
  for (const agent of Object.keys(WAYS))
    await expect.poll(() => acknowledged(agent), { timeout: 30_000 }).toBe(String(order.at(-1)?.[0]));
}, 540_000);
