/** Carrying out what was decided: execute, verify, take back where it did not help; and going on with what a restart cut off. */
import { messageOf } from '../data/index.js';
import { steadyTime } from '../store/index.js';
import { call } from './call.js';
import type { CycleHooks, CycleOptions } from './cycle.js';
import type { Action, Done, ExecutionContext, LoopContext } from './definition.js';
import type { Memory, Unfinished } from './journal.js';
import { claimOf } from './policy.js';
import type { CycleRecord } from './record.js';
import type { Conflict } from './resources.js';

/** Why a loop's signal is aborted when the node stops: what was being executed is taken up again at the next start. */
export class NodeStops extends Error {
  override readonly name = 'NodeStops';
}

const RESTARTED = 'the node was restarted while this was being executed';

export class Executions {
  constructor(
    private readonly options: CycleOptions,
    private readonly hooks: Pick<CycleHooks, 'phase' | 'goesOn'>,
  ) {}

  /** @returns what stands in the way, in which case nothing was done: another loop, or that the loop does not run any more */
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

  /** Goes on with an execution that the end of the process cut off, or takes it back; nothing is executed a second time. */
  async recover({ record, phase, memory }: Unfinished, context: LoopContext): Promise<void> {
    const { definition, halted, journal, policy, resources } = this.options;
    if (phase === 'approve') {
      const reason = 'the node was restarted while this waited for approval; it is decided anew';
      return journal.finish({ ...record, reason }, 'interrupted', false);
    }
    const action = memory && definition.action(memory.decision);
    // Completing and taking back are executions, too: nothing is executed while everything autonomous is stopped.
    if (!action || !isResumable(action) || halted() !== undefined) return this.interrupted(record);
    const claim = claimOf(journal.name, policy(), action.decision);
    // A loop that holds one of them now began after this one, and looks at the resource as it is.
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

  /** Gives up what was cut off. */
  interrupted(record: CycleRecord): Promise<void> {
    return this.options.journal.finish({ ...record, reason: RESTARTED }, 'interrupted', true);
  }

  /** @param work gives undefined when it found out that nothing was done */
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

  /** @param fault why it is taken back; undefined where the verdict says it */
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

/** Whether a restart can do something about an execution that it cut off. */
function isResumable({ recover, compensate }: Action): boolean {
  return recover !== undefined || compensate !== undefined;
}

function memoryOf(action: Action, { value }: Done): Memory | undefined {
  return isResumable(action) ? { decision: action.decision, done: { value } } : undefined;
}
