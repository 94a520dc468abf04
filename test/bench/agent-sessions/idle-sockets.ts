/** Memory of members that are connected by WebSockets of the adapter `ioa-websocket`, and say nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../figure.js';
import type { IdleMembersOptions } from '../load/idle-members.js';
import { SteeredLoad } from '../load/steered.js';
import { named } from './node.js';
import { GROUP, type SocketNode, startSocketNode } from './socket-node.js';

/** Content of the message behind which a member has nothing to read. */
const LAST = 'last';
/** Connected before the first measurement, so that code and caches are there. */
const WARM = 2 * GROUP;
const AT_ONCE = 20;
/** Milliseconds between two looks at what was acknowledged. */
const LOOK_AGAIN = 500;

export interface IdleOptions {
  readonly members: number;
  /** With it, each connection has its own. */
  readonly tls: boolean;
  /** Of what is held for each. */
  readonly aim?: string;
}

export async function idleSockets(directory: string, { members, tls, aim }: IdleOptions): Promise<readonly Figure[]> {
  const names = named('idle', WARM + members);
  const node = await startSocketNode(directory, names, { tls });
  try {
    const warm = await connect(node, { names: names.slice(0, WARM), groups: node.groups.slice(0, WARM / GROUP), tls });
    const before = await node.memory();
    const idle = await connect(node, { names: names.slice(WARM), groups: node.groups.slice(WARM / GROUP), tls });
    const after = await node.memory();
    await Promise.all([warm.end(), idle.end()]);
    const what = `${members} idle WebSocket members, ${tls ? 'with' : 'without'} TLS: kB each`;
    return [
      { what: `${what}, held`, value: (after.held - before.held) / members, unit: 'kB', ...(aim && { aim }) },
      { what: `${what}, resident`, value: (after.resident - before.resident) / members, unit: 'kB' },
    ];
  } finally {
    await node.stop();
  }
}

interface Connecting {
  readonly names: readonly string[];
  /** Those of which the agents are members. */
  readonly groups: readonly string[];
  readonly tls: boolean;
}

/** Connects members, and waits until each has read and acknowledged all that waited for it. */
export async function connect(node: SocketNode, { names, groups, tls }: Connecting): Promise<SteeredLoad> {
  const load = new SteeredLoad('idle-members.ts', {
    ...{ place: node.place, tls, names, last: LAST, atOnce: AT_ONCE },
  } satisfies IdleMembersOptions);
  await load.next();
  for (const group of groups) await node.say(group, LAST);
  await load.next();
  for (const group of groups) while (!(await node.isRead(group))) await pause(LOOK_AGAIN);
  return load;
}
