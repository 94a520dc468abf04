/** The sessions of the soak: each node is the home of a group, and one of a topic. */
import { call, register } from '../sessions/traffic.js';
import { AGENTS, type Agent, agentsAt, type KilledNode, nameAt, PLACES, type Place } from './nodes.js';

/** A session with members on both nodes. */
export interface Room {
  readonly id: string;
  readonly kind: 'group' | 'topic';
  readonly home: Place;
  readonly coordinator: Agent;
  readonly members: readonly Agent[];
}

export type Nodes = Readonly<Record<Place, KilledNode>>;

/** Registers the agents, opens the sessions and lets all members join. */
export async function openRooms(nodes: Nodes): Promise<readonly Room[]> {
  for (const place of PLACES) for (const agent of agentsAt(place)) await register(nodes[place].client, agent);
  const all: readonly Agent[] = ['noc', 'ip', 'fault', 'optics'];
  const rooms = [
    await openRoom(nodes, { kind: 'group', home: 'oss', coordinator: 'noc', members: all }),
    await openRoom(nodes, { kind: 'group', home: 'core', coordinator: 'fault', members: all }),
    await openRoom(nodes, { kind: 'topic', home: 'oss', coordinator: 'ip', members: ['ip', 'noc', 'optics'] }),
  ];
  for (const room of rooms) for (const agent of room.members) await join(nodes[AGENTS[agent]], room.id, agent);
  return rooms;
}

async function openRoom(nodes: Nodes, { kind, home, coordinator, members }: Omit<Room, 'id'>): Promise<Room> {
  const { id } = await call(nodes[home].client, 'yangent-sessions:open', {
    ...{ from: coordinator, kind, 'request-id': `${kind}-${home}` },
    member: members
      .filter((agent) => agent !== coordinator)
      .map((agent) => ({ agent: nameAt(home, agent), role: 'speaker' as const })),
  });
  return { id: String(id), kind, home, coordinator, members };
}

/** Milliseconds between two looks, and for all of them. */
const LOOK = 50;
const PATIENCE = 60_000;

/** Joins as soon as the node of the agent knows the session. */
async function join({ client, place }: KilledNode, session: string, agent: Agent): Promise<void> {
  await eventually(`${agent} is in session ${session} at ${place}`, async () => {
    try {
      await client.action(`/yangent-sessions:sessions/session=${session}/join`, { agent });
      return true;
    } catch {
      return false;
    }
  });
}

/** Looks until something holds. @throws Error when it does not in a minute */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`after ${PATIENCE} ms it does not hold that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
