/** Measures what others wait for while runs go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Https } from '../support/http.js';
import type { WorkflowRig } from './rig.js';

/** The longest waits, in milliseconds. */
export interface Waits {
  /** For the answer to a read. */
  read: number;
  /** For the end of a small run. */
  write: number;
}

const SMALL = { dag: { version: '1.0', node: [{ name: 'x', type: 'yangent-workflows:none' }] } };
/** Milliseconds between two requests. */
const PAUSE = 20;

/** Reads and starts small runs, one after the other, until something is done. */
export async function waitsDuring(rig: WorkflowRig, during: () => Promise<unknown>): Promise<Waits> {
  const longest: Waits = { read: 0, write: 0 };
  const client = new Https(rig.rig);
  let isOver = false;
  const probe = async (kind: keyof Waits, act: () => Promise<unknown>) => {
    while (!isOver) {
      const begin = performance.now();
      await act();
      longest[kind] = Math.max(longest[kind], performance.now() - begin);
      await sleep(PAUSE);
    }
  };
  const probes = [
    probe('read', () => client.send('GET', '/restconf/data/yangent-workflows:workflows/pool=none')),
    probe('write', () => rig.rpc('start', SMALL)),
  ];
  try {
    await during();
  } finally {
    isOver = true;
    await Promise.all(probes).finally(() => client.close());
  }
  return longest;
}
