/**
 * The order in which waiting tasks of an agent begin. The assigning users take turns: in a round, one task of each user begins,
 * the user with the most urgent task first. Of one user, the most urgent task begins first; of equally urgent tasks, the one
 * that has waited longest. But a task that has waited longer than a multiple (`task-settings/fairness`) of the median wait of
 * earlier tasks begins first, so that a stream of urgent tasks cannot block the others forever. Waits are counted in turns of
 * the line (`WaitHistogram`).
 */
import type { Tx } from '../../store/index.js';
import type { ConfiguredSettings } from '../record/configured-settings.js';
import type { Places } from '../record/places.js';
import type { TaskRecord } from '../record/record.js';
import type { TaskRows } from '../record/store.js';
import { WaitHistogram } from './wait-histogram.js';
import type { Line, Passed, WaitingRows } from './waiting.js';

/** Maximum number of lines whose waits are remembered. */
const MOST_LINES = 10_000;
/** Maximum number of tasks that one claim passes over, because its caller may not execute them. */
const MOST_PASSED = 100;
/** Number of turns up to which a wait never counts as long. */
const SHORT = 10;

export interface Demand {
  readonly agent: string;
  /** Maximum number of tasks that the agent takes. */
  readonly limit: number;
  /** By `steadyTime`. */
  readonly now: number;
}

export class TaskQueue {
  /** Waits by line. In memory only, because they decide only the order of one user's tasks. */
  readonly #waits = new Map<string, WaitHistogram>();

  constructor(
    private readonly rows: Pick<TaskRows, 'get'>,
    private readonly waiting: WaitingRows,
    private readonly settings: () => ConfiguredSettings,
    private readonly places: Places,
  ) {}

  /**
   * Begins the next tasks of the agent.
   *
   * @param begin removes a task from the line in this transaction: claims it, or ends it and returns undefined. A task that it leaves
   *   there for other callers is `passed`
   */
  async give(
    tx: Tx,
    { agent, limit, now }: Demand,
    begin: (task: TaskRecord) => Promise<TaskRecord | 'passed' | undefined>,
  ): Promise<readonly TaskRecord[]> {
    const given: TaskRecord[] = [];
    const passed = new Set<string>();
    while (given.length < limit && passed.size < MOST_PASSED) {
      const [head, other] = await this.waiting.heads(agent, now, 2, tx, passed);
      if (!head) break;
      const line = { agent, owner: head.owner };
      // A single user has one turn after the other.
      if (other || !head.served) await this.waiting.takeTurn(tx, line);
      for (const task of await this.#next(tx, line, other ? 1 : limit - given.length, now, passed)) {
        // The begin of one task may end or suspend others, in the same transaction.
        const present = given.length === 0 ? task : await this.rows.get(task.id, tx);
        if (present?.state !== task.state) continue;
        const begun = await begin(present);
        if (begun === 'passed') passed.add(task.id);
        else if (begun) given.push(begun);
      }
    }
    return given;
  }

  /** Returns the identifier of the task that begins next. */
  async first(agent: string, now: number): Promise<string | undefined> {
    const [head] = await this.waiting.heads(agent, now, 1);
    return head?.id;
  }

  /** Stores a turn for a task that the agent has chosen itself. */
  async chosen(tx: Tx, { to, owner }: TaskRecord): Promise<void> {
    await this.waiting.takeTurn(tx, { agent: to, owner });
  }

  /** Returns the next tasks of the line, at most `limit`. */
  async #next(tx: Tx, line: Line, limit: number, now: number, passed: Passed): Promise<readonly TaskRecord[]> {
    const urgent = await this.waiting.line(line, now, limit, tx, passed);
    // When all waiting tasks begin, their order does not matter.
    const isLine = urgent.length > 0 && urgent.length === limit;
    const key = JSON.stringify([line.agent, line.owner]);
    const waits = isLine ? this.#waitsOf(key) : this.#waits.get(key);
    const chosen = isLine && waits ? await this.#fair(tx, line, urgent, waits, { now, passed }) : urgent;
    waits?.give(
      chosen.map(({ place }) => place ?? 0),
      this.places.next(),
    );
    return chosen;
  }

  async #fair(
    tx: Tx,
    line: Line,
    urgent: readonly TaskRecord[],
    waits: WaitHistogram,
    { now, passed }: { readonly now: number; readonly passed: Passed },
  ): Promise<readonly TaskRecord[]> {
    const longest = Math.max(SHORT, this.settings().fairness * waits.median());
    const late = (await this.waiting.oldest(line, now, tx, passed))
      .filter(({ place }) => waits.isLonger(place, longest))
      .sort((a, b) => a.place - b.place);
    const first: TaskRecord[] = [];
    for (const { id } of late.slice(0, urgent.length)) {
      const task = urgent.find((each) => each.id === id) ?? (await this.rows.get(id, tx));
      if (task) first.push(task);
    }
    const ids = new Set(first.map(({ id }) => id));
    return [...first, ...urgent.filter(({ id }) => !ids.has(id))].slice(0, urgent.length);
  }

  #waitsOf(line: string): WaitHistogram {
    const known = this.#waits.get(line);
    if (known) return known;
    const waits = new WaitHistogram();
    this.#waits.set(line, waits);
    for (const oldest of this.#waits.keys()) {
      if (this.#waits.size <= MOST_LINES) break;
      this.#waits.delete(oldest);
    }
    return waits;
  }
}
