/** Makes the checkpoints of runs, in the transactions of their turns (ATD-4.2-f, ATD-6-a). */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { AssuranceProfile } from '../assurance/profile.js';
import { checkpointPath, type WriteRecord } from '../run/facts.js';
import { audienceOf, checkpointNotice } from '../run/notices.js';
import type { Turn } from '../run/turn.js';
import { authorityOf, NODE, payloadOf } from './record.js';
import type { CheckpointRows } from './rows.js';
import { CHECKPOINT_TYP, type Sign } from './signature.js';
import { type Numbered, wantCheckpoint, wantedOf } from './wanted.js';

export interface CheckpointNeeds {
  readonly rows: CheckpointRows;
  readonly sign: Sign;
  /** Returns an assurance profile; undefined when there is none any more. */
  readonly profile: (name: string) => AssuranceProfile | undefined;
  /** Returns how many checkpoints of a run are kept. */
  readonly kept: () => number;
  readonly notify: NotifyAll<YangentWorkflowsProvider>;
  readonly record: WriteRecord;
  /** Returns the groups whose members see the runs of a definition. */
  readonly readersOf: (definition: string) => readonly string[];
}

export class Checkpoints {
  constructor(private readonly needs: CheckpointNeeds) {}

  /** Has a checkpoint made at the end of this turn when the assurance profile of the run asks for one. Called before the turn is stored. */
  plan(turn: Turn): void {
    const { sinceCheckpoint: steps = 0, checkpoint } = turn.progress;
    // One that has been made in this turn stands after the steps that ended in it.
    if (steps === 0 || steps === turn.run.progress.sinceCheckpoint || turn.isOver || turn.progress.rollback) return;
    const { 'every-steps': most, 'every-seconds': age } =
      this.needs.profile(turn.plan.dag.execution.assurance)?.checkpoint ?? {};
    const last = checkpoint?.at ?? Date.parse(turn.present.created);
    const isOld = age !== undefined && turn.now - last >= age * 1_000;
    if (isOld || (most !== undefined && steps >= most)) wantCheckpoint(turn, { type: 'automatic' });
  }

  /** Makes the checkpoints of a turn that has been stored, in its transaction. */
  async make(turn: Turn): Promise<void> {
    const wanted = wantedOf(turn);
    if (wanted.length === 0) return;
    const references = await this.#references(turn);
    for (const each of wanted) await this.#add(turn, each, references);
    const last = wanted.at(-1)?.number ?? 0;
    await this.needs.rows.prune(turn.tx, turn.present.id, last - this.needs.kept());
  }

  async #add(turn: Turn, wanted: Numbered, references: readonly string[]): Promise<void> {
    const { number, type, label, by = NODE, recordedFor } = wanted;
    const { tx, at, present } = turn;
    const { id: run, sequence, hash, definition } = present;
    const checkpoint = {
      ...{ run, number, type, at, sequence, hash, references, by },
      ...(label === undefined ? {} : { label }),
    };
    const signature = await this.needs.sign(CHECKPOINT_TYP, payloadOf(checkpoint, present));
    await this.needs.rows.add(tx, { ...checkpoint, signature });
    if (recordedFor !== undefined)
      this.needs.record(tx, present, {
        ...{ operation: 'make-checkpoint', kind: 'checkpoint', outcome: 'done', by: recordedFor },
        targets: [checkpointPath(run, number)],
      });
    const groups = definition === undefined ? [] : this.needs.readersOf(definition);
    await this.needs.notify(tx, [
      {
        name: 'yangent-workflows:checkpoint-created',
        value: checkpointNotice(checkpoint),
        time: at,
        audience: audienceOf(present, groups),
      },
    ]);
  }

  async #references({ tx, present, plan }: Turn): Promise<readonly string[]> {
    const { rows } = this.needs;
    const agents = await rows.namedAgents(present.id, tx);
    const params = await rows.paramsOf(present.id, tx);
    const all = [
      ...authorityOf(present, plan.dag.execution.assurance),
      ...agents.map((agent) => `agent:${agent}`),
      ...params.map((param) => `data-param:${param}`),
    ];
    return [...new Set(all)];
  }
}
