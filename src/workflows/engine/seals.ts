/** Decides which runs are sealed, and makes their keys (ATD-8-h, ATD-8-i). */
import type { ContentKeys } from '../../keys/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskWork } from '../../tasks/index.js';
import type { AssuranceProfile } from '../assurance/profile.js';
import { StepFailure } from '../course/failure.js';
import type { Dag } from '../model/dag.js';
import { isSealing } from '../model/sensitivity.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';

export interface SealNeeds {
  readonly content: Pick<ContentKeys, 'make'>;
  readonly rows: Pick<RunRows, 'run'>;
  readonly work: Pick<TaskWork, 'get'>;
  readonly profileOf: (dag: Dag) => AssuranceProfile;
}

export class Seals {
  constructor(private readonly needs: SealNeeds) {}

  /** Returns a new run with its key: that of the run above it, or one of its own; as it is when its values are in clear. */
  async sealed(tx: Tx, run: RunRecord, dag: Dag): Promise<RunRecord> {
    const above = await this.#above(tx, run);
    if (above !== undefined) return { ...run, seal: above };
    if (!this.isWanted(dag)) return run;
    await this.needs.content.make(tx, run.id);
    return { ...run, seal: run.id };
  }

  /** Refuses a child run whose values its parent would store in clear. @throws StepFailure `policy-violation` */
  requireSealedAbove(parent: Pick<RunRecord, 'seal'>, definition: string, dag: Dag): void {
    if (parent.seal !== undefined || !this.isWanted(dag)) return;
    const message = `the values of workflow "${definition}" are sealed, and those of the run that calls it are not; give the node that calls it the sensitivity personal, or this workflow an assurance profile with seal`;
    throw new StepFailure('policy-violation', message);
  }

  async #above(tx: Tx, { parent, task }: RunRecord): Promise<string | undefined> {
    if (parent) return (await this.needs.rows.run(parent.run, tx))?.seal;
    return task === undefined ? undefined : (await this.needs.work.get(tx, task))?.document.seal;
  }

  /** True for a graph whose values are sealed. */
  isWanted(dag: Dag): boolean {
    return this.needs.profileOf(dag).seal || dag.node.some(({ sensitivity }) => isSealing(sensitivity));
  }
}
