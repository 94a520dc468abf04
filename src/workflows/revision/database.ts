import type { Migration } from '../../store/index.js';

/** One content of a definition. */
export interface WorkflowRevisionTable {
  definition: string;
  /** From 1. */
  number: number;
  digest: string;
  version: string;
  at: string;
  by: string;
  /** RFC 8785 text of the graph. */
  content: string;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_revision: WorkflowRevisionTable;
  }
}

export const revisionMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 1,
    name: 'revisions of workflows',
    up: async (sql) => {
      await sql.schema
        .createTable('workflow_revision')
        .addColumn('definition', 'text', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('by', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('workflow_revision_key', ['definition', 'number'])
        .addUniqueConstraint('workflow_revision_content', ['definition', 'digest'])
        .execute();
    },
  },
];
