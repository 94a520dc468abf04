import type { IrtfAgentProvider } from '../../../generated/providers.js';
import { type AnyProvider, type Call, provide } from '../../../server/index.js';
import { type DraftContextOptions, draftContext } from './context.js';
import { type DraftParamOptions, draftParams } from './data-params.js';

/**
 * Refuses nodes that name no agent to which they could be sent (`docs/decisions/draft-messages.md`). Existing ones can be deleted.
 */
const notCarried = {
  validate: async ({ after, path }: { readonly after: unknown; readonly path: string }, call: Call) => {
    if (after === undefined) return;
    call.fail({
      tag: 'operation-not-supported',
      path,
      message: `${path} is not carried to any agent; write a message to irtf-agent:tasks, and what belongs to it to irtf-agent:data-params or irtf-agent:context`,
    });
  },
};

/** Implements `irtf-agent:context` and `irtf-agent:data-params`. */
export function draftProvider(o: DraftContextOptions & DraftParamOptions): AnyProvider {
  return provide<IrtfAgentProvider>({
    module: 'irtf-agent',
    owned: { '/irtf-agent:context': draftContext(o), '/irtf-agent:data-params': draftParams(o) },
    config: { '/irtf-agent:msg-base': notCarried, '/irtf-agent:data': notCarried },
  });
}
