/** The with-defaults parameter (RFC 6243 §4.5.1). */

import {
  contentSteps,
  inSlices,
  TimeSlice,
  type Tree,
  treeToWrite,
  type WithDefaults,
  withChildren,
} from '../../data/index.js';
import type { Caller, Content, Server } from '../../server/index.js';
import { namespaces } from '../../wire/index.js';
import type { Parameters } from './parameters.js';

/** For `Parameters`: the only parameter with its own namespace. */
export const WITH_DEFAULTS: ReadonlyMap<string, string> = new Map([
  [namespaces.NETCONF_WITH_DEFAULTS, 'with-defaults'],
]);

export const BASIC_MODE: WithDefaults = 'explicit';
const MODES = ['explicit', 'report-all', 'trim', 'report-all-tagged'] as const;

/** @throws RpcError invalid-value */
export function withDefaultsOf(parameters: Parameters, fallback: WithDefaults = BASIC_MODE): WithDefaults {
  return parameters.choice('with-defaults', MODES, fallback);
}

/** True for the modes that report defaults. */
export function reportsDefaults(mode: WithDefaults): boolean {
  return mode === 'report-all' || mode === 'report-all-tagged';
}

/**
 * Adds the defaults in use to a result, to be encoded once. Removes those of unreadable nodes, which could be mistaken for
 * their values.
 */
export async function reported(
  read: Tree,
  withDefaults: WithDefaults,
  content: Content,
  server: Server,
  caller: Caller,
): Promise<Tree> {
  const tree = treeToWrite(read, { withDefaults });
  // A read of configuration reports no state.
  const shown =
    content === 'all'
      ? tree
      : withChildren(
          tree,
          await inSlices(new TimeSlice(caller), (slice) => contentSteps(tree.children, content, slice)),
        );
  return server.readable(caller, shown);
}
