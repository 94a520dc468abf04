import type { IetfKeystoreProvider, YangentKeysProvider } from '../../../generated/providers.js';
import { type AnyProvider, provide } from '../../provider.js';
import { keyHooks } from './config.js';
import type { KeyNeeds } from './needs.js';
import { generateKey, rotate } from './rpc.js';
import { activeKeys, keystoreKeys } from './state.js';

/** Implements `yangent-keys`, and `ietf-keystore` which it augments. */
export function keyProviders(needs: KeyNeeds): readonly AnyProvider[] {
  const hooks = keyHooks(needs);
  return [
    provide<YangentKeysProvider>({
      module: 'yangent-keys',
      rpcs: { 'generate-key': generateKey(needs) },
      actions: { '/yangent-keys:keys/active/rotate': rotate(needs) },
      state: { '/yangent-keys:keys/active': activeKeys(needs) },
      config: { '/yangent-keys:keys': hooks },
    }),
    provide<IetfKeystoreProvider>({
      module: 'ietf-keystore',
      state: { '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key': keystoreKeys(needs) },
      config: { '/ietf-keystore:keystore': hooks },
    }),
  ];
}
