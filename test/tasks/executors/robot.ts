/** An executor of this test: it does nothing but note how the port is used, and which of its tasks it has. */
import type { AgentRecord } from '../../../src/agents/index.js';
import { RpcError } from '../../../src/data/index.js';
import type { Store, Tx } from '../../../src/store/index.js';
import type { Attempt, Executor, Place, Steer, TaskRecord, TaskWork } from '../../../src/tasks/index.js';

/** One use of the port. */
export interface Use {
  readonly what: 'offer' | 'reserve' | 'begin' | 'recover' | Steer['kind'];
  readonly task?: string;
  readonly sequence?: number;
}

export class Robot implements Executor {
  readonly name = 'robot';
  /** Tasks that are executed at once. */
  places: number | 'unlimited' = 2;
  /** False once its agent is served by another executor. */
  hasAgent = true;
  /** What it cannot follow. */
  refuses: Steer['kind'] | undefined;
  readonly uses: Use[] = [];
  /** Attempts that are under way, by task. */
  readonly active = new Map<string, Attempt>();
  readonly #reserved = new Set<Place>();
  #filling = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly work: TaskWork,
  ) {}

  serves(agent: string): boolean {
    return agent === 'robot' && this.hasAgent;
  }

  holds({ id }: TaskRecord): boolean {
    return this.active.has(id);
  }

  offer(_agent: AgentRecord, { type }: Readonly<Record<string, unknown>>) {
    this.uses.push({ what: 'offer' });
    if (type !== 'fly') return undefined;
    return { code: 'lack-of-skills', message: 'a robot does not fly', recovery: ['reassign'] };
  }

  reserve(): Place | 'unlimited' | undefined {
    if (this.#free() <= 0) return undefined;
    this.uses.push({ what: 'reserve' });
    if (this.places === 'unlimited') return 'unlimited';
    const place = { release: () => this.#reserved.delete(place) };
    this.#reserved.add(place);
    return place;
  }

  async begin(tx: Tx, task: TaskRecord, place: Place | undefined): Promise<void> {
    tx.afterCommit(() => {
      if (place) this.#reserved.delete(place);
      this.active.set(task.id, this.work.attempt(task));
      this.uses.push({ what: 'begin', task: task.id, sequence: task.sequence });
    });
  }

  async steer(tx: Tx, before: TaskRecord, { sequence }: TaskRecord, { kind }: Steer): Promise<void> {
    if (kind === this.refuses)
      throw new RpcError({ type: 'application', tag: 'operation-failed', origin: 'caller', message: 'it cannot stop' });
    tx.afterCommit(() => {
      this.uses.push({ what: kind, task: before.id, sequence });
      if (kind === 'suspend' || kind === 'cancel') this.#end(before.id);
    });
  }

  wake(): void {
    this.#filling = this.#filling.then(async () => {
      const free = this.#free();
      if (free > 0) await this.store.transact((tx) => this.work.beginWaiting(tx, 'robot', free));
    });
  }

  async recover(): Promise<void> {
    for (const state of ['running', 'input-required'] as const) {
      for (const task of await this.work.inState(state, { to: 'robot', limit: 100 })) {
        this.active.set(task.id, this.work.attempt(task));
        this.uses.push({ what: 'recover', task: task.id, sequence: task.sequence });
      }
    }
    this.wake();
  }

  async stop(): Promise<void> {
    await this.settled();
    for (const attempt of this.active.values()) attempt.interrupt('the node is stopping');
  }

  /** Resolves when no task is being begun. */
  settled(): Promise<void> {
    return this.#filling;
  }

  async ask(task: string): Promise<void> {
    await this.active.get(task)?.change((tx, now) => this.work.requestInput(tx, now, 'Which room?'));
  }

  async complete(task: string): Promise<void> {
    const report = { name: 'report', value: 'the room is clean' };
    await this.active.get(task)?.change((tx, now) => this.work.complete(tx, now, [report]));
    this.#end(task);
  }

  async fail(task: string): Promise<void> {
    const error = { code: 'internal', message: 'the brush is broken', recovery: ['escalate'] };
    await this.active.get(task)?.change((tx, now) => this.work.fail(tx, now, error));
  }

  #end(task: string): void {
    this.active.get(task)?.interrupt('the attempt is over');
    this.active.delete(task);
    this.wake();
  }

  #free(): number {
    return this.places === 'unlimited' ? 100 : this.places - this.active.size - this.#reserved.size;
  }
}
