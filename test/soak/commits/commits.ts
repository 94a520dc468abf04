/** Kills a node while its configuration is changed, again and again, and says where running was not as it must be. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NetconfClient } from '../../../src/clients/index.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { isTransport } from '../crash/assigner.js';
import { Ledger } from './ledger.js';
import { FILTER, LEDGER, MODULE, readParts } from './ledger-model.js';
import {
  candidateCommits,
  confirmedCommits,
  expiringCommit,
  openNetconf,
  runningEdits,
  startupSaves,
  type Traffic,
} from './traffic.js';

export interface CommitCrashOptions {
  /** How often the node is killed under traffic. */
  readonly rounds: number;
  readonly directory: string;
  /** The node has a startup datastore, which running begins as. */
  readonly startup?: boolean;
  readonly onRound?: (round: number, ledger: Ledger) => void;
}

export interface CommitCrashReport {
  readonly ledger: Ledger;
  /** How often the node was killed before it was ready. */
  readonly killedInStart: number;
}

interface Kind {
  readonly traffic: Traffic;
  /** Requests that are answered before the kill, at most. */
  readonly answers: number;
  /** Milliseconds within which it then comes. */
  readonly kill: readonly [earliest: number, latest: number];
}

const KINDS: readonly Kind[] = [
  { traffic: runningEdits, answers: 40, kill: [0, 30] },
  { traffic: candidateCommits, answers: 12, kill: [0, 30] },
  { traffic: confirmedCommits, answers: 30, kill: [0, 20] },
  { traffic: candidateCommits, answers: 2, kill: [0, 20] },
  { traffic: confirmedCommits, answers: 60, kill: [0, 20] },
  { traffic: expiringCommit, answers: 1, kill: [970, 1_030] },
];
const SAVES: Kind = { traffic: startupSaves, answers: 20, kill: [0, 30] };
/** Every so many rounds the node is killed while it starts, too. */
const START_KILLS = 4;

export async function crashCommits({
  rounds,
  directory,
  startup: hasStartup = false,
  onRound,
}: CommitCrashOptions): Promise<CommitCrashReport> {
  const yang = join(directory, 'yang');
  mkdirSync(yang, { recursive: true });
  writeFileSync(join(yang, `${LEDGER.module}.yang`), MODULE);
  const start = (signal?: AbortSignal) =>
    startServe({ data: join(directory, 'data'), args: ['--yang', yang, ...(hasStartup ? ['--startup'] : [])], signal });
  const kinds = hasStartup ? [SAVES] : KINDS;
  const ledger = new Ledger();
  let killedInStart = 0;
  let startup = 0;
  for (let round = 1; round <= rounds && ledger.faults.length === 0; round++) {
    if (startup > 0 && round % START_KILLS === 0 && (await killedWhileStarting(start, startup))) killedInStart++;
    const life = await start();
    startup = life.startup;
    await judge(life, ledger);
    await disturb(life, ledger, kinds[(round - 1) % kinds.length] ?? SAVES);
    onRound?.(round, ledger);
  }
  const life = await start();
  await judge(life, ledger);
  await life.end('SIGTERM');
  return { ledger, killedInStart };
}

/** Traffic, and in the middle of it the end. */
async function disturb(life: ServeProcess, ledger: Ledger, { traffic, answers, kill }: Kind): Promise<void> {
  const ended = traffic(life, ledger).catch((error: unknown) => {
    if (!isTransport(error)) ledger.faults.push(`${traffic.name}: ${error}`);
  });
  await Promise.race([ledger.reaches(ledger.answered + 1 + Math.floor(Math.random() * answers)), ended]);
  await delay(kill[0] + Math.random() * (kill[1] - kill[0]));
  await life.end('SIGKILL');
  await ended;
}

async function judge(life: ServeProcess, ledger: Ledger): Promise<void> {
  const client = await openNetconf(life);
  const running = await partsOf(client, 'running');
  ledger.judge(running);
  const candidate = await partsOf(client, 'candidate');
  if (JSON.stringify([...candidate]) !== JSON.stringify([...running])) {
    ledger.faults.push(`the candidate is not what running is: ${JSON.stringify([...candidate])}`);
  }
  await client.close();
}

async function partsOf(client: NetconfClient, datastore: 'running' | 'candidate') {
  return readParts(await client.getConfig(datastore, { filter: { subtree: FILTER } }));
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
