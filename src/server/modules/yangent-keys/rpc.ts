/** The operations of yangent-keys. */
import { RpcError } from '../../../data/index.js';
import type { YangentKeysProvider } from '../../../generated/providers.js';
import { KeyFault, makeKeyPair, SPKI_FORMAT, thumbprintOf } from '../../../keys/index.js';
import { configuration } from '../../configuration.js';
import type { Handler } from '../../provider.js';
import type { KeyNeeds } from './needs.js';
import { keyChanged } from './notification.js';
import { timesOf } from './times.js';

type Generate = YangentKeysProvider['rpcs']['generate-key'];
type Rotate = YangentKeysProvider['actions']['/yangent-keys:keys/active/rotate'];

export function generateKey({ keys }: KeyNeeds): Handler<Generate> {
  return async ({ algorithm }) => {
    const pair = await makeKeyPair(algorithm);
    await keys.vault.put([pair]).catch((error: unknown) => {
      if (!(error instanceof KeyFault)) throw error;
      throw new RpcError({ type: 'application', tag: 'resource-denied', message: error.message });
    });
    return {
      thumbprint: thumbprintOf(pair.spki),
      'public-key-format': SPKI_FORMAT,
      'public-key': pair.spki.toString('base64'),
    };
  };
}

export function rotate({ keys, running, ...needs }: KeyNeeds): Handler<Rotate> {
  return async (input, call) => {
    const { purpose } = call.keys;
    const previous = keys.uses.current(purpose);
    if (previous?.name !== undefined)
      call.fail({
        appTag: 'key-configured',
        message: `the configuration names the key "${previous.name}" for ${purpose}: make another key (yangent key generate, or generate-key) and name it in /yangent-keys:keys/use (yangent key use)`,
      });
    const compromised = input.compromised !== undefined;
    const times = timesOf(configuration(running(), '/yangent-keys:keys'));
    const use = await keys.rotate(purpose, { ...times, compromised }, (tx, use, pair) =>
      keyChanged(needs, tx, use, { previous, ...(compromised ? { compromised: pair } : {}) }),
    );
    await keys.uses.settle();
    return { thumbprint: use.thumbprint, from: new Date(use.from).toISOString() };
  };
}
