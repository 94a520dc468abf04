/** The tables of trust domains: which names were given, and which issuers a domain has named. */
import type { Migration } from '../../store/index.js';

/** A name that a domain has or had. It stays, so that nobody else gets the name. */
export interface AccessDomainTable {
  readonly name: string;
  /** How often a domain of the name was made. */
  readonly incarnation: number;
}

/** A token issuer that a domain names or has named, until the entry of the issuer goes. */
export interface AccessDomainIssuerTable {
  readonly issuer: string;
}

/** Keys of others that were fetched, for when their source does not answer. */
export interface AccessFetchedKeyTable {
  /** The URL of a key set, or the DID URL of a key. */
  readonly source: string;
  /** JWK set. */
  readonly keys: string;
  /** When they were fetched, in milliseconds since 1970. */
  readonly at: number;
}

declare module '../../store/database.js' {
  interface Database {
    access_domain: AccessDomainTable;
    access_domain_issuer: AccessDomainIssuerTable;
    access_fetched_key: AccessFetchedKeyTable;
  }
}

export const domainMigrations: readonly Migration[] = [
  {
    room: 'access',
    number: 5,
    name: 'trust domains',
    async up(sql) {
      await sql.schema
        .createTable('access_domain')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('incarnation', 'integer', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('access_domain_issuer')
        .addColumn('issuer', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
  {
    room: 'access',
    number: 6,
    name: 'fetched keys',
    async up(sql) {
      await sql.schema
        .createTable('access_fetched_key')
        .addColumn('source', 'text', (column) => column.primaryKey())
        .addColumn('keys', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];
