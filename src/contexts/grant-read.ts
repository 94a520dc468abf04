import type { Call } from '../server/index.js';
import type { Tx } from '../store/index.js';
import { mayHandOn, mayReadData } from './hand-on.js';
import type { DataParams } from './record/params.js';
import { isMeant, isParty, seesParam } from './visibility.js';

/** Lets agents read data to which a message for them refers. @throws RpcError data-missing for data that the caller may not see */
export async function grantRead(
  params: DataParams,
  tx: Tx,
  call: Call,
  id: string,
  agents: readonly string[],
): Promise<void> {
  const found = await params.access(id, tx);
  if (!found || !(await seesParam(params, call, found, tx)) || !mayHandOn(call, '/yangent-contexts:data/param', id)) {
    call.fail({ tag: 'data-missing', message: `there is no data parameter "${id}"` });
  }
  await params.grant(tx, id, agents);
}

/**
 * Returns those of these parameters that the caller may read and hand on to others. It does the same work for those that are hidden
 * from the caller and for those that do not exist.
 */
export async function nameable(
  params: DataParams,
  tx: Tx,
  call: Call,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(ids.map((id) => params.access(id, tx)));
  const readable = await params.messages.readable(call, ids, tx);
  return new Set(
    ids.filter((id, at) => {
      const access = found[at];
      // Data of another node that were not fetched yet are known by the message that names them.
      if (!access) return params.abroad.source(id) !== undefined && readable.has(id) && mayReadData(call, id);
      const isNamed = readable.has(id) && isMeant(params.abroad, access);
      return (isNamed || isParty(call, access)) && mayReadData(call, id);
    }),
  );
}
