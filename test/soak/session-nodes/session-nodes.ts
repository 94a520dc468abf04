/** Kills the nodes of a row that share sessions, cuts its links, and says where what was answered was not kept. */
import { Random } from '../../fuzz/random.js';
import { Answers } from './answers.js';
import { prepareRow } from './nodes.js';
import { openRooms, type Room } from './rooms.js';
import { type Agent, PLACES } from './row.js';
import { find, settle } from './settle.js';
import { Traffic } from './traffic.js';
import { disturb } from './trouble.js';
import { faultsOf } from './verdict.js';
import { Voice } from './voice.js';

export interface SessionNodesOptions {
  /** How often nodes are killed under traffic, at least; links are cut besides. */
  readonly kills: number;
  readonly directory: string;
  /** Where the messages and the moments of the troubles begin. */
  readonly seed: number;
  readonly onTrouble?: (report: Answers) => void;
}

/** Returns what was told, and the faults. It stops at the first fault. */
export async function crashSessionNodes({ kills, directory, seed, onTrouble }: SessionNodesOptions): Promise<Answers> {
  const random = new Random(seed);
  const answers = new Answers();
  const row = await prepareRow(directory);
  const { nodes, links } = row;
  try {
    await Promise.all(PLACES.map((place) => nodes[place].start()));
    const rooms = await openRooms(nodes);
    const traffic = new Traffic(nodes, voicesOf(rooms, answers, random), answers);
    for (const place of PLACES) traffic.begin(place);
    while (answers.counts.kills < kills && answers.faults.length === 0) {
      await disturb(row, traffic, answers, random);
      onTrouble?.(answers);
    }
    await traffic.stop();
    if (answers.faults.length === 0) await settle(nodes, rooms, answers);
    if (answers.faults.length === 0) answers.faults.push(...faultsOf(await find(nodes, rooms), answers));
  } catch (error) {
    answers.faults.push(String(error));
  } finally {
    await Promise.all(PLACES.map((place) => nodes[place].end('SIGKILL')));
    await Promise.all(links.map((link) => link.close()));
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
