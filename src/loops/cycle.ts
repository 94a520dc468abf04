/** One cycle of a loop: from an observation to an outcome in the journal. */
import { messageOf } from '../data/index.js';
import { steadyTime } from '../store/index.js';
import { Approval, type ApprovalAnswer } from './approval.js';
import { call } from './call.js';
import { type Action, type LoopContext, type LoopDefinition, type Plan, summary } from './definition.js';
import { Executions } from './execution.js';
import type { LoopJournal, Unfinished } from './journal.js';
import { claimOf, type Permission, type PolicyRecord, permission, RATE_SPAN, SECOND } from './policy.js';
import type { CycleRecord, LoopOutcome, LoopPhase } from './record.js';
import type { Conflict, Resources } from './resources.js';

export interface CycleOptions {
  readonly definition: LoopDefinition;
  readonly journal: LoopJournal;
  /** The policy in force, read from configuration at each decision. */
  readonly policy: () => PolicyRecord;
  /** Returns why autonomous execution on this node is stopped; undefined when it is not. */
  readonly halted: () => string | undefined;
  /** Shared by all loops of the node. */
  readonly resources: Resources;
}

/** Calls from a cycle to its loop. */
export interface CycleHooks {
  phase(phase: LoopPhase): void;
  pending(approval: Approval | undefined): void;
  /** True when the loop still runs with this context. A loop that was paused since then must not begin anything. */
  goesOn(context: LoopContext): boolean;
  /** Returns the latest observation since the cycle began. */
  newer(): { readonly seen: unknown } | undefined;
}

export class Cycles {
  #lastTold = '';
  /** The last refused decision, if the loop has run on since then: the same decision is not submitted again. */
  #refused: { readonly told: string; readonly context: LoopContext } | undefined;
  readonly #executions: Executions;

  constructor(
    private readonly options: CycleOptions,
    private readonly hooks: CycleHooks,
  ) {
    this.#executions = new Executions(options, hooks);
  }

  /** Recovers cycles that the end of the process interrupted, as far as the loop defines how. */
  async recover(unfinished: readonly Unfinished[], context: LoopContext): Promise<void> {
    for (const each of unfinished) await this.#executions.recover(each, context);
  }

  /** Records interrupted cycles of a loop that does not run any more. */
  async abandon(unfinished: readonly Unfinished[]): Promise<void> {
    for (const { record } of unfinished) await this.#executions.interrupted(record);
  }

  /** Runs a cycle. Never rejects for an error of the loop's own functions: that is an outcome. */
  async run(seen: unknown, context: LoopContext): Promise<unknown> {
    const { journal, definition } = this.options;
    journal.observed();
    this.hooks.phase('analyse');
    let plan: Plan;
    try {
      plan = await call(context, () => definition.plan(seen, context));
    } catch (error) {
      if (context.signal.aborted) return;
      return this.conclude({ ...this.record(summary(seen)), reason: messageOf(error) }, 'failed');
    }
    // The loop was paused in the meantime: when it resumes, it observes and decides again.
    if (!this.hooks.goesOn(context)) return;
    if (plan.concluded === undefined) {
      this.#lastTold = '';
      this.#refused = undefined;
      return;
    }
    this.hooks.phase('decide');
    const record = {
      ...this.record(plan.seen),
      concluded: plan.concluded,
      decided: plan.action?.decision.summary,
    };
    if (!plan.action) return this.conclude(record, 'no-action');
    const affected = affectedBy(plan.action);
    if (!Number.isSafeInteger(affected) || affected < 0) {
      const reason = `the decision says that it affects ${affected} elements, which is no number of elements`;
      return this.conclude({ ...record, reason }, 'failed');
    }
    return this.act(await this.permissionFor(plan), { ...record, affected }, plan, context);
  }

  private record(seen: string): CycleRecord {
    return { id: this.options.journal.nextId(), at: new Date().toISOString(), seen };
  }

  private act(allowed: Permission, record: CycleRecord, plan: Plan, context: LoopContext): Promise<unknown> {
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
    const span = Math.max(RATE_SPAN, policy.coolDown * SECOND);
    const executions = await journal.executionsWithin(span);
    const freeText = plan.action?.decision.fromFreeText ?? false;
    const affected = plan.action ? affectedBy(plan.action) : 0;
    return permission({ policy, affected, freeText, now, executions, halted: halted() });
  }

  /** Records an outcome without execution. A repeated finding is recorded once. @returns true when it was new */
  private async conclude(record: CycleRecord, outcome: LoopOutcome): Promise<boolean> {
    const told = summary([
      record.concluded,
      record.decided,
      record.by,
      outcome === 'failed' || outcome === 'yielded' ? record.reason : '',
      outcome,
    ]);
    // An answered decision already has a row, which must get its outcome.
    if (told === this.#lastTold && record.by === undefined) return false;
    this.#lastTold = told;
    await this.options.journal.finish(record, outcome, false);
    return true;
  }

  private async askFirst(record: CycleRecord, plan: Plan, context: LoopContext): Promise<unknown> {
    const { journal, policy, resources } = this.options;
    const told = summary([record.concluded, record.decided]);
    if (this.#refused?.told === told && this.#refused.context === context) return;
    const claim = plan.action && claimOf(journal.name, policy(), plan.action.decision);
    const dispute = claim && (await resources.dispute(claim, new Date(steadyTime())));
    if (dispute) return this.yieldTo(dispute, record);
    if (!this.hooks.goesOn(context)) return;
    this.hooks.phase('approve');
    const approval = new Approval(record, policy().approvalTimeout);
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
        this.#refused = { told, context };
        return journal.finish({ ...record, by: answer.by, reason: answer.comment }, 'rejected', false);
      case 'expired':
        return journal.finish({ ...record, reason: 'nobody approved it in time' }, 'expired', false);
      case 'dropped':
        return journal.finish({ ...record, reason: answer.reason }, 'interrupted', false);
      default:
        return answer satisfies never;
    }
  }

  /** Executes an approved decision, if the loop would still make it and it is still permitted. */
  private async approved(record: CycleRecord, plan: Plan, context: LoopContext): Promise<unknown> {
    const newer = this.hooks.newer();
    if (newer) {
      const now = await call(context, () => this.options.definition.plan(newer.seen, context)).catch(() => undefined);
      if (now?.action?.decision.summary !== plan.action?.decision.summary) {
        const reason = 'what was seen while this waited for approval calls for something else';
        return this.options.journal.finish({ ...record, reason }, 'interrupted', false);
      }
    }
    return this.act(await this.permissionFor(plan), record, plan, context);
  }

  private async execute(record: CycleRecord, { action }: Plan, context: LoopContext): Promise<unknown> {
    if (!action) return this.conclude(record, 'no-action');
    try {
      const obstacle = await this.#executions.execute(record, action, context);
      if (obstacle === 'ended') return await this.dropped(record);
      if (obstacle) return await this.yieldTo(obstacle, record);
      this.#lastTold = '';
    } catch (error) {
      return this.conclude({ ...record, reason: messageOf(error) }, 'failed');
    }
  }

  /** Finishes the row of an approved decision. Other decisions are made again when the loop resumes. */
  private async dropped(record: CycleRecord): Promise<void> {
    if (record.by === undefined) return;
    const reason = 'the loop was paused or stopped before it began';
    await this.options.journal.finish({ ...record, reason }, 'interrupted', false);
  }

  private async yieldTo({ rival, resource, reason }: Conflict, record: CycleRecord): Promise<unknown> {
    const told = await this.conclude({ ...record, reason }, 'yielded');
    return told && (await this.options.journal.announceConflict(record, rival, resource));
  }
}

/** Returns how many elements an action affects. Default: the number of its resources, at least 1. */
export function affectedBy({ decision: { affected, resources = [] } }: Action): number {
  return affected ?? Math.max(1, new Set(resources).size);
}
