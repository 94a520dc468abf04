/** The sessions of the soak: each node is the home of a group, and one end of the row of a topic. */
import { setTimeout as delay } from 'node:timers/promises';
import { call, register } from '../sessions/traffic.js';
import type { KilledNode, Nodes } from './nodes.js';
import { AGENTS, type Agent, ALL_AGENTS, nameAt, type Place } from './row.js';

/** A session with members on several nodes. */
export interface Room {
  readonly id: string;
  readonly kind: 'group' | 'topic';
  readonly home: Place;
  readonly coordinator: Agent;
  readonly members: readonly Agent[];
}

/** In the topic the node in the middle only passes on. */
const ROOMS: readonly Omit<Room, 'id'>[] = [
  { kind: 'group', home: 'a', coordinator: 'a1', members: ['a1', 'r1', 'b1', 'b2'] },
  { kind: 'group', home: 'r', coordinator: 'r2', members: ['r2', 'a1', 'a2', 'b1'] },
  { kind: 'group', home: 'b', coordinator: 'b2', members: ['b2', 'r1', 'r2', 'a2'] },
  { kind: 'topic', home: 'a', coordinator: 'a2', members: ['a2', 'a1', 'b2'] },
];

/** Registers the agents, opens the sessions and lets all members join. */
export async function openRooms(nodes: Nodes): Promise<readonly Room[]> {
  for (const agent of ALL_AGENTS) await register(nodes[AGENTS[agent]].client, agent);
  const rooms: Room[] = [];
  for (const room of ROOMS) rooms.push(await openRoom(nodes, room));
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

/** Joins as soon as the node of the agent knows the session. */
async function join({ client, place }: KilledNode, session: string, agent: Agent): Promise<void> {
  await eventually(`${agent} is in session ${session} at ${place}`, async () => {
    try {
      await client.action(`/yangent-sessions:sessions/session=${session}/join`, { agent });
      return 0;
    } catch {
      return 1;
    }
  });
}

/** Milliseconds between two looks, and in which something has to go on. */
const LOOK = 100;
const STANDSTILL = 60_000;

/** Looks until nothing is left before something holds. @throws Error when no less is left for a minute */
export async function eventually(what: string, left: () => Promise<number>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let until = 0;
  for (;;) {
    const now = await left();
    if (now === 0) return;
    if (now < least) {
      least = now;
      until = Date.now() + STANDSTILL;
    }
    if (Date.now() > until) throw new Error(`it does not hold that ${what}: ${now} left, and no less for a minute`);
    await delay(LOOK);
  }
}
