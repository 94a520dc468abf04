/** The signals of a run in a turn: in a sealed run their data are stored encrypted. */
import type { Turn, TurnNeeds } from './turn.js';

export interface Signal {
  readonly name: string;
  /** The same key is taken once. */
  readonly key?: string;
  /** JSON. */
  readonly data: string;
}

export class TurnSignals {
  constructor(
    private readonly needs: Pick<TurnNeeds, 'rows' | 'values'>,
    private readonly turn: Turn,
  ) {}

  /** Returns signals of this name that no wait has consumed, the oldest first. */
  async waiting(name: string): Promise<readonly { readonly number: number; readonly data: string }[]> {
    const { run, tx, isSealed } = this.turn;
    const waiting = await this.needs.rows.signals.waiting(tx, run.id, name);
    if (!isSealed) return waiting;
    return Promise.all(
      waiting.map(async ({ number, data }) => ({
        number,
        data: await this.needs.values.opened(tx, this.#placeOf(number), data),
      })),
    );
  }

  has(key: string): Promise<boolean> {
    return this.needs.rows.signals.has(this.turn.tx, this.turn.run.id, key);
  }

  count(): Promise<number> {
    return this.needs.rows.signals.count(this.turn.tx, this.turn.run.id);
  }

  /** Stores a signal, and writes it to the journal. Returns its number. */
  async add(signal: Signal): Promise<number> {
    const { turn } = this;
    const { rows, values } = this.needs;
    const number = (turn.progress.signals ?? 0) + 1;
    turn.changeRun({ progress: { signals: number } });
    const { name, key, data } = signal;
    const stored = await values.sealed(turn.tx, turn.present, this.#placeOf(number), data);
    await rows.signals.add(turn.tx, turn.run.id, number, { ...signal, data: stored });
    const { digest } = await values.digested(turn.tx, turn.present, JSON.parse(data));
    turn.note({ kind: 'signal', data: { name, ...(key === undefined ? {} : { key }), data: digest } });
    return number;
  }

  consume(signal: number): Promise<void> {
    return this.needs.rows.signals.consume(this.turn.tx, this.turn.run.id, signal);
  }

  #placeOf(signal: number): string {
    return `run ${this.turn.run.id} signal ${signal}`;
  }
}
