/** Kills a node while agents talk in a session, again and again, and says where the log was not as it must be. */
import { setTimeout as delay } from 'node:timers/promises';
import { RestconfClient } from '../../../src/clients/index.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { isTransport } from '../crash/assigner.js';
import { Journal, type Seen } from './journal.js';
import { call, logOf, read, Voice } from './traffic.js';

export interface SessionsCrashOptions {
  /** How often the node is killed under traffic. */
  readonly rounds: number;
  readonly directory: string;
}

const AGENTS = ['noc', 'ip', 'optics'];
/** Voices of each member that talk at the same time. */
const VOICES = 2;
/** Sends that are answered before the kill, at most. */
const SENDS = 120;
/** Milliseconds within which it then comes. */
const KILL = 40;

/** Returns what was told and found. It stops at the first fault. */
export async function crashSessions({ rounds, directory }: SessionsCrashOptions): Promise<Journal> {
  const journal = new Journal();
  const voices = AGENTS.flatMap((agent) =>
    Array.from({ length: VOICES }, (_, index) => new Voice(agent, `${agent}-${index + 1}`, journal)),
  );
  let session: string | undefined;
  for (let round = 1; round <= rounds && journal.faults.length === 0; round++) {
    await living(directory, async (life, client) => {
      session ??= await open(client);
      await judge(client, session, journal);
      await disturb(life, client, session, voices, journal);
    });
  }
  await living(directory, async (life, client) => {
    if (session === undefined) return;
    await judge(client, session, journal);
    for (const agent of AGENTS) while ((await read(client, agent, 2, journal)) > 0);
    journal.judgeEnd();
    await life.end('SIGTERM');
  });
  return journal;
}

async function living(
  data: string,
  work: (life: ServeProcess, client: RestconfClient) => Promise<void>,
): Promise<void> {
  const life = await startServe({ data });
  const client = new RestconfClient({ url: life.url, username: 'admin', password: life.password });
  try {
    await work(life, client);
  } finally {
    client.close();
    await life.end('SIGKILL');
  }
}

async function open(client: RestconfClient): Promise<string> {
  for (const name of AGENTS) {
    const profile = { name, description: 'talks with others', version: '1.0.0', provider: 'ACME' };
    await client.invoke('yangent-agents:register', { profile });
  }
  const [from, ...others] = AGENTS;
  const member = others.map((agent) => ({ agent, role: 'speaker' as const }));
  const { id } = await call(client, 'yangent-sessions:open', { from, kind: 'group', member });
  return String(id);
}

/** Traffic, and in the middle of it the end. */
async function disturb(
  life: ServeProcess,
  client: RestconfClient,
  session: string,
  voices: readonly Voice[],
  journal: Journal,
): Promise<void> {
  const talking = voices.map((voice) => voice.talk(client, session));
  const reading = AGENTS.map(async (agent) => {
    for (;;) await read(client, agent, 30, journal);
  });
  const ends = [...talking, ...reading].map((each: Promise<void>) =>
    each.catch((error: unknown) => {
      if (!isTransport(error)) journal.faults.push(String(error));
    }),
  );
  const { sent, repeated } = journal.counts;
  await Promise.race([journal.reaches(sent + repeated + 1 + Math.floor(Math.random() * SENDS)), ...ends]);
  await delay(Math.random() * KILL);
  await life.end('SIGKILL');
  await Promise.all(ends);
}

/** Reads the log as each member, and as an operator. */
async function judge(client: RestconfClient, session: string, journal: Journal): Promise<void> {
  const logs = new Map<string, readonly Seen[]>();
  for (const agent of [undefined, ...AGENTS]) logs.set(agent ?? 'an operator', await logOf(client, session, agent));
  journal.judge(logs);
}
