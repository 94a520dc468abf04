/** The rows of trust domains. */
import type { Store, Tx } from '../../store/index.js';
import type {} from './database.js';
import type { DomainId } from './member.js';

export async function readDomainRows(reads: Store['reads']): Promise<readonly DomainId[]> {
  const rows = await reads.selectFrom('access_domain').selectAll().execute();
  return rows.map(({ name, incarnation }) => ({ name, incarnation: Number(incarnation) }));
}

export async function readIssuerRows(reads: Store['reads']): Promise<readonly string[]> {
  const rows = await reads.selectFrom('access_domain_issuer').selectAll().execute();
  return rows.map(({ issuer }) => issuer);
}

export async function writeDomain({ sql }: Tx, { name, incarnation }: DomainId): Promise<void> {
  await sql
    .insertInto('access_domain')
    .values({ name, incarnation })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ incarnation }))
    .execute();
}

export async function writeIssuer({ sql }: Tx, issuer: string): Promise<void> {
  await sql
    .insertInto('access_domain_issuer')
    .values({ issuer })
    .onConflict((conflict) => conflict.column('issuer').doNothing())
    .execute();
}

export async function removeIssuer({ sql }: Tx, issuer: string): Promise<void> {
  await sql.deleteFrom('access_domain_issuer').where('issuer', '=', issuer).execute();
}
