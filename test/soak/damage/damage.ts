/** Random bytes in the database file of a node that does not run. At its next start the node says so, or everything is there. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { Random } from '../users/random.js';

const TASKS = 40;
const FILE = 'yangent.db';
/** Octets that are overwritten: fewer may be other data that are as good. */
const SHORTEST = 64;
const LONGEST = 4_096;
/** What is read of a node. */
const READ = ['/restconf/data/yangent-tasks:tasks', '/restconf/data?content=config'] as const;

export interface DamageReport {
  /** Files whose damage was told in words that name the file and the way out. */
  readonly told: number;
  /** Files with which everything was there. */
  readonly whole: number;
  readonly faults: readonly string[];
}

/** @param directory where the data directories are made */
export async function damage(o: {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
  readonly tell?: (done: number) => void;
}): Promise<DamageReport> {
  const whole = join(o.directory, 'whole');
  const broken = join(o.directory, 'broken');
  const before = await fill(whole);
  const random = new Random(o.seed);
  const faults: string[] = [];
  const counts = { told: 0, whole: 0 };
  for (let round = 0; round < o.rounds; round++) {
    cpSync(whole, broken, { recursive: true });
    const where = overwrite(join(broken, FILE), random);
    const outcome = await outcomeOf(broken, before);
    if (outcome === 'told' || outcome === 'whole') counts[outcome]++;
    else faults.push(`round ${round} (${where}): ${outcome}`);
    rmSync(broken, { recursive: true, force: true });
    o.tell?.(round + 1);
  }
  return { ...counts, faults };
}

/** Makes a data directory with tasks; returns what a reader is told. */
async function fill(data: string): Promise<string> {
  const node = await startServe({ data });
  const https = new Https(node);
  const post = async (path: string, value: object) => {
    const { status, body } = await https.send('POST', path, { body: JSON.stringify(value) });
    if (status >= 300) throw new Error(body);
  };
  for (const id of ['noc', 'meter']) {
    const profile = { name: id, description: 'd', version: '1.0.0', provider: 'p' };
    await post('/restconf/operations/yangent-agents:register', { 'yangent-agents:input': { id, profile } });
  }
  for (let n = 0; n < TASKS; n++) {
    const input = { from: 'noc', to: 'meter', 'task-id': `t${n}`, objective: `do number ${n}`, async: true };
    await post('/restconf/operations/yangent-tasks:assign', { 'yangent-tasks:input': input });
  }
  https.close();
  const all = await readAll(node);
  await node.end('SIGTERM');
  return all;
}

async function readAll(node: ServeProcess): Promise<string> {
  const https = new Https(node);
  try {
    const bodies: string[] = [];
    for (const path of READ) bodies.push((await https.send('GET', path)).body);
    return bodies.join('\n');
  } finally {
    https.close();
  }
}

function overwrite(file: string, random: Random): string {
  const bytes = readFileSync(file);
  const at = random.below(bytes.length - LONGEST);
  const length = SHORTEST + random.below(LONGEST - SHORTEST);
  for (let n = at; n < at + length; n++) bytes[n] = random.below(256);
  writeFileSync(file, bytes);
  return `${length} octets at ${at}`;
}

async function outcomeOf(data: string, before: string): Promise<string> {
  let node: ServeProcess;
  try {
    node = await startServe({ data });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isTold = message.includes(join(data, FILE)) && message.includes('is damaged');
    return isTold ? 'told' : `the start failed without words: ${message}`;
  }
  try {
    const all = await readAll(node);
    return all === before ? 'whole' : `others are read: ${all.slice(0, 300)}`;
  } catch (error) {
    return `the node ended over what it read: ${String(error)}`;
  } finally {
    await node.end('SIGKILL');
  }
}
