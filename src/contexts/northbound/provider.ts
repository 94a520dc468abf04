import { rowScope } from '../../agents/index.js';
import type { YangentContextsProvider } from '../../generated/providers.js';
import { type AnyProvider, type ConfigHooks, type Provider, provide } from '../../server/index.js';
import { itemValue } from '../record/item.js';
import { type DataUrl, paramValue } from '../record/param.js';
import { itemShown, itemsShown } from '../references.js';
import type { Retention } from '../retention.js';
import { sees, seesParam, visiblePage } from '../visibility.js';
import { sharingPolicyHooks } from './config.js';
import { draftContext } from './irtf/context.js';
import { draftParams, pageOfParams } from './irtf/data-params.js';
import { type ContextOperationOptions, fetch, redactItem, remove } from './rpc.js';
import { type ShareOptions, share } from './share.js';

export interface ContextProviderOptions extends ContextOperationOptions, ShareOptions {
  readonly dataUrl: DataUrl;
  readonly retention: Pick<Retention, 'ages'>;
}

/** Implements `yangent-contexts`. */
export function contextsProvider(o: ContextProviderOptions): Provider {
  const { items, params, retention } = o;
  return {
    module: 'yangent-contexts',
    rpcs: {
      share: (input, call) => share(o, input, call),
      fetch: (input, call) => fetch(o, input, call),
      remove: (input) => remove(o, input),
      redact: (input, call) => redactItem(o, input, call),
    },
    state: {
      '/yangent-contexts:contexts/item': {
        get: async ([id], call) => {
          const found = await items.get(String(id));
          return found && sees(call, found.item) ? itemValue(await itemShown(o, call, found.item)) : undefined;
        },
        list: async ({ after, limit }, call) => {
          const scope = rowScope(call, o.directory);
          const page = await visiblePage(
            { after: after === undefined ? undefined : String(after[0]), limit },
            (behind, size) => items.page({ ...scope, after: behind, limit: size }),
            ({ item }) => item.id,
            ({ item }) => sees(call, item),
          );
          const shown = await itemsShown(
            o,
            call,
            page.map(({ item }) => item),
          );
          return shown.map(itemValue);
        },
      },
      '/yangent-contexts:data/param': {
        get: async ([id], call) => {
          const found = await params.get(String(id));
          return found && seesParam(call, found) ? paramValue(found.param, retention.ages().data) : undefined;
        },
        list: async (page, call) =>
          (await pageOfParams(o, page, call)).map(({ param }) => paramValue(param, retention.ages().data)),
      },
    },
  };
}

/** The configuration of `yangent-contexts`; what is typed by the model is a provider of its own as long as the rest is not. */
export function contextsConfiguration(): AnyProvider {
  return provide<YangentContextsProvider>({
    module: 'yangent-contexts',
    config: { '/yangent-contexts:sharing-policy': sharingPolicyHooks },
  });
}

/** Nodes that name no agent to which they could be carried (`docs/decisions/draft-messages.md`); those of an older node can go. */
const notCarried: ConfigHooks = {
  validate: async ({ after, path }, call) => {
    if (after === undefined) return;
    call.fail({
      tag: 'operation-not-supported',
      path,
      message: `${path} is not carried to any agent; write a message to irtf-agent:tasks, and what belongs to it to irtf-agent:data-params or irtf-agent:context`,
    });
  },
};

/** Implements `irtf-agent:context` and `irtf-agent:data-params`. */
export function draftProvider(o: ContextProviderOptions): Provider {
  return {
    module: 'irtf-agent',
    owned: { '/irtf-agent:context': draftContext(o), '/irtf-agent:data-params': draftParams(o) },
    config: { '/irtf-agent:msg-base': notCarried, '/irtf-agent:data': notCarried },
  };
}
