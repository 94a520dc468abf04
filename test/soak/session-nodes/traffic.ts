/** Members that talk, read and work at the nodes while these are killed. */
import { isTransport } from '../crash/assigner.js';
import type { Answers } from './answers.js';
import { type Agent, agentsAt, PLACES, type Place } from './nodes.js';
import { listen } from './reader.js';
import type { Nodes } from './rooms.js';
import type { Voice } from './voice.js';
import { toil } from './work.js';

/** What goes on at both nodes. */
export class Traffic {
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
