/** Granted approvals in the hands of requests. */
import type { Queries, Tx } from '../../store/index.js';
import { recordApproval, tellState } from './news.js';
import type { ApprovalsOptions } from './ports.js';
import { approvalRequired } from './refusals.js';
import { moveRow, rowOf } from './rows.js';
import { whyUnusable } from './votes.js';
import { needRow } from './voting.js';

/** Granted approvals that one request has taken: no other request uses them meanwhile. */
export interface Claim {
  readonly ids: readonly string[];
  /**
   * Uses the approvals up, in the transaction of the request.
   *
   * @throws RpcError access-denied when one does not hold any more
   */
  consume(tx: Tx): Promise<void>;
  /** Gives back what was not used. */
  release(): void;
}

export class Claims {
  readonly #taken = new Set<string>();

  /** @param onUnusable is told of granted approvals that do not hold, with the reasons by their identifiers */
  constructor(
    private readonly o: ApprovalsOptions,
    private readonly onUnusable: (faults: ReadonlyMap<string, string>) => void,
  ) {}

  /**
   * Takes granted approvals.
   *
   * @throws RpcError access-denied when another request has one, or when one does not hold
   */
  async take(ids: readonly string[], queries: Queries): Promise<Claim> {
    const held = ids.filter((id) => this.#taken.has(id));
    if (held.length > 0) throw approvalRequired(held, `approval ${held.join(', ')} is being used by another request`);
    for (const id of ids) this.#taken.add(id);
    const faults = new Map<string, string>();
    const release = () => {
      for (const id of ids) this.#taken.delete(id);
      if (faults.size > 0) this.onUnusable(faults);
    };
    try {
      // One may have been used between the look-up and now.
      await this.#requireUsable(queries, ids, faults);
    } catch (error) {
      release();
      throw error;
    }
    const consume = async (tx: Tx) => {
      await this.#requireUsable(tx, ids, faults);
      for (const id of ids) await this.#use(tx, id);
    };
    return { ids, consume, release };
  }

  async #requireUsable(queries: Queries, ids: readonly string[], faults: Map<string, string>): Promise<void> {
    for (const id of ids) {
      const row = await rowOf(queries, id);
      const fault = row ? await whyUnusable(this.o, queries, row) : 'is gone';
      if (fault === undefined) continue;
      if (row?.state === 'granted') faults.set(id, fault);
      throw approvalRequired(
        [id],
        `approval ${id} cannot be used: it ${fault}; make the request again to ask for another one`,
      );
    }
  }

  async #use(tx: Tx, id: string): Promise<void> {
    const row = await needRow(tx, id);
    await moveRow(tx, id, 'granted', 'used', { over: Date.now() });
    const actors: readonly string[] = JSON.parse(row.actors);
    recordApproval(this.o, tx, 'used', row, { name: row.asker, actors });
    await tellState(this.o, tx, row, 'used');
  }
}
