import type { Generated } from 'kysely';
import type { Migration } from '../store/index.js';

/** One private key, which models show as hidden. */
export interface PrivateKeyTable {
  /** Of its public key. */
  thumbprint: string;
  /** Its OneAsymmetricKey, sealed with the secret key of the node. */
  sealed: string;
  /** When it was last named, in milliseconds since 1970. */
  at: number;
}

/** A key for a purpose. */
export interface KeyUseTable {
  number: Generated<number>;
  purpose: string;
  thumbprint: string;
  /** SubjectPublicKeyInfo, in base64. */
  public_key: string;
  /** Its name in the keystore; null: the node made it. */
  name: string | null;
  /** In PEM. */
  certificate: string | null;
  /** In milliseconds since 1970. */
  begins: number;
  /** When the node forgets it; null while no other key is to follow. */
  ends: number | null;
}

/** A key that encrypts content (`ContentKeys`). */
export interface ContentKeyTable {
  id: string;
  /** Base64 of its octets, sealed with the secret key of the node. */
  sealed: string;
}

declare module '../store/database.js' {
  interface Database {
    content_key: ContentKeyTable;
    private_key: PrivateKeyTable;
    key_use: KeyUseTable;
  }
}

export const keyMigrations: readonly Migration[] = [
  {
    room: 'keys',
    number: 1,
    name: 'private keys and their uses',
    up: async (sql) => {
      await sql.schema
        .createTable('private_key')
        .addColumn('thumbprint', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('key_use')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('thumbprint', 'text', (column) => column.notNull())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('certificate', 'text')
        .addColumn('begins', 'bigint', (column) => column.notNull())
        .addColumn('ends', 'bigint')
        .execute();
    },
  },
  {
    room: 'keys',
    number: 2,
    name: 'keys of content',
    up: async (sql) => {
      await sql.schema
        .createTable('content_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .execute();
    },
  },
];
