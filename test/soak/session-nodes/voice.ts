/** Members that talk at one node until it is gone, or until they are to stop. */
import { setTimeout as delay } from 'node:timers/promises';
import { type RestconfClient, RestconfError } from '../../../src/clients/index.js';
import type { Random } from '../../fuzz/random.js';
import { contentOf } from '../sessions/journal.js';
import { call, type Rpcs } from '../sessions/traffic.js';
import type { Answers } from './answers.js';
import type { Room } from './rooms.js';
import { AGENTS, type Agent, nameAt, wayTo } from './row.js';

type Input = Rpcs['yangent-sessions:send']['input'];

/** Messages of one voice between two troubles, at most. */
const MOST = 8;
/** Milliseconds between two messages of one voice, at most. */
const PAUSE = 60;

/** A member that speaks in one session. What was not answered, and what was answered last, is sent again to the next node. */
export class Voice {
  #number = 0;
  #open: Input | undefined;
  #last: Input | undefined;

  constructor(
    private readonly agent: Agent,
    private readonly room: Room,
    private readonly answers: Answers,
    private readonly random: Random,
  ) {}

  async talk(client: RestconfClient, signal: AbortSignal): Promise<void> {
    for (const input of [this.#open, this.#last]) if (input) await this.#send(client, input, true);
    for (let said = 0; said < MOST && !signal.aborted; said += 1) {
      await this.#send(client, this.#next(), false);
      await delay(this.random.below(PAUSE));
    }
  }

  #next(): Input {
    const { agent, random, room } = this;
    const place = AGENTS[agent];
    this.#number += 1;
    const id = `${agent}-${this.#number}`;
    const others = room.members.filter((each) => each !== agent);
    const said = {
      ...{ session: room.id, from: agent, id, content: contentOf(id, agent) },
      wait: place !== room.home && random.chance(0.3) ? 2 : 0,
    };
    if (room.kind === 'group' && random.chance(0.1)) {
      this.answers.counts.assigned += 1;
      const able = others.filter((each) => this.#mayWork(each));
      const next = { 'next-speaker': [nameAt(place, random.pick(able))], task: { 'task-id': id } };
      return { ...said, ...next, type: 'yangent-sessions:task-assignment' };
    }
    // A topic hides its members from one another.
    const isPrivate = room.kind === 'group' && random.chance(0.2);
    return isPrivate ? { ...said, to: [nameAt(place, random.pick(others))] } : said;
  }

  /** True for an agent for which the home takes a task: not for one that is behind the same peer. */
  #mayWork(assignee: Agent): boolean {
    const { home } = this.room;
    const [from, to] = [this.agent, assignee].map((agent) => wayTo(home, AGENTS[agent])[0]);
    return from === undefined || from !== to;
  }

  async #send(client: RestconfClient, input: Input, repeated: boolean): Promise<void> {
    this.#open = input;
    const { agent, room, answers } = this;
    const id = String(input.id);
    try {
      const { sequence } = await call(client, 'yangent-sessions:send', input);
      answers.stored(room.id, agent, id, sequence === undefined ? undefined : Number(sequence), repeated);
      this.#last = input;
    } catch (error) {
      if (!(error instanceof RestconfError)) throw error;
      if (error.tag !== 'resource-denied') answers.faults.push(`${id} of ${agent} is refused: ${error}`);
      answers.refused(room.id, agent, id);
      this.#last = undefined;
    }
    this.#open = undefined;
  }
}
