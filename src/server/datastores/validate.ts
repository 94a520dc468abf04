/** validate (RFC 6241 §8.6): checks whether a configuration is valid for running. */
import { validateAsync } from '../../data/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import { changedNodes, validateHooks } from '../hooks.js';
import { validateUnseen } from '../permit.js';
import { requireNode } from '../served-datastores.js';
import { contentOf, type Source } from './source.js';

/** Rejects with all faults. Locks do not matter, because nothing is changed. */
export async function validateConfig(core: ServerCore, caller: Caller, source: Source): Promise<void> {
  requireNode(caller);
  const tree = await contentOf(core, caller, source);
  const { schema, registry } = core.endpoint(caller);
  const running = core.running.tree;
  if (tree === running) return;
  await validateUnseen(core, caller, () =>
    validateAsync(tree, { schema, type: 'config', unchanged: running, signal: caller.signal }),
  );
  await validateHooks(changedNodes(running, tree, registry.hooks), makeCall(core, caller));
}
