/** What members of a session were told, and what the log must therefore be after each crash. */

/** A message as a member sees it. */
export interface Seen {
  readonly sequence: number;
  readonly id: string;
  readonly from: string | undefined;
  readonly content: string | undefined;
}

/** What each member has been given, and has dealt with. */
interface Reader {
  readonly given: Map<number, Seen>;
  acknowledged: number;
}

export class Journal {
  readonly faults: string[] = [];
  readonly counts = { sent: 0, repeated: 0, given: 0, redelivered: 0, acknowledged: 0 };
  /** Numbers of the sends that were answered, by the identifier of the message. */
  readonly #answered = new Map<string, number>();
  readonly #refused = new Set<string>();
  readonly #readers = new Map<string, Reader>();
  #log: readonly Seen[] = [];
  #waiting: (() => void) | undefined;

  /** Notes that a send was answered. @param repeated it had been sent before */
  sent(id: string, sequence: number, repeated: boolean): void {
    const before = this.#answered.get(id);
    if (before !== undefined && before !== sequence)
      this.faults.push(`${id} was number ${before}, and ${sequence} later`);
    this.#answered.set(id, sequence);
    this.counts[repeated ? 'repeated' : 'sent'] += 1;
    this.#waiting?.();
  }

  /** Notes that a send was refused. */
  refused(id: string): void {
    if (this.#answered.has(id)) this.faults.push(`${id} was number ${this.#answered.get(id)}, and refused later`);
    this.#refused.add(id);
  }

  /** Notes that a member was given messages. */
  given(agent: string, messages: readonly (Seen & { readonly redelivered: boolean })[]): void {
    const { given, acknowledged } = this.#reader(agent);
    const numbers = messages.map(({ sequence }) => sequence);
    if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0)))
      this.faults.push(`${agent} was given ${numbers.join()}, which is no order`);
    for (const { redelivered, ...message } of messages) {
      const { sequence } = message;
      if (sequence <= acknowledged)
        this.faults.push(`${agent} was given ${sequence}, and had acknowledged ${acknowledged}`);
      const before = given.get(sequence);
      if (before && text(before) !== text(message)) this.faults.push(`${agent} was given two messages ${sequence}`);
      given.set(sequence, message);
      this.counts[redelivered ? 'redelivered' : 'given'] += 1;
    }
  }

  /** Notes that an acknowledgement was answered. */
  acknowledged(agent: string, through: number): void {
    this.#reader(agent).acknowledged = through;
    this.counts.acknowledged += 1;
  }

  /** Resolves when so many sends have been answered. */
  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = () => this.counts.sent + this.counts.repeated >= count && resolve();
      this.#waiting();
    });
  }

  /** Judges the log as each member reads it, and as an operator does, after a crash. */
  judge(logs: ReadonlyMap<string, readonly Seen[]>): void {
    const [[first, log] = ['', []], ...others] = logs;
    for (const [reader, other] of others) {
      if (other.map(text).join() !== log.map(text).join())
        this.faults.push(`${reader} reads another log than ${first}: ${difference(log, other)}`);
    }
    const skipped = log.find(({ sequence }, index) => sequence !== index + 1);
    if (skipped) this.faults.push(`number ${skipped.sequence} follows another than ${skipped.sequence - 1}`);
    if (this.#log.some((before, index) => text(before) !== (log[index] && text(log[index]))))
      this.faults.push(`the log changed: ${difference(this.#log, log)}`);
    this.#log = log;
    this.#judgeSends(log);
    for (const [agent, { given }] of this.#readers) {
      for (const message of given.values()) {
        const stored = log[message.sequence - 1];
        if (!stored || text(stored) !== text(message))
          this.faults.push(`${agent} was given ${text(message)}, and the log has ${stored ? text(stored) : 'nothing'}`);
      }
    }
  }

  /** Judges, once all was read, that each member was given all that others said. */
  judgeEnd(): void {
    for (const [agent, { given, acknowledged }] of this.#readers) {
      const lost = this.#log.filter(
        ({ from, content, sequence }) =>
          content !== undefined && from !== agent && !(given.has(sequence) && sequence <= acknowledged),
      );
      if (lost.length > 0) this.faults.push(`${agent} was never given ${lost.map(({ id }) => id).join()}`);
    }
  }

  #judgeSends(log: readonly Seen[]): void {
    const places = new Map<string, number>();
    for (const { id, sequence } of log) {
      if (places.has(id)) this.faults.push(`${id} is in the log at ${places.get(id)} and at ${sequence}`);
      places.set(id, sequence);
    }
    for (const [id, sequence] of this.#answered) {
      const found = places.get(id);
      if (found !== sequence) this.faults.push(`${id} was answered as ${sequence}, and is ${found ?? 'not there'}`);
    }
    for (const id of this.#refused)
      if (places.has(id)) this.faults.push(`${id} was refused, and is in the log at ${places.get(id)}`);
    const wrong = log.find(({ id, from, content }) => content !== undefined && content !== contentOf(id, from));
    if (wrong) this.faults.push(`message ${text(wrong)} is not as it was sent`);
  }

  #reader(agent: string): Reader {
    const reader = this.#readers.get(agent) ?? { given: new Map(), acknowledged: 0 };
    this.#readers.set(agent, reader);
    return reader;
  }
}

/** Returns the content under which a message is sent. */
export function contentOf(id: string, from: string | undefined): string {
  return `${id} of ${from}`;
}

const text = ({ sequence, id, from = 'the node', content = '' }: Seen): string =>
  `${sequence} ${id} of ${from}: ${content}`;

function difference(one: readonly Seen[], other: readonly Seen[]): string {
  const at = one.findIndex((message, index) => other[index] === undefined || text(message) !== text(other[index]));
  const [left, right] = [one[at], other[at]];
  return `${left ? text(left) : 'nothing'} | ${right ? text(right) : 'nothing'}`;
}
