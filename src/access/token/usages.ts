/** How often each token was used, for rates. Counts of changes are durable. */

import type { Store } from '../../store/index.js';
import type {} from '../grant/grant-table.js';
import { beginOf, Counts, slotOf, type Usage } from '../grant/usage.js';

const DAY = 86_400_000;
/** Maximum number of tokens with counts; those that were idle for longest are forgotten first, but for changes. */
const MAX_TOKENS = 100_000;

export class Usages {
  readonly #counts: Map<string, Counts>;

  private constructor(
    private readonly store: Store,
    counts: Map<string, Counts>,
  ) {
    this.#counts = counts;
  }

  static async load(store: Store): Promise<Usages> {
    const since = slotOf(Date.now() - DAY);
    const rows = await store.reads.selectFrom('access_use').selectAll().where('slot', '>', since).execute();
    const counts = new Map<string, Counts>();
    for (const { token, slot, count } of rows) {
      const of = counts.get(token) ?? new Counts();
      of.add(beginOf(Number(slot)), Number(count));
      counts.set(token, of);
    }
    return new Usages(store, counts);
  }

  /** Returns the counts of a token. */
  of(token: string): Usage {
    return {
      within: (seconds, at) => this.#counts.get(token)?.within(seconds, at) ?? 0,
      count: async (at, isChange) => {
        const counts = this.#counts.get(token) ?? new Counts();
        counts.add(at);
        this.#counts.delete(token);
        this.#counts.set(token, counts);
        this.#forget();
        if (isChange) await this.#keep(token, slotOf(at));
      },
    };
  }

  /** Makes a transaction of its own: the record of the operation that is counted belongs to the change, not to the count. */
  async #keep(token: string, slot: number): Promise<void> {
    await this.store.apart(() =>
      this.store.transact(async ({ sql }) => {
        await sql
          .insertInto('access_use')
          .values({ token, slot, count: 1 })
          .onConflict((conflict) =>
            conflict.columns(['token', 'slot']).doUpdateSet((row) => ({ count: row('access_use.count', '+', 1) })),
          )
          .execute();
        await sql
          .deleteFrom('access_use')
          .where('slot', '<=', slotOf(Date.now() - DAY))
          .execute();
      }),
    );
  }

  #forget(): void {
    for (const token of this.#counts.keys()) {
      if (this.#counts.size <= MAX_TOKENS) return;
      this.#counts.delete(token);
    }
  }
}
