/** Revisions: each content that a definition has, or had. They never change. */
import type { Selectable } from 'kysely';
import { parseRange, parseVersion } from '../../agents/index.js';
import type { Queries, Store, Tx } from '../../store/index.js';
import type { Content } from '../model/digest.js';
import type { WorkflowRevisionTable } from './database.js';

export type Revision = Omit<Selectable<WorkflowRevisionTable>, 'content'>;

export interface NewContent extends Content {
  readonly definition: string;
  /** Version, as its author counts. */
  readonly version: string;
}

const HEAD = ['definition', 'number', 'digest', 'version', 'at', 'by'] as const;

export class Revisions {
  constructor(
    private readonly store: Pick<Store, 'reads' | 'query'>,
    private readonly now: () => number,
  ) {}

  /** Stores a content in the transaction of its commit. A content that the definition had before keeps its number. */
  async add(tx: Tx, { definition, version, digest, text }: NewContent, by: string): Promise<void> {
    const known = await tx.sql
      .selectFrom('workflow_revision')
      .select('number')
      .where('definition', '=', definition)
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (known) return;
    const { last } = await tx.sql
      .selectFrom('workflow_revision')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('definition', '=', definition)
      .executeTakeFirstOrThrow();
    const number = Number(last ?? 0) + 1;
    const at = new Date(this.now()).toISOString();
    await tx.sql
      .insertInto('workflow_revision')
      .values({ definition, number, digest, version, at, by, content: text })
      .execute();
  }

  /** Returns the revision of a definition with this content. */
  async withDigest(definition: string, digest: string, queries: Queries = this.store): Promise<Revision | undefined> {
    const [row] = await queries.query<WorkflowRevisionTable>(
      'select * from workflow_revision where definition = ? and digest = ?',
      [definition, digest],
    );
    return row;
  }

  /** Returns a revision by its number, or the latest one whose version fits. */
  async wanted(
    definition: string,
    { revision, version }: { readonly revision?: number; readonly version?: string },
    queries: Queries = this.store,
  ): Promise<Revision | undefined> {
    const rows = await queries.query<Revision>(
      `select ${HEAD.join(', ')} from workflow_revision where definition = ? order by number desc`,
      [definition],
    );
    if (revision !== undefined) return rows.find(({ number }) => number === revision);
    const range = version === undefined ? undefined : parseRange(version);
    if (typeof range !== 'function') return rows[0];
    return rows.find((row) => {
      const parsed = parseVersion(row.version);
      return parsed !== undefined && range(parsed);
    });
  }

  /** Returns the user who committed a revision first. */
  async authorOf(definition: string, number: number): Promise<string | undefined> {
    const row = await this.store.reads
      .selectFrom('workflow_revision')
      .select('by')
      .where('definition', '=', definition)
      .where('number', '=', number)
      .executeTakeFirst();
    return row?.by;
  }

  /** Returns the revisions of a definition, the first one first. */
  of(definition: string): Promise<readonly Revision[]> {
    return this.store.reads
      .selectFrom('workflow_revision')
      .select(HEAD)
      .where('definition', '=', definition)
      .orderBy('number')
      .execute();
  }
}
