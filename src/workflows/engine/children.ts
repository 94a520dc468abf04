/** Starts the runs of steps of type workflow. */

import type { Call } from '../../server/index.js';
import { childEnded } from '../course/child.js';
import { errorOf } from '../course/failure.js';
import { takeOver } from '../course/long-outputs.js';
import type { ChildOrder } from '../course/needs.js';
import type { Plans } from '../run/plan.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import { begin, newRun } from './begin.js';
import type { Definitions } from './definitions.js';
import type { Seals } from './seals.js';
import type { Work } from './work.js';

export interface ChildNeeds {
  readonly definitions: Definitions;
  readonly rows: RunRows;
  readonly plans: Plans;
  readonly seals: Pick<Seals, 'requireSealedAbove'>;
  readonly now: () => number;
  /** Returns the call of the initiator of a run. */
  readonly callOf: (run: RunRecord) => Pick<Call, 'user' | 'groups'>;
}

/** Starts a child run. Its parent step fails when there is no such definition, or its input does not fit. */
export async function startChild(needs: ChildNeeds, work: Work, parent: RunRecord, order: ChildOrder): Promise<void> {
  const { id, definition, version, input, node, item, deadline } = order;
  try {
    needs.definitions.requireRunner(definition, needs.callOf(parent));
    const { coordinator, digest, number, ...content } = await needs.definitions.content(
      definition,
      version === undefined ? {} : { version },
      work.tx,
    );
    const { dag } = await needs.plans.get(digest, work.tx);
    needs.seals.requireSealedAbove(parent, definition, dag);
    const run = newRun(needs.now(), {
      ...{ id, definition, digest, coordinator, input },
      version: content.version,
      revision: number,
      initiator: parent.initiator,
      ...(parent.guest ? { guest: true } : {}),
      parent: { run: parent.id, node, item },
      depth: parent.depth + 1,
      triggerDepth: parent.triggerDepth,
      labels: parent.labels,
      ...(deadline === undefined ? {} : { deadline }),
    });
    await work.on(run, parent.coordinator, async (turn) => {
      await takeOver(turn, parent.id, input);
      await begin(turn, input);
    });
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    await work.on(parent.id, parent.coordinator, async (turn) => {
      const step = await turn.step(node, item);
      if (step) await childEnded(turn, step, { id, state: 'failed', reason: error.message, error, output: null });
    });
  }
}
