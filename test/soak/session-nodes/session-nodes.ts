/** Kills two nodes that share sessions, one or both at a time, and says where what was answered was not kept. */
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../fuzz/random.js';
import { isTransport } from '../crash/assigner.js';
import { isFinal, type Session } from '../sessions/course.js';
import { messagesOf } from '../sessions/traffic.js';
import { Answers } from './answers.js';
import { AGENTS, type Agent, agentsAt, KilledNode, otherOf, PLACES, type Place } from './nodes.js';
import { eventually, openRooms, type Room } from './rooms.js';
import { listen, readOnce, Voice } from './traffic.js';
import { type Found, faultsOf, logAt } from './verdict.js';
import { tasksAt, toil } from './work.js';

export interface SessionNodesOptions {
  /** How often a node is killed, or both, under traffic. */
  readonly rounds: number;
  readonly directory: string;
  /** Where the messages and the moments of the kills begin. */
  readonly seed: number;
  readonly onRound?: (round: number, report: Answers) => void;
}

/** Messages that are answered before a kill, at most. */
const SENDS = 60;
/** Milliseconds within which it then comes, and in which it comes at the latest. */
const KILL = 60;
const LATEST = 10_000;
/** Chance that both nodes are killed at once. */
const BOTH = 0.15;

type Nodes = Readonly<Record<Place, KilledNode>>;

/** What goes on at both nodes. */
class Traffic {
  readonly #stop = new AbortController();
  readonly #ends = new Map<Place, Promise<void>>();

  constructor(
    private readonly nodes: Nodes,
    private readonly voices: ReadonlyMap<Agent, readonly Voice[]>,
    private readonly answers: Answers,
  ) {}

  /** Begins at a node that has started. */
  begin(place: Place): void {
    const { client } = this.nodes[place];
    const { answers } = this;
    const { signal } = this.#stop;
    const own = agentsAt(place);
    const talking = own.flatMap((agent) => this.voices.get(agent) ?? []).map((voice) => voice.talk(client, signal));
    const reading = own.map((agent) => listen(client, agent, answers, signal));
    const all = [...talking, ...reading, toil(client, place, answers, signal)].map((each) =>
      each.catch((error: unknown) => {
        if (!isTransport(error)) answers.faults.push(`at ${place}: ${error}`);
      }),
    );
    this.#ends.set(
      place,
      Promise.all(all).then(() => undefined),
    );
  }

  /** Resolves when nothing goes on at a node that was killed. */
  async ended(place: Place): Promise<void> {
    await this.#ends.get(place);
  }

  /** Lets all come to its end at nodes that run. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const place of PLACES) await this.ended(place);
  }
}

/** Returns what was told, and the faults. It stops at the first fault. */
export async function crashSessionNodes({ rounds, directory, seed, onRound }: SessionNodesOptions): Promise<Answers> {
  const random = new Random(seed);
  const answers = new Answers();
  const nodes = await KilledNode.prepare(directory);
  try {
    await Promise.all(PLACES.map((place) => nodes[place].start()));
    const rooms = await openRooms(nodes);
    const voices = voicesOf(rooms, answers, random);
    const traffic = new Traffic(nodes, voices, answers);
    for (const place of PLACES) traffic.begin(place);
    for (let round = 1; round <= rounds && answers.faults.length === 0; round++) {
      await disturb(nodes, traffic, answers, random);
      onRound?.(round, answers);
    }
    await traffic.stop();
    if (answers.faults.length === 0) await settle(nodes, rooms, answers);
    if (answers.faults.length === 0)
      for (const room of rooms) answers.faults.push(...faultsOf(await find(nodes, room), answers));
  } finally {
    await Promise.all(PLACES.map((place) => nodes[place].end('SIGKILL')));
  }
  return answers;
}

function voicesOf(rooms: readonly Room[], answers: Answers, random: Random): ReadonlyMap<Agent, readonly Voice[]> {
  const voices = new Map<Agent, Voice[]>();
  for (const room of rooms)
    for (const agent of room.members) {
      const voice = new Voice(agent, room, answers, new Random(random.below(2 ** 32)));
      voices.set(agent, [...(voices.get(agent) ?? []), voice]);
    }
  return voices;
}

/** Lets the traffic go on for a while, kills one node or both, and starts them again. */
async function disturb(nodes: Nodes, traffic: Traffic, answers: Answers, random: Random): Promise<void> {
  const victims = random.chance(BOTH) ? PLACES : [random.pick(PLACES)];
  const late = delay(LATEST);
  await Promise.race([answers.reaches(answers.total + 1 + random.below(SENDS)), late]);
  await delay(random.below(KILL));
  await Promise.all(
    victims.map(async (place) => {
      await nodes[place].end('SIGKILL');
      await traffic.ended(place);
      await nodes[place].start();
      traffic.begin(place);
    }),
  );
}

/** Waits until nothing is under way: posts, what copies lack, messages that were not read, and tasks. */
async function settle(nodes: Nodes, rooms: readonly Room[], answers: Answers): Promise<void> {
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

async function find(nodes: Nodes, room: Room): Promise<Found> {
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
