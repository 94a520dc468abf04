import type { Call } from '../server/index.js';
import type { Tx } from '../store/index.js';
import { mayHandOn } from './hand-on.js';
import type { DataParams } from './record/params.js';
import { seesParam } from './visibility.js';

/** Lets agents read data to which a message for them refers. @throws RpcError data-missing for data that the caller may not see */
export async function grantRead(
  params: DataParams,
  tx: Tx,
  call: Call,
  id: string,
  agents: readonly string[],
): Promise<void> {
  const found = await params.access(id, tx);
  if (!found || !seesParam(call, found) || !mayHandOn(call, '/yangent-contexts:data/param', id)) {
    call.fail({ tag: 'data-missing', message: `there is no data parameter "${id}"` });
  }
  await params.grant(tx, id, agents);
}
