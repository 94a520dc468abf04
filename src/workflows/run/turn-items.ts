/** The items of the steps of a turn that do one thing for each element of a list. */
import type { StepRecord } from './record.js';
import type { RunRows } from './rows.js';
import type { Turn } from './turn.js';

type Step = Pick<StepRecord, 'node' | 'generation'>;

export class TurnItems {
  constructor(
    private readonly rows: Pick<RunRows, 'steps' | 'values'>,
    private readonly turn: Turn,
  ) {}

  /** Returns the variables of an item; none for a node itself. */
  async variablesOf({ node, item }: StepRecord): Promise<Readonly<Record<string, unknown>>> {
    if (item === 0) return {};
    const { items } = (await this.turn.step(node))?.detail ?? {};
    const list = items && (await this.turn.values.get(items.list));
    return { item: Array.isArray(list) ? list[item - 1] : undefined, index: item - 1 };
  }

  /** Returns the digests of the outputs of the items of a step, in their order; undefined for one that failed. */
  async outputs({ node, generation }: Step): Promise<readonly (string | undefined)[]> {
    const { run, tx, isNew } = this.turn;
    const stored = isNew ? [] : await this.rows.steps.items(run.id, node, generation, tx);
    const outputs = stored.map(({ output }) => output ?? undefined);
    for (const { item, output } of this.#changed(node)) outputs[item - 1] = output;
    return outputs;
  }

  /** Returns about how many characters the outputs of the items of a step have together, without reading them. */
  async lengthOf({ node, generation }: Step): Promise<number> {
    const { run, tx, isNew } = this.turn;
    const { values } = this.rows;
    let length = isNew ? 0 : await values.lengthOfItems(tx, run.id, node, generation);
    for (const { output } of this.#changed(node))
      if (output !== undefined) length += (await values.size(run.id, output, tx)).length;
    return length;
  }

  /** Cancels the items of a node that have not ended, in this turn or later. */
  cancel(node: string): void {
    const { canceling = [] } = this.turn.progress;
    this.turn.changeRun({ progress: { canceling: [...canceling, node] } });
  }

  #changed(node: string): readonly StepRecord[] {
    return this.turn.changes.filter((step) => step.node === node && step.item > 0);
  }
}
