/** Waits until all has come to its end, and reads what is there then. */
import { isFinal, type Session } from '../sessions/course.js';
import { call, messagesOf } from '../sessions/traffic.js';
import type { Answers, Seen } from './answers.js';
import type { KilledNode, Nodes } from './nodes.js';
import { logAt, readOnce } from './reader.js';
import { eventually, type Room } from './rooms.js';
import { AGENTS, type Agent, ALL_AGENTS, copiesOf, PLACES, type Place } from './row.js';
import type { Found, FoundRoom } from './verdict.js';
import { type Task, tasksAt, toil } from './work.js';

/** Waits until nothing is under way: posts, tasks, what copies lack, and messages that were not read. */
export async function settle(nodes: Nodes, rooms: readonly Room[], answers: Answers): Promise<void> {
  const stop = new AbortController();
  const toiling = PLACES.map((place) => toil(nodes[place].client, place, answers, stop.signal));
  const toiled = Promise.allSettled(toiling);
  try {
    for (const room of rooms) await settleRoom(nodes, room);
  } finally {
    stop.abort();
    await toiled;
  }
  await Promise.all(toiling);
  for (const agent of ALL_AGENTS) while ((await readOnce(nodes[AGENTS[agent]].client, agent, answers, 2)) > 0);
}

async function settleRoom(nodes: Nodes, { id, home, kind }: Room): Promise<void> {
  const copied = copiesOf(home).map((place) => nodes[place]);
  for (const node of copied)
    await eventually(`all is carried from ${node.place} in the ${kind} of ${home}`, async () => {
      const { copy } = await sessionAt(node, id);
      if (copy?.problem !== undefined) throw new Error(`the copy at ${node.place} is at its end: ${copy.problem}`);
      return Number(copy?.waiting ?? 0);
    });
  await eventually(`all tasks of the ${kind} of ${home} have ended`, async () => {
    const { task = [] } = await sessionAt(nodes[home], id);
    return task.filter(({ state }) => !isFinal(state)).length;
  });
  const [last] = (await logAt(nodes[home].client, home, id)).filter(({ to }) => to.length === 0).slice(-1);
  for (const { client, place } of copied)
    await eventually(`the copy at ${place} of the ${kind} of ${home} has all`, async () => {
      const { message: [latest] = [] } = await call(client, 'yangent-sessions:history', { session: id, limit: 1 });
      return Math.max(0, (last?.sequence ?? 0) - Number(latest?.sequence ?? 0));
    });
}

/** Returns all that is known at the end. */
export async function find(nodes: Nodes, rooms: readonly Room[]): Promise<Found> {
  const found: FoundRoom[] = [];
  for (const room of rooms) found.push(await findRoom(nodes, room));
  const tasks = async (place: Place): Promise<readonly Task[]> => tasksAt(nodes[place].client);
  return { rooms: found, tasks: { a: await tasks('a'), r: await tasks('r'), b: await tasks('b') } };
}

async function findRoom(nodes: Nodes, room: Room): Promise<FoundRoom> {
  const { id, home } = room;
  const copies = new Map<Place, readonly Seen[]>();
  for (const place of copiesOf(home)) copies.set(place, await logAt(nodes[place].client, place, id));
  const members = new Map<Agent, readonly Seen[]>();
  for (const agent of room.members) {
    const { client, place } = nodes[AGENTS[agent]];
    members.set(agent, await logAt(client, place, id, agent));
  }
  const log = await messagesOf(nodes[home].client, id);
  return { room, members, copies, home: log, session: await sessionAt(nodes[home], id) };
}

async function sessionAt({ client }: KilledNode, id: string): Promise<Session> {
  const { value } = await client.get(`/yangent-sessions:sessions/session=${id}`);
  const [session] = (value as { 'yangent-sessions:session': readonly Session[] })['yangent-sessions:session'];
  if (!session) throw new Error(`there is no session ${id}`);
  return session;
}
