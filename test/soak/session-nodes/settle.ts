/** Waits until all has come to its end, and reads what is there then. */
import { isFinal, type Session } from '../sessions/course.js';
import { messagesOf } from '../sessions/traffic.js';
import type { Answers, Seen } from './answers.js';
import type { KilledNode, Nodes } from './nodes.js';
import { logAt, readOnce } from './reader.js';
import { eventually, type Room } from './rooms.js';
import { AGENTS, type Agent, ALL_AGENTS, othersThan, PLACES, type Place } from './row.js';
import type { Found, FoundRoom } from './verdict.js';
import { type Task, tasksAt, toil } from './work.js';

/** Waits until nothing is under way: posts, what copies lack, messages that were not read, and tasks. */
export async function settle(nodes: Nodes, rooms: readonly Room[], answers: Answers): Promise<void> {
  const stop = new AbortController();
  const toiling = PLACES.map((place) => toil(nodes[place].client, place, answers, stop.signal));
  for (const room of rooms) await settleRoom(nodes, room);
  stop.abort();
  await Promise.all(toiling);
  for (const agent of ALL_AGENTS) while ((await readOnce(nodes[AGENTS[agent]].client, agent, answers, 2)) > 0);
}

async function settleRoom(nodes: Nodes, { id, home, kind }: Room): Promise<void> {
  const copied = othersThan(home).map((place) => nodes[place]);
  for (const node of copied)
    await eventually(`all is carried from ${node.place} in the ${kind} of ${home}`, async () => {
      const { copy } = await sessionAt(node, id);
      return copy?.waiting === undefined && copy?.problem === undefined;
    });
  await eventually(`all tasks of the ${kind} of ${home} have ended`, async () =>
    ((await sessionAt(nodes[home], id)).task ?? []).every(({ state }) => isFinal(state)),
  );
  for (const { client, place } of copied)
    await eventually(`the copy at ${place} of the ${kind} of ${home} has all`, async () => {
      const [last] = (await logAt(nodes[home].client, home, id)).filter(({ to }) => to.length === 0).slice(-1);
      return (await logAt(client, place, id)).some(({ sequence }) => sequence === last?.sequence);
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
  for (const place of othersThan(home)) copies.set(place, await logAt(nodes[place].client, place, id));
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
