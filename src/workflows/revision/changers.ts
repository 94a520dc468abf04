/** The users who last changed definitions and guards. They have no vote on requests to run these, and in gates. */
import { SYSTEM_USER } from '../../access/index.js';
import type { Store, Tx } from '../../store/index.js';

export interface WorkflowChangeTable {
  /** Its name; before that of a guard stands `guard:`. */
  definition: string;
  user: string;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_change: WorkflowChangeTable;
  }
}

export class Changers {
  /** @param prefix before the names of others than definitions */
  constructor(
    private readonly store: Pick<Store, 'reads'>,
    private readonly prefix = '',
  ) {}

  /** Stores the user of a changed definition or guard in the transaction of the edit. @param exists false for one that is removed */
  async note(tx: Tx, name: string, exists: boolean, user: string): Promise<void> {
    const definition = `${this.prefix}${name}`;
    await tx.sql.deleteFrom('workflow_change').where('definition', '=', definition).execute();
    if (exists && user !== SYSTEM_USER)
      await tx.sql.insertInto('workflow_change').values({ definition, user }).execute();
  }

  /** Returns the user who last changed one; undefined when the node did. */
  async of(name: string): Promise<string | undefined> {
    const row = await this.store.reads
      .selectFrom('workflow_change')
      .select('user')
      .where('definition', '=', `${this.prefix}${name}`)
      .executeTakeFirst();
    return row?.user;
  }
}
