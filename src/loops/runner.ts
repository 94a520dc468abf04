/** Runs one loop: takes the latest value of `observe`, one cycle at a time. */
import type { Logger } from 'pino';
import { defer, Observable, type Subscription } from 'rxjs';
import { answerable, messageOf, RpcError } from '../data/index.js';
import type { Approval } from './approval.js';
import { call } from './call.js';
import { type CycleOptions, Cycles } from './cycle.js';
import type { LoopContext, Plan } from './definition.js';
import { NodeStops } from './execution.js';
import type { Permission } from './policy.js';
import type { LoopPhase, LoopState } from './record.js';

export interface RunnerOptions extends CycleOptions {
  readonly log: Logger;
  readonly context: (signal: AbortSignal) => LoopContext;
}

/** States from which each action may start; anything else is refused. */
const FROM: Readonly<Record<'start' | 'pause' | 'resume' | 'stop', readonly LoopState[]>> = {
  start: ['idle', 'stopped', 'failed'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused', 'idle', 'failed'],
};

const DRY_RUN_LIMIT = 60_000;

/** Reasons for which a loop is stopped until configuration enables it again. */
export const BY_CONFIGURATION = {
  disabled: 'disabled in configuration',
  deleted: 'deleted from configuration',
} as const;

interface Observation {
  readonly seen: unknown;
}

export class LoopRunner {
  readonly #cycles: Cycles;
  #phase: LoopPhase | undefined;
  #approval: Approval | undefined;
  #observing: Subscription | undefined;
  #abort = new AbortController();
  #latest: Observation | undefined;
  #lastSeen: Observation | undefined;
  #working: Promise<void> | undefined;
  /** Context of the current observation, or of the last one. */
  #context: LoopContext | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** True when the observation was ended: no new cycle begins. */
  #ended = false;

  constructor(private readonly options: RunnerOptions) {
    this.#cycles = new Cycles(options, {
      phase: (phase) => {
        this.#phase = phase;
      },
      pending: (approval) => {
        this.#approval = approval;
      },
      newer: () => this.#latest,
      goesOn: (context) => context === this.#context && !this.#ended,
    });
  }

  get state(): LoopState {
    return this.options.journal.status.state;
  }

  /** Phase of the loop; undefined while it is idle. */
  get phase(): LoopPhase | undefined {
    return this.#working || this.state === 'running' ? this.#phase : undefined;
  }

  get pending(): Approval | undefined {
    return this.#approval;
  }

  /** Restores the loop after a start of the node: a running loop runs again, a paused loop only finishes interrupted cycles. */
  async restore(enabled: boolean): Promise<void> {
    const unfinished = await this.options.journal.unfinished();
    if (enabled && (this.state === 'running' || this.state === 'paused')) {
      if (this.state === 'running') this.observe();
      else this.#context = this.options.context(this.#abort.signal);
      if (unfinished.length > 0) this.occupy((context) => this.#cycles.recover(unfinished, context));
      return;
    }
    await this.#cycles.abandon(unfinished);
    if (this.state === 'running') await this.stop(BY_CONFIGURATION.disabled);
    else if (enabled && (this.state === 'idle' || this.isStoppedByConfiguration())) await this.start();
  }

  /** True when configuration stopped the loop. If configuration enables it now, the process ended before the loop was started. */
  private isStoppedByConfiguration(): boolean {
    const { state, reason } = this.options.journal.status;
    return state === 'stopped' && Object.values<unknown>(BY_CONFIGURATION).includes(reason);
  }

  start(): Promise<void> {
    return this.run('start');
  }

  resume(): Promise<void> {
    return this.run('resume');
  }

  private run(action: 'start' | 'resume'): Promise<void> {
    return this.inTurn(async () => {
      this.require(action);
      await this.options.journal.setState('running');
      this.observe();
    });
  }

  /** Pauses the loop: a running execution finishes, a decision that waits for approval is dropped. */
  pause(reason?: string): Promise<void> {
    return this.inTurn(async () => {
      this.require('pause');
      this.endObserving();
      this.#approval?.answer({ kind: 'dropped', reason: reason ?? 'the loop was paused' });
      await this.options.journal.setState('paused', reason);
    });
  }

  /** Stops the loop and interrupts its execution. */
  stop(reason?: string): Promise<void> {
    return this.inTurn(async () => {
      this.require('stop');
      await this.end(new Error(reason ?? 'the loop was stopped'));
      await this.options.journal.setState('stopped', reason);
    });
  }

  /** Like `pause`, but also interrupts the execution, even of a loop that is already paused. */
  interrupt(reason: string): Promise<void> {
    return this.inTurn(async () => {
      const { state } = this;
      if (state !== 'running' && state !== 'paused') return;
      await this.end(new Error(reason));
      if (state === 'running') await this.options.journal.setState('paused', reason);
    });
  }

  /** Ends all work without changing the stored state, because the node stops. */
  async halt(): Promise<void> {
    await this.end(new NodeStops('the node was stopped'));
  }

  /** Runs concurrent requests one after another, each with the state that the one before left. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  private async end(reason: Error): Promise<void> {
    this.endObserving();
    this.#abort.abort(reason);
    this.#approval?.answer({ kind: 'dropped', reason: reason.message });
    await this.#working;
  }

  private endObserving(): void {
    this.#ended = true;
    this.#observing?.unsubscribe();
    this.#latest = undefined;
  }

  private require(action: keyof typeof FROM): void {
    if (FROM[action].includes(this.state)) return;
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      appTag: 'bad-transition',
      message: `a loop that is ${this.state} cannot ${action}; it must be ${FROM[action].join(' or ')}`,
    });
  }

  /**
   * Returns the plan of the loop for `seen`, or for its last observation. Nothing is executed or recorded.
   * @throws RpcError when the loop cannot analyse or decide
   */
  async dryRun(seen: unknown): Promise<{ plan: Plan; permission: Permission } | undefined> {
    const input = seen === undefined ? this.#lastSeen : { seen };
    if (!input) return undefined;
    const real = this.options.context(AbortSignal.timeout(DRY_RUN_LIMIT));
    const edit = () => Promise.reject(new Error('a dry run edits no device'));
    const context = { ...real, devices: { ...real.devices, edit } };
    const plan = await call(context, () => this.options.definition.plan(input.seen, context)).catch(
      (error: unknown) => {
        const message = `the loop cannot say what it would do about that: ${messageOf(error)}`;
        // A failure for a given observation is a fault of the caller; for its own observation it is a fault of the node.
        const origin = seen === undefined ? 'node' : 'caller';
        throw new RpcError({ type: 'application', tag: 'operation-failed', origin, message });
      },
    );
    return { plan, permission: await this.#cycles.permissionFor(plan) };
  }

  private observe(): void {
    // A pause keeps the signal, because an execution may still be running.
    if (this.#abort.signal.aborted) this.#abort = new AbortController();
    const context = this.options.context(this.#abort.signal);
    this.#context = context;
    this.#ended = false;
    this.#phase = 'observe';
    this.#observing?.unsubscribe();
    this.#observing = this.observation(context).subscribe({
      next: (seen) => {
        this.#latest = { seen };
        this.takeUp();
      },
      error: (error: unknown) => this.ended('failed', messageOf(error)),
      complete: () => this.ended('stopped', 'there is nothing more to observe'),
    });
  }

  /** Returns the observations of the loop. An uncaught error of it ends the loop. */
  private observation(context: LoopContext): Observable<unknown> {
    const fail = (error: Error): void => {
      if (context !== this.#context || this.#ended) {
        context.log.error({ err: error }, 'the observation left an error behind when it had ended');
        return;
      }
      this.endObserving();
      this.ended('failed', error.message);
    };
    return new Observable((subscriber) =>
      answerable(fail, () => defer(() => this.options.definition.observe(context)).subscribe(subscriber)),
    );
  }

  /** Begins a cycle with the latest observation; a busy loop does so afterwards. */
  private takeUp(): void {
    if (this.#latest) this.occupy(() => this.work());
  }

  private occupy(work: (context: LoopContext) => Promise<void>): void {
    const context = this.#context;
    if (this.#working || !context) return;
    const { log, definition } = this.options;
    this.#working = work(context)
      .catch((error: unknown) => log.error({ err: error, loop: definition.name }, 'a cycle could not be recorded'))
      .finally(() => {
        this.#working = undefined;
        this.#phase = 'observe';
        if (this.state === 'running') this.takeUp();
      });
  }

  /** Ends the loop after the current cycle, because the observation has ended by itself. */
  private ended(state: 'failed' | 'stopped', reason: string): void {
    const { log, definition, journal } = this.options;
    log.warn({ loop: definition.name, reason }, 'observation ended');
    const working = this.#working ?? Promise.resolve();
    working
      .then(() => (this.state === 'running' ? journal.setState(state, reason) : undefined))
      .catch((error: unknown) =>
        log.error({ err: error, loop: definition.name }, 'the state of the loop cannot be stored'),
      );
  }

  private async work(): Promise<void> {
    while (this.#latest && this.state === 'running') {
      const context = this.#context;
      if (!context || context.signal.aborted) return;
      const { seen } = this.#latest;
      this.#lastSeen = this.#latest;
      this.#latest = undefined;
      await this.#cycles.run(seen, context);
      this.#phase = 'observe';
    }
  }
}
