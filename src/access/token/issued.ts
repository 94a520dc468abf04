/** The tokens that the node has issued: whose they are, for as long as they hold. */
import type { Store, Tx } from '../../store/index.js';
import type {} from '../grant/grant-table.js';

export class IssuedTokens {
  constructor(private readonly store: Store) {}

  /** Notes a token, and forgets those that have ended. @param expires milliseconds since 1970 */
  async add(tx: Tx, id: string, parties: readonly string[], expires: number): Promise<void> {
    await tx.sql
      .insertInto('access_issued')
      .values({ id, parties: JSON.stringify(parties), expires })
      .execute();
    await tx.sql.deleteFrom('access_issued').where('expires', '<', Date.now()).execute();
  }

  /** Returns the user of a token and those who act for the user; none for a token that is not known. */
  async partiesOf(id: string): Promise<readonly string[]> {
    const row = await this.store.reads
      .selectFrom('access_issued')
      .select('parties')
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? JSON.parse(row.parties) : [];
  }
}
