/** Grants: authority that users have given to others. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Store, Tx } from '../../store/index.js';
import { type Capability, capabilitiesOfModel, modelOf } from './capability.js';
import type { AccessGrantTable } from './grant-table.js';

export interface Grant {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly capabilities: readonly Capability[];
  /** Milliseconds since 1970, as all times here. */
  readonly notBefore?: number;
  readonly expires: number;
  readonly maxDepth: number;
  /** How often it had been handed on when it was given. */
  readonly depth: number;
  /** Those who acted for the giver when it was given, the nearest first. */
  readonly actors: readonly string[];
  /** The groups of the giver, where he had others than the user of his name. */
  readonly groups?: readonly string[];
  readonly purpose?: string;
  /** The task for whose executor it was made: it serves no other work. */
  readonly task?: string;
  /** Tokens and grants from which the giver had it. */
  readonly lineage: readonly string[];
  /** When what is done with it must be proved anew. Absent: never. */
  readonly ends?: number;
  /** The other token issuer that vouched for the giver: the grant ends with the trust in it. Absent: none did. */
  readonly origin?: string;
  readonly given: number;
  readonly revoked?: number;
}

/** Number of grants of one giver to one receiver that are looked at. */
const MOST_BETWEEN = 1_000;
/** Milliseconds for which a grant is shown after its end. */
const KEPT = 30 * 86_400_000;

export class Grants {
  constructor(private readonly store: Store) {}

  /** Stores a grant with a new identifier. */
  async add(tx: Tx, grant: Omit<Grant, 'id' | 'given'>): Promise<Grant> {
    const whole = { ...grant, id: randomUUID(), given: Date.now() };
    await tx.sql
      .insertInto('access_grant')
      .values({
        ...{
          id: whole.id,
          giver: whole.from,
          receiver: whole.to,
          capabilities: JSON.stringify(modelOf(whole.capabilities)),
        },
        ...{ begins: whole.notBefore ?? null, expires: whole.expires, max_depth: whole.maxDepth, depth: whole.depth },
        ...{
          actors: JSON.stringify(whole.actors),
          groups: whole.groups ? JSON.stringify(whole.groups) : null,
          purpose: whole.purpose ?? null,
          task: whole.task ?? null,
          lineage: JSON.stringify(whole.lineage),
          ends: whole.ends ?? null,
          origin: whole.origin ?? null,
          given: whole.given,
          revoked: null,
        },
      })
      .execute();
    await tx.sql
      .deleteFrom('access_grant')
      .where('expires', '<', Date.now() - KEPT)
      .execute();
    return whole;
  }

  async get(id: string, sql: Tx['sql'] = this.store.reads): Promise<Grant | undefined> {
    const row = await sql.selectFrom('access_grant').selectAll().where('id', '=', id).executeTakeFirst();
    return row && grantOf(row);
  }

  async markRevoked(tx: Tx, id: string): Promise<void> {
    await tx.sql
      .updateTable('access_grant')
      .set({ revoked: Date.now() })
      .where('id', '=', id)
      .where('revoked', 'is', null)
      .execute();
  }

  /** Returns the grants in force that another issuer or a trust domain may have vouched for. */
  async ofOthers(tx: Tx): Promise<readonly Grant[]> {
    const rows = await tx.sql
      .selectFrom('access_grant')
      .selectAll()
      .where('revoked', 'is', null)
      .where('expires', '>', Date.now())
      .where((row) =>
        row.or([row('origin', 'is not', null), row('giver', 'like', '%@%'), row('actors', 'like', '%@%')]),
      )
      .execute();
    return rows.map(grantOf);
  }

  /** True when the user has given a grant with a token, or with one that came from it. @param mark of the token */
  async cameFrom(giver: string, mark: string): Promise<boolean> {
    const row = await this.store.reads
      .selectFrom('access_grant')
      .select('id')
      .where('giver', '=', giver)
      .where((each) => each(each.fn<number>('instr', ['lineage', each.val(JSON.stringify(mark))]), '>', 0))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the grants of one user to another that are in force now and were made for no task, the one that ends last first, at most 1,000. */
  async between(tx: Tx, giver: string, receiver: string): Promise<readonly Grant[]> {
    const now = Date.now();
    const rows = await tx.sql
      .selectFrom('access_grant')
      .selectAll()
      .where('receiver', '=', receiver)
      .where('giver', '=', giver)
      .where('revoked', 'is', null)
      .where('expires', '>', now)
      .where('task', 'is', null)
      .where((row) => row.or([row('begins', 'is', null), row('begins', '<=', now)]))
      .orderBy('expires', 'desc')
      .limit(MOST_BETWEEN)
      .execute();
    return rows.map(grantOf);
  }

  /** Returns how many grants of this giver have not ended, without those for tasks: tasks are bounded by themselves. */
  async countOf(giver: string, sql: Tx['sql'] = this.store.reads): Promise<number> {
    const { count } = await sql
      .selectFrom('access_grant')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('giver', '=', giver)
      .where('task', 'is', null)
      .where('expires', '>', Date.now())
      .where('revoked', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns grants in the order of their identifiers. @param of whose; undefined: all */
  async list(o: {
    readonly after?: string;
    readonly limit: number;
    readonly of: readonly string[] | undefined;
  }): Promise<readonly Grant[]> {
    let query = this.store.reads.selectFrom('access_grant').selectAll().orderBy('id').limit(o.limit);
    const { after, of } = o;
    if (after !== undefined) query = query.where('id', '>', after);
    if (of !== undefined)
      query = query.where((row) => row.or([row('giver', 'in', [...of]), row('receiver', 'in', [...of])]));
    return (await query.execute()).map(grantOf);
  }
}

function grantOf(row: Selectable<AccessGrantTable>): Grant {
  return {
    id: row.id,
    from: row.giver,
    to: row.receiver,
    capabilities: capabilitiesOfModel(JSON.parse(row.capabilities)),
    ...(row.begins === null ? {} : { notBefore: Number(row.begins) }),
    expires: Number(row.expires),
    maxDepth: Number(row.max_depth),
    depth: Number(row.depth),
    actors: JSON.parse(row.actors),
    ...(row.groups === null ? {} : { groups: JSON.parse(row.groups) }),
    ...(row.purpose === null ? {} : { purpose: row.purpose }),
    ...(row.task === null ? {} : { task: row.task }),
    lineage: JSON.parse(row.lineage),
    ...(row.ends === null ? {} : { ends: Number(row.ends) }),
    ...(row.origin === null ? {} : { origin: row.origin }),
    given: Number(row.given),
    ...(row.revoked === null ? {} : { revoked: Number(row.revoked) }),
  };
}

/** The name of a grant among what may be revoked. */
export function grantMark(id: string): string {
  return `${GRANT}${id}`;
}

/** Returns the identifier of the grant that has this mark; undefined for the mark of a token. */
export function grantOfMark(mark: string): string | undefined {
  return mark.startsWith(GRANT) ? mark.slice(GRANT.length) : undefined;
}

const GRANT = 'grant:';
