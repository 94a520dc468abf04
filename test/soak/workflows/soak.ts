/** Workflows through crashes: many runs through kills at random, and a reference run killed after each of its commits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Soak, SoakRun } from '../soak.js';
import { faultOf, live } from './crash.js';
import { kills } from './kills/kills.js';
import type { Role } from './nodes/graphs.js';
import { undoneByBoth } from './nodes/nodes.js';

/** Milliseconds in which nodes are killed at random. */
const KILLING = 180_000;
/** Milliseconds in which one of two nodes is killed. */
const BOTH = 1_800_000;
const FAULTS_SHOWN = 50;

export const workflowsSoak: Soak = {
  about:
    'runs of workflows: the node is killed at random under twice as many, after each commit of a reference run, and either of two after each commit of a run that both undo; every effect once per key',
  unit: 'kill points',
  amount: 100,
  run: async (o) => {
    const isWhole = await atRandom(o);
    const isSame = await afterEachCommit(o);
    return (await ofTwoNodes(o)) && isSame && isWhole;
  },
};

/** Kills a node with two runs for each kill point, 30 times for 100 kill points. */
async function atRandom({ amount, seed, tell }: SoakRun): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-workflows-'));
  const runs = 2 * amount;
  tell(`${runs} runs under kills at random, seed ${seed}`);
  const killed = await kills({ directory, runs, kills: Math.ceil(0.3 * amount), time: KILLING, seed, tell });
  const { length: found } = killed.faults;
  for (const fault of killed.faults.slice(0, FAULTS_SHOWN)) tell(fault);
  tell(`${runs} runs, ${killed.kills} kills, seed ${seed}: ${found} faults`);
  if (found > 0) tell(`the data are kept in ${directory}`);
  else rmSync(directory, { recursive: true, force: true });
  return found === 0;
}

async function afterEachCommit({ amount, tell }: SoakRun): Promise<boolean> {
  let faults = 0;
  for (let point = 1; point <= amount; point++) {
    const directory = mkdtempSync(join(tmpdir(), 'yangent-workflows-'));
    const first = await live(directory, point);
    const fault = first ? faultOf(directory, first) : await recovered(directory);
    if (fault !== undefined) tell(`killed after commit ${point}: ${fault} (kept in ${directory})`);
    else rmSync(directory, { recursive: true, force: true });
    if (fault !== undefined) faults++;
    if (point % 10 === 0) tell(`${point} kill points, ${faults} faults`);
    if (first) {
      tell(`the run has ${first.commits} commits; it was killed after each`);
      break;
    }
  }
  return faults === 0;
}

/** Lets the node live on after a kill. Gives what is wrong then. */
export async function recovered(directory: string): Promise<string | undefined> {
  const life = await live(directory);
  return life ? faultOf(directory, life) : 'it was killed again';
}

/** Kills one of two nodes after each commit of a run that both undo, and the other one after each of its own, in turn. */
async function ofTwoNodes({ amount, tell }: SoakRun): Promise<boolean> {
  const until = Date.now() + BOTH;
  const left = new Set<Role>(['near', 'far']);
  let faults = 0;
  for (let point = 1; left.size > 0 && point <= amount; point++) {
    for (const role of left) {
      if (Date.now() >= until) {
        tell(`the time is over: node ${role} of two was killed after ${point - 1} of its commits`);
        left.delete(role);
        continue;
      }
      const directory = mkdtempSync(join(tmpdir(), 'yangent-workflows-'));
      const { killed, faults: found } = await undoneByBoth(directory, { role, after: point });
      for (const fault of found) tell(`node ${role} killed after commit ${point}: ${fault}`);
      if (found.length === 0) rmSync(directory, { recursive: true, force: true });
      else tell(`the data are kept in ${directory}`);
      faults += found.length;
      if (killed) continue;
      tell(`node ${role} of two has less than ${point} commits; it was killed after each`);
      left.delete(role);
    }
    if (left.size > 0 && point % 5 === 0) tell(`${point} kill points of ${[...left].join(' and ')}, ${faults} faults`);
  }
  return faults === 0;
}
