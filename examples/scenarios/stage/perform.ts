/** Plays a scenario before an audience: a terminal, or a program that reads JSON. */
import { setTimeout as pause } from 'node:timers/promises';
import { Account, type Entry } from './account.js';
import { Printer } from './print.js';
import type { Outcome, Pace, Scenario } from './scenario.js';
import { startStage } from './stage.js';

export interface PerformOptions {
  readonly pace: Pace;
  /** One JSON document a line: each entry as it is told, then the outcome. */
  readonly json: boolean;
  readonly write: (line: string) => void;
  readonly coloured: boolean;
  /** Columns. */
  readonly width: number;
  readonly signal: AbortSignal;
}

/** Milliseconds between two entries, so that they can be read as they come. */
const READING: Readonly<Record<Pace, number>> = { fast: 60, slow: 900 };

/**
 * Plays it to its end and closes all that it started, whatever happens.
 * @throws what went wrong, or what `signal` was aborted with
 */
export async function perform(scenario: Scenario, options: PerformOptions): Promise<Outcome> {
  const { pace, json, signal } = options;
  const account = new Account(scenario.steps);
  const stage = await startStage({ account, pace, signal });
  const printer = new Printer(options);
  const reader = new Reader(json ? 0 : READING[pace], (entry) =>
    json ? options.write(JSON.stringify(entry)) : printer.entry(entry, scenario.steps),
  );
  const subscription = account.told.subscribe((entry) => reader.take(entry));
  if (!json) {
    printer.title(scenario);
    stage.asides.subscribe((text) => printer.aside(text));
  }
  try {
    const outcome = await scenario.play(stage, { signal });
    await reader.finished();
    if (json) options.write(JSON.stringify({ outcome }));
    else printer.summary(outcome, account);
    return outcome;
  } catch (error) {
    // Whatever was under way says in its own words that it was cut off.
    signal.throwIfAborted();
    throw error;
  } finally {
    subscription.unsubscribe();
    reader.stop();
    await stage.close();
  }
}

/** Shows entries one after the other, with time to read between them. */
class Reader {
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly time: number,
    private readonly show: (entry: Entry) => void,
  ) {}

  take(entry: Entry): void {
    this.#last = this.#last.then(() => {
      if (this.#isStopped) return undefined;
      this.show(entry);
      return this.time > 0 ? pause(this.time) : undefined;
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  async finished(): Promise<void> {
    await this.#last;
  }
}
