/** One loop at work: takes what `observe` gives, one cycle at a time, always the latest. */
import type { Logger } from 'pino';
import type { Subscription } from 'rxjs';
import { RpcError } from '../data/index.js';
import { Approval, type ApprovalAnswer } from './approval.js';
import { type LoopContext, type LoopDefinition, type Plan, summary } from './definition.js';
import type { LoopJournal } from './journal.js';
import { type LoopPolicy, type Permission, permission } from './policy.js';
import type { CycleRecord, LoopOutcome, LoopPhase, LoopState } from './record.js';

export interface RunnerOptions {
  readonly definition: LoopDefinition;
  readonly journal: LoopJournal;
  readonly agent: string;
  readonly log: Logger;
  /** The policy in force, read from configuration at each decision. */
  readonly policy: () => LoopPolicy;
  /** Why everything autonomous is stopped on this node, if it is. */
  readonly halted: () => string | undefined;
  readonly context: (signal: AbortSignal) => LoopContext;
}

/** States from which each action may start; anything else is refused. */
const FROM: Readonly<Record<'start' | 'pause' | 'resume' | 'stop', readonly LoopState[]>> = {
  start: ['idle', 'stopped', 'failed'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused', 'idle', 'failed'],
};

export class LoopRunner {
  #phase: LoopPhase | undefined;
  #approval: Approval | undefined;
  #observing: Subscription | undefined;
  #abort = new AbortController();
  #latest: { readonly seen: unknown } | undefined;
  #lastSeen: { readonly seen: unknown } | undefined;
  #cycle: Promise<void> | undefined;
  #lastTold = '';

  constructor(private readonly options: RunnerOptions) {}

  get state(): LoopState {
    return this.options.journal.status.state;
  }

  get phase(): LoopPhase | undefined {
    return this.#phase;
  }

  get pending(): Approval | undefined {
    return this.#approval;
  }

  /** Goes on after a start of the node: a loop that was running runs again. */
  async restore(enabled: boolean): Promise<void> {
    if (this.state === 'running') this.observe();
    else if (this.state === 'idle' && enabled) await this.start();
  }

  async start(): Promise<void> {
    this.require('start');
    await this.options.journal.setState('running');
    this.observe();
  }

  async resume(): Promise<void> {
    this.require('resume');
    await this.options.journal.setState('running');
    this.observe();
  }

  /** The cycle under way is let finish; what waits for approval is dropped. */
  async pause(reason?: string): Promise<void> {
    this.require('pause');
    this.#observing?.unsubscribe();
    this.#approval?.answer({ kind: 'expired' });
    await this.options.journal.setState('paused', reason);
  }

  /** The cycle under way is aborted. */
  async stop(reason?: string): Promise<void> {
    this.require('stop');
    await this.halt();
    await this.options.journal.setState('stopped', reason);
  }

  /** Ends all work without changing what is stored: the node stops. */
  async halt(): Promise<void> {
    this.#observing?.unsubscribe();
    this.#abort.abort();
    this.#approval?.answer({ kind: 'expired' });
    await this.#cycle;
  }

  private require(action: keyof typeof FROM): void {
    if (FROM[action].includes(this.state)) return;
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      appTag: 'bad-transition',
      message: `a loop that is ${this.state} cannot ${action}; it must be ${FROM[action].join(' or ')}`,
    });
  }

  /** What the loop would do about `seen`, or about what it saw last. Nothing is executed or recorded. */
  async dryRun(seen: unknown): Promise<{ plan: Plan; permission: Permission } | undefined> {
    const input = seen === undefined ? this.#lastSeen : { seen };
    if (!input) return undefined;
    const plan = await this.options.definition.plan(input.seen, this.options.context(AbortSignal.timeout(60_000)));
    return { plan, permission: await this.permissionFor(plan) };
  }

  private observe(): void {
    this.#abort = new AbortController();
    const context = this.options.context(this.#abort.signal);
    this.#phase = 'observe';
    this.#observing?.unsubscribe();
    this.#observing = this.options.definition.observe(context).subscribe({
      next: (seen) => {
        this.#latest = { seen };
        this.#cycle ??= this.work(context).finally(() => {
          this.#cycle = undefined;
        });
      },
      error: (error: unknown) => void this.fail(error),
    });
  }

  private async fail(error: unknown): Promise<void> {
    this.options.log.error({ err: error, loop: this.options.definition.name }, 'observation ended');
    await this.options.journal.setState('failed', error instanceof Error ? error.message : String(error));
  }

  private async work(context: LoopContext): Promise<void> {
    while (this.#latest && this.state === 'running' && !context.signal.aborted) {
      const { seen } = this.#latest;
      this.#lastSeen = this.#latest;
      this.#latest = undefined;
      try {
        await this.cycle(seen, context);
      } catch (error) {
        this.options.log.error({ err: error, loop: this.options.definition.name }, 'cycle failed');
      }
      this.#phase = 'observe';
    }
  }

  private async cycle(seen: unknown, context: LoopContext): Promise<void> {
    const { journal, definition } = this.options;
    journal.counted('observations');
    this.#phase = 'analyse';
    const plan = await definition.plan(seen, context);
    if (plan.concluded === undefined) {
      this.#lastTold = '';
      return;
    }
    this.#phase = 'decide';
    const record: CycleRecord = {
      id: journal.nextId(),
      at: new Date().toISOString(),
      seen: plan.seen,
      concluded: plan.concluded,
      decided: plan.decision?.summary,
      affected: plan.decision?.affected ?? (plan.decision ? 1 : undefined),
    };
    if (!plan.decision) return this.conclude(record, 'no-action');
    const allowed = await this.permissionFor(plan);
    switch (allowed.kind) {
      case 'observe-only':
        return this.conclude(record, 'observed');
      case 'suppressed':
        return this.conclude({ ...record, verified: allowed.reason }, 'suppressed');
      case 'execute':
        return this.execute(record, plan, context);
      case 'approve':
        return this.askFirst(record, plan, context);
    }
  }

  private async permissionFor(plan: Plan): Promise<Permission> {
    const { journal, policy, halted } = this.options;
    const now = new Date();
    const executions = await journal.executionsOfLastHour(now);
    return permission({ policy: policy(), affected: plan.decision?.affected ?? 1, now, executions, halted: halted() });
  }

  /** Records an outcome without execution; the same finding over and over is recorded once. */
  private async conclude(record: CycleRecord, outcome: LoopOutcome): Promise<void> {
    const told = summary([record.concluded, record.decided, outcome]);
    if (told === this.#lastTold) return;
    this.#lastTold = told;
    await this.options.journal.finish(record, outcome);
  }

  private async askFirst(record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    const { journal, policy } = this.options;
    this.#phase = 'approve';
    const approval = new Approval(record, policy()['approval-timeout']);
    this.#approval = approval;
    await journal.announceApproval(record, approval.expires);
    const answer: ApprovalAnswer = await approval.answered;
    this.#approval = undefined;
    if (answer.kind !== 'approved') {
      const { by, comment } = answer.kind === 'rejected' ? answer : { by: undefined, comment: undefined };
      await journal.finish({ ...record, by, verified: comment }, answer.kind);
      return;
    }
    const allowed = await this.permissionFor(plan);
    const approved = { ...record, by: answer.by };
    if (allowed.kind === 'suppressed') return this.conclude({ ...approved, verified: allowed.reason }, 'suppressed');
    return this.execute(approved, plan, context);
  }

  private async execute(record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    const { journal } = this.options;
    this.#lastTold = '';
    this.#phase = 'execute';
    await journal.begin(record, true);
    let done: string | undefined;
    try {
      const result = await plan.execute(context);
      done = result.done;
      this.#phase = 'verify';
      const verdict = await result.verify();
      await journal.finish({ ...record, done, verified: verdict.note }, verdict.ok ? 'succeeded' : 'unverified');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await journal.finish({ ...record, done, verified: reason }, context.signal.aborted ? 'interrupted' : 'failed');
    }
  }
}
