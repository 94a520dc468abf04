import type { YangentLoopsProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Loops } from '../loops.js';
import { type LoopVotes, loopActions } from './action.js';
import { loopHooks } from './config.js';
import { loopState } from './state.js';

/** Implements `yangent-loops`. */
export function loopsProvider(loops: Loops, votes: LoopVotes): AnyProvider {
  return provide<YangentLoopsProvider>({
    module: 'yangent-loops',
    state: { '/yangent-loops:loops/loop': loopState(loops) },
    config: { '/yangent-loops:loops/loop': loopHooks(loops) },
    actions: loopActions(loops, votes),
  });
}
