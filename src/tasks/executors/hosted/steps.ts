import { RpcError } from '../../../data/index.js';
import type { Store } from '../../../store/index.js';
import type { TaskRecord } from '../../record/record.js';
import type { ContentSealing } from '../../record/sealed.js';
import type { Attempt } from '../attempt.js';

/** Maximum number of characters of one stored value. */
const LONGEST_VALUE = 4 << 20;

/** Stores a step, and checks in the same statement that the attempt is not over. */
const KEEP = `insert into task_step (task, name, value)
  select ?, ?, ? where exists (select 1 from task where id = ? and attempt = ?) on conflict do nothing`;

/** The finished steps of a task. Their values are stored, so that later attempts do not repeat them. */
export class Steps {
  readonly #store: Store;
  readonly #run: Attempt;
  readonly #task: string;
  readonly #attempt: number;
  readonly #content: ContentSealing;
  readonly #seal: string | undefined;
  /** Names of finished steps. Read at the first use; a first attempt has none and does not read. */
  #finished: Promise<Set<string>> | undefined;

  constructor(
    { store, content }: { readonly store: Store; readonly content: ContentSealing },
    run: Attempt,
    { id, attempt, document }: Pick<TaskRecord, 'id' | 'attempt' | 'document'>,
  ) {
    this.#store = store;
    this.#content = content;
    this.#seal = document.seal;
    this.#run = run;
    this.#task = id;
    this.#attempt = attempt;
    this.#finished = attempt <= 1 ? Promise.resolve(new Set()) : undefined;
  }

  /** Returns the stored value of a finished step; else does its work now, and stores the value before it returns it. */
  async value<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#finished ??= this.#names();
    const finished = await this.#finished;
    const known = finished.has(name) ? await this.#remembered(name) : undefined;
    if (known !== undefined) return JSON.parse(known);
    const value = await work();
    const text = JSON.stringify(value ?? null);
    if (text.length > LONGEST_VALUE) {
      throw new RpcError({
        type: 'application',
        tag: 'too-big',
        message: `step "${name}" gave more than ${LONGEST_VALUE} characters to remember`,
      });
    }
    const stored = this.#seal === undefined ? text : await this.#content.seal(this.#seal, this.#placeOf(name), text);
    this.#run.signal.throwIfAborted();
    const kept = await this.#store.transact((tx) =>
      tx.change(KEEP, [this.#task, name, stored, this.#task, this.#attempt]),
    );
    // No row was stored: the attempt is over (`change` throws then), or another run has stored the step before.
    if (kept === 0) await this.#run.change(async (_tx, record) => record);
    finished.add(name);
    return value;
  }

  async #names(): Promise<Set<string>> {
    const rows = await this.#store.reads
      .selectFrom('task_step')
      .select('name')
      .where('task', '=', this.#task)
      .execute();
    return new Set(rows.map(({ name }) => name));
  }

  async #remembered(name: string): Promise<string | undefined> {
    const row = await this.#store.reads
      .selectFrom('task_step')
      .select('value')
      .where('task', '=', this.#task)
      .where('name', '=', name)
      .executeTakeFirst();
    return row && this.#content.open(this.#placeOf(name), row.value);
  }

  #placeOf(name: string): string {
    return `task ${this.#task} step ${name}`;
  }
}
