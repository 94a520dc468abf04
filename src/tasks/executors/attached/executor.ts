/** Agents that claim their tasks themselves, through the protocols: nothing of their work is done in this process. */
import type { AgentRecord } from '../../../agents/index.js';
import type { Tx } from '../../../store/index.js';
import { type ExecutionNeeds, nextAttempt } from '../../execution/execution.js';
import type { TaskDescription, TaskError, TaskRecord } from '../../record/record.js';
import type { TaskWatch } from '../../record/watch.js';
import type { Executor, Steer } from '../executor.js';

export interface AttachedNeeds extends ExecutionNeeds {
  readonly watch: TaskWatch;
}

export class AttachedExecutor implements Executor {
  readonly name = 'attached';

  /** @param needs hold this executor, hence the function */
  constructor(private readonly needs: () => AttachedNeeds) {}

  /** Serves every agent: this executor is asked last. */
  serves(): boolean {
    return true;
  }

  offer({ id, freeText, skills }: AgentRecord, { type }: TaskDescription): TaskError | undefined {
    if (freeText !== 'refuse' || skills.some(({ name }) => name === type)) return undefined;
    return {
      code: 'lack-of-skills',
      message: `agent "${id}" takes no free text; name one of its skills as the type of the task`,
      recovery: ['modify', 'reassign'],
    };
  }

  reserve(): undefined {
    return undefined;
  }

  /** The answer to the claim tells the agent. */
  async begin(): Promise<void> {}

  /** The agent reads in the task how it stands. */
  async steer(tx: Tx, _before: TaskRecord, after: TaskRecord, { kind }: Steer): Promise<void> {
    // An attempt without a lease was begun when the agent ran inside the node.
    const isLost = kind === 'input' && after.document.executor?.lease === undefined;
    if (isLost) await nextAttempt(this.needs(), tx, after, 'input provided');
  }

  wake(agent: string): void {
    this.needs().watch.workFor(agent);
  }

  async recover(): Promise<void> {}

  async stop(): Promise<void> {}
}
