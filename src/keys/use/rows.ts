/** The rows of `key_use`. */
import type { Queries, Tx } from '../../store/index.js';
import type { KeyUseTable } from '../database.js';
import { PURPOSES } from './purpose.js';
import type { KeyUse } from './record.js';

/** Returns all uses, the earliest first. */
export async function readUses(store: Queries): Promise<readonly KeyUse[]> {
  const rows = await store.query<KeyUseTable>('select * from key_use order by begins, number', []);
  return rows.flatMap(useOf);
}

function useOf(row: KeyUseTable): readonly KeyUse[] {
  const purpose = PURPOSES.find((each) => each === row.purpose);
  if (purpose === undefined) return [];
  return [
    {
      purpose,
      thumbprint: row.thumbprint,
      spki: Buffer.from(row.public_key, 'base64'),
      ...(row.name === null ? {} : { name: row.name }),
      ...(row.certificate === null ? {} : { certificate: row.certificate }),
      from: row.begins,
      ...(row.ends === null ? {} : { until: row.ends }),
    },
  ];
}

/** Replaces the uses of a purpose. */
export async function writeUses(
  tx: Pick<Tx, 'change'>,
  purpose: KeyUse['purpose'],
  uses: readonly KeyUse[],
): Promise<void> {
  await tx.change('delete from key_use where purpose = ?', [purpose]);
  for (const { thumbprint, spki, name, certificate, from, until } of uses)
    await tx.change(
      'insert into key_use (purpose, thumbprint, public_key, name, certificate, begins, ends) values (?, ?, ?, ?, ?, ?, ?)',
      [purpose, thumbprint, spki.toString('base64'), name ?? null, certificate ?? null, from, until ?? null],
    );
}
