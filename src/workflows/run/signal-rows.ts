/** The rows of signals. */
import type { Tx } from '../../store/index.js';

export class SignalRows {
  /** Stores a signal. */
  async add(
    tx: Tx,
    run: string,
    number: number,
    signal: { readonly name: string; readonly key?: string; readonly data: string },
  ): Promise<void> {
    await tx.query('insert into workflow_signal (run, number, name, key, data, consumed) values (?, ?, ?, ?, ?, 0)', [
      run,
      number,
      signal.name,
      signal.key ?? null,
      signal.data,
    ]);
  }

  async has(tx: Tx, run: string, key: string): Promise<boolean> {
    const rows = await tx.query('select 1 from workflow_signal where run = ? and key = ?', [run, key]);
    return rows.length > 0;
  }

  /** Returns signals that no wait has consumed, the oldest first. */
  waiting(tx: Tx, run: string, name: string): Promise<readonly { readonly number: number; readonly data: string }[]> {
    return tx.query(
      'select number, data from workflow_signal where run = ? and name = ? and consumed = 0 order by number',
      [run, name],
    );
  }

  async count(tx: Tx, run: string): Promise<number> {
    const [row] = await tx.query<{ readonly number: number }>(
      'select count(*) as number from workflow_signal where run = ? and consumed = 0',
      [run],
    );
    return Number(row?.number ?? 0);
  }

  async consume(tx: Tx, run: string, number: number): Promise<void> {
    await tx.query('update workflow_signal set consumed = 1 where run = ? and number = ?', [run, number]);
  }
}
