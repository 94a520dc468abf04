/** Verifies that the journal of a run, and a checkpoint, are as they were written. */
import { RpcError } from '../../data/index.js';
import { DocumentFault, type PublicKey } from '../../keys/index.js';
import type { Queries } from '../../store/index.js';
import { genesisHash, hashOf } from '../run/journal.js';
import { graphAt } from '../run/migrations.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import { FIRST, payloadOf } from './record.js';
import type { CheckpointRows } from './rows.js';
import { CHECKPOINT_TYP, compactOf, verifySigned } from './signature.js';

export interface IntactNeeds {
  readonly rows: Pick<RunRows, 'journal'>;
  readonly checkpoints: CheckpointRows;
  /** Returns a public key of the node by its name. */
  readonly key: (kid: string) => PublicKey | undefined;
}

const PAGE = 1_000;

/** @throws RpcError app-tag `integrity` for a journal that was changed, or a checkpoint that is not what the node signed */
export async function requireIntact(
  needs: IntactNeeds,
  queries: Queries,
  run: RunRecord,
  number: number,
): Promise<void> {
  const { id, input, created } = run;
  const { digest } = graphAt(run, 0);
  const checkpoint = number === FIRST ? undefined : await needs.checkpoints.get(id, number, queries);
  if (number !== FIRST && !checkpoint) throw fault(id, `checkpoint ${number} is gone`);
  let hash = genesisHash({ run: id, digest, input, created });
  let found = checkpoint === undefined;
  for (let after = 0; ; ) {
    const page = await needs.rows.journal.page(id, after, PAGE, queries);
    for (const { sequence, entry, hash: said } of page) {
      hash = hashOf(hash, entry);
      if (sequence !== after + 1 || hash !== said) throw fault(id, `event ${after + 1} of its journal was changed`);
      if (checkpoint?.sequence === sequence) found = checkpoint.hash === hash;
      after = sequence;
    }
    if (page.length === PAGE) continue;
    if (after !== run.sequence || hash !== run.hash) throw fault(id, 'the end of its journal is missing');
    break;
  }
  if (!found) throw fault(id, `checkpoint ${number} does not fit its journal`);
  if (!checkpoint) return;
  const payload = payloadOf(checkpoint, graphAt(run, checkpoint.sequence));
  try {
    await verifySigned(CHECKPOINT_TYP, compactOf(checkpoint.signature, payload), payload, async (kid) => {
      const key = needs.key(kid);
      if (!key) throw new DocumentFault(`it is signed with the key ${kid}, which the node does not have any more`);
      return key;
    });
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw fault(id, `checkpoint ${number}: ${error.message}`);
  }
}

function fault(run: string, problem: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: 'integrity',
    path: `/yangent-workflows:workflows/run[id='${run}']`,
    message: `the run cannot go back: ${problem}`,
  });
}
