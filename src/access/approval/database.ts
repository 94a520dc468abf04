/** The tables of approvals and their votes, and of the times at which keys of voters were registered. */
import { sql as text } from 'kysely';
import type { Migration } from '../../store/index.js';

export interface ApprovalTable {
  id: string;
  /** Name of the rule. */
  rule: string;
  /** JSON of the rule as it was when the approval was asked for. */
  rule_text: string;
  asker: string;
  /** JSON array: what acted for the user. */
  actors: string;
  operation: string;
  /** JSON array. */
  target: string;
  statement: string;
  digest: string;
  /** Digest by which the same request is known again; null when the approval is over, since a short input could be guessed from it. */
  same: string | null;
  /** Octets of statement, target and input together; 0 when the input was forgotten. */
  octets: number;
  state: string;
  reason: string | null;
  /** In milliseconds since 1970, as the others. */
  asked: number;
  expires: number;
  /** When it was over. */
  over: number | null;
}

/** The inputs stand apart, so that reading approvals does not read them. */
export interface ApprovalInputTable {
  approval: string;
  salt: Uint8Array;
  input: string;
}

export interface ApprovalVoteTable {
  approval: string;
  by: string;
  verdict: string;
  at: number;
  comment: string | null;
  /** JSON array. */
  methods: string;
  signature: string | null;
  /** The fingerprint or thumbprint of the key that signed. */
  key: string | null;
}

export interface VoterKeyTable {
  user: string;
  /** Fingerprint of an SSH key, or thumbprint of a signing key. */
  key: string;
  since: number;
}

declare module '../../store/database.js' {
  interface Database {
    approval: ApprovalTable;
    approval_input: ApprovalInputTable;
    approval_vote: ApprovalVoteTable;
    voter_key: VoterKeyTable;
  }
}

export const approvalMigrations: readonly Migration[] = [
  {
    room: 'access',
    number: 4,
    name: 'approvals and their votes',
    async up(sql) {
      await sql.schema
        .createTable('approval')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('rule', 'text', (column) => column.notNull())
        .addColumn('rule_text', 'text', (column) => column.notNull())
        .addColumn('asker', 'text', (column) => column.notNull())
        .addColumn('actors', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('statement', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('request_digest', 'text', (column) => column.notNull())
        .addColumn('salt', 'blob')
        .addColumn('input', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('asked', 'bigint', (column) => column.notNull())
        .addColumn('expires', 'bigint', (column) => column.notNull())
        .addColumn('over', 'bigint')
        .modifyEnd(text`without rowid`)
        .execute();
      await text`create index approval_open on approval (asker, rule) where over is null`.execute(sql);
      await sql.schema.createIndex('approval_over').on('approval').column('over').execute();
      await sql.schema
        .createTable('approval_vote')
        .addColumn('approval', 'text', (column) => column.notNull())
        .addColumn('by', 'text', (column) => column.notNull())
        .addColumn('verdict', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('comment', 'text')
        .addColumn('methods', 'text', (column) => column.notNull())
        .addColumn('signature', 'text')
        .addColumn('key', 'text')
        .addPrimaryKeyConstraint('approval_vote_key', ['approval', 'by'])
        .modifyEnd(text`without rowid`)
        .execute();
      await sql.schema
        .createTable('voter_key')
        .addColumn('user', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('voter_key_key', ['user', 'key'])
        .modifyEnd(text`without rowid`)
        .execute();
    },
  },
  {
    room: 'access',
    number: 7,
    name: 'inputs of approvals apart, and requests known by an indexed digest',
    async up(sql) {
      await sql.schema
        .createTable('approval_input')
        .addColumn('approval', 'text', (column) => column.primaryKey().notNull())
        .addColumn('salt', 'blob', (column) => column.notNull())
        .addColumn('input', 'text', (column) => column.notNull())
        .execute();
      await text`insert into approval_input (approval, salt, input)
        select id, salt, input from approval where salt is not null and input is not null`.execute(sql);
      await sql.schema.alterTable('approval').addColumn('same', 'text').execute();
      await sql.schema
        .alterTable('approval')
        .addColumn('octets', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await text`update approval set octets = octet_length(statement) + octet_length(target) + octet_length(input)
        where input is not null`.execute(sql);
      // The digest of a request cannot be computed from what was stored: it must be made and approved again.
      await text`update approval set state = 'expired', over = ${Date.now()},
        reason = 'the node was updated; make the request again' where over is null`.execute(sql);
      for (const column of ['salt', 'input', 'request_digest'])
        await sql.schema.alterTable('approval').dropColumn(column).execute();
      for (const index of ['approval_open', 'approval_over']) await sql.schema.dropIndex(index).execute();
      await sql.schema.createIndex('approval_over').on('approval').columns(['over', 'expires']).execute();
      await text`create index approval_same on approval (same) where same is not null`.execute(sql);
      await text`create index approval_kept on approval (asker, over, octets) where octets > 0`.execute(sql);
    },
  },
];
