/** Kills a node while agents talk in a group and work in teams, again and again, and says where the logs were not as they must be. */
import { setTimeout as delay } from 'node:timers/promises';
import { RestconfClient } from '../../../src/clients/index.js';
import { Random } from '../../fuzz/random.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { isTransport } from '../crash/assigner.js';
import { Crew } from './crew.js';
import { Journal } from './journal.js';
import { call, logsOf, read, register, Voice } from './traffic.js';

export interface SessionsCrashOptions {
  /** How often the node is killed under traffic. */
  readonly rounds: number;
  readonly directory: string;
  /** Where the steps of the teams and the moments of the kills begin. */
  readonly seed: number;
  readonly onRound?: (round: number, report: SessionsReport) => void;
}

export interface SessionsReport {
  readonly faults: readonly string[];
  /** Of the group. */
  readonly journal: Journal;
  readonly crews: readonly Crew[];
}

const AGENTS = ['noc', 'ip', 'optics'];
/** Voices of each member that talk at the same time. */
const VOICES = 2;
/** Crews that work in teams at the same time. */
const CREWS = 2;
/** Sends that are answered before the kill, at most. */
const SENDS = 200;
/** Milliseconds within which it then comes. */
const KILL = 40;

/** Returns what was told and found. It stops at the first fault. */
export async function crashSessions(o: SessionsCrashOptions): Promise<SessionsReport> {
  const { rounds, directory, seed, onRound } = o;
  const random = new Random(seed);
  const journal = new Journal();
  const crews = Array.from(
    { length: CREWS },
    (_, index) => new Crew(`crew-${index + 1}`, new Random(random.below(2 ** 32))),
  );
  const voices = AGENTS.flatMap((agent) =>
    Array.from({ length: VOICES }, (_, index) => new Voice(agent, `${agent}-${index + 1}`, journal)),
  );
  const report = (): SessionsReport => ({
    ...{ journal, crews },
    faults: [...new Set([...journal.faults, ...crews.flatMap(({ faults }) => faults)])],
  });
  let session: string | undefined;
  for (let round = 1; round <= rounds && report().faults.length === 0; round++) {
    await living(directory, async (life, client) => {
      session ??= await open(client, crews);
      await judge(client, session, journal, crews);
      await disturb(life, client, { session, voices, journal, crews, random });
    });
    onRound?.(round, report());
  }
  await living(directory, async (life, client) => {
    if (session === undefined) return;
    await judge(client, session, journal, crews);
    for (const agent of AGENTS) while ((await read(client, agent, 2, journal)) > 0);
    journal.judgeEnd();
    if (report().faults.length === 0) for (const crew of crews) await crew.finish(client);
    await life.end('SIGTERM');
  });
  return report();
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

async function open(client: RestconfClient, crews: readonly Crew[]): Promise<string> {
  for (const agent of AGENTS) await register(client, agent);
  for (const crew of crews) await crew.register(client);
  const [from, ...others] = AGENTS;
  const member = others.map((agent) => ({ agent, role: 'speaker' as const }));
  const { id } = await call(client, 'yangent-sessions:open', { from, kind: 'group', member });
  return String(id);
}

interface Traffic {
  readonly session: string;
  readonly voices: readonly Voice[];
  readonly journal: Journal;
  readonly crews: readonly Crew[];
  readonly random: Random;
}

/** Traffic, and in the middle of it the end. */
async function disturb(life: ServeProcess, client: RestconfClient, o: Traffic): Promise<void> {
  const { session, voices, journal, crews, random } = o;
  const talking = voices.map((voice) => voice.talk(client, session));
  const reading = AGENTS.map(async (agent): Promise<never> => {
    for (;;) await read(client, agent, 30, journal);
  });
  const ends = [...talking, ...reading, ...crews.flatMap((crew) => crew.work(client))].map((each: Promise<void>) =>
    each.catch((error: unknown) => {
      if (!isTransport(error)) journal.faults.push(String(error));
    }),
  );
  const { sent, repeated } = journal.counts;
  await Promise.race([journal.reaches(sent + repeated + 1 + random.below(SENDS)), ...ends]);
  await delay(random.below(KILL));
  await life.end('SIGKILL');
  await Promise.all(ends);
}

/** Reads the log as each member, and as an operator. */
async function judge(client: RestconfClient, session: string, journal: Journal, crews: readonly Crew[]): Promise<void> {
  journal.judge(await logsOf(client, session, AGENTS));
  for (const crew of crews) await crew.judge(client);
}
