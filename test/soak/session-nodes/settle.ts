/** Waits until all has come to its end, and reads what is there then. */
import { isFinal, type Session } from '../sessions/course.js';
import { messagesOf } from '../sessions/traffic.js';
import type { Answers } from './answers.js';
import { AGENTS, type Agent, type KilledNode, otherOf, PLACES, type Place } from './nodes.js';
import { readOnce } from './reader.js';
import { eventually, type Nodes, type Room } from './rooms.js';
import { type Found, logAt } from './verdict.js';
import { tasksAt, toil } from './work.js';

/** Waits until nothing is under way: posts, what copies lack, messages that were not read, and tasks. */
export async function settle(nodes: Nodes, rooms: readonly Room[], answers: Answers): Promise<void> {
  const stop = new AbortController();
  const toiling = PLACES.map((place) => toil(nodes[place].client, place, answers, stop.signal));
  for (const { id, home, kind } of rooms) {
    const [there, copied] = [nodes[home], nodes[otherOf(home)]];
    await eventually(`all is carried in the ${kind} of ${home}`, async () => {
      const { copy } = await sessionAt(copied, id);
      return copy?.waiting === undefined && copy?.problem === undefined;
    });
    await eventually(`all tasks of the ${kind} of ${home} have ended`, async () =>
      ((await sessionAt(there, id)).task ?? []).every(({ state }) => isFinal(state)),
    );
    await eventually(`the copy of the ${kind} of ${home} has all`, async () => {
      const [last] = (await logAt(there.client, home, id)).filter(({ to }) => to.length === 0).slice(-1);
      const log = await logAt(copied.client, copied.place, id);
      return log.some(({ sequence }) => sequence === last?.sequence);
    });
  }
  stop.abort();
  await Promise.all(toiling);
  for (const [agent, place] of Object.entries(AGENTS) as readonly (readonly [Agent, Place])[])
    while ((await readOnce(nodes[place].client, agent, answers, 2)) > 0);
}

export async function find(nodes: Nodes, room: Room): Promise<Found> {
  const { id, home } = room;
  const copied = nodes[otherOf(home)];
  const members = new Map<Agent, Found['copy']>();
  for (const agent of room.members) {
    const { client, place } = nodes[AGENTS[agent]];
    members.set(agent, await logAt(client, place, id, agent));
  }
  return {
    ...{ room, members },
    home: await messagesOf(nodes[home].client, id),
    copy: await logAt(copied.client, copied.place, id),
    session: await sessionAt(nodes[home], id),
    tasks: { oss: await tasksAt(nodes.oss.client), core: await tasksAt(nodes.core.client) },
  };
}

async function sessionAt({ client }: KilledNode, id: string): Promise<Session> {
  const { value } = await client.get(`/yangent-sessions:sessions/session=${id}`);
  const [session] = (value as { 'yangent-sessions:session': readonly Session[] })['yangent-sessions:session'];
  if (!session) throw new Error(`there is no session ${id}`);
  return session;
}
