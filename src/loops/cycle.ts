/** One cycle of a loop: from something seen to an outcome in the journal. */
import { Approval, type ApprovalAnswer } from './approval.js';
import { type LoopContext, type LoopDefinition, type Plan, summary } from './definition.js';
import type { LoopJournal } from './journal.js';
import { COOL_DOWN_UNIT, type LoopPolicy, type Permission, permission, RATE_SPAN } from './policy.js';
import type { CycleRecord, LoopOutcome, LoopPhase } from './record.js';

export interface CycleOptions {
  readonly definition: LoopDefinition;
  readonly journal: LoopJournal;
  /** The policy in force, read from configuration at each decision. */
  readonly policy: () => LoopPolicy;
  /** Why everything autonomous is stopped on this node, if it is. */
  readonly halted: () => string | undefined;
}

/** What a cycle tells its loop, and asks it. */
export interface CycleHooks {
  phase(phase: LoopPhase): void;
  pending(approval: Approval | undefined): void;
  /** What was seen since the cycle began. */
  newer(): { readonly seen: unknown } | undefined;
}

export class Cycles {
  #lastTold = '';

  constructor(
    private readonly options: CycleOptions,
    private readonly hooks: CycleHooks,
  ) {}

  /** Never rejects for a fault of the loop's own functions: that is an outcome. */
  async run(seen: unknown, context: LoopContext): Promise<void> {
    const { journal, definition } = this.options;
    journal.observed();
    this.hooks.phase('analyse');
    let plan: Plan;
    try {
      plan = await orAborted(definition.plan(seen, context), context.signal);
    } catch (error) {
      if (context.signal.aborted) return;
      return this.conclude({ ...this.record(summary(seen)), reason: messageOf(error) }, 'failed');
    }
    if (plan.concluded === undefined) {
      this.#lastTold = '';
      return;
    }
    this.hooks.phase('decide');
    const record = {
      ...this.record(plan.seen),
      concluded: plan.concluded,
      decided: plan.decision?.summary,
      affected: plan.decision && affectedBy(plan),
    };
    if (!plan.decision) return this.conclude(record, 'no-action');
    return this.act(await this.permissionFor(plan), record, plan, context);
  }

  private record(seen: string): CycleRecord {
    return { id: this.options.journal.nextId(), at: new Date().toISOString(), seen };
  }

  private act(allowed: Permission, record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    switch (allowed.kind) {
      case 'observe-only':
        return this.conclude(record, 'observed');
      case 'suppressed':
        return this.conclude({ ...record, reason: allowed.reason }, 'suppressed');
      case 'execute':
        return this.execute(record, plan, context);
      case 'approve':
        return record.by === undefined ? this.askFirst(record, plan, context) : this.execute(record, plan, context);
      default:
        return allowed satisfies never;
    }
  }

  async permissionFor(plan: Plan): Promise<Permission> {
    const { journal, halted } = this.options;
    const policy = this.options.policy();
    const now = new Date();
    const span = Math.max(RATE_SPAN, (policy['cool-down'] ?? 0) * COOL_DOWN_UNIT);
    const executions = await journal.executionsSince(new Date(now.getTime() - span));
    return permission({ policy, affected: affectedBy(plan), now, executions, halted: halted() });
  }

  /** Records an outcome without execution; the same finding over and over is recorded once. */
  private async conclude(record: CycleRecord, outcome: LoopOutcome): Promise<void> {
    const told = summary([
      record.concluded,
      record.decided,
      record.by,
      outcome === 'failed' ? record.reason : '',
      outcome,
    ]);
    if (told === this.#lastTold) return;
    this.#lastTold = told;
    await this.options.journal.finish(record, outcome, false);
  }

  private async askFirst(record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    const { journal, policy } = this.options;
    this.hooks.phase('approve');
    const approval = new Approval(record, policy()['approval-timeout']);
    this.hooks.pending(approval);
    let answer: ApprovalAnswer;
    try {
      await journal.announceApproval(record, approval.expires);
      answer = await approval.answered;
    } finally {
      this.hooks.pending(undefined);
    }
    switch (answer.kind) {
      case 'approved':
        return this.approved({ ...record, by: answer.by, reason: answer.comment }, plan, context);
      case 'rejected':
        return journal.finish({ ...record, by: answer.by, reason: answer.comment }, 'rejected', false);
      case 'expired':
        return journal.finish({ ...record, reason: 'nobody approved it in time' }, 'expired', false);
      case 'dropped':
        return journal.finish({ ...record, reason: answer.reason }, 'interrupted', false);
      default:
        return answer satisfies never;
    }
  }

  /** Time has passed since the decision: it is carried out only if it still is the right one, and still allowed. */
  private async approved(record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    const newer = this.hooks.newer();
    if (newer) {
      const now = await orAborted(this.options.definition.plan(newer.seen, context), context.signal).catch(
        () => undefined,
      );
      if (now?.decision?.summary !== plan.decision?.summary) {
        const reason = 'what was seen while this waited for approval calls for something else';
        return this.options.journal.finish({ ...record, reason }, 'interrupted', false);
      }
    }
    return this.act(await this.permissionFor(plan), record, plan, context);
  }

  private async execute(record: CycleRecord, plan: Plan, context: LoopContext): Promise<void> {
    const { journal } = this.options;
    const { signal } = context;
    this.#lastTold = '';
    this.hooks.phase('execute');
    await journal.begin(record);
    let done: string | undefined;
    try {
      const result = await orAborted(plan.execute(context), signal);
      done = result.done;
      this.hooks.phase('verify');
      const verdict = await orAborted(result.verify(), signal);
      await journal.finish({ ...record, done, verified: verdict.note }, verdict.ok ? 'succeeded' : 'unverified', true);
    } catch (error) {
      const outcome = signal.aborted ? 'interrupted' : 'failed';
      await journal.finish(
        { ...record, done, reason: messageOf(signal.aborted ? signal.reason : error) },
        outcome,
        true,
      );
    }
  }
}

function affectedBy(plan: Plan): number {
  return plan.decision?.affected ?? 1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The work's result; an end at the signal even if the work does not heed it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
