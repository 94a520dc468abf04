/** Executes decisions: execute, verify, compensate when it did not help; recovers executions that a restart interrupted. */
import { messageOf } from '../data/index.js';
import { steadyTime } from '../store/index.js';
import { call } from './call.js';
import type { CycleHooks, CycleOptions } from './cycle.js';
import type { Action, Done, ExecutionContext, LoopContext } from './definition.js';
import type { Memory, Unfinished } from './journal.js';
import { claimOf } from './policy.js';
import type { CycleRecord } from './record.js';
import type { Conflict } from './resources.js';

/** Reason of a loop's signal when the node stops: the next start recovers the execution. */
export class NodeStops extends Error {
  override readonly name = 'NodeStops';
}

const RESTARTED = 'the node was restarted while this was being executed';

export class Executions {
  constructor(
    private readonly options: CycleOptions,
    private readonly hooks: Pick<CycleHooks, 'phase' | 'goesOn'>,
  ) {}

  /** Executes an action. @returns a conflict with another loop, or `ended` when the loop has stopped; nothing was executed then */
  async execute(record: CycleRecord, action: Action, context: LoopContext): Promise<Conflict | 'ended' | undefined> {
    const { journal, policy, resources } = this.options;
    const claim = claimOf(journal.name, policy(), action.decision);
    const held = resources.hold(claim);
    if (held) return held;
    try {
      const dispute = await resources.dispute(claim, new Date(steadyTime()));
      if (dispute) return dispute;
      if (!this.hooks.goesOn(context)) return 'ended';
      this.hooks.phase('execute');
      await journal.begin(record, { claim, decision: isResumable(action) ? action.decision : undefined });
      await this.guarded(record, action, context, (running) => action.execute(running));
    } finally {
      resources.release(claim);
    }
    return undefined;
  }

  /** Recovers or reverts an execution that the end of the process interrupted. Nothing is executed twice. */
  async recover({ record, phase, memory }: Unfinished, context: LoopContext): Promise<void> {
    const { definition, halted, journal, policy, resources } = this.options;
    if (phase === 'approve') {
      const reason = 'the node was restarted while this waited for approval; it is decided anew';
      return journal.finish({ ...record, reason }, 'interrupted', false);
    }
    const action = memory && definition.action(memory.decision);
    // Recovery and compensation are executions too: they do not run while autonomous execution is stopped.
    if (!action || !isResumable(action) || halted() !== undefined) return this.interrupted(record);
    const claim = claimOf(journal.name, policy(), action.decision);
    // Another loop that holds a resource now began later, and uses its present state.
    if (resources.hold(claim)) return this.interrupted(record);
    try {
      this.hooks.phase(phase);
      const { recover } = action;
      if (phase === 'verify' && memory.done) {
        const done = action.again(memory.done.value);
        await this.guarded(record, action, context, async () => done);
      } else if (recover) {
        await this.guarded(record, action, context, (running) => recover(running));
      } else await this.takeBack(record, action, context, RESTARTED);
    } finally {
      resources.release(claim);
    }
  }

  /** Records an interrupted execution that is not recovered. */
  interrupted(record: CycleRecord): Promise<void> {
    return this.options.journal.finish({ ...record, reason: RESTARTED }, 'interrupted', true);
  }

  /** Runs, verifies and records an execution. @param work returns undefined when it has found out that nothing was done */
  private async guarded(
    record: CycleRecord,
    action: Action,
    context: LoopContext,
    work: (running: ExecutionContext) => Promise<Done | undefined>,
  ): Promise<void> {
    const { journal } = this.options;
    const { signal } = context;
    const running = this.contextOf(record, context);
    let done: Done | undefined;
    try {
      done = await call(context, () => work(running));
      if (!done) {
        await journal.finish({ ...record, reason: `${RESTARTED}; nothing had been done` }, 'interrupted', true);
        return;
      }
      await journal.done({ ...record, done: done.summary }, memoryOf(action, done));
      this.hooks.phase('verify');
      const { summary, verify } = done;
      const verdict = await call(context, () => verify(running));
      const verified = { ...record, done: summary, verified: verdict.note };
      if (verdict.ok) await journal.finish(verified, 'succeeded', true);
      else if (action.compensate) await this.takeBack(verified, action, context, undefined);
      else await journal.finish(verified, 'unverified', true);
    } catch (error) {
      const seen = { ...record, done: done?.summary };
      if (!signal.aborted) {
        if (action.compensate) return this.takeBack(seen, action, context, messageOf(error));
        return journal.finish({ ...seen, reason: messageOf(error) }, 'failed', true);
      }
      if (signal.reason instanceof NodeStops && isResumable(action)) return;
      await journal.finish({ ...seen, reason: messageOf(signal.reason) }, 'interrupted', true);
    }
  }

  /** Reverts an execution with `compensate`. @param fault reason of the compensation; undefined when the verdict gives it */
  private async takeBack(
    record: CycleRecord,
    action: Action,
    context: LoopContext,
    fault: string | undefined,
  ): Promise<void> {
    const { journal } = this.options;
    const { signal } = context;
    const because = (outcome: string): string => (fault === undefined ? outcome : `${fault}; ${outcome}`);
    try {
      const note = await call(context, () => action.compensate?.(this.contextOf(record, context)) ?? '');
      await journal.finish({ ...record, reason: because(`taken back: ${note}`) }, 'compensated', true);
    } catch (error) {
      if (signal.aborted && signal.reason instanceof NodeStops) return;
      await journal.finish({ ...record, reason: because(`cannot be taken back: ${messageOf(error)}`) }, 'failed', true);
    }
  }

  private contextOf(record: CycleRecord, context: LoopContext): ExecutionContext {
    return { ...context, cycle: `${this.options.journal.name}/${record.id}` };
  }
}

/** True when an execution can be recovered or reverted after a restart. */
function isResumable({ recover, compensate }: Action): boolean {
  return recover !== undefined || compensate !== undefined;
}

function memoryOf(action: Action, { value }: Done): Memory | undefined {
  return isResumable(action) ? { decision: action.decision, done: { value } } : undefined;
}
