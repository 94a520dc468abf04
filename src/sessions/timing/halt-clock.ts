/** The clock for what is due in teams: it stands while everything autonomous is stopped. */
import type { Tx } from '../../store/index.js';
import type { TimerRows } from '../record/timers.js';

export class HaltClock {
  #since: number | undefined;

  /**
   * @param steady milliseconds of a clock that cannot be set
   * @param since when `stop-all` came, if it holds as the node starts
   */
  constructor(
    private readonly steady: () => number,
    since: number | undefined,
  ) {
    this.#since = since;
  }

  get isHalted(): boolean {
    return this.#since !== undefined;
  }

  /** Returns milliseconds since 1970. */
  now(): number {
    return this.#since ?? this.steady();
  }

  /** Puts off what is due by the time for which the clock stood, in the transaction of `stop-all` or `resume-all`. */
  async turn(tx: Tx, timers: Pick<TimerRows, 'putOff'>, halted: boolean): Promise<void> {
    const [now, since] = [this.steady(), this.#since];
    if (since !== undefined && now > since) await timers.putOff(tx, now - since);
    tx.afterCommit(() => {
      this.#since = halted ? now : undefined;
    });
  }
}
