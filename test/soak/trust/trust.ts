/** Kills a node under traffic of all kinds, again and again, and compares the records of its audit log with their effects. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Random } from '../../fuzz/random.js';
import { YANGENT } from '../../support/build.js';
import { freePort } from '../../support/free-port.js';
import { startServe } from '../../support/serve.js';
import { isTransport } from '../crash/assigner.js';
import { Clients, Gone } from './clients.js';
import { configurationOf, DEVICE, LEDGER, MODULE } from './configuration.js';
import { Device } from './device.js';
import { netconfEdits, restconfEdits, turnBatch } from './edits.js';
import { grants } from './grants.js';
import { Journal } from './journal.js';
import { checkpoints, rotations } from './keys.js';
import { LogReader } from './log-reader.js';
import type { Life } from './operation.js';
import { Standing } from './standing.js';
import { approvedTasks, deviceTasks, executor, netconfTasks, restconfTasks } from './tasks.js';
import type { Surroundings, Traffic } from './traffic.js';

export interface TrustOptions {
  /** How often the node is killed under traffic. */
  readonly rounds: number;
  readonly directory: string;
  readonly seed: number;
  readonly onRound?: (round: number, report: Pick<TrustReport, 'journal' | 'log' | 'standing'>) => void;
}

export interface TrustReport {
  readonly journal: Journal;
  readonly log: LogReader;
  readonly standing: Standing;
  /** How often the node was killed under traffic, and before it was ready. */
  readonly killed: number;
  readonly killedInStart: number;
  /** Empty when all is as it must be. */
  readonly faults: readonly string[];
}

const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url));
const TRAFFIC: readonly Traffic[] = [
  ...[restconfEdits, netconfEdits, restconfTasks, netconfTasks, executor, deviceTasks],
  ...[approvedTasks, grants, checkpoints, rotations],
];
/** Milliseconds of traffic within which the node is killed. */
const EARLIEST_KILL = 100;
const LATEST_KILL = 900;
/** Every so many rounds the node is killed while it starts, too. */
const START_KILLS = 6;

export async function killUnderTraffic({ rounds, directory, seed, onRound }: TrustOptions): Promise<TrustReport> {
  const random = new Random(seed);
  const [yang, data] = [join(directory, 'yang'), join(directory, 'data')];
  for (const each of [yang, join(data, 'secrets')]) mkdirSync(each, { recursive: true, mode: 0o700 });
  writeFileSync(join(yang, `${LEDGER.module}.yang`), MODULE);
  const device = await Device.start({ data: join(directory, 'device'), yang });
  writeFileSync(join(data, 'secrets', DEVICE), device.password, { mode: 0o600 });
  // Tokens name the address of the node.
  const restconf = `127.0.0.1:${await freePort()}`;
  const args = ['--restconf', restconf, '--yang', yang, '--agent', AGENT];
  const start = (signal?: AbortSignal) => startServe({ data, args, signal });
  const [journal, log, standing] = [new Journal(), new LogReader(), new Standing()];
  const faults = () => [...journal.faults, ...log.faults, ...standing.faults];
  let killed = 0;
  let killedInStart = 0;
  let startup = 0;

  const begin = async (): Promise<Life> => {
    const process = await start();
    startup = process.startup;
    return { process, clients: new Clients(process) };
  };
  const judge = async (life: Life, round: number): Promise<void> => {
    await log.take(life.clients);
    await standing.judgeDevice(life, log, device);
    await journal.judge(life, log);
    await standing.judge(life, round);
  };
  const end = async (life: Life, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await life.process.end(signal);
    life.clients.close();
  };
  const disturb = async (life: Life, round: number): Promise<void> => {
    await turnBatch(life, round);
    const o: Surroundings = { journal, log, standing, random: new Random(seed * 1_000_003 + round), round };
    const ended = TRAFFIC.map((each) =>
      each(life, o).catch((error: unknown) => {
        if (!(error instanceof Gone || isTransport(error)))
          journal.faults.push(`${round}: ${error instanceof Error ? error.stack : error}`);
      }),
    );
    await delay(EARLIEST_KILL + random.below(LATEST_KILL - EARLIEST_KILL));
    await end(life, 'SIGKILL');
    await Promise.all(ended);
  };

  try {
    for (let round = 1; round <= rounds && faults().length === 0; round++) {
      if (startup > 0 && round % START_KILLS === 0 && (await isKilledInStart(start, random.below(Math.ceil(startup)))))
        killedInStart += 1;
      const life = await begin();
      if (round === 1) await configure(life, device);
      await judge(life, round);
      await disturb(life, round);
      killed += 1;
      onRound?.(round, { journal, log, standing });
    }
    const life = await begin();
    await judge(life, rounds + 1);
    const fault = auditFault(life, directory);
    await end(life, 'SIGTERM');
    return {
      journal,
      log,
      standing,
      killed,
      killedInStart,
      faults: [...faults(), ...(fault === undefined ? [] : [fault])],
    };
  } finally {
    await device.stop();
  }
}

async function configure({ clients }: Life, device: Device): Promise<void> {
  const answer = await clients.send('admin', 'PATCH', '/data', {
    'ietf-restconf:data': await configurationOf(device),
  });
  if (answer.status !== 204) throw new Error(`the configuration was refused: ${answer.status} ${answer.body}`);
}

/** Exports and verifies the log with the commands of an auditor. @returns their complaint */
function auditFault({ process: { url, ready } }: Life, directory: string): string | undefined {
  const file = join(directory, 'archive.jsonl');
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [YANGENT, 'audit', ...args], { encoding: 'utf8' });
  try {
    run('export', '--out', file, '--url', url, '--user', 'admin', '--password-file', ready.passwordFile);
    run('verify', file);
    return undefined;
  } catch (error) {
    return `the archive does not verify: ${error}`;
  }
}

/** Kills the node at some moment of its start. @returns false when it was ready before */
async function isKilledInStart(
  start: (signal: AbortSignal) => Promise<{ end(signal: 'SIGKILL'): Promise<void> }>,
  after: number,
): Promise<boolean> {
  const life = await start(AbortSignal.timeout(after)).catch(() => undefined);
  await life?.end('SIGKILL');
  return life === undefined;
}
