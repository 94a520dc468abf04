/** Kills the node after each commit of the reference run, and compares how the run ends then. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brokenChain, type Journaled } from './journal.js';
import { EFFECTS } from './reference.js';

const CHILD = fileURLToPath(new URL('./life.child.ts', import.meta.url));

export interface ReferenceRun extends Journaled {
  readonly state: string;
  readonly output?: object;
  readonly step: readonly { readonly node: string; readonly item: number; readonly state: string }[];
}

export interface Life {
  /** Commits since the start of the run. */
  readonly commits: number;
  readonly run: ReferenceRun;
}

/** Lets a node live. Gives undefined when it was killed. @param life file of the process @throws Error when it ended otherwise */
export async function live(directory: string, killAfter = 0, life = CHILD): Promise<Life | undefined> {
  const child = spawn(process.execPath, ['--import', 'tsx', life, directory, String(killAfter)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('exit', (code, signal) => resolve([code, signal])),
  );
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  if (signal === 'SIGKILL') return undefined;
  if (code !== 0) throw new Error(`the node ended with ${code ?? signal}: ${errors || said}`);
  return JSON.parse(said);
}

/** Says what is wrong with a finished reference run; undefined: nothing. */
export function faultOf(directory: string, { run }: Life): string | undefined {
  if (run.state !== 'completed') return `the run is ${run.state}`;
  const wrong = run.step.filter(({ node, state }) => state !== expectedOf(node));
  if (wrong.length > 0) return `steps ended otherwise: ${JSON.stringify(wrong)}`;
  const file = `${directory}/effects`;
  const keys = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const places = [...new Set(keys)].map((key) => /\/([\w.]+);g=1$/.exec(key)?.[1] ?? key).sort();
  const expected = [...EFFECTS].sort();
  if (JSON.stringify(places) !== JSON.stringify(expected)) return `effects: ${places.join(' ')}`;
  return brokenChain(run);
}

function expectedOf(node: string): string {
  return `yangent-workflows:${node === 'bad' ? 'failed' : 'completed'}`;
}
