/** Lets two nodes undo a run of both, one of them killed meanwhile. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../support/free-port.js';
import type { Run } from '../../../workflows/rig.js';
import type { Role } from './graphs.js';
import { isAway, Persons } from './persons.js';
import { Place } from './place.js';
import { faultsOf, restOf } from './verdict.js';

/** Milliseconds that the run may take: a busy machine needs one minute until a killed node is back. */
const LONGEST_RUN = 180_000;
/** Milliseconds in which a killed node is back. */
const LONGEST_AWAY = 90_000;
/** Milliseconds between two attempts. */
const PERIOD = 100;

export interface Kill {
  readonly role: Role;
  /** Number of commits, from when the node was ready. */
  readonly after: number;
}

export interface Outcome {
  /** False: the run has ended before so many commits. */
  readonly killed: boolean;
  readonly faults: readonly string[];
}

/** Says what is wrong with a late result, and with both nodes. */
async function judged(persons: Persons, run: Run, both: readonly Place[]): Promise<readonly (string | undefined)[]> {
  const found = [await persons.sayLate(run)];
  for (const each of both) found.push(...(await faultsOf(each, persons.client(each))), ...(await restOf([each])));
  return found;
}

/** A node may kill itself while it is judged, by a commit of what it owes to the other one: then it is judged again. */
async function untilThere<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + LONGEST_AWAY;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || Date.now() > until) throw error;
      await pause(PERIOD);
    }
  }
}

/** @param directory an empty one, which holds the data of both nodes */
export async function undoneByBoth(directory: string, kill?: Kill): Promise<Outcome> {
  const ports = { near: await freePort(), far: await freePort() };
  const place = (role: Role, other: Role) =>
    new Place({
      ...{ role, directory: join(directory, role), port: ports[role], other: ports[other] },
      killAfter: kill?.role === role ? kill.after : 0,
    });
  const near = place('near', 'far');
  const far = place('far', 'near');
  const persons = new Persons(near);
  const both = [near, far];
  try {
    await Promise.all(both.map((each) => each.start()));
    const run = await persons.see(LONGEST_RUN);
    const found = run === undefined ? [] : await untilThere(() => judged(persons, run, both));
    const faults = [...persons.faults, ...found, ...both.map(({ fault }) => fault)];
    return { killed: both.some(({ kills }) => kills > 0), faults: faults.filter((fault) => fault !== undefined) };
  } finally {
    persons.close();
    await Promise.all(both.map((each) => each.end()));
  }
}
