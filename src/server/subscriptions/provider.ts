/** The data of ietf-subscribed-notifications: streams, filters, subscriptions (RFC 8639 §3). */
import { ADMIN_GROUP, OPERATOR_GROUP } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import type { Call } from '../call.js';
import type { OwnOperation } from '../core.js';
import type { Provider } from '../provider.js';
import type { Streams } from '../stream-info.js';
import { changedFilter, STREAM_FILTER_PATH } from './configured-filters.js';
import { MODULE } from './names.js';
import type { Subscriptions } from './subscriptions.js';

export function subscribedNotificationsProvider(
  subscriptions: Subscriptions,
  streams: Streams,
  nodeSchema: Schema,
): Provider {
  const filterText = subscriptions.limits.filterText;
  const replays = nodeSchema.modules.get(MODULE)?.features.has('replay') === true;
  return {
    module: MODULE,
    state: {
      [`/${MODULE}:streams`]: async ({ view, user, groups }) => ({
        stream: streams(view, { name: user, groups }).map((each) => ({
          name: each.name,
          description: each.description,
          ...(replays && each.replaySupport
            ? { 'replay-support': [null], 'replay-log-creation-time': each.replayLogCreated }
            : {}),
          ...(replays && each.replaySupport && each.replayLogAged !== undefined
            ? { 'replay-log-aged-time': each.replayLogAged }
            : {}),
        })),
      }),
      [`/${MODULE}:subscriptions`]: async (call) => {
        const subscription = subscriptions.list(isVisibleTo(call)).map((each) => each.value());
        return subscription.length === 0 ? undefined : { subscription };
      },
    },
    config: {
      [STREAM_FILTER_PATH]: {
        validate: async (change) => void changedFilter(change, nodeSchema, filterText),
        apply: async (change) =>
          subscriptions.filterChanged(String(change.keys[0]), changedFilter(change, nodeSchema, filterText)),
      },
      [`/${MODULE}:subscriptions`]: {
        validate: async ({ path, after }) => {
          if (after === undefined) return;
          throw new RpcError({
            type: 'application',
            tag: 'operation-not-supported',
            path,
            message: 'subscriptions cannot be configured here; they are made with establish-subscription',
          });
        },
      },
    },
  };
}

/** Returns the rpcs (RFC 8639 §2.4), which need the session and protocol of the caller. */
export function subscriptionOperations(subscriptions: Subscriptions): ReadonlyMap<string, OwnOperation> {
  return new Map<string, OwnOperation>([
    [`${MODULE}:establish-subscription`, (caller, input) => subscriptions.establish(caller, input)],
    [`${MODULE}:modify-subscription`, async (caller, input) => subscriptions.modify(caller, input)],
    [`${MODULE}:delete-subscription`, async (caller, input) => subscriptions.delete(caller, input)],
    [`${MODULE}:kill-subscription`, async (caller, input) => subscriptions.kill(caller, input)],
  ]);
}

/**
 * Selects visible subscriptions: a user's own; all for administrators and operators; on an agent endpoint only those made there.
 */
function isVisibleTo({ user, groups, view }: Call): Parameters<Subscriptions['list']>[0] {
  const seesAll = groups.includes(ADMIN_GROUP) || groups.includes(OPERATOR_GROUP);
  return (owner, of) => {
    if (!seesAll && owner !== user) return false;
    return view.kind === 'node' || (of.kind === 'agent' && of.agent === view.agent);
  };
}
