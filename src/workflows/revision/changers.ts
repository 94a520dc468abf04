/** The users who last changed definitions. They have no vote on requests to run these. */
import { SYSTEM_USER } from '../../access/index.js';
import type { Store, Tx } from '../../store/index.js';

export interface WorkflowChangeTable {
  definition: string;
  user: string;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_change: WorkflowChangeTable;
  }
}

export class Changers {
  constructor(private readonly store: Pick<Store, 'reads'>) {}

  /** Stores the user of a changed definition in the transaction of the edit. @param exists false for one that is removed */
  async note(tx: Tx, definition: string, exists: boolean, user: string): Promise<void> {
    await tx.sql.deleteFrom('workflow_change').where('definition', '=', definition).execute();
    if (exists && user !== SYSTEM_USER)
      await tx.sql.insertInto('workflow_change').values({ definition, user }).execute();
  }

  /** Returns the user who last changed a definition; undefined when the node did. */
  async of(definition: string): Promise<string | undefined> {
    const row = await this.store.reads
      .selectFrom('workflow_change')
      .select('user')
      .where('definition', '=', definition)
      .executeTakeFirst();
    return row?.user;
  }
}
