/** The values that a run stores and reads in a turn. */
import type { LongOutput } from './reference-rows.js';
import type { Turn, TurnNeeds } from './turn.js';
import type { Reference } from './values.js';

export class TurnValues {
  constructor(
    private readonly needs: Pick<TurnNeeds, 'rows' | 'values'>,
    private readonly turn: Turn,
  ) {}

  /** Stores a value. Returns its digest. */
  keep(value: unknown): Promise<string> {
    return this.needs.values.keep(this.turn.tx, this.turn.present, value);
  }

  /** Stores the output of a step. Returns its digest. */
  keepOutput(value: unknown): Promise<string> {
    return this.needs.values.keepOutput(this.turn.tx, this.turn.present, value);
  }

  get(digest: string): Promise<unknown> {
    return this.needs.values.get(this.turn.run.id, digest, this.turn.tx);
  }

  /** Returns how expressions see a value that is too long for them. */
  reference(digest: string): Promise<Reference | undefined> {
    return this.needs.values.reference(this.turn.run.id, digest, this.turn.tx);
  }

  /** Returns those of the named long outputs that this run may read. */
  readable(named: readonly LongOutput[]): Promise<readonly LongOutput[]> {
    return this.needs.rows.references.real(this.turn.tx, this.turn.run.id, named);
  }

  /** Lets this run read the named long outputs as far as another run, from which they come, may read them. */
  async takeOver(from: string, named: readonly LongOutput[]): Promise<void> {
    await this.pass(await this.needs.rows.references.real(this.turn.tx, from, named));
  }

  /** Lets this run read these data parameters. */
  pass(outputs: readonly LongOutput[]): Promise<void> {
    return this.needs.rows.references.pass(this.turn.tx, this.turn.run.id, outputs);
  }
}
