/** Members that talk, read and work at the nodes while these are killed. */
import { isTransport } from '../crash/assigner.js';
import type { Answers } from './answers.js';
import type { Nodes } from './nodes.js';
import { listen } from './reader.js';
import { type Agent, agentsAt, PLACES, type Place } from './row.js';
import type { Voice } from './voice.js';
import { toil } from './work.js';

/** The talk and the work at all nodes. */
export class Traffic {
  readonly #stop = new AbortController();
  /** Resolve when members at a node read and work no more, and when they have said enough. */
  readonly #ends = new Map<Place, Promise<void>>();
  readonly #talks = new Map<Place, Promise<void>>();
  /** The nodes whose members talk. */
  readonly #talking = new Set<Place>();

  constructor(
    private readonly nodes: Nodes,
    private readonly voices: ReadonlyMap<Agent, readonly Voice[]>,
    private readonly answers: Answers,
  ) {}

  /** Begins at a node that has started. */
  begin(place: Place): void {
    const { client } = this.nodes[place];
    const { signal } = this.#stop;
    const reading = agentsAt(place).map((agent) => listen(client, agent, this.answers, signal));
    this.#ends.set(place, this.#all(place, [...reading, toil(client, place, this.answers, signal)]));
    this.#talk(place);
  }

  /** Lets members go on that have said enough. */
  talk(): void {
    for (const place of PLACES) if (!this.#talking.has(place)) this.#talk(place);
  }

  /** Resolves when nothing goes on at a node that was killed. */
  async ended(place: Place): Promise<void> {
    await this.#ends.get(place);
    await this.#talks.get(place);
  }

  /** Lets all come to its end at nodes that run. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const place of PLACES) await this.ended(place);
  }

  #talk(place: Place): void {
    const { client } = this.nodes[place];
    const voices = agentsAt(place).flatMap((agent) => this.voices.get(agent) ?? []);
    this.#talking.add(place);
    const said = this.#all(
      place,
      voices.map((voice) => voice.talk(client, this.#stop.signal)),
    ).then(() => void this.#talking.delete(place));
    this.#talks.set(place, said);
  }

  async #all(place: Place, those: readonly Promise<void>[]): Promise<void> {
    await Promise.all(
      those.map((each) =>
        each.catch((error: unknown) => {
          if (!isTransport(error)) this.answers.faults.push(`at ${place}: ${error}`);
        }),
      ),
    );
  }
}
