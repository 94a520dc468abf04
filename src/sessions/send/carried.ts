/** Checks what a message carries besides its text, and where it ends. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireDigests } from '../../tasks/index.js';
import type { Homes } from '../homes/homes.js';
import { domainOf } from '../homes/names.js';
import { type MessageRecord, namedBy } from '../record/message.js';
import type { SessionServices } from '../services.js';

/** The parts that a message carries besides its text. */
export type Carried = Pick<MessageRecord, 'artifacts' | 'extension' | 'expires'>;

/**
 * Refuses data that the caller may not read now, except those of the caller's own node, digests that are wrong, and messages that nobody would be given. Data of others and
 * data that are not there get the same answer.
 *
 * @throws RpcError invalid-value
 */
export async function requireCarried(
  { contexts, homes, now }: Pick<SessionServices, 'contexts' | 'homes' | 'now'>,
  tx: Tx,
  call: Call,
  { artifacts = [], expires }: Carried,
): Promise<void> {
  if (expires !== undefined && expires <= now()) {
    call.fail({
      tag: 'invalid-value',
      message: `"expires" is ${new Date(expires).toISOString()}, which is over: give a later time, or leave it out`,
    });
  }
  const params = namedBy({ artifacts });
  if (params.length === 0) return requireDigests({ contexts }, tx, artifacts);
  const known = await contexts.nameable(tx, call, params);
  const unknown = params.find((param) => !known.has(param) && !isOfCaller(homes, call, param));
  if (unknown !== undefined) {
    call.fail({
      tag: 'invalid-value',
      message: `"artifact" names data parameter "${unknown}", and there is none with this identifier that user "${call.user}" may read: share it first, or name another`,
    });
  }
  return requireDigests({ contexts }, tx, artifacts);
}

/** True for data of the node that calls, which has checked what its sender may read. */
function isOfCaller(homes: Homes, { user }: Call, param: string): boolean {
  const domain = domainOf(param);
  return domain !== undefined && homes.peerOfUser(user)?.speaksFor(domain) === true;
}
