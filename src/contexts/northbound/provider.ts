import type { YangentContextsProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Retention } from '../retention.js';
import { sharingPolicyHooks } from './config.js';
import { type ContextOperationOptions, fetch, redactItem, remove } from './rpc.js';
import { aboutShare, type ShareOptions, share } from './share.js';
import { itemState, paramState } from './state.js';

export interface ContextProviderOptions extends ContextOperationOptions, ShareOptions {
  readonly retention: Pick<Retention, 'ages'>;
}

/** Implements `yangent-contexts`. */
export function contextsProvider(o: ContextProviderOptions): AnyProvider {
  return provide<YangentContextsProvider>({
    module: 'yangent-contexts',
    rpcs: {
      share: (input, call) => share(o, input, call),
      fetch: (input, call) => fetch(o, input, call),
      remove: (input) => remove(o, input),
      redact: (input, call) => redactItem(o, input, call),
    },
    about: { share: async (input, call) => aboutShare(o, input, call) },
    state: {
      '/yangent-contexts:contexts/item': itemState(o),
      '/yangent-contexts:data/param': paramState(o),
    },
    config: { '/yangent-contexts:sharing-policy': sharingPolicyHooks },
  });
}
