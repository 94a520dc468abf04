/** Kills a node under task traffic, again and again, on one data directory, and says what it lost. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RestconfClient } from '../../../src/clients/index.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { Assigner } from './assigner.js';
import { execute } from './executor.js';
import { follow, replay } from './follower.js';
import { startReceiver } from './receiver.js';
import { CrashRecord, member } from './record.js';
import { type DiaryLine, repeatedSteps, wrongDeliveries, wrongSequences, wrongStream, wrongTasks } from './verify.js';

export interface CrashOptions {
  /** How often the node is killed. */
  readonly rounds: number;
  readonly directory: string;
  readonly onRound?: (round: number, record: CrashRecord) => void;
}

export interface CrashReport {
  readonly record: CrashRecord;
  /** How often the node was killed before it was ready. */
  readonly killedInStart: number;
  readonly diary: readonly DiaryLine[];
  /** Empty when all is as it must be. */
  readonly faults: readonly string[];
}

const AGENT = fileURLToPath(new URL('../../support/agents/stepper.mjs', import.meta.url));
/** Assignments answered before a round ends, and the milliseconds within which its end then comes. */
const TRAFFIC = 25;
const LATEST_KILL = 400;
/** Every so many rounds the node is killed while it starts, too. */
const START_KILLS = 5;
/** Milliseconds for everything unfinished to be finished at the end, at least. */
const COMPLETION = 60_000;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'ACME' });
const CONFIGURATION = {
  'yangent-agents:agents': {
    agent: [
      { id: 'noc', profile: profile('noc') },
      { id: 'field', profile: profile('field') },
    ],
  },
};

export async function crash({ rounds, directory, onRound }: CrashOptions): Promise<CrashReport> {
  const record = new CrashRecord();
  const receiver = await startReceiver(record);
  const diaryFile = join(directory, 'diary');
  const configuration = join(directory, 'configuration.json');
  writeFileSync(configuration, JSON.stringify(CONFIGURATION));
  const start = (signal?: AbortSignal) =>
    startServe({
      data: join(directory, 'data'),
      args: ['--agent', AGENT, '--config', configuration],
      env: { STEPPER_DIARY: diaryFile },
      signal,
    });
  const assigners = (['restconf', 'netconf', 'restconf', 'netconf', 'restconf', 'restconf'] as const).map(
    (protocol, index) => new Assigner({ name: `${protocol}-${index}`, protocol, record, reports: receiver.url }),
  );
  /** Ends with the life, or when `stop` is aborted. */
  const traffic = (life: ServeProcess, stop: AbortSignal, noMore: AbortSignal) =>
    Promise.all([
      follow(life, record, stop),
      execute(life, record, stop),
      ...assigners.map((assigner) => assigner.run(life, noMore)),
    ]);
  const never = new AbortController().signal;

  let killedInStart = 0;
  let startup = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      if (startup > 0 && round % START_KILLS === 0 && (await killedWhileStarting(start, startup))) killedInStart++;
      const life = await start();
      startup = life.startup;
      const enough = record.acknowledged.size + TRAFFIC;
      const ended = traffic(life, never, never);
      await Promise.race([record.until(() => record.acknowledged.size >= enough), ended]);
      await delay(Math.random() * LATEST_KILL);
      await life.end('SIGKILL');
      await ended;
      onRound?.(round, record);
      if (record.faults.length > 0) break;
    }
    const life = await start();
    const stop = new AbortController();
    const ended = traffic(life, stop.signal, AbortSignal.abort());
    const late = AbortSignal.timeout(COMPLETION + 20 * record.acknowledged.size);
    await record.until(() => allDone(record), late).catch(() => record.faults.push('not all tasks were finished'));
    const stored = await readTasks(life, record);
    await record.until(() => wrongDeliveries(record, stored).length === 0, late).catch(() => undefined);
    stop.abort();
    await ended;
    const replayed = await replay(life, record);
    await life.end('SIGTERM');
    const diary = readDiary(diaryFile);
    return {
      record,
      killedInStart,
      diary,
      faults: [
        ...record.faults,
        ...wrongTasks(record, stored, diary),
        ...wrongStream(record, replayed),
        ...wrongSequences(record, stored),
        ...wrongDeliveries(record, stored),
        ...repeatedSteps(diary),
      ],
    };
  } finally {
    await receiver.close();
  }
}

/** Kills the node at some moment of its start. @returns false when it was ready before */
async function killedWhileStarting(
  start: (signal: AbortSignal) => Promise<ServeProcess>,
  startup: number,
): Promise<boolean> {
  const kill = AbortSignal.timeout(Math.round(Math.random() * startup));
  const life = await start(kill).catch(() => undefined);
  await life?.end('SIGKILL');
  return life === undefined;
}

function allDone({ acknowledged, states }: CrashRecord): boolean {
  for (const { id } of acknowledged.values()) if (!FINAL.has(states.get(id) ?? '')) return false;
  return true;
}

const FINAL = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** What the node has of each acknowledged task, by the assigner's task-id. */
async function readTasks({ url, password }: ServeProcess, record: CrashRecord): Promise<ReadonlyMap<string, unknown>> {
  const client = new RestconfClient({ url, username: 'admin', password });
  const tasks = new Map<string, unknown>();
  for (const { taskId } of record.acknowledged.values()) {
    try {
      const output = await client.invoke('yangent-tasks:query', { from: 'noc', 'task-id': taskId });
      tasks.set(taskId, member(output, 'task'));
    } catch (error) {
      record.faults.push(`task ${taskId} cannot be read: ${error}`);
    }
  }
  client.close();
  return tasks;
}

function readDiary(file: string): DiaryLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): DiaryLine => JSON.parse(line));
}
