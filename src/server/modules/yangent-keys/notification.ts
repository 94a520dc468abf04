import { recordKey } from '../../../audit/index.js';
import type { YangentKeysProvider } from '../../../generated/providers.js';
import type { KeyPair, KeyUse } from '../../../keys/index.js';
import type { Tx } from '../../../store/index.js';
import { notifier } from '../../notify.js';
import type { KeyNeeds } from './needs.js';

/**
 * Sends `key-changed` in the transaction of the change; of the key of the audit log there is a record as well.
 *
 * @param compromised the new key pair, when the keys until now are in wrong hands
 */
export async function keyChanged(
  { events, records }: Pick<KeyNeeds, 'events' | 'records'>,
  tx: Tx,
  use: KeyUse,
  { previous, compromised }: { readonly previous: KeyUse | undefined; readonly compromised?: KeyPair },
): Promise<void> {
  const { purpose, thumbprint, from } = use;
  if (purpose === 'audit' && records) await recordKey(records, tx, use, compromised);
  await notifier<YangentKeysProvider>(events)(tx, 'yangent-keys:key-changed', {
    purpose,
    thumbprint,
    from: new Date(from).toISOString(),
    ...(previous ? { previous: previous.thumbprint } : {}),
    ...(compromised ? { compromised: [null] } : {}),
  });
}
