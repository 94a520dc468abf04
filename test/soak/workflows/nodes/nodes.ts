/** Lets two nodes undo a run of both, one of them killed meanwhile. */
import { join } from 'node:path';
import { freePort } from '../../../support/free-port.js';
import type { Role } from './graphs.js';
import { Persons } from './persons.js';
import { Place } from './place.js';
import { faultsOf, restOf } from './verdict.js';

/** Milliseconds that the run may take: a busy machine needs one minute until a killed node is back. */
const LONGEST_RUN = 180_000;

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
    const found = run === undefined ? [] : [await persons.sayLate(run)];
    if (run)
      for (const each of both) found.push(...(await faultsOf(each, persons.client(each))), ...(await restOf([each])));
    const faults = [...persons.faults, ...found, ...both.map(({ fault }) => fault)];
    return { killed: both.some(({ kills }) => kills > 0), faults: faults.filter((fault) => fault !== undefined) };
  } finally {
    persons.close();
    await Promise.all(both.map((each) => each.end()));
  }
}
