/** Kills two nodes that share sessions, one or both at a time, and says where what was answered was not kept. */
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../fuzz/random.js';
import { Answers } from './answers.js';
import { type Agent, KilledNode, PLACES } from './nodes.js';
import { type Nodes, openRooms, type Room } from './rooms.js';
import { find, settle } from './settle.js';
import { Traffic } from './traffic.js';
import { faultsOf } from './verdict.js';
import { Voice } from './voice.js';

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
