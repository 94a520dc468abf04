/** The answers that senders and readers got, on all nodes. */
import type { Agent } from './row.js';

/** A message as all nodes show it, with the full names of agents. */
export interface Seen {
  readonly sequence: number;
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly type: string;
  readonly content: string;
}

/** What became of a message, as far as its sender was told. */
export interface Answer {
  readonly session: string;
  readonly agent: Agent;
  readonly id: string;
  sequence?: number;
  isRefused: boolean;
}

export class Answers {
  readonly faults: string[] = [];
  readonly counts = {
    sequenced: 0,
    accepted: 0,
    refused: 0,
    repeated: 0,
    given: 0,
    assigned: 0,
    ended: 0,
    kills: 0,
    cuts: 0,
  };
  readonly #sent = new Map<string, Answer>();
  readonly #given = new Map<string, Map<number, Seen>>();
  readonly #acknowledged = new Map<string, number>();
  #told: (() => void) | undefined;

  /** A message was stored. @param sequence absent: it has no number yet */
  stored(session: string, agent: Agent, id: string, sequence: number | undefined, repeated: boolean): void {
    const answer = this.#answer(session, agent, id);
    if (sequence !== undefined) {
      if (answer.sequence !== undefined && answer.sequence !== sequence)
        this.faults.push(`${id} of ${agent} was number ${answer.sequence}, and ${sequence} later`);
      if (answer.isRefused) this.faults.push(`${id} of ${agent} was refused, and has number ${sequence}`);
      answer.sequence = sequence;
    }
    this.counts[repeated ? 'repeated' : sequence === undefined ? 'accepted' : 'sequenced'] += 1;
    this.#told?.();
  }

  refused(session: string, agent: Agent, id: string): void {
    const answer = this.#answer(session, agent, id);
    if (answer.sequence !== undefined)
      this.faults.push(`${id} of ${agent} was number ${answer.sequence}, and refused later`);
    answer.isRefused = true;
    this.counts.refused += 1;
    this.#told?.();
  }

  /** A member was given messages of a session, in one answer. */
  given(session: string, agent: Agent, messages: readonly Seen[]): void {
    const given = this.givenTo(session, agent);
    const acknowledged = this.#acknowledged.get(keyOf(session, agent)) ?? 0;
    let last = 0;
    for (const message of messages) {
      const { sequence } = message;
      if (sequence <= last) this.faults.push(`${agent} was given ${sequence} behind ${last}`);
      if (sequence <= acknowledged)
        this.faults.push(`${agent} was given ${sequence}, and had acknowledged ${acknowledged}`);
      const before = given.get(sequence);
      if (before && text(before) !== text(message)) this.faults.push(`${agent} was given two messages ${sequence}`);
      given.set(sequence, message);
      last = sequence;
      this.counts.given += 1;
    }
  }

  acknowledged(session: string, agent: Agent, through: number): void {
    this.#acknowledged.set(keyOf(session, agent), through);
  }

  /** Returns the messages that a member was given, by their numbers. */
  givenTo(session: string, agent: Agent): Map<number, Seen> {
    const key = keyOf(session, agent);
    const given = this.#given.get(key) ?? new Map<number, Seen>();
    this.#given.set(key, given);
    return given;
  }

  /** Returns what was told of messages into a session. */
  of(session: string): readonly Answer[] {
    return [...this.#sent.values()].filter((answer) => answer.session === session);
  }

  get total(): number {
    const { sequenced, accepted, refused, repeated } = this.counts;
    return sequenced + accepted + refused + repeated;
  }

  /** Resolves when so many messages have been answered. */
  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#told = () => this.total >= count && resolve();
      this.#told();
    });
  }

  #answer(session: string, agent: Agent, id: string): Answer {
    const key = `${keyOf(session, agent)}/${id}`;
    const answer = this.#sent.get(key) ?? { session, agent, id, isRefused: false };
    this.#sent.set(key, answer);
    return answer;
  }
}

function keyOf(session: string, agent: Agent): string {
  return `${session}/${agent}`;
}

export function text({ sequence, id, from, to, type, content }: Seen): string {
  return `${sequence} ${type} ${id} of ${from} to ${to.join() || 'all'}: ${content}`;
}
