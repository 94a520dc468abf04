import { type Generated, sql as text } from 'kysely';
import { RENAMED_SYSTEM_USER, SYSTEM_USER } from '../../access/index.js';
import type { YangentAgents_Modality, YangentContexts_ContextType } from '../../generated/index.js';
import type { Migration } from '../../store/index.js';

export interface ContextItemTable {
  /** Number in the order of arrival. */
  sequence: Generated<number>;
  id: string;
  /** The user that wrote it. */
  owner: string;
  from_agent: string;
  to_agent: string;
  task: string | null;
  thread: string | null;
  type: YangentContexts_ContextType;
  /** Milliseconds since 1970. */
  at: number;
  /** The rest, as JSON (`ContextItem`). */
  document: string;
  /** The response as JSON; null when there is none in this column. */
  response: string | null;
}

export interface DataParamTable {
  id: string;
  /** The user that wrote it. */
  owner: string;
  /** The agent that gave the data, if known. */
  agent: string | null;
  modality: YangentAgents_Modality;
  description: string | null;
  format: string | null;
  /** Size as stated by the sender. */
  stated_size: string | null;
  url: string | null;
  data: string | null;
  /** Octets of `data` in UTF-8. */
  size: number | null;
  /** SHA-256 of `data` in hexadecimal digits, once it is complete. */
  digest: string | null;
  chunked: number | null;
  finished: number | null;
  chunks: number;
  created: string;
  /** Milliseconds since 1970. */
  modified: number;
  /** Name of the storage of its bytes, when they were uploaded. */
  file: string | null;
}

/** The agents that may read a data parameter: those of the messages that carried it. */
export interface DataParamReaderTable {
  param: string;
  agent: string;
}

/**
 * Owners of the identifiers of deleted data parameters: references to such an identifier must not lead to data of another
 * user.
 */
export interface FormerParamTable {
  id: string;
  /** The user that wrote it. */
  owner: string;
  /** Milliseconds since 1970. */
  removed: number;
}

/** Data that persons approved with a request: while an unfinished task needs them, they stay as they are. */
export interface ApprovedParamTable {
  param: string;
}

declare module '../../store/database.js' {
  interface Database {
    data_param_approved: ApprovedParamTable;
    context_item: ContextItemTable;
    data_param: DataParamTable;
    data_param_reader: DataParamReaderTable;
    data_param_former: FormerParamTable;
  }
}

export const contextMigrations: readonly Migration[] = [
  {
    room: 'contexts',
    number: 1,
    name: 'context items and data parameters',
    up: async (sql) => {
      await sql.schema
        .createTable('context_item')
        .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('from_agent', 'text', (column) => column.notNull())
        .addColumn('to_agent', 'text', (column) => column.notNull())
        .addColumn('task', 'text')
        .addColumn('thread', 'text')
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('document', 'text', (column) => column.notNull())
        .execute();
      for (const column of ['from_agent', 'to_agent', 'owner', 'task'] as const) {
        await sql.schema
          .createIndex(`context_item_${column}`)
          .on('context_item')
          .columns([column, 'sequence'])
          .execute();
      }
      await sql.schema
        .createTable('data_param')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('agent', 'text')
        .addColumn('modality', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('format', 'text')
        .addColumn('stated_size', 'text')
        .addColumn('url', 'text')
        .addColumn('data', 'text')
        .addColumn('size', 'integer')
        .addColumn('digest', 'text')
        .addColumn('chunked', 'integer')
        .addColumn('finished', 'integer')
        .addColumn('chunks', 'integer', (column) => column.notNull())
        .addColumn('created', 'text', (column) => column.notNull())
        .execute();
      await sql.schema.createIndex('data_param_owner').on('data_param').columns(['owner', 'id']).execute();
      await sql.schema
        .createTable('data_param_reader')
        .addColumn('param', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('data_param_reader_key', ['param', 'agent'])
        .execute();
      await sql.schema
        .createIndex('data_param_reader_agent')
        .on('data_param_reader')
        .columns(['agent', 'param'])
        .execute();
    },
  },
  {
    room: 'contexts',
    number: 2,
    name: 'bytes of data parameters, and the age of everything',
    up: async (sql) => {
      await sql.schema
        .alterTable('data_param')
        .addColumn('modified', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql.schema.alterTable('data_param').addColumn('file', 'text').execute();
      // Existing data count as written now, so that they are not removed at once.
      await sql.updateTable('data_param').set({ modified: Date.now() }).execute();
      await sql.schema.createIndex('data_param_modified').on('data_param').columns(['modified']).execute();
      await sql.schema.createIndex('data_param_file').on('data_param').columns(['file']).execute();
      await sql.schema.createIndex('context_item_at').on('context_item').columns(['at']).execute();
    },
  },
  {
    room: 'contexts',
    number: 3,
    name: 'answers beside what they answer; readers by key; files of those that have one',
    up: async (sql) => {
      await sql.schema.alterTable('context_item').addColumn('response', 'text').execute();
      await sql.schema.dropIndex('data_param_file').execute();
      await sql.schema
        .createIndex('data_param_file')
        .on('data_param')
        .columns(['file'])
        .where('file', 'is not', null)
        .execute();
      await sql.schema
        .createTable('data_param_reader_by_key')
        .addColumn('param', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('data_param_reader_by_key_key', ['param', 'agent'])
        .modifyEnd(text`without rowid`)
        .execute();
      await text`insert into data_param_reader_by_key select param, agent from data_param_reader`.execute(sql);
      await sql.schema.dropTable('data_param_reader').execute();
      await sql.schema.alterTable('data_param_reader_by_key').renameTo('data_param_reader').execute();
      await sql.schema
        .createIndex('data_param_reader_agent')
        .on('data_param_reader')
        .columns(['agent', 'param'])
        .execute();
    },
  },
  {
    room: 'contexts',
    number: 4,
    name: 'no user has the name of the node',
    up: async (sql) => {
      for (const table of ['context_item', 'data_param'] as const)
        await sql.updateTable(table).set({ owner: RENAMED_SYSTEM_USER }).where('owner', '=', SYSTEM_USER).execute();
    },
  },
  {
    room: 'contexts',
    number: 5,
    name: 'items of a conversation',
    up: async (sql) => {
      await sql.schema
        .createIndex('context_item_thread')
        .on('context_item')
        .columns(['thread', 'from_agent', 'to_agent'])
        .where('thread', 'is not', null)
        .execute();
    },
  },
  {
    room: 'contexts',
    number: 6,
    name: 'identifiers of data that is gone',
    up: async (sql) => {
      await sql.schema
        .createTable('data_param_former')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('removed', 'bigint', (column) => column.notNull())
        .execute();
      await sql.schema.createIndex('data_param_former_removed').on('data_param_former').columns(['removed']).execute();
    },
  },
  {
    room: 'contexts',
    number: 7,
    name: 'data that persons approved',
    up: async (sql) => {
      await sql.schema
        .createTable('data_param_approved')
        .addColumn('param', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
];
