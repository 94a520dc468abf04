/** The executor of agents that claim their tasks themselves through the protocols. This process does none of their work. */
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

  /** @param needs a function, because the needs contain this executor */
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

  /** Does nothing: the agent knows from the reply to its claim. */
  async begin(): Promise<void> {}

  /** Starts the next attempt of a task without lease that got input. Otherwise the agent reads the state of the task itself. */
  async steer(tx: Tx, _before: TaskRecord, after: TaskRecord, { kind }: Steer): Promise<void> {
    // An attempt without a lease began when the agent ran inside the node.
    const isLost = kind === 'input' && after.document.executor?.lease === undefined;
    if (isLost) await nextAttempt(this.needs(), tx, after, 'input provided');
  }

  wake(agent: string): void {
    this.needs().watch.workFor(agent);
  }

  async recover(): Promise<void> {}

  async stop(): Promise<void> {}
}
